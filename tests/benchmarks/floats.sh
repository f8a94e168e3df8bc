#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# floats.sh [AMBIENT-BENCH]    the processor time that water adds to a step for a barrel: floats of this library, Jolt and MuJoCo
#                              one after the other in one run, as a table. Takes jolt-physics from npm into build/jolt, once;
#                              without it, or without MuJoCo in ambient-bench, their rows are left out with a line.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bench=${1:-build/release/bin/ambient-bench}
place=build/jolt
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export OMP_WAIT_POLICY=PASSIVE

# Of one program at a time, so that all rows see the same load. Lines "ROW COUNT MICROSECONDS".
rows='^BM_(ManyDry/(1|100|1000)/0|Many(Afloat|Waves)/(1|100|1000)/[01]|Mujoco(Dry|Ellipsoid)Euler/(100|1000))$'
"$bench" --benchmark_filter="$rows" --benchmark_repetitions=3 --benchmark_min_time=0.05 --benchmark_format=json --benchmark_out_format=json \
    --benchmark_out="$scratch/bench.json" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; exit 1; }
python3 - "$scratch/bench.json" >"$scratch/rows" <<'END'
import json, sys
units = {"ns": 1e-3, "us": 1.0, "ms": 1e3}
for row in json.load(open(sys.argv[1]))["benchmarks"]:
    if row.get("aggregate_name") == "median":
        name = row["run_name"].removeprefix("BM_").split("/")
        print("-".join([name[0]] + name[2:3]), name[1], row["cpu_time"] * units[row["time_unit"]])
END
if ! command -v node >/dev/null || ! command -v npm >/dev/null; then
    echo "floats.sh: there is no node with npm; Jolt is left out" >&2
elif [[ ! -d $place/node_modules/jolt-physics ]] &&
    ! { mkdir -p "$place" && npm install --prefix "$place" --no-audit --no-fund jolt-physics >build/jolt.log 2>&1; }; then
    echo "floats.sh: npm has no jolt-physics, or cannot be reached (build/jolt.log); Jolt is left out" >&2
else
    node tests/benchmarks/jolt.mjs "$place" >>"$scratch/rows"
    echo "jolt-physics $(sed -nE 's/^\s*"version": "(.*)",?$/\1/p' "$place/node_modules/jolt-physics/package.json")"
fi
if ! grep -q ^Mujoco "$scratch/rows"; then echo "floats.sh: ambient-bench is built without MuJoCo, which is left out" >&2; fi
python3 - "$scratch/rows" <<'END'
import sys
time = {}
for line in open(sys.argv[1]):
    row, count, value = line.split()
    time[row, int(count)] = float(value)
print("| us a body and step | dry step | water adds with 1 | 100 | 1000 |\n|---|---|---|---|---|")
for title, row, dry in [("still water, crowd", "ManyAfloat-1", "ManyDry-0"), ("still water, faces for games", "ManyAfloat-0", "ManyDry-0"),
                        ("8 waves, crowd", "ManyWaves-1", "ManyDry-0"), ("8 waves, faces for games", "ManyWaves-0", "ManyDry-0"),
                        ("Jolt, still water", "jolt", "jolt-dry"), ("MuJoCo, ellipsoid, no surface", "MujocoEllipsoidEuler", "MujocoDryEuler")]:
    counts = [1, 100, 1000]
    if (row, 1000) in time:
        added = [f"{(time[row, n] - time[dry, n]) / n:.2f}" if (row, n) in time else "" for n in counts]
        print(f"| {title} | {time[dry, 1000] / 1000:.2f} | " + " | ".join(added) + " |")
END
