"""The studio in a real browser: a server on a copy of some files, and Debian's Chromium on its page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = int(os.environ.get("PUZZLESYNTH_TEST_PATIENCE", "30000"))
"""Milliseconds that anything may take on a busy machine; more by `PUZZLESYNTH_TEST_PATIENCE` on one that is very busy."""


@contextmanager
def served(opened: Path) -> Iterator[str]:
    """The address of a studio on a file or a folder."""
    command = [sys.executable, "-m", "puzzlesynth", "studio", str(opened), "--no-browser"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout is not None
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found is not None, "the studio did not start"
        yield found[0]
    finally:
        server.terminate()
        server.wait(20)


@contextmanager
def browsed(
    address: str, size: tuple[int, int] = (1280, 800), scheme: str = "light", errors_matter: bool = True
) -> Iterator[Page]:
    """A page of the studio. Whatever goes wrong in it is a failure, unless the server is to be gone for a while."""
    pytest.importorskip("playwright", reason="needs playwright, which CI installs")
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("needs chromium")
    errors: list[str] = []
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if scheme == "dark" else "light",
        ).new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.goto(address)
        yield page
        browser.close()
    assert errors == [] or not errors_matter


def wait_until(page: Page, holds: Callable[[], bool], what: str) -> None:
    """The page's policy forbids to evaluate texts in it, so it is asked again and again."""
    end = time.monotonic() + PATIENCE / 1000
    while not holds():
        assert time.monotonic() < end, f"waited in vain: {what}"
        page.wait_for_timeout(30)
