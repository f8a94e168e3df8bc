#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# coverage.sh: runs the tests of core and binding of a built build/coverage and prints how much of each folder of the library they
# run; every file is in build/coverage/coverage.txt, its lines in build/coverage/lines.txt.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
find build/coverage -name '*.gcda' -delete
export OMP_WAIT_POLICY=PASSIVE
# Left out: how exact large meshes are, which would take minutes here.
slow='AddedMass.Of*:DynamicPressureForce.DragOfASphere*:DynamicPressureForce.LiftOfASlowly*:Energy.*:FastAddedMass.SaysSo*:FastBoundaryOperator.IsTheDense*'
# A process for each program, not for each test: each adds its counters to some three hundred files.
build/coverage/bin/ambient-core-tests --gtest_brief=1 --gtest_filter="-$slow"
build/coverage/bin/ambient-import-tests --gtest_brief=1
build/coverage/bin/ambient-bullet-tests --gtest_brief=1
gcovr --root . --filter 'extension/(include|src)/(AmbientFluid|BulletAmbientFluid)/' --exclude-throw-branches --exclude-unreachable-branches \
    --txt build/coverage/lines.txt --csv build/coverage/coverage.csv build/coverage
sort build/coverage/coverage.csv | awk -F, -v files=build/coverage/coverage.txt '
    function share(done, all) { return all ? sprintf("%5.1f", 100 * done / all) : "    -" }
    function line(name, l, lc, b, bc) { return sprintf("%-44s %6d lines %s %%   %6d branches %s %%", name, l, share(lc, l), b, share(bc, b)) }
    $1 == "filename" { next }
    {
        print line(substr($1, 11), $2, $3, $5, $6) >files
        folder = $1
        sub(/\/[^\/]*$/, "", folder)
        sub(/^extension\/(include|src)\//, "", folder)
        if (!(folder in lines)) order[++folders] = folder
        lines[folder] += $2; linesRun[folder] += $3; branches[folder] += $5; branchesRun[folder] += $6
        l += $2; lc += $3; b += $5; bc += $6
    }
    END {
        for (i = 1; i <= folders; ++i) { f = order[i]; print line(f, lines[f], linesRun[f], branches[f], branchesRun[f]) }
        print line("all", l, lc, b, bc)
    }'
