# SPDX-License-Identifier: Zlib
"""stubs.py FILE: writes the type stubs of ambientfluid._core, from the signatures in its docstrings. A test compares them."""
import inspect
import re
import sys

HEADER = '''# SPDX-License-Identifier: Zlib
# Made by tests/python/stubs.py. Docstrings are those of the module.
from typing import Any, Dict, List, Optional, Sequence, Tuple

import numpy
from numpy.typing import ArrayLike

'''


def plain(kind):
    """A type as pybind11 writes it, as a stub has it."""
    kind = re.sub(r"numpy\.ndarray\[[^\]]*\](\[[^\]]*\])?", "numpy.ndarray", kind)
    kind = kind.replace("ambientfluid._core.", "").replace("object", "Any").replace("handle", "Any")
    return kind.replace("list", "List[Any]").replace("dict", "Dict[str, Any]").replace("tuple", "Tuple[Any, ...]")


def split(text):
    """At commas that are not inside brackets or quotes."""
    parts, depth, quoted, current = [], 0, False, ""
    for letter in text:
        quoted ^= letter == "'"
        if not quoted:
            depth += letter in "([{<"
            depth -= letter in ")]}>"
        if letter == "," and depth == 0 and not quoted:
            parts.append(current.strip())
            current = ""
        else:
            current += letter
    return parts + [current.strip()] if current.strip() else parts


def argument(text):
    """`name: type = default`, the default as `...`."""
    if text in ("*", "/"):
        return text
    if text.startswith("*"):
        return text.split(":")[0] + ": Any"
    name, _, rest = text.partition(":")
    kind, equals, _ = rest.partition(" = ")
    if name == "self":
        return name
    kind = plain(kind.strip())
    if kind == "Medium":
        kind = "Optional[Medium]"  # pybind11 accepts None for every pointer; here None means a vacuum
    return f"{name}: {kind}" + (" = ..." if equals else "")


def signature(doc, name):
    """Arguments and result of the first line of a docstring."""
    match = re.match(r"(?:%s)?\((.*)\) -> (.*)$" % re.escape(name), doc.splitlines()[0])
    if not match:
        raise ValueError(f"{name}: has no signature: {doc.splitlines()[0]}")
    return ", ".join(argument(part) for part in split(match.group(1))), plain(match.group(2))


def class_stub(kind):
    lines = [f"class {kind.__name__}:"]
    for name, member in sorted(vars(kind).items()):
        if isinstance(member, property):
            result = signature(member.fget.__doc__, "")[1]
            lines += ["    @property", f"    def {name}(self) -> {result}: ..."]
            if member.fset:
                value = re.match(r"\(\w+: [^,]+, \w+: (.*)\) -> None", member.fset.__doc__.splitlines()[0]).group(1)
                lines += [f"    @{name}.setter", f"    def {name}(self, value: {plain(value)}) -> None: ..."]
        elif callable(member) and member.__doc__ and "->" in member.__doc__.splitlines()[0]:
            arguments, result = signature(member.__doc__, name)
            lines.append(f"    def {name}({arguments}) -> {result}: ...")
    return lines + ["" ]


def stub(module):
    """The whole stub file of a module."""
    lines = ["__version__: str", "scalar_size: int", ""]
    for name, member in sorted(vars(module).items()):
        if inspect.isclass(member):
            lines += class_stub(member)
    for name, member in sorted(vars(module).items()):
        if inspect.isbuiltin(member):
            arguments, result = signature(member.__doc__, name)
            lines.append(f"def {name}({arguments}) -> {result}: ...")
    return HEADER + "\n".join(lines) + "\n"


if __name__ == "__main__":
    from ambientfluid import _core
    with open(sys.argv[1], "w", encoding="utf-8") as output:
        output.write(stub(_core))
