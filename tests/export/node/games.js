// What the scripts share that play games with the runtime of web pages.
"use strict";
const fs = require("fs");
const vm = require("vm");

/** The runtime out of these files of the folder that is the script's argument. */
exports.runtimeOf = (...names) => {
  const parts = names.map((name) => fs.readFileSync(`${process.argv[2]}/${name}`, "utf8"));
  return vm.runInThisContext(`${parts.join("\n")};Puzzlesynth`);
};

/** What is asked, one question per line of standard input. */
exports.questions = () => fs.readFileSync(0, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));
