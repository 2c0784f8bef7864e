"""From the kernel's Python to LLVM's assembly language.

The modules of `kernel` are written in a small part of Python, in which every value is one of a few machine types:

| annotation | is |
|---|---|
| `int` | a 64-bit integer; `>>` fills with zeros, `+ - * <<` wrap around, `//` and `%` are for positive numbers |
| `float` | a double |
| `Words`, `Halves`, `Octets` | the address of an array of 64-bit integers, of 32-bit or of 8-bit ones without sign |

There are functions, constants of modules, assignments, `if`, `while`, `for … in range(…)`, comparisons, `and`, `or`,
`not`, conditional expressions, and the functions of `kernel.machine`. Names are imported between modules as usual, but
all functions share one name space. Everything is checked when the assembly is written: whatever is not understood is a
`KernelError` with its place.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from .kernel_expressions import (
    BIT,
    INT,
    TYPES,
    ExpressionWriter,
    KernelError,
    Signature,
    Value,
    machine_type,
    zero_of,
)

DECLARATIONS = """\
declare i64 @llvm.cttz.i64(i64, i1)
declare i64 @llvm.ctpop.i64(i64)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
"""

MOST_INLINED = 30
"""Functions of more lines are not copied to where they are called."""


def assembly(sources: Mapping[str, str], exported: Sequence[str]) -> str:
    """The assembly of these modules, by name; the exported functions can be called from outside."""
    trees = {name: ast.parse(text, name) for name, text in sources.items()}
    constants: dict[str, int] = {}
    functions: dict[str, ast.FunctionDef] = {}
    for tree in trees.values():
        _collect(tree, constants, functions)
    signatures = {name: _signature(node) for name, node in functions.items()}
    if missing := [name for name in exported if name not in signatures]:
        raise ValueError(f"no such functions: {', '.join(missing)}")
    parts = [DECLARATIONS]
    for name, node in functions.items():
        writer = _FunctionWriter(signatures[name], signatures, constants)
        parts.append(writer.write(node, internal=name not in exported))
    return "\n".join(parts)


def _collect(tree: ast.Module, constants: dict[str, int], functions: dict[str, ast.FunctionDef]) -> None:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            if node.name in functions:
                raise KernelError(node, f"there are two functions {node.name}")
            functions[node.name] = node
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            constants[node.targets[0].id] = _constant(node.value, constants)
        elif not isinstance(node, ast.Import | ast.ImportFrom | ast.Expr):
            raise KernelError(node, "a module has imports, whole numbers and functions")


def _constant(node: ast.expr, constants: Mapping[str, int]) -> int:
    """The value of a constant expression."""
    code = compile(ast.Expression(node), "<constant>", "eval")
    value = eval(code, {"__builtins__": {}}, dict(constants))
    if not isinstance(value, int):
        raise KernelError(node, "a constant is a whole number")
    return value


def _lines(node: ast.FunctionDef) -> int:
    return (node.end_lineno or node.lineno) - node.lineno


def _signature(node: ast.FunctionDef) -> Signature:
    parameters = tuple((item.arg, _annotated(item.annotation, item)) for item in node.args.args)
    return Signature(node.name, parameters, _annotated(node.returns, node))


def _annotated(annotation: ast.expr | None, place: ast.AST) -> str:
    name = annotation.id if isinstance(annotation, ast.Name) else "None"
    if annotation is None or name not in TYPES:
        raise KernelError(place, "no type of the kernel's language")
    return TYPES[name]


@dataclass
class _FunctionWriter(ExpressionWriter):
    """Writes one function."""

    loops: list[tuple[str, str]] = field(default_factory=list)
    """For each loop around: where to go on, and where to leave."""

    def write(self, node: ast.FunctionDef, *, internal: bool) -> str:
        for name, type_ in self.signature.parameters:
            self._declare(name, type_)
            self._emit(f"store {machine_type(type_)} %a.{name}, ptr %v.{name}")
        self._statements(node.body)
        self._emit(f"ret {machine_type(self.signature.result)} {zero_of(self.signature.result)}")
        parameters = ", ".join(
            f"{machine_type(type_)} %a.{name}" for name, type_ in self.signature.parameters
        )
        allocas = [f"  %v.{name} = alloca {machine_type(type_)}" for name, type_ in self.locals.items()]
        kind = "internal " if internal else ""
        # Without this the optimizer copies whole turns to everywhere they are made from, and takes twice as long.
        apart = " noinline" if _lines(node) > MOST_INLINED else ""
        head = f"define {kind}{machine_type(self.signature.result)} @{node.name}({parameters}) nounwind{apart} {{"
        return "\n".join([head, *allocas, *self.lines, "}"])

    # statements

    def _statements(self, nodes: Sequence[ast.stmt]) -> None:
        for node in nodes:
            self._statement(node)

    def _statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return
            case ast.Expr(value=value):
                self._expression(value)
            case ast.Assign(targets=[target], value=value):
                self._store(target, self._value(value))
            case ast.AugAssign(target=target, op=operator, value=value):
                changed = ast.copy_location(ast.BinOp(_loading(target), operator, value), node)
                self._store(target, self._value(changed))
            case ast.Return(value=value):
                self._return(value)
            case ast.If():
                self._if(node)
            case ast.While(test=test, body=body, orelse=[]):
                self._while(lambda: self._condition(test), body, _nothing, _nothing)
            case ast.For(target=ast.Name(id=name), iter=ast.Call() as call, orelse=[]):
                self._for(name, call, node.body)
            case ast.Break():
                self._jump(self.loops[-1][1])
            case ast.Continue():
                self._jump(self.loops[-1][0])
            case _:
                raise KernelError(node, f"{type(node).__name__} is not part of the kernel's language")

    def _jump(self, label: str) -> None:
        """Go elsewhere; what follows in the source cannot be reached, and gets a block of its own."""
        self._emit(f"br label %{label}")
        self._label(self._fresh("dead"))

    def _return(self, node: ast.expr | None) -> None:
        result = self.signature.result
        value = Value(zero_of(result), result) if node is None else self._value(node)
        self._same(node, value.type, result)
        self._emit(f"ret {machine_type(result)} {value.text}")
        self._label(self._fresh("dead"))

    def _if(self, node: ast.If) -> None:
        number = self._fresh("if")
        condition = self._condition(node.test)
        otherwise = f"{number}.else" if node.orelse else f"{number}.end"
        self._emit(f"br i1 {condition}, label %{number}.then, label %{otherwise}")
        self._label(f"{number}.then")
        self._statements(node.body)
        self._emit(f"br label %{number}.end")
        if node.orelse:
            self._label(f"{number}.else")
            self._statements(node.orelse)
            self._emit(f"br label %{number}.end")
        self._label(f"{number}.end")

    def _while(
        self,
        condition: Callable[[], str],
        body: Sequence[ast.stmt],
        enter: Callable[[], None],
        step: Callable[[], None],
    ) -> None:
        number = self._fresh("loop")
        self._emit(f"br label %{number}.test")
        self._label(f"{number}.test")
        self._emit(f"br i1 {condition()}, label %{number}.body, label %{number}.end")
        self._label(f"{number}.body")
        enter()
        self.loops.append((f"{number}.step", f"{number}.end"))
        self._statements(body)
        self.loops.pop()
        self._emit(f"br label %{number}.step")
        self._label(f"{number}.step")
        step()
        self._emit(f"br label %{number}.test")
        self._label(f"{number}.end")

    def _for(self, name: str, call: ast.Call, body: Sequence[ast.stmt]) -> None:
        if not isinstance(call.func, ast.Name) or call.func.id != "range" or not 1 <= len(call.args) <= 2:
            raise KernelError(call, "a loop goes over range(stop) or range(start, stop)")
        first, *rest = [self._value(item) for item in call.args]
        start, stop = (first, rest[0]) if rest else (Value("0", INT), first)
        counter = self._fresh("n")
        self._declare(counter, INT)
        self._emit(f"store i64 {start.text}, ptr %v.{counter}")
        self.locals.setdefault(name, INT)

        def condition() -> str:
            return self._assign(f"icmp slt i64 {self._load(counter).text}, {stop.text}", BIT).text

        def enter() -> None:
            self._emit(f"store i64 {self._load(counter).text}, ptr %v.{name}")

        def step() -> None:
            following = self._assign(f"add i64 {self._load(counter).text}, 1", INT)
            self._emit(f"store i64 {following.text}, ptr %v.{counter}")

        self._while(condition, body, enter, step)

    def _store(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            known = self.locals.setdefault(target.id, value.type)
            self._same(target, value.type, known)
            self._emit(f"store {machine_type(known)} {value.text}, ptr %v.{target.id}")
            return
        if not isinstance(target, ast.Subscript):
            raise KernelError(target, "only names and elements are assigned")
        address, element = self._element(target)
        self._same(target, value.type, INT)
        if element != "i64":
            value = self._assign(f"trunc i64 {value.text} to {element}", INT)
        self._emit(f"store {element} {value.text}, ptr {address}")


def _nothing() -> None:
    """A loop without a counter has nothing to do around its body."""


def _loading(target: ast.expr) -> ast.expr:
    """The value of what is assigned to."""
    if isinstance(target, ast.Name):
        return ast.copy_location(ast.Name(target.id, ast.Load()), target)
    if isinstance(target, ast.Subscript):
        return ast.copy_location(ast.Subscript(target.value, target.slice, ast.Load()), target)
    raise KernelError(target, "only names and elements are assigned")
