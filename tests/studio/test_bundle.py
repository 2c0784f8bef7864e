"""The built page belongs to its sources."""

from __future__ import annotations

import gzip
import hashlib
import json
import re
import shutil
import subprocess

import pytest

from tests.support import paths

WEB = paths.ROOT / "studio" / "web"
STATIC = paths.ROOT / "puzzlesynth" / "studio" / "static"


def test_the_page_is_built_from_the_sources_that_are_here() -> None:
    built: dict[str, str] = json.loads((STATIC / "sources.json").read_text("utf-8"))
    files = [*WEB.joinpath("src").rglob("*"), WEB / "build.mjs", WEB / "package-lock.json"]
    here = {
        path.relative_to(WEB).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
        if path.is_file()
    }
    assert built == here, "run `npm run build` in studio/web and commit puzzlesynth/studio/static"


def imported_at_once(name: str, found: set[str]) -> set[str]:
    """A script and those that it cannot begin without."""
    if name not in found:
        found.add(name)
        for other in re.findall(r'(?:from|import)"\./([^"]+)"', (STATIC / name).read_text("utf-8")):
            imported_at_once(other, found)
    return found


def test_the_text_editor_and_levels_are_loaded_after_the_page() -> None:
    first = imported_at_once("studio.js", set())
    size = sum(len(gzip.compress((STATIC / name).read_bytes())) for name in first)
    assert len(first) > 1
    assert size < 80_000
    scripts = {path.name for path in STATIC.glob("*.js")}
    assert scripts - first - {"graph.js"}


def test_the_lock_file_names_no_host() -> None:
    text = (WEB / "package-lock.json").read_text("utf-8")
    assert "://" not in "".join(line for line in text.splitlines() if '"resolved"' in line)


def test_the_licences_of_what_is_bundled_are_listed() -> None:
    text = (STATIC / "LICENSES.txt").read_text("utf-8")
    for name in ("preact", "@preact/signals"):
        assert f"{name} " in text
    assert "MIT" in text


@pytest.mark.thorough
def test_building_again_gives_the_same_bytes() -> None:
    if shutil.which("node") is None or not (WEB / "node_modules" / "esbuild").is_dir():
        pytest.skip("needs node, and `npm ci` in studio/web")
    before = {path.name: path.read_bytes() for path in STATIC.iterdir()}
    subprocess.run(["node", "build.mjs"], cwd=WEB, check=True, timeout=120)
    assert {path.name: path.read_bytes() for path in STATIC.iterdir()} == before
