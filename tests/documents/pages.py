# SPDX-License-Identifier: Zlib
"""pages.py ROOT: every page is reached from docs/README.md by links, and every link leads to a file, and to a heading if it names one."""
import os
import sys

import markdown

FRONT = "docs/README.md"
NO_PAGE = (".github/",)  # forms filled in by the host


def main(root):
    reached, waiting, broken = {FRONT}, [FRONT], []
    while waiting:
        page = waiting.pop()
        for target, heading in markdown.links(root, page):
            if not os.path.exists(os.path.join(root, target)):
                broken.append(f"{page}: links to {target}, which does not exist")
            elif target.endswith(".md"):
                if heading and heading not in markdown.anchors(root, target):
                    broken.append(f"{page}: links to {target}#{heading}, a heading that does not exist")
                if target not in reached:
                    reached.add(target)
                    waiting.append(target)
    lost = [page for page in markdown.pages(root) if page not in reached and not page.startswith(NO_PAGE)]
    for line in broken + [f"{page}: no way leads there from {FRONT}" for page in lost]:
        print(line)
    print(f"{len(reached)} pages are reached from {FRONT}")
    return 1 if broken or lost or len(reached) < 10 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
