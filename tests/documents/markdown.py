# SPDX-License-Identifier: Zlib
"""What the tests read out of a Markdown page: fenced blocks, words in backticks, links."""
import os
import re
import subprocess
from typing import NamedTuple


class Fence(NamedTuple):
    """A fenced block."""

    page: str  # path below the root
    line: int  # of its first line of text, from 1
    language: str
    text: str


class Code(NamedTuple):
    """Words in backticks."""

    page: str
    line: int
    text: str


def pages(root):
    """Paths below `root` of all Markdown pages that git knows or would take."""
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "*.md"],
        capture_output=True, text=True, check=False,
    )
    if listed.returncode == 0 and listed.stdout:
        return sorted(page for page in set(listed.stdout.splitlines()) if os.path.exists(os.path.join(root, page)))
    found = []  # a source package has no git
    for folder, names, files in os.walk(root):
        names[:] = [name for name in names if name not in ("build", ".git", "node_modules")]
        found += [os.path.relpath(os.path.join(folder, file), root) for file in files if file.endswith(".md")]
    return sorted(found)


def read(root, page):
    """The lines of a page."""
    with open(os.path.join(root, page), encoding="utf-8") as file:
        return file.read().splitlines()


def fences(root, page):
    """The fenced blocks of a page. Raises ValueError at one that is not closed."""
    found, begin, language = [], None, ""
    lines = read(root, page)
    for number, line in enumerate(lines, 1):
        mark = re.match(r" *```(\S*)", line)
        if not mark:
            continue
        if begin is None:
            begin, language = number + 1, mark.group(1)
        else:
            found.append(Fence(page, begin, language, "\n".join(lines[begin - 1 : number - 1]) + "\n"))
            begin = None
    if begin is not None:
        raise ValueError(f"{page}:{begin - 1}: a block that is not closed")
    return found


def prose(root, page):
    """(number, line) of every line outside of fenced blocks."""
    fenced = False
    for number, line in enumerate(read(root, page), 1):
        if re.match(r" *```", line):
            fenced = not fenced
        elif not fenced:
            yield number, line


def codes(root, page):
    """The words in backticks outside of fenced blocks."""
    return [
        Code(page, number, text)
        for number, line in prose(root, page)
        for text in re.findall(r"`([^`]+)`", line.replace("\\|", "|"))
    ]


def links(root, page):
    """(path below the root, name of a heading or "") of all that a page links to; a link to a place on the page itself has its path."""
    found = []
    for _, line in prose(root, page):
        for target, heading in re.findall(r"\]\(([^)#\s]*)(?:#([^)\s]*))?", re.sub(r"`[^`]*`", "", line)):
            if not re.match(r"[a-z]+:", target):
                found.append((os.path.normpath(os.path.join(os.path.dirname(page), target)) if target else page, heading))
    return found


def anchor(title):
    """The name of a heading in links, as hosts of repositories form it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def anchors(root, page):
    """The names of all headings of a page in links."""
    found, count = set(), {}
    for _, line in prose(root, page):
        if heading := re.match(r"#+ +(.*?) *#*$", line):
            name = anchor(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading.group(1)))
            found.add(f"{name}-{count[name]}" if name in count else name)
            count[name] = count.get(name, 0) + 1
    return found
