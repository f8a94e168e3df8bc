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
    echo "built $*" >>"$DIARY"
    mkdir -p "$2/bin"
    case "$*" in
    *ambient-first-picture*) program=ambient-first-picture ;;
    *) program=ambient-samples ;;
    esac
    printf '#!/bin/sh\\necho %s "$@" >>"$DIARY"\\n' "$program" >"$2/bin/$program"
    case $program in
    ambient-samples) echo 'echo ran "$@"' >>"$2/bin/$program" ;;
    *) echo 'mkdir -p "$1" && : >"$1/falling-plate.png"' >>"$2/bin/$program" ;;
    esac
    chmod +x "$2/bin/$program" ;;
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
    environment = dict(os.environ, PATH=f"{scratch}/bin:{os.environ['PATH']}", DIARY=f"{scratch}/diary", **settings)
    command = [f"{scratch}/samples/run.sh", *arguments]
    if not terminal:
        result = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        return result.returncode, result.stdout, result.stderr
    ours, theirs = pty.openpty()
    result = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=theirs, text=True, check=False)
    os.close(theirs)
    said = b""
    try:
        while piece := os.read(ours, 4096):  # output may arrive in pieces
            said += piece
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    return result.returncode, result.stdout, said.decode()


def expect(condition, what, shown):
    if not condition:
        sys.exit(f"{what}:\n{shown}")


def check_first_picture(scratch):
    """Without arguments the first scene is built and drawn before the rest is built, and its picture is named at once."""
    os.remove(f"{scratch}/build/release/bin/ambient-samples")
    os.remove(f"{scratch}/diary")
    code, out, said = run(scratch)
    expect(code == 0, "the gallery's exit code", said)
    with open(f"{scratch}/diary", encoding="utf-8") as file:
        diary = file.read().splitlines()
    kinds = [line.split()[0] for line in diary]
    expect(kinds == ["built", "ambient-first-picture", "built", "ambient-samples"], "the order of building and drawing", diary)
    gallery, picture = f"{scratch}/build/gallery", f"{scratch}/build/gallery/falling-plate.png"
    expect(diary[0].endswith("ambient-first-picture"), "more is built than the first scene", diary[0])
    expect(diary[1].endswith(gallery) and diary[3].endswith(f"--gallery {gallery}"), "the folder of the gallery", diary)
    for program in ("ambient", "ambient-samples", "ambient-hello", "AmbientFluidC"):
        expect(program in diary[2].split(), f"{program} is not built", diary[2])
    lines = said.splitlines()
    place = [i for i, line in enumerate(lines) if line.startswith("The first picture: " + picture)]
    rest = [i for i, line in enumerate(lines) if line.startswith("Building the rest: 4 of 4")]
    expect(place and rest and place[0] < rest[0], "the place of the picture is not said before the rest is built", said)
    expect("The first picture is there after about" in said, "it is not said when there is a picture", said)
    expect("Building the first scene: 4 of 4 (100 %)" in said, "no progress is shown", said)
    expect(f"all of them  {gallery}/index.html" in out and out.splitlines()[-1].startswith("With a display"), "the last lines", out)
    expect("minutes" not in "".join(run(scratch)[2].splitlines()[:2]), "a second build is announced as the first", "")


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

    check_first_picture(scratch)

    code, out, said = run(scratch, "--list", terminal=True)
    expect("minutes" not in said, "a second build is announced as the first", said)
    expect("\rBuilding: 3 of 4 (75 %)" in said and "\rBuilding: 4 of 4 (100 %) \r\n" in said, "no line that changes", said)

    code, out, said = run(scratch, "--list", INSTALL_STATUS="2")  # no Debian system: shows the list and goes on
    expect(code == 0 and "Setting up libfoo" in said and out, "the list of packages is not shown", said)
    code, out, said = run(scratch, "--list", INSTALL_STATUS="3")
    expect(code == 3 and "Setting up libfoo" in said and not out, "it goes on without packages", said)
    print("samples/run.sh talks as it should")


main(*(os.path.abspath(argument) for argument in sys.argv[1:3]))
