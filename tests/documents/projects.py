# SPDX-License-Identifier: Zlib
"""projects.py ROOT BUILD SCRATCH CXX [FLAGS]: installs BUILD below SCRATCH, then builds and runs there, as a user would,
samples/hello and a project made of each block in `cmake`, which is about a program called game."""
import os
import shutil
import subprocess
import sys

import markdown


def run(*command):
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit code {result.returncode}\n{result.stdout}")
    return result.stdout


def open_text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def project_of(block):
    """CMakeLists.txt around a block; its program is samples/hello's."""
    lines = ["cmake_minimum_required(VERSION 3.22)", "project(Game LANGUAGES CXX)"]
    for line in block.text.splitlines():
        if line.startswith("target_link_libraries(") and "add_executable(" not in block.text:
            lines.append("add_executable(game main.cpp)")
        lines.append(line)
    return "\n".join(lines) + "\n"


def main(root, build, scratch, compiler, flags=""):
    shutil.rmtree(scratch, ignore_errors=True)
    prefix = os.path.join(scratch, "prefix")
    run("cmake", "--install", build, "--prefix", prefix)
    hello = os.path.join(root, "samples", "hello")
    folders = {"hello": hello}
    for page in markdown.pages(root):
        for block in markdown.fences(root, page):
            if block.language == "cmake":
                folder = os.path.join(scratch, f"block-{len(folders)}")
                os.makedirs(folder)
                shutil.copy(os.path.join(hello, "main.cpp"), folder)
                with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
                    file.write(project_of(block))
                folders[f"{page}:{block.line}"] = folder
    if len(folders) < 2:
        sys.exit("no block in cmake was found: this test sees nothing")
    for name, folder in folders.items():
        out = os.path.join(scratch, "build-" + os.path.basename(folder))
        part = "add_subdirectory" in open_text(os.path.join(folder, "CMakeLists.txt"))
        run("cmake", "-S", folder, "-B", out, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}", f"-DCMAKE_CXX_COMPILER={compiler}",
            f"-DCMAKE_CXX_FLAGS={flags} -Wall -Wextra -pedantic -Werror", f"-DAMBIENT_FLUID_SOURCE={root}")
        if part:  # only the user's part: the library would be built once more
            run("cmake", "--build", out, "--target", "CMakeFiles/game.dir/main.cpp.o")
            print(f"{name}: configured with the sources as a part, and compiled")
            continue
        run("cmake", "--build", out)
        program = os.path.join(out, "hello" if name == "hello" else "game")
        last = run(program).splitlines()[-1]
        print(f"{name}: {last}")
        # A ball of 6 kg and 20 cm rests on the floor after 2.5 s in water: its centre is a radius above the floor.
        if abs(float(last.split()[3]) - 0.1) > 0.01:
            sys.exit(f"{name}: the ball is not on the floor")


if __name__ == "__main__":
    main(*sys.argv[1:6])
