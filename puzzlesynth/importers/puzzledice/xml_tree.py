"""XML as a small tree that knows its lines. Only elements and attributes are accepted.

Document types, entities and processing instructions are refused as soon as the parser meets them, so nothing can grow
and nothing outside the file is ever read.
"""

from __future__ import annotations

from pathlib import Path
from typing import NoReturn
from xml.parsers import expat

from puzzlesynth.pack.diagnostics.problems import PackError, error
from puzzlesynth.pack.model import Place
from puzzlesynth.pack.yaml.nodes import read_bytes
from puzzlesynth.quick_dataclasses import dataclass, field

MAX_DEPTH = 20
MAX_ELEMENTS = 200_000


@dataclass
class Element:
    name: str
    attributes: dict[str, str]
    place: Place
    children: list[Element] = field(default_factory=list)

    def get(self, name: str) -> str | None:
        return self.attributes.get(name)


def refuse(message: str, place: Place, hint: str | None = None, code: str = "xml") -> NoReturn:
    raise PackError([error(code, message, place, hint)])


def read_xml(path: Path) -> Element:
    """The root element of a file."""
    return _Reader(str(path)).read(read_bytes(path))


class _Reader:
    def __init__(self, file: str) -> None:
        self.file = file
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        self.parser = expat.ParserCreate()
        self.parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.EntityDeclHandler = self._doctype
        self.parser.ProcessingInstructionHandler = self._instruction
        self.parser.ExternalEntityRefHandler = self._external

    def read(self, data: bytes) -> Element:
        try:
            self.parser.Parse(data, True)
        except expat.ExpatError as mistake:
            message = f"this is not XML: {expat.ErrorString(mistake.code)}"
            refuse(message, Place(self.file, mistake.lineno, mistake.offset + 1))
        except PackError:
            raise
        except (ValueError, LookupError) as mistake:
            refuse(f"this is not XML: {mistake}", Place(self.file))
        assert self.root is not None
        return self.root

    @property
    def place(self) -> Place:
        return Place(self.file, self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MAX_ELEMENTS:
            refuse(f"more than {MAX_ELEMENTS:,} elements", self.place, code="too-large")
        if len(self.open) >= MAX_DEPTH:
            refuse(f"elements are nested more than {MAX_DEPTH} levels deep", self.place, code="too-deep")
        element = Element(name, attributes, self.place)
        if self.open:
            self.open[-1].children.append(element)
        else:
            self.root = element
        self.open.append(element)

    def _end(self, name: str) -> None:
        self.open.pop()

    def _text(self, text: str) -> None:
        if text.strip():
            refuse(f"text does not belong here: `{text.strip()[:40]}`", self.place)

    def _doctype(self, *_: object) -> None:
        hint = "remove the document type; databases and maps have none"
        refuse("document types and entities are not read", self.place, hint, "xml-doctype")

    def _external(self, *_: object) -> int:
        self._doctype()
        return 0

    def _instruction(self, *_: object) -> None:
        refuse("processing instructions are not read", self.place)


def only(element: Element, known: tuple[str, ...]) -> list[Element]:
    """The children of an element that may only have these."""
    for child in element.children:
        if child.name not in known:
            message = f"`<{child.name}>` does not belong in `<{element.name}>`"
            refuse(
                message,
                child.place,
                f"here can be {', '.join(f'`<{name}>`' for name in known)}",
                "unknown-element",
            )
    return element.children


def required(element: Element, attribute: str) -> str:
    found = element.get(attribute)
    if found is None:
        refuse(f"`<{element.name}>` has no `{attribute}`", element.place, code="missing-attribute")
    return found
