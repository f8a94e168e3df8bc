#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# history.sh [BASE]: measures the last commit beside an earlier one, in turns on this machine, and appends a line to
# tests/benchmarks/history.csv. Exit 1 if a row has become more than a tenth slower.
# BASE: a commit; default: the last tag of a release, else that of the first line of the file. ambient-bench of the last commit is
# in build/release; the earlier one is built in build/bench-base.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cd "$root"
history=tests/benchmarks/history.csv
# One row for each part of the library with a cost of its own.
rows='^BM_(FreeFluid/1000/500|FacesAvx2/500/1|Floats/200|RodsHeld/200|LinksChain/10|EelFull/1/1|TankCoupled/100/iterations:30|GridStep/32|AddedMass/500|AddedMassFast/3000|KindWavesAt60/500|SwimSurface/100000)$'
rounds=${AMBIENT_BENCH_ROUNDS:-5}

base=${1:-$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || awk -F, 'NR == 2 { print $2 }' "$history")}
base=$(git rev-parse --short=8 "$base")
now=$(git rev-parse --short=8 HEAD)
earlier=$root/build/bench-base
if [[ $(git -C "$earlier" rev-parse --short=8 HEAD 2>/dev/null) != "$base" ]]; then
    git worktree remove --force "$earlier" 2>/dev/null || rm -rf "$earlier"
    git worktree prune
    git worktree add --quiet --detach "$earlier" "$base"
fi
(cd "$earlier" && cmake --preset release --log-level=WARNING >/dev/null && cmake --build build/release --parallel "$(nproc)" --target ambient-bench) >build/bench-base.log 2>&1 || {
    tail -n 20 build/bench-base.log
    echo "history.sh: $base cannot be built: build/bench-base.log" >&2
    exit 1
}

results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT
measure() { # measure FOLDER NAME ROUND
    OMP_WAIT_POLICY=passive "$1/build/release/bin/ambient-bench" --benchmark_filter="$rows" --benchmark_repetitions=1 \
        --benchmark_min_time=0.05 --benchmark_format=csv >"$results/$2-$3.csv" 2>/dev/null
}
for ((round = 0; round < rounds; ++round)); do
    if ((round % 2)); then
        measure "$root" now $round
        measure "$earlier" base $round
    else
        measure "$earlier" base $round
        measure "$root" now $round
    fi
done
exec python3 -B tests/benchmarks/history.py "$results" "$history" "$now" "$base"
