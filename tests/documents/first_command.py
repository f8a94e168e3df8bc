# SPDX-License-Identifier: Zlib
"""first_command.py ROOT SCRATCH: the talk of samples/run.sh, with a package manager, a CMake and a program that do nothing."""
import os
import pty
import shutil
import subprocess
import sys

SCRIPTS = {
    "third_party/install.sh": 'echo "Setting up libfoo"; exit "${INSTALL_STATUS:-0}"\n',
    "bin/cmake": """case "$1" in
--build)
    for i in 1 2 3 4; do echo "[$i/4] Building CXX object $i"; done
    if [ -n "$BREAK" ]; then echo "error: expected ';'"; echo "ninja: build stopped"; exit 5; fi
    mkdir -p "$2/bin" && printf '#!/bin/sh\\necho ran "$@"\\n' >"$2/bin/ambient-samples" && chmod +x "$2/bin/ambient-samples" ;;
*) echo "-- Configuring" ;;
esac
""",
}


def make_place(root, scratch):
    shutil.rmtree(scratch, ignore_errors=True)
    for name, text in SCRIPTS.items():
        path = os.path.join(scratch, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + text)
        os.chmod(path, 0o755)
    os.makedirs(os.path.join(scratch, "samples"))
    shutil.copy(os.path.join(root, "samples", "run.sh"), os.path.join(scratch, "samples"))


def run(scratch, *arguments, terminal=False, **settings):
    """Exit code, standard output, standard error; with a terminal for the last."""
    environment = dict(os.environ, PATH=f"{scratch}/bin:{os.environ['PATH']}", **settings)
    command = [f"{scratch}/samples/run.sh", *arguments]
    if not terminal:
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        return result.returncode, result.stdout, result.stderr
    ours, theirs = pty.openpty()
    result = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=theirs, text=True, check=False)
    os.close(theirs)
    said = b""
    try:
        while piece := os.read(ours, 4096):  # what was written may arrive in pieces
            said += piece
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    return result.returncode, result.stdout, said.decode()


def expect(condition, what, shown):
    if not condition:
        sys.exit(f"{what}:\n{shown}")


def main(root, scratch):
    make_place(root, scratch)
    log = f"{scratch}/build/run.log"

    code, out, said = run(scratch, "--list", BREAK="1")
    expect(code == 5, "the exit code is not the build's", code)
    expect("expected ';'" in said and log in said, "a failure does not show the end of the log and its path", said)

    code, out, said = run(scratch, "--list")
    expect(code == 0 and out == "ran --list\n", "the arguments do not reach the program", out + said)
    first = said.splitlines()[0]
    expect("about" in first and "minutes" in first, "the first line does not say how long it takes", said)
    expect(log in said, "the log is not named", said)
    expect("Building: 4 of 4 (100 %)" in said, "no progress is shown", said)
    expect("CXX object" not in said and "Setting up" not in said, "the log is shown", said)
    with open(log, encoding="utf-8") as file:
        kept = file.read()
    for part in ("Setting up libfoo", "-- Configuring", "[3/4] Building CXX object 3"):
        expect(part in kept, f"'{part}' is not in the log", kept)

    code, out, said = run(scratch, "--list", terminal=True)
    expect("minutes" not in said, "a second build is announced as the first", said)
    expect("\rBuilding: 3 of 4 (75 %)" in said and "\rBuilding: 4 of 4 (100 %) \r\n" in said, "no line that changes", said)

    code, out, said = run(scratch, "--list", INSTALL_STATUS="2")  # no Debian system: its list is shown, and it goes on
    expect(code == 0 and "Setting up libfoo" in said and out, "the list of packages is not shown", said)
    code, out, said = run(scratch, "--list", INSTALL_STATUS="3")
    expect(code == 3 and "Setting up libfoo" in said and not out, "it goes on without packages", said)
    print("samples/run.sh talks as it should")


main(*(os.path.abspath(argument) for argument in sys.argv[1:3]))
