# SPDX-License-Identifier: Zlib
"""headers.py ROOT SCRATCH [PRESET...] [-OPTION...]: every source that the presets of ROOT compile finds the headers that it includes, and those
that these include. Without a PRESET: all of CMakePresets.json but those for another platform. Nothing is compiled: the presets are
configured in SCRATCH, with the OPTIONs of CMake, and the compiler reads the preprocessor's lines of each source (-M). A source that two presets compile with
the same search paths and macros is read once; SCRATCH/read.json remembers it for the next call."""
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys

MISSING = re.compile(r"fatal error: '?([^':]+?)'?(?:: No such file or directory| file not found)")
PATHS = ("-I", "-isystem", "-iquote", "-include")  # options whose path is the next word
CHOOSING = (*PATHS, "-D", "-std", "-fopenmp", "-m")  # options with an effect on the included headers
# Assertions, and the precision of Bullet: neither chooses a header.
INDIFFERENT = {"-DNDEBUG", "-DBT_USE_DOUBLE_PRECISION"}


def all_presets(root):
    """Names of the presets for this platform, and of those for others, which need compilers and sources of their own."""
    with open(os.path.join(root, "CMakePresets.json"), encoding="utf-8") as file:
        presets = [preset for preset in json.load(file)["configurePresets"] if not preset.get("hidden")]
    others = [preset["name"] for preset in presets if "toolchainFile" in preset]
    return [preset["name"] for preset in presets if "toolchainFile" not in preset], others


def configure(root, scratch, preset, options):
    """Sources in groups, also where the preset compiles each alone: the headers are the same, and read a few times instead of often."""
    command = ["cmake", "-S", root, "--preset", preset, "-B", os.path.join(scratch, preset), "-DCMAKE_UNITY_BUILD=ON", *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    return done.stdout[-2000:] if done.returncode else None


def sources_of(path):
    """The file itself, or the sources that a unity file includes."""
    if "unity_" not in os.path.basename(path):
        return [path]
    with open(path, encoding="utf-8") as file:
        return re.findall(r'^#include "(/[^"]+)"', file.read(), re.MULTILINE)


class Source:
    """One file of a build that a compiler reads."""

    def __init__(self, build, entry):
        self.build, self.folder = build, entry["directory"]
        self.path = os.path.join(self.folder, entry["file"])
        words = shlex.split(entry["command"])
        words = words[: words.index("-o")]
        while "-include-pch" in words:  # clang's precompiled header is not there; the next words name its text
            at = words.index("-include-pch")
            del words[at - 1 : at + 3]
        self.command = [*words, "-w", "-M", "-o", os.devnull, self.path]
        chosen = [word + (f" {following}" if word in PATHS else "") for word, following in zip(words, [*words[1:], ""])
                  if word.startswith(CHOOSING) and word not in INDIFFERENT]
        self.search = " ".join([words[0], *chosen])

    def readings(self):
        """What is known once this has been read: each source with the options."""
        return {f"{self.search} {source}".replace(self.build, "BUILD") for source in sources_of(self.path)}

    def read(self):
        """What the compiler says if it fails, or None."""
        done = subprocess.run(self.command, cwd=self.folder, capture_output=True, text=True, errors="replace", check=False)
        return done.stderr if done.returncode else None


def generate(build, sources):
    """Makes the sources that the build makes, each by its own command: ninja would compile the libraries before them."""
    named = {name for source in sources for name in sources_of(source.path)}
    for name in sorted(os.path.relpath(name, build) for name in named if not os.path.exists(name)):
        command = subprocess.run(["ninja", "-C", build, "-t", "commands", "-s", name], check=True, capture_output=True, text=True).stdout
        subprocess.run(["bash", "-c", command], cwd=build, check=True, stdout=subprocess.DEVNULL)


def sources_to_read(builds, read):
    """The files that have a source which is not in READ; READ is added to."""
    found = []
    for build in builds:
        with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
            sources = [Source(build, entry) for entry in json.load(file)]
        generate(build, sources)
        for source in sources:
            if not source.readings() <= read:
                read |= source.readings()
                found.append(source)
    return found


def report(root, failures):
    """Says which header is missing where; FAILURES has sources and what the compiler says."""
    missing = {}
    for source, said in failures:
        match = MISSING.search(said)
        name = os.path.relpath(source.path, root)
        if match:
            missing.setdefault(match.group(1), []).append(name)
        else:
            print(f"FAILED: {name}: {said.strip()[-600:]}")
    for header, names in sorted(missing.items()):
        print(f"FAILED: the header {header} is missing, {len(names)} files need it; the first: {names[0]}")


def main(root, scratch, *arguments):
    options = [argument for argument in arguments if argument.startswith("-")]
    presets, others = [argument for argument in arguments if not argument.startswith("-")], []
    if not presets:
        presets, others = all_presets(root)
    memory = os.path.join(scratch, "read.json")
    read = set()
    if os.path.exists(memory):
        with open(memory, encoding="utf-8") as file:
            read = set(json.load(file))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        problems = list(pool.map(lambda preset: configure(root, scratch, preset, options), presets))
        for preset, problem in zip(presets, problems):
            if problem:
                print(f"FAILED: the preset {preset} cannot be configured:\n{problem}")
        sources = sources_to_read([os.path.join(scratch, preset) for preset, problem in zip(presets, problems) if not problem], read)
        failures = [(source, said) for source, said in zip(sources, pool.map(Source.read, sources)) if said]
    report(root, failures)
    for source, _ in failures:
        read -= source.readings()
    with open(memory, "w", encoding="utf-8") as file:
        json.dump(sorted(read), file)
    print(f"headers of {', '.join(presets)}: {len(sources)} files read, {len(failures)} failed"
          + (f"; not of {', '.join(others)}, which are for other platforms" if others else ""))
    return 1 if failures or any(problems) else 0


if __name__ == "__main__":
    sys.exit(main(*(os.path.abspath(argument) for argument in sys.argv[1:3]), *sys.argv[3:]))
