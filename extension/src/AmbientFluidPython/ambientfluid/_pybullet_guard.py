# SPDX-License-Identifier: Zlib
"""Whether PyBullet and this package can live in one process.

Both contain Bullet, in different precisions. On Linux, symbols of the kind "GNU unique" are merged in a process, whichever
library defines them and in whichever order the libraries are loaded. If both libraries export such symbols of Bullet, the
one that is loaded first owns constants of both: the other one reads them in the wrong precision, and may write past their
ends. The wheels of PyPI export none. A PyBullet that pip compiled may.
"""
from __future__ import annotations

import importlib.util
import os
import re
from typing import List, Set

import numpy as np

_ELF64 = b"\x7fELF\x02\x01"
_DYNAMIC_SYMBOLS, _UNIQUE = 11, 10
_OF_BULLET = re.compile(rb"\dbt[A-Z]")


def unique_symbols(path: str) -> Set[bytes]:
    """GNU-unique symbols of Bullet that a library defines, as the linker names them; none if it is no 64-bit ELF file."""
    with open(path, "rb") as file:
        head = file.read(64)
        if head[:6] != _ELF64:
            return set()
        place, size, count = (int.from_bytes(head[a:b], "little") for a, b in ((40, 48), (58, 60), (60, 62)))
        sections = []
        for i in range(count):
            file.seek(place + i * size)
            section = file.read(size)
            number = [int.from_bytes(section[a:b], "little") for a, b in ((4, 8), (24, 32), (32, 40), (40, 44))]
            sections.append(number)  # type, offset, bytes, the section of the names
        names: Set[bytes] = set()
        for kind, offset, length, link in sections:
            if kind != _DYNAMIC_SYMBOLS:
                continue
            file.seek(offset)
            table = np.frombuffer(file.read(length), dtype=[("name", "<u4"), ("info", "u1"), ("other", "u1"), ("section", "<u2"),
                                                            ("value", "<u8"), ("size", "<u8")])
            file.seek(sections[link][1])
            strings = file.read(sections[link][2])
            for start in table["name"][(table["info"] >> 4 == _UNIQUE) & (table["section"] != 0)]:
                name = strings[start:strings.index(b"\0", start)]
                if _OF_BULLET.search(name):
                    names.add(name)
        return names


def own_libraries() -> List[str]:
    """The files of this process with the Bullet of this package: the compiled part and the libraries of Bullet."""
    try:
        with open("/proc/self/maps", encoding="utf-8", errors="replace") as file:
            mapped = {line.split(maxsplit=5)[5].rstrip("\n") for line in file if "/" in line}
    except OSError:
        return []
    own = re.compile(r"^(_core\..*|lib(Bullet|LinearMath).*)$")
    return sorted(path for path in mapped if own.match(os.path.basename(path)) and os.path.exists(path))


def require(name: str = "pybullet") -> None:
    """Raises ImportError if importing PyBullet would damage constants of Bullet, or has done so. Imports nothing.

    name of PyBullet's module.
    """
    found = importlib.util.find_spec(name)
    if found is None or not found.origin:
        raise ImportError(f"{__package__}.pybullet needs PyBullet: pip install pybullet", name=name)
    theirs = unique_symbols(found.origin)
    ours: Set[bytes] = set()
    if theirs:
        for path in own_libraries():
            ours |= unique_symbols(path)
    shared = theirs & ours
    if shared:
        raise ImportError(
            f"{found.origin} and the Bullet of {__package__} share {len(shared)} symbols, such as {min(shared).decode()}: in one "
            "process each would overwrite constants of the other. Use PyBullet's wheel of PyPI (pip install --only-binary :all: "
            "pybullet), which hides them, or compile PyBullet with -fvisibility=hidden -fno-gnu-unique", name=name, path=found.origin)
