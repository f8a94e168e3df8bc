#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# run.sh: installs missing packages, builds and draws the first scene, builds the rest, runs every scene, and leaves
# pictures, films, data and 3D files in a gallery.
# run.sh --web: also makes a page with the scenes in three dimensions, and a page that runs the physics in the browser.
# run.sh ARGUMENTS: installs and builds, then hands the arguments to ambient-samples, for example: run.sh --list
# The output of package manager, CMake and compiler goes to build/run.log.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$root/build/release
gallery=$root/build/gallery
log=$root/build/run.log
# All that this build can install or that README.md names; a hundredth more time than the first two alone.
targets=(ambient ambient-samples ambient-hello AmbientFluidC)
# Build time of the targets, and of the program for the first scene, on a machine of 2026.
processor_minutes=20 first_processor_minutes=13
web=false
if [[ $# -eq 1 && $1 == --web ]]; then
    web=true
    shift
fi

say() { echo "$*" >&2; }

fail() { # fail STATUS: the cause is at the end of the log
    say "run.sh: failed; the end of $log:"
    tail -n 25 "$log" >&2
    exit "$1"
}

install_packages() {
    local status=0 before
    before=$(wc -c <"$log")
    "$root/third_party/install.sh" $($web && echo --web) >>"$log" 2>&1 || status=$?
    # Exit code 2: not a Debian system. The packages may still be installed; CMake names the missing ones.
    if ((status == 2)); then tail -c +$((before + 1)) "$log" >&2; fi
    if ((status != 0 && status != 2)); then fail $status; fi
}

# show_progress LABEL: reads the output of ninja; one updated line on a terminal, else a line at every tenth.
show_progress() {
    local label=$1 line done=0 all=0 percent=0 shown=-10
    while IFS= read -r line; do
        [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
        done=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
        percent=$((100 * done / all))
        if [[ -t 2 ]]; then
            printf '\r%s: %d of %d (%d %%) ' "$label" "$done" "$all" "$percent" >&2
        elif ((percent >= shown + 10)); then
            say "$label: $done of $all ($percent %)"
            shown=$percent
        fi
    done
    if [[ -t 2 && $all -gt 0 ]]; then say; fi
}

build() { # build LABEL TARGETS
    NINJA_STATUS='[%f/%t] ' cmake --build "$build" --parallel "$(nproc)" --target "${@:2}" 2>&1 | tee -a "$log" | show_progress "$1" ||
        fail "${PIPESTATUS[0]}"
}

minutes() { # minutes PROCESSOR_MINUTES: on all cores
    echo $((($1 + $(nproc) - 1) / $(nproc)))
}

mkdir -p "$root/build"
: >"$log"
if [[ ! -x $build/bin/ambient-samples ]]; then
    say "The first build takes about $(minutes $processor_minutes) minutes on $(nproc) cores, and the download of missing packages."
    if (($# == 0)); then say "The first picture is there after about $(minutes $first_processor_minutes) minutes."; fi
fi
say "Installing packages that are missing, then building in $build; log: $log"
install_packages
cmake -S "$root" --preset release --log-level=WARNING >>"$log" 2>&1 || fail $?

if (($# > 0)); then
    build Building "${targets[@]}"
    exec "$build/bin/ambient-samples" "$@"
fi

build "Building the first scene" ambient-first-picture
"$build/bin/ambient-first-picture" "$gallery"
if [[ -f $gallery/falling-plate.png ]]; then say "The first picture: $gallery/falling-plate.png"; fi
build "Building the rest" "${targets[@]}"
say "Running every scene, with pictures and films: some minutes"
"$build/bin/ambient-samples" --gallery "$gallery"
if $web; then
    say "Compiling the physics for the browser: about 5 processor minutes the first time"
    live=0
    "$root/samples/web/build-live.sh" "$gallery/web" 2>>"$log" || live=$?
    if ((live == 77)); then say "There is no emscripten: the live page is left out"; fi
    if ((live != 0 && live != 77)); then fail $live; fi
    "$root/samples/web/build.sh" "$gallery" "$gallery/web"
fi
echo
echo "Every scene was run in a Bullet world. The first: a 10 cm plate of 0.2 g falls through air."
echo "  all of them  $gallery/index.html"
if $web; then
    echo "  in 3D        $gallery/web/index.html"
    if ((live == 0)); then echo "  live         $gallery/web/live.html"; fi
fi
echo "  picture      $gallery/falling-plate.png"
echo "  film         $gallery/falling-plate.mp4"
echo "  data         $gallery/falling-plate.csv"
echo "  3D file      $gallery/falling-plate.glb"
echo "With a display, build/release/bin/ambient-samples opens a window to play with them."
