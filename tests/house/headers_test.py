# SPDX-License-Identifier: Zlib
"""headers_test.py SCRATCH: headers.py names a header that is missing, and is content where none is."""
import json
import os
import shutil
import subprocess
import sys

PROJECT = """cmake_minimum_required(VERSION 3.22)
project(Small LANGUAGES CXX)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
add_custom_command(OUTPUT made.cpp COMMAND ${CMAKE_COMMAND} -E copy ${PROJECT_SOURCE_DIR}/b.cpp made.cpp)
add_library(small STATIC a.cpp b.cpp ${PROJECT_BINARY_DIR}/made.cpp)
"""
PRESETS = [
    {"name": "here", "generator": "Ninja", "binaryDir": "unused"},
    {"name": "elsewhere", "generator": "Ninja", "binaryDir": "unused", "toolchainFile": "none.cmake"},
]


def write(folder, name, text):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write(text)


def run(scratch):
    program = os.path.join(os.path.dirname(os.path.abspath(__file__)), "headers.py")
    done = subprocess.run([sys.executable, "-B", program, scratch, f"{scratch}/builds"], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def expect(condition, what, said):
    if not condition:
        sys.exit(f"{what}:\n{said}")


def main(scratch):
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(f"{scratch}/builds")
    write(scratch, "CMakeLists.txt", PROJECT)
    write(scratch, "CMakePresets.json", json.dumps({"version": 3, "configurePresets": PRESETS}))
    write(scratch, "b.cpp", "#include <vector>\n")
    write(scratch, "a.cpp", '#include "no/such/thing.hpp"\n')
    code, said = run(scratch)
    expect(code == 1 and "FAILED: the header no/such/thing.hpp is missing, 1 files need it" in said, "the missing header is not named", said)
    expect("not of elsewhere" in said, "the preset that is left out is not named", said)
    write(scratch, "a.cpp", "#include <string>\n")
    code, said = run(scratch)
    expect(code == 0 and "1 files read, 0 failed" in said, "it fails where no header is missing", said)
    code, said = run(scratch)
    expect(code == 0 and "0 files read, 0 failed" in said, "what has been read is read once more", said)
    print("headers.py names what is missing")


main(os.path.abspath(sys.argv[1]))
