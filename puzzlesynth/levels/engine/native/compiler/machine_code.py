"""The kernel as machine code: compiled once for a kind of processor, kept on disk, and loaded in a few milliseconds."""

from __future__ import annotations

import ctypes
import hashlib
import os
import sys
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from puzzlesynth.atomic_files import replace_file

_HERE = Path(__file__).parent
_NOT_COMPILED = {"__init__", "machine"}
_DIGEST = 32
"""Bytes of the digest before the code in a file."""
_KEPT_SECONDS = 30 * 86_400
"""How long code for other versions is kept."""

EXPORTED = (
    "absorb",
    "add_state",
    "best_first",
    "draw_numbers",
    "estimate",
    "expand",
    "expand_one",
    "falls_short",
    "explore",
    "is_board_won",
    "is_won",
    "list_contents",
    "may_win",
    "play_turn",
    "rehash",
    "run_turn",
    "set_board",
    "trace_thing",
    "walking_search",
)
"""The functions that Python calls."""

_BYTES = ctypes.c_char_p
_GIVEN_BYTES = {
    ("play_turn", 1),
    ("is_board_won", 1),
    ("may_win", 2),
    ("set_board", 1),
    ("expand_one", 1),
    ("falls_short", 2),
    ("list_contents", 0),
}
"""Parameters for which Python has `bytes`: functions and places."""


class NativeCode:
    """The kernel, loaded. Its functions take numbers and addresses and return a number."""

    def __init__(self, code: bytes) -> None:
        from llvmlite import binding

        _prepare()
        # The engine owns the memory of the code, so it is kept.
        self._engine = binding.create_mcjit_compiler(binding.parse_assembly(""), _target_machine())
        self._engine.add_object_file(binding.ObjectFileRef.from_data(code))
        self._engine.finalize_object()
        self._functions: dict[str, Any] = {}

    def function(self, name: str, parameters: int) -> Any:
        """A function of the kernel; `bytes` stand for their address. While it runs, other threads of Python can."""
        if name not in self._functions:
            address = self._engine.get_function_address(name)
            kinds = [_BYTES if (name, k) in _GIVEN_BYTES else ctypes.c_int64 for k in range(parameters)]
            self._functions[name] = ctypes.CFUNCTYPE(ctypes.c_int64, *kinds)(address)
        return self._functions[name]


def is_installed() -> bool:
    """Whether the compiler's library is there."""
    return find_spec("llvmlite") is not None


def kernel_sources() -> dict[str, str]:
    """The text of the kernel's modules."""
    return {
        path.stem: path.read_text("utf-8")
        for path in sorted((_HERE.parent / "kernel").rglob("*.py"))
        if path.stem not in _NOT_COMPILED
    }


def _prepare() -> None:
    from llvmlite import binding

    binding.initialize_native_target()
    binding.initialize_native_asmprinter()


def _target_machine() -> Any:
    from llvmlite import binding

    target = binding.Target.from_default_triple()
    features = binding.get_host_cpu_features().flatten()
    return target.create_target_machine(
        cpu=binding.get_host_cpu_name(), features=features, opt=2, reloc="pic", codemodel="jitdefault"
    )


def compile_kernel() -> bytes:
    """Machine code for this processor."""
    from llvmlite import binding

    from .kernel_compiler import assembly

    _prepare()
    module = binding.parse_assembly(assembly(kernel_sources(), EXPORTED))
    module.verify()
    machine = _target_machine()
    options = binding.create_pipeline_tuning_options(speed_level=2)
    builder = binding.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
    return bytes(machine.emit_object(module))


# on disk


def cache_folder() -> Path:
    """Where machine code is kept: `PUZZLESYNTH_CACHE`, or the place that the system has for such files."""
    if chosen := os.environ.get("PUZZLESYNTH_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        return (
            Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
            / "puzzlesynth"
            / "cache"
        )
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "puzzlesynth"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "puzzlesynth"


def cache_file() -> Path:
    """The file for this kernel, this compiler and this processor."""
    import llvmlite
    from llvmlite import binding

    parts = [
        *kernel_sources().values(),
        *[
            (_HERE / f"{name}.py").read_text("utf-8")
            for name in ("kernel_compiler", "kernel_expressions", "machine_code")
        ],
        llvmlite.__version__,
        binding.get_host_cpu_name(),
        binding.get_host_cpu_features().flatten(),
        binding.get_default_triple(),
    ]
    return cache_folder() / f"levels-{hashlib.sha256('|'.join(parts).encode()).hexdigest()[:24]}.bin"


def cached_code() -> bytes | None:
    """The code that is on disk, if it is whole."""
    try:
        data = cache_file().read_bytes()
    except OSError:
        return None
    code = data[_DIGEST:]
    return code if hashlib.sha256(code).digest() == data[:_DIGEST] else None


def keep_code(code: bytes) -> None:
    """Write the code to disk, if that is possible. Who reads it meanwhile sees nothing or all of it."""
    path = cache_file()
    with suppress(OSError):
        replace_file(path, hashlib.sha256(code).digest() + code)
        for other in path.parent.glob("levels-*.bin"):
            # Those of other versions, which are not needed soon.
            if other != path and other.stat().st_mtime < path.stat().st_mtime - _KEPT_SECONDS:
                other.unlink()
