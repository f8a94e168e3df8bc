# SPDX-License-Identifier: Zlib
"""snippets.py ROOT OUTPUT.cpp: one C++ file of all blocks in `cpp` of all pages, each a test that runs it in a world of
SnippetWorld.h. A block with a `main` is called as it is, one with a `TEST` becomes one. Compiler errors name the page.
snippets.py ROOT --languages: every block is in a language that some test reads."""
import os
import re
import sys

import markdown

# Readers of the blocks: cpp this script, sh commands.py, cmake projects.py, json tests/worlds (worlds.md),
# python tests/python/test_page.py, js tests/web/npm.sh; text is no code.
LANGUAGES = {"cpp", "sh", "cmake", "json", "python", "js", "text"}


def name_of(fence):
    return re.sub(r"\W+", "_", f"{fence.page}_line_{fence.line}")


def snippets(root):
    return [fence for page in markdown.pages(root) for fence in markdown.fences(root, page) if fence.language == "cpp"]


def parts(root, fence):
    """(includes, the rest), each with the line of the page before every line."""
    includes, body = [], []
    path = os.path.join(root, fence.page)
    for offset, line in enumerate(fence.text.splitlines()):
        (includes if line.startswith("#include") else body).append((fence.line + offset, line))

    def numbered(lines):
        return "".join(f'#line {number} "{path}"\n{line}\n' for number, line in lines)

    return numbered(includes), numbered(body)


def test_of(root, fence):
    """(what stands before all, the test) for a block."""
    includes, body = parts(root, fence)
    name = name_of(fence)
    if "int main(" in fence.text:
        body = body.replace("int main(", "int program(")
        text = f"namespace {name} {{\n{body}\n}}\nTEST(Snippets, {name}) {{ EXPECT_EQ({name}::program(), 0); }}\n"
    elif "TEST(" in fence.text:
        text = f"namespace {name} {{\nusing namespace ambient;\n{body}\n}}\n"
    else:
        text = f"SNIPPET({name}) {{\n{body}\nadvance();\n}}\n"
    return includes, text


def write(root, output):
    tests = [test_of(root, fence) for fence in snippets(root)]
    text = "// Made by tests/documents/snippets.py of the pages it names.\n"
    text += "".join(includes for includes, _ in tests) + '#include "SnippetWorld.h"\n' + "".join(test for _, test in tests)
    with open(output, "w", encoding="utf-8") as file:
        file.write(text)


def check_languages(root):
    failed = 0
    for page in markdown.pages(root):
        for fence in markdown.fences(root, page):
            if fence.language not in LANGUAGES:
                failed += 1
                print(f"{fence.page}:{fence.line}: a block in '{fence.language}', which no test reads")
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[2] == "--languages":
        sys.exit(check_languages(sys.argv[1]))
    write(sys.argv[1], sys.argv[2])
