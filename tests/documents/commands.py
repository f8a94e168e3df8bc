# SPDX-License-Identifier: Zlib
"""commands.py ROOT BUILD SCRATCH: runs every command of every page, in SCRATCH, which looks like the repository but for
the build, BUILD. Commands are the lines of blocks in `sh`, and words in backticks that begin with a program's name. The
exceptions, with a reason each, are in exceptions.txt; of them it is checked that what they name exists."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time

import markdown

PROGRAMS = {
    "ambient", "ambient-samples", "ambient-bench", "cmake", "ctest", "vcpkg", "conan", "apt", "apt-get", "sudo", "python3",
    "doxygen", "clang-format-14", "clang-tidy-14", "gcovr", "pkg-config", "git", "lintian", "dpkg-buildpackage", "g++",
}
OUTPUTS = (".csv", ".png", ".svg", ".mp4", ".glb", ".sdf", ".urdf", ".xml", ".json")
TIMEOUT = 300  # s, for one command


def is_command(text):
    """Whether words in backticks are something to type, and not just the name of a program or an option."""
    words = text.split()
    while words and re.fullmatch(r"[A-Z_]+=\S+", words[0]):
        words.pop(0)
    if len(words) < 2 or words[-1] == "...":
        return False
    first = words[0]
    return first in PROGRAMS or first.endswith(".sh") or re.match(r"(\./)?build/\S+/bin/", first) is not None


def commands(root, page):
    """(line, command) of a page; `a|b` in backticks stands for one command with each."""
    found = []
    for fence in markdown.fences(root, page):
        if fence.language != "sh":
            continue
        text = fence.text.replace("\\\n", "  ")
        for offset, line in enumerate(text.splitlines()):
            command = re.sub(r"(^|\s)#.*$", "", line).strip()
            if command:
                found.append((fence.line + offset, " ".join(command.split())))
    for code in markdown.codes(root, page):
        if is_command(code.text):
            choice = next((word for word in code.text.split() if re.fullmatch(r"[a-z0-9-]+(\|[a-z0-9-]+)+", word)), None)
            for one in choice.split("|") if choice else [None]:
                found.append((code.line, code.text.replace(choice, one) if choice else code.text))
    return found


def exceptions(path):
    """{command: (kind, arguments to add or "", reason)}; raises ValueError at a line that is not understood."""
    found = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if not line.strip() or line.startswith("#"):
                continue
            fields = [field.strip() for field in line.rstrip("\n").split(" | ")]
            if len(fields) == 4 and fields[0] == "shorten":
                found[fields[1]] = ("shorten", fields[2], fields[3])
            elif len(fields) == 3 and fields[0] == "look":
                found[fields[1]] = ("look", "", fields[2])
            else:
                raise ValueError(f"{path}: not understood: {line.rstrip()}")
    return found


def exception_of(command, found):
    """(key, (kind, arguments, reason)) of a command: the exception of just this command, or that of all that begin so."""
    every = next((key for key in found if key.endswith(" *") and f"{command} ".startswith(key[:-1])), None)
    key = command if command in found else every
    return key, found.get(key, ("run", "", ""))


class Place:
    """A folder that looks like the repository, with the programs of a build in it."""

    def __init__(self, root, build, scratch):
        self.root, self.build, self.scratch = root, build, scratch
        shutil.rmtree(scratch, ignore_errors=True)
        os.makedirs(os.path.join(scratch, "build", "release"))
        for name in os.listdir(root):
            if name not in ("build", ".git"):
                os.symlink(os.path.join(root, name), os.path.join(scratch, name))
        for name in os.listdir(build):
            if name != "documents":  # the place of this folder: a walk along links would never end
                os.symlink(os.path.join(build, name), os.path.join(scratch, "build", "release", name))
        os.symlink("release", os.path.join(scratch, "build", "libraries"))  # its libraries are the same
        self.placeholders = {"MESH": self.mesh(), "NAME": "falling-plate", "DIR": "out", "PREFIX": "prefix"}

    def mesh(self):
        """A box of 0.3 x 0.2 x 0.02 m: what a page calls MESH."""
        name = "plate.obj"
        with open(os.path.join(self.scratch, name), "w", encoding="utf-8") as file:
            for corner in range(8):
                x, y, z = (side * (corner >> axis & 1) for axis, side in enumerate((0.3, 0.2, 0.02)))
                file.write(f"v {x} {y} {z}\n")
            for face in ("1 3 4 2", "5 6 8 7", "1 2 6 5", "3 7 8 4", "1 5 7 3", "2 4 8 6"):
                file.write(f"f {face}\n")
        return name

    def filled(self, command):
        names = "|".join(self.placeholders)
        command = re.sub(rf"(?<![A-Za-z_])({names})(?![A-Za-z_])", lambda match: self.placeholders[match.group(1)], command)
        return re.sub(r"=\.\.\./(\S+\.so)\b", lambda match: "=" + self.find(match.group(1)), command)

    def find(self, library):
        for folder, _, files in os.walk(os.path.join(self.build, "extension")):
            if library in files:
                return os.path.join(folder, library)
        raise ValueError(f"{library}: not in {self.build}")

    def run(self, command):
        """What went wrong, or None."""
        words = [word for word in command.split()[1:] if "=" not in word]  # KEY=FILE is an input
        outputs = [os.path.join(self.scratch, word) for word in words if word.endswith(OUTPUTS)]
        outputs = [path for path in outputs if not os.path.exists(path)]
        environment = dict(os.environ, PATH=f"{self.build}/bin:/usr/bin:{os.environ['PATH']}", OMP_WAIT_POLICY="PASSIVE")
        process = subprocess.Popen(
            ["bash", "-c", command], cwd=self.scratch, env=environment, start_new_session=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )
        try:
            said, _ = process.communicate(timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # with its children: a leftover build slows down later tests
            process.communicate()
            return f"not done after {TIMEOUT} s"
        if process.returncode != 0:
            return f"exit code {process.returncode}: " + said[-600:]
        missing = [path for path in outputs if not os.path.exists(path) or os.path.getsize(path) == 0]
        return f"did not write {', '.join(missing)}" if missing else None


def look(root, command):
    """For a command that is not run: what it names and is not there, or None."""
    words = command.split()
    script = words[0].removeprefix("./")
    text = None
    if script.endswith(".sh"):
        if subprocess.run(["bash", "-n", os.path.join(root, script)], check=False).returncode != 0:
            return f"{script} is no script"
        if not os.access(os.path.join(root, script), os.X_OK):
            return f"{script} cannot be executed"
        with open(os.path.join(root, script), encoding="utf-8") as file:
            text = file.read()
    with open(os.path.join(root, "CMakePresets.json"), encoding="utf-8") as file:
        presets = {preset["name"] for preset in json.load(file)["configurePresets"]}
    for before, word in zip(words, words[1:]):
        path = word.split("=")[-1]
        if text is not None and word.startswith("-") and word not in text:
            return f"{script} knows no {word}"
        if before == "--preset" and word not in presets:
            return f"there is no preset {word}"
        if path.startswith("build/") and path.split("/")[1] not in presets | {"libraries", "wheels", "blender", "npm"}:
            return f"{path}: nothing builds there"
        if before == "-L" and not label_exists(root, word):
            return f"no test has the label {word}"
        if "/" in path and not path.startswith(("/", "build/", "$")) and not os.path.exists(os.path.join(root, path)):
            return f"{path} does not exist"
    return None


def unknown_options(root, build):
    """Words in backticks that begin like an option and are none of any program or script of ours."""
    known = ""
    for program in ("ambient --help", "ambient check --help", "ambient added-mass --help", "ambient stokes --help",
                    "ambient hydrostatics --help", "ambient radiation --help", "ambient polar --help", "ambient swim --help",
                    "ambient robot --help", "ambient simulate --help", "ambient fmu --help", "ambient-samples --help"):
        known += subprocess.run([f"{build}/bin/{program.split()[0]}", *program.split()[1:]], capture_output=True, text=True,
                                check=True).stdout
    for script in ("tests/run.sh", "samples/run.sh", "third_party/install.sh", "tests/benchmarks/main.cpp"):
        with open(os.path.join(root, script), encoding="utf-8") as file:
            known += file.read()
    known = set(re.findall(r"--[a-z-]+", known)) | {"--benchmark_filter"}  # an option of Google Benchmark
    for page in markdown.pages(root):
        for code in markdown.codes(root, page):
            option = re.match(r"--[a-z_-]+", code.text)
            if option and option.group() not in known:
                yield f"{page}:{code.line}: no program knows {option.group()}"


def label_exists(root, label):
    for folder, _, files in os.walk(os.path.join(root, "tests")):
        if "CMakeLists.txt" in files:
            with open(os.path.join(folder, "CMakeLists.txt"), encoding="utf-8") as file:
                if re.search(rf"\bLABELS? {label}\b", file.read()):
                    return True
    return False


def main(root, build, scratch):
    excepted = exceptions(os.path.join(root, "tests", "documents", "exceptions.txt"))
    place, seen, failed, looked_at, unused = Place(root, build, scratch), {}, 0, 0, set(excepted)
    for page in markdown.pages(root):
        for line, command in commands(root, page):
            key, (kind, arguments, _) = exception_of(command, excepted)
            unused.discard(key)
            if command in seen:
                continue
            begin = time.monotonic()
            if kind == "look":
                looked_at += 1
                problem = look(root, command)
            else:
                problem = place.run(place.filled(f"{command} {arguments}"))
            seen[command] = problem
            print(f"{page}:{line}: {command}: {problem or 'ok'} ({kind}, {time.monotonic() - begin:.1f} s)", flush=True)
            failed += problem is not None
    for problem in unknown_options(root, build):
        failed += 1
        print(problem)
    for command in sorted(unused):
        print(f"exceptions.txt: no page has the command: {command}")
    print(f"{len(seen)} commands: {len(seen) - looked_at} run, {looked_at} looked at, {failed} failed")
    return 1 if failed or unused or len(seen) - looked_at < 10 else 0


if __name__ == "__main__":
    sys.exit(main(*(os.path.abspath(argument) for argument in sys.argv[1:4])))
