# SPDX-License-Identifier: Zlib
"""decisions.py ROOT: a number of a decision leads to the entry that holds the answer now. Every number up to the last one stands in the table of
docs/decisions/README.md, on the page that the table names, below the heading that the table names; every number that a source or a page cites
is in the table, and on the page that is cited with it."""
import os
import re
import sys

import markdown

FOLDER = "docs/decisions"
TABLE = f"{FOLDER}/README.md"
PLACES = ("CHANGELOG.md", "CONTRIBUTING.md", "README.md", "docs", "extension", "packaging", "samples", "tests", "third_party")
NUMBERS = r"\d{1,3}(?:(?:, | and |, and )\d{1,3})*"
CITED = re.compile(rf"\b[Dd]ecisions? ({NUMBERS})\b(?:\]\([^)]*decisions/([a-z-]+\.md))?|docs/decisions/([a-z-]+\.md), ({NUMBERS})\b")


def numbers(text):
    return [int(number) for number in re.findall(r"\d+", text)]


def entries(root, page, problems):
    """{number: anchors of the headings below which the page has it}: `## Title` with `*Decisions 1 and 2. ...*` below, or `## 3. Title`."""
    found, lines = {}, markdown.read(root, page)
    for line, below in zip(lines, lines[1:] + [""]):
        if not line.startswith("## "):
            continue
        own = re.match(r"## (\d+)\. ", line)
        listed = re.match(rf"\*Decisions? ({NUMBERS})\. Last changed \d{{4}}-\d\d-\d\d\.\*$", below)
        if not own and not listed:
            problems.append(f"{page}: '{line}' has neither a number nor a line '*Decisions NUMBERS. Last changed YEAR-MONTH-DAY.*' below")
        for number in [int(own.group(1))] if own else numbers(listed.group(1)) if listed else []:
            found.setdefault(number, set()).add(markdown.anchor(line[3:]))
    return found


def table(root):
    """{number: {(page, anchor)}} of the rows of the table, and the numbers that were not used."""
    rows, unused = {}, []
    for line in markdown.read(root, TABLE):
        if row := re.match(r"\| (\d+) \| .+ \| (.+) \|$", line):
            rows[int(row.group(1))] = {(f"{FOLDER}/{page}", heading) for page, heading in re.findall(r"\]\(([^)#]+)#([^)]+)\)", row.group(2))}
        elif line.startswith("Not used: "):
            unused = numbers(line)
    return rows, unused


def texts(root):
    """(path below the root, text) of all that may cite a decision, but for the pages of decisions."""
    for place in PLACES:
        top = os.path.join(root, place)
        found = [top] if os.path.isfile(top) else [os.path.join(folder, file) for folder, _, files in os.walk(top) for file in files]
        for path in found:
            name = os.path.relpath(path, root)
            if "node_modules" in name or name.startswith((FOLDER, "tests/documents/decisions.py")):
                continue
            try:
                with open(path, encoding="utf-8") as file:
                    yield name, file.read()
            except UnicodeDecodeError:
                pass  # a picture


def main(root):
    problems, cited = [], 0
    pages = sorted(f"{FOLDER}/{file}" for file in os.listdir(os.path.join(root, FOLDER)) if file.endswith(".md") and file != "README.md")
    has = {page: entries(root, page, problems) for page in pages}
    rows, unused = table(root)
    for number in range(1, max(rows) + 1):
        stands = {(page, heading) for page in pages for heading in has[page].get(number, ())}
        if number in unused and not stands and number not in rows:
            continue
        if not stands or rows.get(number) != stands:
            problems.append(f"{TABLE}: {number} leads to {sorted(rows.get(number, []))}, the pages have it at {sorted(stands)}")
    problems += [f"{page}: {number} is not in {TABLE}" for page in pages for number in sorted(has[page]) if number not in rows]
    for name, text in texts(root):
        for first, linked, named, second in CITED.findall(text):
            cited += 1
            page = f"{FOLDER}/{linked or named}" if linked or named else None
            for number in numbers(first or second):
                if number not in rows or (page and number not in has.get(page, ())):
                    problems.append(f"{name}: cites decision {number}, which {page or TABLE} does not have")
    for line in problems:
        print(line)
    print(f"{len(rows)} decisions in {sum(len(set().union(*has[page].values())) for page in pages)} entries, cited {cited} times")
    return 1 if problems or len(rows) < 100 or cited < 10 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
