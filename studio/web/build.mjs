// Bundles the page into puzzlesynth/studio/static: studio.js, the parts that are loaded later, studio.css, graph.js, index.html,
// LICENSES.txt and sources.json, which says from which sources it was built, so that a test without node can tell whether it is up
// to date. `npm run sizes` prints what the page loads first and in all.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync, existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "..", "puzzlesynth", "studio", "static");

const options = {
  entryPoints: [
    { in: join(here, "src", "main.tsx"), out: "studio" },
    { in: join(here, "src", "styles", "studio.css"), out: "studio" },
    { in: join(here, "src", "narrative", "graph_worker.ts"), out: "graph" },
  ],
  outdir: target,
  bundle: true,
  splitting: true,
  // The name of a part says what is in it: an old page never gets a part of a new one.
  chunkNames: "part-[hash]",
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
};

function files(folder) {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      return statSync(path).isDirectory() ? files(path) : [path];
    });
}

/** The digest of every source, by its path. */
function sources() {
  const found = [...files(join(here, "src")), ...["build.mjs", "package-lock.json"].map((name) => join(here, name))];
  return Object.fromEntries(
    found.map((path) => [
      relative(here, path).split(sep).join("/"),
      createHash("sha256").update(readFileSync(path)).digest("hex"),
    ]),
  );
}

/** The licences of the packages that are in the bundle. */
function licences(metafile) {
  const names = new Set();
  for (const path of Object.keys(metafile.inputs)) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
    if (found) names.add(found[1]);
  }
  const parts = [...names].sort().map((name) => {
    const folder = join(here, "node_modules", name);
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = ["LICENSE", "LICENSE.md", "LICENSE.txt", "license"].map((one) => join(folder, one)).find(existsSync);
    const text = file ? readFileSync(file, "utf8").trim() : "";
    return `${name} ${about.version} (${about.license})\n\n${text}\n`;
  });
  return `The studio's page contains these packages.\n\n${parts.join("\n" + "-".repeat(80) + "\n\n")}`;
}

/** The parts of builds before this one. */
function clear() {
  for (const name of readdirSync(target)) if (name.endsWith(".js")) rmSync(join(target, name));
}

/** Kilobytes, compressed, of a file with what it needs at once, or of all. */
function kilobytes(metafile, entry) {
  const found = new Set();
  const take = (path) => {
    if (found.has(path)) return;
    found.add(path);
    const { imports } = metafile.outputs[path];
    for (const one of imports) if (one.kind === "import-statement" || !entry) take(one.path);
  };
  for (const path of Object.keys(metafile.outputs)) if (entry ? path.endsWith(`/${entry}`) : path.endsWith(".js")) take(path);
  const sizes = [...found].map((path) => gzipSync(readFileSync(path), { level: 9 }).length);
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000);
}

function finish(metafile) {
  writeFileSync(join(target, "index.html"), readFileSync(join(here, "src", "index.html")));
  writeFileSync(join(target, "LICENSES.txt"), licences(metafile));
  writeFileSync(join(target, "sources.json"), JSON.stringify(sources(), null, 1) + "\n");
}

const watching = process.argv.includes("--watch");
if (watching) {
  const context = await esbuild.context({
    ...options,
    minify: false,
    plugins: [{ name: "finish", setup: (build) => build.onEnd((result) => result.metafile && finish(result.metafile)) }],
  });
  await context.watch();
} else {
  clear();
  const { metafile } = await esbuild.build(options);
  finish(metafile);
  if (process.argv.includes("--sizes")) {
    console.log(`first ${kilobytes(metafile, "studio.js")} kB, scripts in all ${kilobytes(metafile)} kB, compressed`);
  }
}
