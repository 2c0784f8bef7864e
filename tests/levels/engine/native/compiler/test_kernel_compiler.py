"""The kernel's language: what its parts mean, and what is not part of it."""

from __future__ import annotations

import ctypes

import pytest

pytest.importorskip("llvmlite")

from llvmlite import binding

from puzzlesynth.levels.engine.native.compiler import machine_code
from puzzlesynth.levels.engine.native.compiler.kernel_compiler import assembly
from puzzlesynth.levels.engine.native.compiler.kernel_expressions import KernelError


def run(source: str, *numbers: int) -> int:
    """Call the function `f` of a source."""
    machine_code._prepare()
    module = binding.parse_assembly(assembly({"test": source}, ["f"]))
    module.verify()
    with binding.create_mcjit_compiler(module, machine_code._target_machine()) as engine:
        engine.finalize_object()
        function = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * len(numbers))
        return int(function(engine.get_function_address("f"))(*numbers))


def test_numbers_wrap_around_and_shifts_fill_with_zeros() -> None:
    assert run("def f(x: int) -> int:\n    return x * x", 1 << 32) == 0
    assert run("def f(x: int) -> int:\n    return x >> 60", -1) == 15
    assert run("def f(x: int) -> int:\n    return ~x & 255", 3) == 252


def test_loops_end_as_they_do_in_python() -> None:
    source = """
def f(n: int) -> int:
    total = 0
    for k in range(n):
        if k == 2:
            continue
        if k == 6:
            break
        total += k
    while total > 100:
        total -= 1
    return total + k
"""
    space: dict[str, object] = {}
    exec(source, space)
    for n in (1, 3, 7, 50):
        assert run(source, n) == space["f"](n)  # type: ignore[operator]


def test_what_follows_and_or_or_is_only_looked_at_where_it_matters() -> None:
    source = """
def g(a: Words) -> int:
    a[0] = a[0] + 1
    return 1

def f(address: int) -> int:
    a = words(address)
    if a[1] and g(a):
        a[2] = 5
    if not a[1] or g(a):
        a[3] = 7
    return a[0]
"""
    cells = (ctypes.c_int64 * 4)(0, 0, 0, 0)
    assert run(source, ctypes.addressof(cells)) == 0
    assert list(cells) == [0, 0, 0, 7]


def test_arrays_have_elements_of_their_own_size_without_sign() -> None:
    source = """
LAST = 3 - 1
def f(address: int) -> int:
    a = octets(address)
    a[LAST] = 300
    b = halves(address)
    return b[0]
"""
    cells = (ctypes.c_uint8 * 8)(*[0xFF] * 8)
    assert run(source, ctypes.addressof(cells)) == 0xFF2CFFFF


def test_conditional_expressions_and_machine_functions() -> None:
    source = "def f(x: int) -> int:\n    return lowest(x) if x else 0 - ones(7)"
    assert run(source, 40) == 3
    assert run(source, 0) == -3
    assert run("def f(x: int) -> int:\n    return int(float(x) / 4.0 * 2.0)", 11) == 5


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("return y", "y has no value here"),
        ("return [x]", "List is not part"),
        ("with x:\n        pass", "With is not part"),
        ("for k in x:\n        pass", "For is not part"),
        ("return words(x)", "words where i64 belongs"),
        ("return x[0]", "not an array"),
        ("return g(x)", "no function g"),
        ("return x ** 2", "operator"),
        ("return x in x", "comparison"),
    ],
)
def test_what_is_not_understood_is_a_mistake_with_its_line(body: str, said: str) -> None:
    with pytest.raises(KernelError, match=r"line \d") as caught:
        assembly({"test": f"def f(x: int) -> int:\n    {body}"}, ["f"])
    assert said in str(caught.value)


def test_only_functions_that_exist_are_exported() -> None:
    with pytest.raises(ValueError, match="no such functions: g"):
        assembly({"test": "def f() -> None:\n    pass"}, ["g"])
