# SPDX-License-Identifier: Zlib
"""order.py ROOT BUILD: the commands of README.md, docs/tools.md and docs/installing.md can be given in the order in which they stand, on a
fresh clone: a program that is run and a file that is installed is made by the commands before. Nothing is built: the graph of
BUILD, a configured build of everything with Ninja, tells what each target makes.

order.py ROOT BUILD --run SCRATCH: gives them indeed, to a clone of the last commit in SCRATCH. Takes as long as the first build."""
import os
import re
import shutil
import subprocess
import sys

import commands
import markdown

PAGES = ("README.md", "docs/tools.md", "docs/installing.md")
NOT_GIVEN = re.compile(r"(tests/run\.sh|.*--web$|.*--deb$|packaging/|build/release/bin/ambient-samples$|git clone)")


def given(root, page):
    """(line, command) in the order of the lines, prose included."""
    found = sorted(commands.commands(root, page))
    # Readers also start programs merely named by their path.
    named = [(code.line, code.text) for code in markdown.codes(root, page)
             if re.fullmatch(r"build/\S+/bin/[a-z-]+|samples/run\.sh", code.text)]
    return [one for one in sorted(set(found + named)) if not NOT_GIVEN.match(one[1])]


class Graph:
    """Files that the targets of a build make."""

    def __init__(self, build):
        self.build = build
        self.outputs = {line.split(":")[0] for line in self.ninja("targets", "all").splitlines()}

    def ninja(self, *arguments):
        return subprocess.run(["ninja", "-C", self.build, "-t", *arguments], check=True, capture_output=True, text=True).stdout

    def made_by(self, targets):
        return set(re.findall(r'label="([^"]+)"', self.ninja("graph", *targets))) & self.outputs

    def installed(self):
        """Files of the build that `cmake --install` copies and a target makes."""
        found = set()
        for folder, names, files in os.walk(self.build):
            names[:] = [name for name in names if name not in ("documents", "CMakeFiles", "_deps")]
            if "cmake_install.cmake" in files:
                with open(os.path.join(folder, "cmake_install.cmake"), encoding="utf-8") as file:
                    found |= set(re.findall(r'"(/[^";]+)"', file.read()))
        prefix = self.build + os.sep
        inside = {path[len(prefix):] for path in found if path.startswith(prefix)} & self.outputs
        return {re.sub(r"\.so[.0-9]*$", ".so", path) for path in inside}  # the others are links to this file


class Reader:
    """Somebody who gives one command after the other and has what they make."""

    def __init__(self, root, graph):
        self.graph, self.made, self.prefixes = graph, {}, set()
        with open(os.path.join(root, "samples", "run.sh"), encoding="utf-8") as file:
            self.first_targets = re.search(r"^targets=\((.*)\)$", file.read(), re.MULTILINE).group(1).split()

    def give(self, command):
        """What is not there yet, or None."""
        words = command.split()
        if words[0] == "samples/run.sh":
            self.made["build/release"] = self.graph.made_by(self.first_targets)
        elif words[:2] == ["cmake", "--build"]:
            return self.build(words[2], words[3:])
        elif words[:2] == ["cmake", "--install"]:
            return self.install(words[2])
        elif words[0] == "cmake" and "-B" in words:
            return self.configure(words)
        elif match := re.match(r"(build/[^/\s]+)/(\S+)", words[0]):
            if match.group(2) not in self.made.get(match.group(1), ()):
                return f"nothing before this makes {words[0]}"
        elif "pkg-config" in words and not self.prefixes:
            return "nothing is installed before this"
        return None

    def configure(self, words):
        folder = words[words.index("-B") + 1]
        if any("PREFIX_PATH" in word for word in words) and not self.prefixes:
            return "nothing is installed before this"
        hello = "hello" in folder
        left_out = {option for option in ("TOOLS", "SAMPLES") if f"-DAMBIENT_FLUID_BUILD_{option}=OFF" in words}
        self.made.setdefault(folder, {"hello"} if hello else set())
        self.made[folder] |= {f"without {option}" for option in left_out}
        return None

    def build(self, folder, rest):
        if folder == "build/release":
            targets = rest[rest.index("--target") + 1:] if "--target" in rest else ["all"]
            self.made[folder] = self.made.get(folder, set()) | self.graph.made_by(targets)
        elif folder not in self.made:
            return f"{folder} is not configured before this"
        elif "hello" not in self.made[folder]:
            self.made[folder] |= self.graph.outputs
        return None

    def install(self, folder):
        wanted, made = self.graph.installed(), self.made.get(folder, set())
        if "without TOOLS" in made:
            wanted = {path for path in wanted if path.startswith("extension/")}
        missing = sorted(wanted - made)
        self.prefixes.add(folder)
        return f"nothing before this builds {', '.join(missing)}" if missing else None


def run_in_clone(root, build, scratch):
    shutil.rmtree(scratch, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", root, scratch], check=True)
    mesh = commands.Place(root, build, scratch + "-mesh").placeholders["MESH"]
    shutil.copy(os.path.join(scratch + "-mesh", mesh), scratch)
    failed = 0
    # In prose programs stand without their folder.
    environment = dict(os.environ, PATH=f"{scratch}/build/release/bin:{os.environ['PATH']}")
    for page in PAGES:
        for line, command in given(root, page):
            command = re.sub(r"\bMESH\b", mesh, command)
            result = subprocess.run(["bash", "-c", command], cwd=scratch, env=environment, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
            print(f"{page}:{line}: {command}: exit code {result.returncode}", flush=True)
            if result.returncode:
                failed += 1
                print(result.stdout[-2000:])
    return failed


def main(root, build, scratch=None):
    if not os.path.exists(os.path.join(build, "build.ninja")):
        print("skipped: the build is not one of Ninja's")
        return 77
    if scratch:
        return 1 if run_in_clone(root, build, scratch) else 0
    graph, count, failed = Graph(build), 0, 0
    assert len(graph.installed()) > 3, f"{graph.installed()}: the install rules were not found"
    for page in PAGES:
        reader = Reader(root, graph)
        for line, command in given(root, page):
            problem = reader.give(command)
            count += 1
            if problem:
                failed += 1
                print(f"{page}:{line}: {command}: {problem}")
    print(f"{count} commands in order, {failed} too early")
    return 1 if failed or count < 20 else 0


if __name__ == "__main__":
    sys.exit(main(*(os.path.abspath(word) for word in sys.argv[1:] if word != "--run")))
