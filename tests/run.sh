#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# run.sh           builds the project and runs all checks; the last line of the output is "N passed, N failed"
# run.sh --quick   as run.sh, without the sanitizers and fuzzers
# run.sh --full    as run.sh, and the scenes and Python in double precision, the binding under the sanitizers, clang,
#                  the commands of the front page on a fresh clone and on a bare Debian, the Python wheel, the live page if
#                  emscripten is installed, the libraries without OpenMP and files, and Windows, 64-bit ARM and s390x if their
#                  compilers are installed: four hours more
# run.sh --bare    only the check on a bare Debian 12, created as root: third_party/install.sh installs every header,
#                  and the Debian package names all its dependencies. --bare=full: README's two commands there, to their
#                  end (tests/house/bare.sh)
# run.sh --platform windows|arm64|s390x|small    only this platform: under Wine or QEMU; small: without OpenMP and files
# run.sh --bench   measures instead: writes build/release/bench.json, and compares the last commit with an earlier one in turns: a line
#                  in tests/benchmarks/history.csv; fails if a row is more than a tenth slower
# run.sh --fuzz [SECONDS]    runs the fuzzers instead, an hour by default; crashing inputs are left in build/fuzz
# run.sh --tidy    clang-tidy on the sources of the library instead
# run.sh --coverage    instead: share of the library run by the core and binding tests, in build/coverage/coverage.txt
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1
jobs=$(nproc)
passed=0
failed=0
failures=() # their names, printed at the end: readers may have the end of the output alone

# stage TITLE COMMAND...: runs the command and prints its time; a failure counts as one failed test.
stage() {
    local title=$1 start=$SECONDS
    shift
    echo "=== $title"
    if "$@"; then
        echo "=== $title: $((SECONDS - start)) s"
    else
        failed=$((failed + 1))
        failures+=("$title")
        echo "=== $title: FAILED after $((SECONDS - start)) s"
        return 1
    fi
}

finish() {
    echo "All stages: $SECONDS s"
    if ((failed > 0)); then printf 'failed: %s\n' "${failures[@]}"; fi
    echo "$passed passed, $failed failed"
    exit $((failed > 0))
}

install_packages() {
    third_party/install.sh "$@" || [[ $? -eq 2 ]] # 2: not a Debian system; CMake names the missing packages
}

build() { # build PRESET [TARGET...]
    local preset=$1
    shift
    cmake --preset "$preset" && cmake --build "build/$preset" --parallel "$jobs" ${1:+--target "$@"}
}

# failed_tests PRESET REPORT: their names, each with the first lines of the output about the failure.
failed_tests() {
    awk -v preset="$1" '
        /<testcase / { failed = /status="fail"/; lines = 0 }
        failed && /<testcase / { match($0, /name="[^"]*"/); print preset ": " substr($0, RSTART + 6, RLENGTH - 7) }
        failed && lines < 8 && /Failure|Expected|actual|Which is|[Ee]rror|assert|offence|Timeout/ { print "    " $0; ++lines }' "$2"
}

# suite PRESET [CTEST ARGUMENT...]: adds the numbers of passed and failed tests to the sums. Skipped tests are only
# named.
suite() {
    local preset=$1 report=$root/build/$1/ctest.xml start=$SECONDS
    shift
    echo "=== tests of $preset"
    rm -f "$report"
    ctest --preset "$preset" --output-junit "$report" "$@"
    local head total bad skipped
    head=$(tr '\n\t' '  ' 2>/dev/null <"$report" | grep -oE '<testsuite [^>]*>')
    if [[ -z $head ]]; then # ctest did not come as far as its report
        failed=$((failed + 1))
        failures+=("tests of $preset: ctest wrote no report")
        echo "=== tests of $preset: FAILED, ctest wrote no report"
        return
    fi
    number() { sed -nE "s/.* $1=\"([0-9]+)\".*/\1/p" <<<"$head"; }
    total=$(number tests) bad=$(number failures) skipped=$(($(number skipped) + $(number disabled)))
    if [[ -z $total || $total -eq 0 ]]; then
        failed=$((failed + 1))
        failures+=("tests of $preset: none ran")
        echo "=== tests of $preset: none ran"
        return
    fi
    passed=$((passed + total - bad - skipped))
    failed=$((failed + bad))
    mapfile -t -O "${#failures[@]}" failures < <(failed_tests "$preset" "$report")
    echo "=== tests of $preset: $((total - bad - skipped)) passed, $bad failed, $skipped skipped, $((SECONDS - start)) s"
}

# The tests of release compare, in one process, every loop compiled for several instruction sets. Here whole bodies are
# moved with each of the narrower sets, and give the bytes of the widest: so each law holds with all sets. Single
# precision has bytes of its own in the baseline, which has no fused operations: there its laws are run once more.
narrower_sets() {
    local set tests
    for set in baseline avx2; do
        if [[ $set == avx2 ]] && ! grep -qw avx2 /proc/cpuinfo; then
            echo "=== tests of $1 with $set: skipped, this processor does not have it"
            continue
        fi
        tests='^core\.(SameBytes|InstructionSet)'
        if [[ $set == baseline ]]; then tests+='|^core\..*InSinglePrecision|^bullet\..*/(FreeMotion|MovingMedium|Rest)\.'; fi
        echo "=== the next with the instruction set $set"
        AMBIENT_FLUID_INSTRUCTION_SET=$set suite "$1" --tests-regex "$tests" "${@:2}"
    done
}

# Both precisions in one prefix, each found by name.
side_by_side() {
    cmake "-DBUILD_DIRS=$root/build/release;$root/build/release-double" "-DPRECISIONS=float32;float64" \
        "-DSCRATCH=$root/build/side-by-side" -P tests/consumer/RunConsumer.cmake
}

# begin NAME COMMAND...: runs the command in the processor time left by other stages, which wait for windows, browsers
# and each other. end NAME: waits for its end and prints the end of its output, or all output after a failure.
declare -A background=()
begin() {
    local name=$1
    shift
    mkdir -p build
    (renice -n 19 -p "$BASHPID" && "$@") >"build/$name.log" 2>&1 &
    background[$name]=$!
    trap 'kill "${background[@]}" 2>/dev/null' EXIT
}
end() {
    local status=0
    wait "${background[$1]}" || status=$?
    if ((status == 0)); then tail -n 8 "build/$1.log"; else cat "build/$1.log"; fi
    return $status
}

file_fuzzers=(mesh import frame model)
call_fuzzers=(robot sequence)
fuzzers=("${file_fuzzers[@]/%/-fuzz}" "${call_fuzzers[@]/%/-fuzz}")
fuzzers=("${fuzzers[@]/#/ambient-}")

# fuzz SECONDS NAME...: seconds of processor time for each of the programs; two run at a time. Each prints its sums at
# its end, and all its output after a finding.
fuzz() {
    local seconds=$1 status=0 lengths=()
    shift
    if ((seconds > 60)); then lengths=(-len_control=0); fi # long inputs from the start
    mkdir -p "${@/#/build/fuzz/corpus-}"
    printf '%s\n' "$@" |
        xargs -P 2 -I NAME bash -c '"$@" >build/fuzz/NAME.log 2>&1; status=$?
            if ((status == 0)); then tail -n 6 build/fuzz/NAME.log; else cat build/fuzz/NAME.log; fi; exit $((status > 0))' \
            fuzz build/sanitizers/bin/ambient-NAME-fuzz -max_total_time="$seconds" "${lengths[@]}" -timeout=300 -rss_limit_mb=3000 \
            -print_final_stats=1 -artifact_prefix=build/fuzz/NAME- build/fuzz/corpus-NAME || status=1
    return $status
}

# The commands of README.md and docs/installing.md, in their order, on a clone of the last commit.
fresh_clone() {
    python3 -B tests/documents/order.py "$root" "$root/build/release" --run "$root/build/fresh-clone"
}

# Targets and tests for a platform other than this machine, or for libraries of other options.
platform_targets() {
    case $1 in
        windows)
            platform_targets arm64
            echo ambient
            ;;
        arm64)
            echo ambient-core-tests ambient-import-tests ambient-same-bytes ambient-bullet-tests ambient-same-bytes-bullet
            echo "${c_targets[@]}"
            ;;
        s390x) echo ambient-core-tests ambient-import-tests ambient-same-bytes ;;
        small) echo ambient-same-bytes ambient-same-bytes-bullet "${c_targets[@]}" ;;
    esac
}
c_targets=(ambient-c-api-{,shape-,multi-body-,game-,handle-,number-,shared-step-,world-,mooring-,thruster-}tests)
# QEMU runs some thirty times slower than the processor: the tests too slow for the sanitizers are left out here too.
platform_tests() {
    case $1 in
        windows) echo '^(core|bullet|c_api|tool)\.' ;;
        arm64) echo '^(core|bullet|c_api)\.' "${not_emulated[@]}" ;;
        s390x) echo '^core\.' "${not_emulated[@]}" ;;
        small) echo '^(core|bullet)\.SameBytes|^c_api' ;;
    esac
}

# platform NAME: its compiler and emulator, or none and the stage is skipped.
platform() {
    local needs targets tests
    case $1 in
        windows) needs=(x86_64-w64-mingw32-g++-posix wine) ;;
        arm64) needs=(aarch64-linux-gnu-g++ qemu-aarch64) ;;
        s390x) needs=(s390x-linux-gnu-g++ qemu-s390x) ;;
        small) needs=() ;;
    esac
    if ((${#needs[@]} > 0)); then
        if ! type "${needs[@]}" >/dev/null 2>&1 || [[ ! -d /usr/src/googletest ]]; then
            echo "=== $1: skipped, there is no ${needs[*]} or no googletest (Debian: third_party/install.sh --cross)"
            return
        fi
        stage "sources for $1" third_party/cross/get-sources.sh build/cross-sources || return
    fi
    mapfile -t targets < <(platform_targets "$1" | tr ' ' '\n')
    mapfile -t tests < <(platform_tests "$1" | tr ' ' '\n')
    stage "build of $1" build "$1" "${targets[@]}" || return
    # One Wine server for all tests: starting a server for each takes two seconds. The first program makes Wine's
    # folder; a server started by this program keeps the output open, and ctest would wait for the server.
    if [[ $1 == windows ]]; then
        wineserver -p60 || true
        WINEDEBUG=-all wine cmd /c exit >/dev/null 2>&1 </dev/null || true
    fi
    suite "$1" --tests-regex "${tests[@]}"
}

count_as_test() {
    if stage "$@"; then passed=$((passed + 1)); fi
}

# Khronos' validator on every scene's .glb, and the web page in a browser. 77: npm or the browser is missing.
web_page() {
    local status=0
    tests/web/run.sh 2>&1 | tee build/web-page.log || status=$?
    mapfile -t -O "${#failures[@]}" failures < <(grep -A 2 '^FAILED' build/web-page.log)
    if ((status == 77)); then
        echo "=== web page: skipped"
        status=0
        passed=$((passed - 1))
    fi
    return $status
}

# or_skip COMMAND...: if the command exits 77 (and prints the reason), the test has neither passed nor failed.
or_skip() {
    local status=0
    "$@" || status=$?
    if ((status == 77)); then
        status=0
        passed=$((passed - 1))
    fi
    return $status
}

quick=false
full=false
sanitized=(core lifetime)
# Three quarters of the time under the sanitizers, without findings beyond those of the other tests: the accuracy of
# large meshes, and laws of long runs. Every part of the library is still run by others.
# ParallelLoop.RunsEvery: LLVM's OpenMP does not free the teams of ended threads.
slow_laws=(
    AddedMass.{FollowsTheMesh,IsSymm,Of,Rotation,Methods,Collocation,Error,Galerkin,SaysSoWhenA} BuoyancyForce.Follows
    CoupledGroup.HasA CoupledMotion.{OfA,OfTwo,Near} DampedEuler.{Bobbing,Never} DenseCoupling.OfAll
    DiscretisationError.{S,F,Estimate,AFast,TheLimit} DynamicPressureForce.{A,DragOf,Follows,Lift} Energy.
    FastAddedMass.{Moves,Of,SaysSo,IsPositive,IsWhat,MakesA} FastBoundaryOperator.{IsTheDense,Solved}
    FloatingBodies.{AThousand,Rest} FluidBodyModelCache.{ADamaged,ALoaded} FluidReadout.{AreasDo,TheAttached,TheFlow} ForceSet.Dissipative
    FreeMotion.{Keeps,OfDamped} Immersion.{Bobbing,Floating} LiftDragForce.{DragOf,HasThe} MeshCleaning.Faulty
    MeshRepair.IsIdem ModelReduction.{AModel,ABodyFloats,Forces,Reduced,Refuses,Volume} SeparationLine.{OfA,Flat} Shape{Frame,}Laws.
    SheetThickening.{A,Bends} SkinFrictionForce.Never SlenderBodyForces. SolidUnion.OfRandom Surface{PressureForce.{Changes,IsC,IsThe,Never},Shape.}
    VaryingMedium.ABall WakeShape.
    DisplacedMass.{Force,ABall} MediumJumps.{ABall,ABody} ShapeWater.APaddle StiffDrag.TheWay ViscousForce.TheFirst ViscousTensor.{OfAModel,IsFound}
    CorrectedLoads.{AFloat,TwoEval} AmplitudeLaws.{APath,PartsMove} AmplitudeModel.{APropeller,MoreThan,TablesHold} CoulombFriction.{AWave,TheWay} CouplingTiers.OfClusters
    LinkAddedMass.PiecesOf PosedLinks.{ABent,ATurned,Ball,Changes,EnergyC,KeepM,MomentumR} ParallelLoop.RunsEvery RevolvedBodyForces.{TheForce,Pressure,NorOneThatIsWet} ShapeEnergy.OfASequence ShapeWater.TheFrame StokesSwimmer.GoesAs VariationalEuler.AnEel
    CrowdFloats.{ABarrel,TheCut,Without} CrowdModel.{Forces,NoMotion,TheViscous} RadiationFilter.{HasTheU,Takes} WingForce.{ACamber,AReduction,TheSlope}
    BoundaryOperator.EveryPair CrowdStep.PathsAre RandomChains.HaveTheErrors SeaLaws.TheMoments WaveRadiation.{Converges,Random} WingForce.{Dihedral,Never,Turns} LinkJumps.ATree SlowShapes.{AFree,Takes} SlowSwimmers.
)
# The programs of the same bytes are not built there.
not_sanitized=(--exclude-regex "^core\\.(SameBytes\\.|$(IFS='|' && echo "${slow_laws[*]//./\\.}"))")
# Seconds each on the processor itself, thus a minute or more in QEMU.
slow_worlds=(
    AddBodyByShape.{Default,ModelsFor} Allocation AmplitudeDrive. ConstraintSolver.{Rolling,Sliding,Sticking} ConstraintSolverVariants.DryInertia
    CoupledContact. FloatingForLong. HeldBody. MeshBuilder.{LocalS,MultiS,TheOuter} MultiBody{Coupled,Drive,Posed}. Shape{Drive,Frame,Parts}. SurfaceContact.
)
slower_laws=(
    ArticulatedNeverExplodes.AnyChain DynamicPressureForce. FastAddedMass.ADifferent LiftDragForce. ModelReduction. PosedLinks. SameBytes.eel SeparationLine. SheetThickening. SlenderBodyForces. SolidUnion. SurfacePressureForce.
)
not_emulated=(--exclude-regex "^(core\\.($(IFS='|' && echo "${slow_laws[*]//./\\.}|${slower_laws[*]//./\\.}"))|bullet\\.(.*/)?($(IFS='|' && echo "${slow_worlds[*]//./\\.}")))")
double_targets=(AmbientFluid BulletAmbientFluid AmbientFluidC AmbientFluidGrid BulletAmbientFluidGrid ambient ambient-bullet-tests "${c_targets[@]}")
double_labels=(bullet c_api consumer)
case ${1:-} in
    "") ;;
    --help | -h)
        sed -nE '3,/^[^#]/s/^# ?//p' "${BASH_SOURCE[0]}"
        exit
        ;;
    --quick) quick=true ;;
    --full)
        full=true
        sanitized+=(bullet)
        not_sanitized=(--exclude-regex '^core\.SameBytes\.')
        double_targets+=(ambient-samples ambient-regression-tests AmbientFluidPython)
        double_labels+=(regression python)
        ;;
    --bench)
        set -e
        install_packages
        tests/benchmarks/mujoco.sh || [[ $? -eq 77 ]] || exit 1
        build release ambient-bench
        build/release/bin/ambient-bench --report build/release/bench.json
        exec tests/benchmarks/history.sh
        ;;
    --tidy)
        set -e
        install_packages --dev
        cmake --preset release >/dev/null
        exec tests/house/tidy.sh
        ;;
    --fuzz)
        set -e
        install_packages --dev
        build sanitizers "${fuzzers[@]}"
        fuzz $((${2:-3600} / 6)) "${file_fuzzers[@]}" "${call_fuzzers[@]}"
        exit
        ;;
    --platform)
        if [[ ! ${2:-} =~ ^(windows|arm64|s390x|small)$ ]]; then
            echo "run.sh: --platform is windows, arm64, s390x or small" >&2
            exit 2
        fi
        if [[ $2 != small ]]; then stage "packages" install_packages --cross || finish; fi
        platform "$2"
        finish
        ;;
    --bare)
        count_as_test "headers on a bare Debian" or_skip tests/house/bare.sh headers
        count_as_test "packages on a bare Debian" or_skip tests/house/bare.sh packages
        finish
        ;;
    --bare=full)
        count_as_test "the front page on a bare Debian" or_skip tests/house/bare.sh commands
        finish
        ;;
    --coverage)
        set -e
        install_packages --dev
        build coverage ambient-core-tests ambient-import-tests ambient-bullet-tests
        exec tests/house/coverage.sh
        ;;
    *)
        echo "run.sh: unknown argument '$1' (known: --quick, --full, --bare, --bare=full, --platform, --bench, --fuzz, --tidy, --coverage)" >&2
        exit 2
        ;;
esac

stage "packages" install_packages --dev || finish
# The core and the tools are the same in both precisions: the second build takes them out of the cache of the first. The
# cache is the user's (CCACHE_DIR), so a second checkout finds its unchanged objects too.
if command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache
    # Paths below the root are hashed as relative ones: the folder of the build is in the name of each unity source. An
    # object of another folder can then be used too; its sanitizers' reports name the sources of that folder.
    export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=1
fi
count_as_test "formatting" or_skip tests/house/format.sh
if ! $quick; then begin bare tests/house/bare.sh headers; fi
released=true
stage "build of release" build release || released=false
if ! $quick; then
    targets=("${sanitized[@]/#/ambient-}")
    begin sanitizers build sanitizers "${targets[@]/%/-tests}" ambient-import-tests "${fuzzers[@]}"
fi
if $released; then
    suite release
    narrower_sets release
fi
count_as_test "3D files and the web page" web_page
if ! $quick; then count_as_test "headers on a bare Debian" or_skip end bare; fi
# The core does not depend on the precision of Bullet: its tests run once.
# The scenes run in double precision with --full only: the difference is in the binding.
if stage "build of release-double" build release-double "${double_targets[@]}"; then
    suite release-double --label-regex "^($(IFS='|' && echo "${double_labels[*]}"))\$"
    if $full; then narrower_sets release-double --label-regex '^bullet$'; fi
fi
count_as_test "both precisions side by side" side_by_side
if $full; then
    count_as_test "the live page" or_skip tests/web/live.sh
    count_as_test "the npm package" or_skip tests/web/npm.sh
    count_as_test "the Python wheel" or_skip tests/wheel/run.sh
    count_as_test "the Python wheel on a bare Debian" or_skip tests/house/bare.sh wheel
    count_as_test "the front page on a fresh clone" fresh_clone
    count_as_test "packages on a bare Debian" or_skip tests/house/bare.sh packages
    count_as_test "the front page on a bare Debian" or_skip tests/house/bare.sh commands
fi
if ! $quick; then
    if stage "rest of the build of sanitizers" end sanitizers; then
        suite sanitizers --label-regex "^($(IFS='|' && echo "${sanitized[*]}"))\$" "${not_sanitized[@]}"
        count_as_test "fuzzing of meshes and models, 15 s each" fuzz 15 "${file_fuzzers[@]}"
        count_as_test "fuzzing of robots and of calls, 60 s each" fuzz 60 "${call_fuzzers[@]}"
    fi
    if $full; then
        count_as_test "clang takes the sources of the library" tests/house/compile-with-clang.sh
        for name in small windows arm64 s390x; do platform "$name"; done
    fi
fi
finish
