"""Expressions of the kernel's language, as instructions."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

INT, FLOAT, BIT = "i64", "double", "i1"
WORDS, HALVES, OCTETS = "words", "halves", "octets"
TYPES = {"int": INT, "float": FLOAT, "None": INT, "Words": WORDS, "Halves": HALVES, "Octets": OCTETS}
ELEMENTS = {WORDS: ("i64", 8), HALVES: ("i32", 4), OCTETS: ("i8", 1)}
CASTS = {"words": WORDS, "halves": HALVES, "octets": OCTETS}
"""Functions of `kernel.machine` that make an address of a number."""

ARITHMETIC: Mapping[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "sdiv", ast.Mod: "srem",
    ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "lshr",
}  # fmt: skip
COMPARISONS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "slt", ast.LtE: "sle", ast.Gt: "sgt", ast.GtE: "sge",
}  # fmt: skip


class KernelError(Exception):
    """Something in a kernel module that is not part of the kernel's language."""

    def __init__(self, node: ast.AST, text: str) -> None:
        super().__init__(f"line {getattr(node, 'lineno', '?')}: {text}")


@dataclass(frozen=True, slots=True)
class Value:
    """A value in the assembly: its text and its type."""

    text: str
    type: str


@dataclass(frozen=True, slots=True)
class Signature:
    """What a function takes and gives."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    result: str

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(type_ for _, type_ in self.parameters)


def machine_type(type_: str) -> str:
    return "ptr" if type_ in ELEMENTS else type_


@dataclass
class ExpressionWriter:
    """Writes the instructions of one function's expressions."""

    signature: Signature
    signatures: Mapping[str, Signature]
    constants: Mapping[str, int]
    lines: list[str] = field(default_factory=list)
    locals: dict[str, str] = field(default_factory=dict)
    count: int = 0

    # text

    def _emit(self, line: str) -> None:
        self.lines.append(f"  {line}")

    def _fresh(self, prefix: str = "t") -> str:
        self.count += 1
        return f"{prefix}{self.count}"

    def _assign(self, expression: str, type_: str) -> Value:
        name = f"%{self._fresh()}"
        self._emit(f"{name} = {expression}")
        return Value(name, type_)

    def _label(self, name: str) -> None:
        self.lines.append(f"{name}:")

    def _declare(self, name: str, type_: str) -> None:
        self.locals[name] = type_

    # expressions

    def _same(self, node: ast.AST | None, type_: str, wanted: str) -> None:
        if type_ != wanted:
            raise KernelError(node or ast.Pass(), f"{type_} where {wanted} belongs")

    def _load(self, name: str) -> Value:
        type_ = self.locals[name]
        return self._assign(f"load {machine_type(type_)}, ptr %v.{name}", type_)

    def _value(self, node: ast.expr) -> Value:
        """An expression; truth is 0 or 1."""
        value = self._expression(node)
        return self._assign(f"zext i1 {value.text} to i64", INT) if value.type == BIT else value

    def _condition(self, node: ast.expr) -> str:
        value = self._expression(node)
        if value.type == BIT:
            return value.text
        self._same(node, value.type, INT)
        return self._assign(f"icmp ne i64 {value.text}, 0", BIT).text

    def _expression(self, node: ast.expr) -> Value:
        match node:
            case ast.Constant(value=bool() as value):
                return Value(str(int(value)), INT)
            case ast.Constant(value=int() as value):
                return Value(str(_wrapped(value)), INT)
            case ast.Constant(value=float() as value):
                return Value(repr(value), FLOAT)
            case ast.Name(id=name):
                return self._name(node, name)
            case ast.Subscript():
                return self._read(node)
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp():
                return self._unary(node)
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                return self._compare(node, left, operator, right)
            case ast.BoolOp():
                return self._choice(node)
            case ast.IfExp():
                return self._conditional(node)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return self._call(node, name, arguments)
        raise KernelError(node, f"{type(node).__name__} is not part of the kernel's language")

    def _name(self, node: ast.Name, name: str) -> Value:
        if name in self.locals:
            return self._load(name)
        if name in self.constants:
            return Value(str(_wrapped(self.constants[name])), INT)
        raise KernelError(node, f"{name} has no value here")

    def _element(self, node: ast.Subscript) -> tuple[str, str]:
        array = self._value(node.value)
        if array.type not in ELEMENTS:
            raise KernelError(node, "not an array")
        index = self._value(node.slice)
        element, _ = ELEMENTS[array.type]
        address = self._assign(f"getelementptr {element}, ptr {array.text}, i64 {index.text}", array.type)
        return address.text, element

    def _read(self, node: ast.Subscript) -> Value:
        address, element = self._element(node)
        value = self._assign(f"load {element}, ptr {address}", INT)
        return value if element == "i64" else self._assign(f"zext {element} {value.text} to i64", INT)

    def _binary(self, node: ast.BinOp) -> Value:
        left, right = self._value(node.left), self._value(node.right)
        self._same(node, left.type, right.type)
        if left.type == FLOAT and isinstance(node.op, ast.Mult | ast.Div):
            operation = "fmul" if isinstance(node.op, ast.Mult) else "fdiv"
            return self._assign(f"{operation} double {left.text}, {right.text}", FLOAT)
        self._same(node, left.type, INT)
        if type(node.op) not in ARITHMETIC:
            raise KernelError(node, "this operator is not part of the kernel's language")
        return self._assign(f"{ARITHMETIC[type(node.op)]} i64 {left.text}, {right.text}", INT)

    def _unary(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            return self._assign(f"xor i1 {self._condition(node.operand)}, true", BIT)
        value = self._value(node.operand)
        self._same(node, value.type, INT)
        if isinstance(node.op, ast.USub):
            return self._assign(f"sub i64 0, {value.text}", INT)
        return self._assign(f"xor i64 {value.text}, -1", INT)

    def _compare(self, node: ast.expr, left: ast.expr, operator: ast.cmpop, right: ast.expr) -> Value:
        one, other = self._value(left), self._value(right)
        self._same(node, one.type, INT)
        self._same(node, other.type, INT)
        if type(operator) not in COMPARISONS:
            raise KernelError(node, "this comparison is not part of the kernel's language")
        return self._assign(f"icmp {COMPARISONS[type(operator)]} i64 {one.text}, {other.text}", BIT)

    def _choice(self, node: ast.BoolOp) -> Value:
        """`and`, `or`: what follows is only looked at where it matters. The result is a truth value."""
        number = self._fresh("c")
        self._declare(number, BIT)
        decided = "false" if isinstance(node.op, ast.And) else "true"
        for place, item in enumerate(node.values):
            condition = self._condition(item)
            self._emit(f"store i1 {condition}, ptr %v.{number}")
            following = f"{number}.{place}"
            on_true, on_false = (
                (following, f"{number}.end") if decided == "false" else (f"{number}.end", following)
            )
            self._emit(f"br i1 {condition}, label %{on_true}, label %{on_false}")
            self._label(following)
        self._emit(f"br label %{number}.end")
        self._label(f"{number}.end")
        return self._load(number)

    def _conditional(self, node: ast.IfExp) -> Value:
        number = self._fresh("x")
        self._emit(f"br i1 {self._condition(node.test)}, label %{number}.then, label %{number}.else")
        for label, item in (("then", node.body), ("else", node.orelse)):
            self._label(f"{number}.{label}")
            value = self._value(item)
            self._same(item, value.type, self.locals.setdefault(number, value.type))
            self._emit(f"store {machine_type(value.type)} {value.text}, ptr %v.{number}")
            self._emit(f"br label %{number}.end")
        self._label(f"{number}.end")
        return self._load(number)

    # calls

    def _call(self, node: ast.Call, name: str, arguments: Sequence[ast.expr]) -> Value:
        values = [self._value(item) for item in arguments]
        if name not in self.signatures:
            return self._machine(node, name, values)
        signature = self.signatures[name]
        if tuple(value.type for value in values) != signature.types:
            raise KernelError(node, f"{name} takes {signature.types}")
        listed = ", ".join(f"{machine_type(value.type)} {value.text}" for value in values)
        return self._assign(f"call {machine_type(signature.result)} @{name}({listed})", signature.result)

    def _machine(self, node: ast.Call, name: str, values: Sequence[Value]) -> Value:
        """The functions of `kernel.machine`."""
        match name, list(values):
            case "lowest", [Value(x, "i64")]:
                return self._assign(f"call i64 @llvm.cttz.i64(i64 {x}, i1 true)", INT)
            case "ones", [Value(x, "i64")]:
                return self._assign(f"call i64 @llvm.ctpop.i64(i64 {x})", INT)
            case "at", [Value(array, type_), Value(index, "i64")] if type_ in ELEMENTS:
                element, _ = ELEMENTS[type_]
                return self._assign(f"getelementptr {element}, ptr {array}, i64 {index}", type_)
            case "copy", [Value(to, kind), Value(source, other), Value(n, "i64")] if (
                kind == other and kind in ELEMENTS
            ):
                size = self._assign(f"mul i64 {n}, {ELEMENTS[kind][1]}", INT)
                self._emit(
                    f"call void @llvm.memcpy.p0.p0.i64(ptr {to}, ptr {source}, i64 {size.text}, i1 false)"
                )
                return Value("0", INT)
            case "zero", [Value(to, kind), Value(n, "i64")] if kind in ELEMENTS:
                size = self._assign(f"mul i64 {n}, {ELEMENTS[kind][1]}", INT)
                self._emit(f"call void @llvm.memset.p0.i64(ptr {to}, i8 0, i64 {size.text}, i1 false)")
                return Value("0", INT)
            case "fetch", [Value(address, kind)] if kind in ELEMENTS:
                self._emit(f"call void @llvm.prefetch.p0(ptr {address}, i32 0, i32 1, i32 1)")
                return Value("0", INT)
            case "float", [Value(x, "i64")]:
                return self._assign(f"sitofp i64 {x} to double", FLOAT)
            case "int", [Value(x, "double")]:
                return self._assign(f"fptosi double {x} to i64", INT)
            case _, [Value(x, "i64")] if name in CASTS:
                return self._assign(f"inttoptr i64 {x} to ptr", CASTS[name])
            case "address", [Value(x, kind)] if kind in ELEMENTS:
                return self._assign(f"ptrtoint ptr {x} to i64", INT)
        raise KernelError(node, f"no function {name} takes this")


def zero_of(type_: str) -> str:
    return "null" if type_ in ELEMENTS else "0.0" if type_ == FLOAT else "0"


def _wrapped(value: int) -> int:
    """A whole number as the machine has it."""
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)
