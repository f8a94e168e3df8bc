#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# run.sh LIBRARY NUMBERS SCRATCH: compiles samples/csharp/ and its tests with mcs and runs them with mono on the shared
# library of the C interface. NUMBERS is the program of Numbers.c. Exit 77: there is no mcs or mono.
set -euo pipefail
library=${1:?the path of libAmbientFluidC.so} numbers=${2:?the program of Numbers.c} scratch=${3:?a folder}
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
samples=$here/../../samples/csharp
for program in mcs mono; do
    if ! command -v "$program" >/dev/null; then
        echo "skipped: there is no $program (Debian: third_party/install.sh --dev)"
        exit 77
    fi
done
mkdir -p "$scratch"
cd "$scratch"
ln -sf "$library" libAmbientFluidC.so
export LD_LIBRARY_PATH=$scratch${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
compile() { mcs -langversion:7 -warn:4 -warnaserror -nologo "$@"; }
"$numbers" >numbers.txt

# Both names of Unity's velocity: before and since version 6.
for unity in UNITY_2021_3 UNITY_6000_0_OR_NEWER; do
    # Unity fills the public fields of a script.
    compile -define:$unity -nowarn:649 -out:Tests.exe "$samples/AmbientFluid.cs" "$samples/FluidBody.cs" "$here"/*.cs
    mono Tests.exe numbers.txt
done

compile -out:Falling.exe "$samples/AmbientFluid.cs" "$samples/Program.cs"
mono Falling.exe >table.txt
cat table.txt
# 21 moments; the ball has sunk by 3 to 4 m, and the plate has glided to one side and is on its way back.
awk 'NR > 2 { ++lines; ball = $2; if ($4 > most) most = $4; last = $4 }
     END { exit !(lines == 21 && ball < -3 && ball > -4 && most > 0.1 && last < 0.8 * most) }' table.txt
