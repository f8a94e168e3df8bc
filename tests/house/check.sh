#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# check.sh CHECK [ROOT]: one rule of the house, over all sources below ROOT. Prints each offence; exits 1 if there is any.
set -euo pipefail
check=${1:?the name of a check}
cd "${2:-$(dirname "${BASH_SOURCE[0]}")/../..}"

offences=0
offence() {
    printf '%s\n' "$*"
    offences=$((offences + 1))
}

# All text of ours, one path a line.
sources() {
    find CMakeLists.txt CMakePresets.json extension samples tests third_party packaging .ci -type f \
        \( -name '*.h' -o -name '*.cpp' -o -name '*.cmake' -o -name '*.in' -o -name '*.sh' -o -name CMakeLists.txt -o -path '.ci/*' \
        -o -name '*.c' -o -name '*.py' -o -name '*.js' -o -name '*.mjs' -o -name '*.awk' -o -name '*.css' -o -name '*.html' \) |
        sort
}

rooms=(Math Mesh PotentialFlow StokesFlow Media Body Forces Dynamics Crowds Hydrostatics SurfaceWaves Articulated Propulsion Cables Coupling Locomotion)
binding=(Base Solver Host Shapes Media Deforming MultiBody RigidBody World Actuators Coupling)
# Public headers of the binding without a source of the same name, and their rooms.
lone=(Body:Host MultiBody:MultiBody MultiBodies:MultiBody ConstraintSolver:Solver ConstraintSolverVariants:Solver EffectiveMass:Base LevelOfDetail:Host LinkExchange:MultiBody MultiBodyOptions:MultiBody
    SolvedBody:Solver SolvedGroup:Solver SolvedSide:Solver)
IncludesRunOneWay() {
    local line placed
    placed=$(find extension/src/BulletAmbientFluid -name '*.cpp' | sed -nE 's|.*/([A-Za-z]+)/(btFluid.*)\.cpp$|\2:\1|p')
    while IFS= read -r line; do offence "$line"; done < <(
        find extension samples -name '*.h' -o -name '*.cpp' | sort |
            xargs awk -v rooms="${rooms[*]}" -v binding="${binding[*]}" -v placed="${lone[*]/#/btFluid} ${placed//$'\n'/ }" '
                BEGIN {
                    for (i = split(rooms, names, " "); i > 0; --i) place[names[i]] = i
                    for (i = split(binding, names, " "); i > 0; --i) floor_[names[i]] = i
                    for (i = split(placed, names, " "); i > 0; --i) { split(names[i], pair, ":"); room[pair[1]] = pair[2] }
                }
                # path as in an include, or below samples/ and tools/ -> its place in the order of rooms, from 1, or 0
                function rank(path, parts, base) {
                    split(path, parts, "/")
                    if (parts[1] == "AmbientFluid" && parts[3] != "") return place[parts[2]] + 0
                    if (parts[1] == "BulletAmbientFluid") {
                        if (parts[3] != "") return floor_[parts[2]] ? 20 + floor_[parts[2]] : 0
                        if (parts[2] == "btAmbientFluidCommon.h") return 32
                        base = parts[2]
                        sub(/\.h$/, "", base)
                        return room[base] != "" ? 20 + floor_[room[base]] : 0
                    }
                    return path ~ /^AmbientFluidGrid\// ? 16 : path ~ /^BulletAmbientFluidGrid\// ? 33 : path ~ /^AmbientFluidC\// ? 36 : \
                        path ~ /^(Formats|MeshImport|RobotFormats|Output)\// ? 41 : path ~ /^Worlds\// ? 42 : path ~ /^AmbientFluid(Fmu|Web)\// ? 43 : \
                        path ~ /^(tools|AmbientFluidPython)\// ? 46 : path ~ /^samples\// ? 51 : 0
                }
                FNR == 1 {
                    file = FILENAME
                    sub(/^extension\/((include|src)\/)?/, "", file)
                    from = rank(file)
                    if (!from) { print FILENAME ": lies in no room that tests/house/check.sh knows"; nextfile }
                }
                /^[ \t]*#[ \t]*include/ && match($0, /[<"][^>"]+/) {
                    name = substr($0, RSTART + 1, RLENGTH - 1)
                    to = rank(name)
                    if (to > from) print FILENAME ": includes " name ", a later room"
                    if (name ~ /^(Bullet)?AmbientFluid\// && !to) print FILENAME ": includes " name ", which is in no known room"
                    if (from < 21 && /"/ && name !~ /^AmbientFluid(Grid)?\//)
                        print FILENAME ": includes \"" name "\": headers of the core are named from their library on"
                    if (from < 21 && name ~ /^(bullet\/.*|(.*\/)?bt[A-Z].*\.h)$/) print FILENAME ": includes " name ": the core knows no Bullet"
                }'
    )
}

# Scenes and their interface do not depend on the display; drawings do not depend on the file formats.
ScenesKnowNoPictures() {
    local line
    while IFS= read -r line; do offence "$line"; done < <(
        grep -rnE '#include "(exporters|drawing|graphics|viewer|commands|gallery|validation|Output/Gnuplot)' samples/scenes samples/app/interface || true
    )
    while IFS= read -r line; do offence "$line"; done < <(
        grep -rnE '#include "(exporters|graphics|viewer|commands|gallery|validation)/' samples/app/drawing || true
        grep -rnE '#include "(viewer|commands|gallery|validation)/' samples/app/exporters || true
    )
    if [[ ! -f samples/app/interface/Scene.h ]]; then offence "there is no samples/app/interface/Scene.h: this check sees nothing"; fi
}

# Files of one name are one node; tsort names the members of each ring.
FilesOfTheBindingFormNoRing() {
    local folder line from name
    for folder in BulletAmbientFluid BulletAmbientFluidGrid; do
        while IFS= read -r line; do
            offence "$folder: ring of includes: $line"
        done < <(
            grep -rE "^#include \"$folder/" "extension/include/$folder" "extension/src/$folder" --include='*.h' --include='*.cpp' |
                while IFS=: read -r from name; do
                    from=$(basename "${from%.*}")
                    name=$(basename "${name%.h\"}")
                    if [[ $from != "$name" ]]; then echo "$from $name"; fi
                done | tsort 2>&1 >/dev/null
        )
    done
}

# No folder has more than 70 files: a reader sees its list at a glance.
FoldersAreSmall() {
    local count folder
    while read -r count folder; do
        if ((count > 70)); then offence "$folder: $count files, 70 are allowed"; fi
    done < <(find extension samples/scenes samples/app -type f | sed 's|/[^/]*$||' | sort | uniq -c)
}

# At most 40 functions and 20 data members a class; `KirchhoffMotion` at most 12 public functions, beside its constructor. Exceptions
# stand in large-classes.txt, with reasons.
ClassesHaveOneSubject() {
    local lists=tests/house path name functions public members excepted=$'\n' classes=0
    excepted+=$(sed -nE 's/^([A-Za-z]+)\t.+/\1/p' $lists/large-classes.txt)$'\n'
    while read -r path name functions public members; do
        classes=$((classes + 1))
        if [[ $name == KirchhoffMotion ]] && ((public > 12)); then offence "$path: $name has $public public functions, 12 are allowed"; fi
        if [[ $excepted == *$'\n'"$name"$'\n'* ]]; then continue; fi
        if ((functions > 40)); then offence "$path: $name has $functions functions, 40 are allowed"; fi
        if ((members > 20)); then offence "$path: $name has $members data members, 20 are allowed"; fi
    done < <(find extension \( -name '*.h' -o -name '*.cpp' \) | sort | xargs awk -f $lists/class-sizes.awk)
    if ((classes < 500)); then offence "only $classes classes were found in extension/: this check sees nothing"; fi
}

# At most 60 lines between the braces of a function, in the layout of clang-format. Exceptions are tables of data.
FunctionsAreShort() {
    local line tables=' sampleEntries worldKeySets measuredBodies '
    while IFS= read -r line; do offence "$line"; done < <(
        find extension samples \( -name '*.h' -o -name '*.cpp' \) | sort | xargs awk -v tables="$tables" '
            function indent(text) { match(text, /^[ \t]*/); return RLENGTH }
            FNR == 1 { depth = 0; above = "" }
            # A function: a list of parameters before the brace, on its line or the one above, and no word of a statement.
            /\{$/ {
                head = $0 ~ /^[ \t]*\{$/ ? above : $0
                if (head ~ /\)/ && head !~ /^[ \t]*(if|for|while|switch|else|do|try|return|case|\})/) {
                    start[++depth] = FNR
                    margin[depth] = indent($0)
                    match(head, /[A-Za-z_0-9~]+\(/)
                    name[depth] = RSTART ? substr(head, RSTART, RLENGTH - 1) : "a function"
                }
            }
            /^[ \t]*\}/ {
                while (depth > 0 && margin[depth] > indent($0)) --depth
                if (depth > 0 && margin[depth] == indent($0) && start[depth] < FNR) {
                    ++found
                    if (FNR - start[depth] - 1 > 60 && index(tables, " " name[depth] " ") == 0)
                        print FILENAME ":" start[depth] ": " name[depth] " has " FNR - start[depth] - 1 " lines, 60 are allowed"
                    --depth
                }
            }
            { above = $0 }
            END { if (found < 3000) print "only " found " functions were found" }'
    )
}

# Headers for users include no other ones.
InstalledHeadersAreWhole() {
    local header name checked=0
    while IFS=: read -r header name; do
        checked=$((checked + 1))
        name=${name#*\"}
        name=${name%\"*}
        if [[ ! -f extension/include/$name ]]; then offence "$header: is installed and includes $name, which is not"; fi
    done < <(grep -rE '^#include "' extension/include --include='*.h')
    if ((checked < 100)); then offence "only $checked includes were found"; fi
}

# Fewer than 120 headers are for users, and at most 45 come with the umbrella header.
FewHeadersAreInstalled() {
    local installed umbrella
    installed=$(find extension/include -name '*.h' | wc -l)
    if ((installed < 50 || installed >= 120)); then offence "$installed headers are installed, not fewer than 120"; fi
    umbrella=$(included_by BulletAmbientFluid/btAmbientFluidCommon.h | wc -l)
    if ((umbrella < 10 || umbrella > 45)); then offence "the umbrella header has $umbrella headers, more than 45"; fi
}

# included_by HEADER: it and all headers of ours that it includes, by their names in extension/include.
included_by() {
    local -A seen=()
    local todo=("$1") name
    while ((${#todo[@]} > 0)); do
        name=${todo[0]}
        todo=("${todo[@]:1}")
        if [[ -n ${seen[$name]:-} ]]; then continue; fi
        seen[$name]=1
        echo "$name"
        while IFS= read -r name; do todo+=("$name"); done < <(sed -nE 's/^#include "(.*)"/\1/p' "extension/include/$name")
    done
}

# In the guides: `words in backticks` of the form of paths of this repository, and the targets of links.
EveryPathInTheReadmesExists() {
    local readme word checked=0
    local ours='^(extension|samples|tests|third_party|packaging|\.ci|tools|include|src|AmbientFluid|AmbientFluidC|AmbientFluidFmu|AmbientFluidGrid|AmbientFluidPython|AmbientFluidWeb|BulletAmbientFluid|BulletAmbientFluidGrid|docs|core|bullet|laws|regression|benchmarks|scenes)/'
    for readme in README.md extension/README.md packaging/README.md CONTRIBUTING.md docs/*.md; do
        if [[ ! -f $readme ]]; then
            offence "$readme: missing"
            continue
        fi
        while IFS= read -r word; do
            read -r word _ <<<"$word" || true
            word=${word#./}
            if [[ ! $word =~ ^[A-Za-z0-9_./+*-]+$ ]]; then continue; fi
            if [[ ! $word =~ $ours && ! $word =~ ^[A-Za-z0-9_-]+\.(md|sh)$ && ! $word =~ /.*\.(h|cpp|cmake|md|sh|json|txt)$ ]]; then continue; fi
            if [[ $word == build/* || $word == ../* || $word == /* ]]; then continue; fi
            checked=$((checked + 1))
            word=${word%/}
            if ! compgen -G "$word" >/dev/null && ! compgen -G "$(dirname "$readme")/$word" >/dev/null; then
                offence "$readme: names $word, which does not exist"
            fi
        done < <(
            awk '/^ *```/ { fenced = !fenced; next } fenced { print; next }
                 { line = $0; while (match(line, /`[^`]+`/)) { print substr(line, RSTART + 1, RLENGTH - 2); line = substr(line, RSTART + RLENGTH) } }' "$readme"
        )
        while IFS= read -r word; do
            if [[ ! -e $(dirname "$readme")/$word ]]; then offence "$readme: links to $word, which does not exist"; fi
        done < <(awk '/^ *```/ { fenced = !fenced } !fenced' "$readme" | grep -oE '\]\([^)#[:space:]]+' | cut -c3- | grep -vE '^[a-z]+:' || true)
    done
    if ((checked == 0)); then offence "no path was found in the READMEs: this check sees nothing"; fi
}

# The live page is compiled without Assimp and OpenVDB; its tests, which compile the page, are not run at every change.
BrowserSourcesNeedNoHostLibraries() {
    local folder=extension/src/Formats/MeshImport left hosts='<(assimp|openvdb)/' file checked=0
    left=$(sed -nE 's/.*importSources EXCLUDE REGEX "\/\(([^)]*)\).*/\1/p' extension/src/Formats/CMakeLists.txt | head -n 1)
    while IFS= read -r file; do hosts+="|\"MeshImport/$(basename "$file")\""; done < <(grep -lE "#include $hosts" "$folder"/*.h || true)
    for file in "$folder"/*.cpp; do
        if [[ -z $left || $(basename "$file") =~ ^($left|SolidWrap)\.cpp$ ]]; then continue; fi
        checked=$((checked + 1))
        if grep -qE "#include ($hosts)" "$file"; then offence "$file: is compiled for browsers, and includes a header of Assimp or OpenVDB"; fi
    done
    if ((checked == 0)); then offence "no source of $folder is compiled for browsers: this check sees nothing"; fi
}

# Each file of reference numbers has a line of origin and a reader, and nothing is read from beside the repository.
EveryReferenceNumberHasAnOrigin() {
    local folder=tests/reference file name line checked=0
    for file in "$folder"/*; do
        name=${file##*/}
        if [[ $name == README.md ]]; then continue; fi
        checked=$((checked + 1))
        if ! grep -qE "^\| \`${name//./\\.}\` \| .{20,} \|\$" "$folder/README.md"; then offence "$file: $folder/README.md has no line on its origin"; fi
        if ! grep -rqF "$name\"" tests samples --include='*.cpp' --include='*.h'; then offence "$file: no test and no page reads it"; fi
    done
    if ((checked == 0)); then offence "no file was found in $folder: this check sees nothing"; fi
    while IFS= read -r line; do offence "$line: lies outside the repository"; done < <(
        sources | grep -v '^tests/house/check\.sh$' | xargs grep -nE '\.\./(\.\./)*shared/' || true
    )
}

FilesAreShort() {
    local file lines
    while read -r lines file; do
        if ((lines > 400)); then offence "$file: $lines lines, 400 are allowed"; fi
    done < <(sources | xargs wc -l | grep -v ' total$')
}

EveryFileNamesItsLicence() {
    local line
    # .json and .pc.in have no comments for the identifier.
    while IFS= read -r line; do offence "$line"; done < <(
        sources | grep -vE '\.(json|pc\.in)$' | xargs awk '
            function finish() { if (file != "" && !named) print file ": no SPDX line at the top" }
            FNR == 1 { finish(); file = FILENAME; named = 0 }
            file ~ /\.(h|cpp|c)$/ { if ($0 == "// SPDX-License-Identifier: Zlib") named = 1; nextfile }
            file ~ /\.(js|mjs|css|html)$/ && /SPDX-License-Identifier: Zlib/ { named = 1 }
            $0 == "# SPDX-License-Identifier: Zlib" { named = 1 }
            FNR == 2 { nextfile }
            END { finish() }'
    )
}

# Constructs of g++, clang or POSIX refused by Microsoft's compiler, or broken by macros of its system headers: none in
# a public header, outside of a condition on the compiler.
NothingInAPublicHeaderIsRefusedByMsvc() {
    local header found checked=0
    while IFS= read -r header; do
        checked=$((checked + 1))
        while IFS= read -r found; do offence "$header:$found"; done < <(
            awk '
                /^#[ \t]*if/ { depth++ }
                /^#[ \t]*(if|elif)/ { if (asks == 0 && /__GNUC__|__clang__|AMBIENT_FLUID_VECTOR_TYPES|AMBIENT_FLUID_X86_LANES/) asks = depth }
                /^#[ \t]*endif/ { if (depth == asks) asks = 0; depth-- }
                {
                    line = $0
                    sub(/\/\/.*/, "", line)
                    gsub(/"[^"]*"/, "", line)
                    bad = ""
                    if (line ~ /__attribute__|__builtin_|__int128|__PRETTY_FUNCTION__|__extension__|_Pragma *\(|__asm|(^|[^_a-zA-Z])(typeof|asm) *\(/) bad = "a word of g++"
                    if (line ~ /^#[ \t]*(pragma (GCC|clang)|warning|include_next)/) bad = "a directive of g++"
                    if (line ~ /include *<(unistd|pthread|dlfcn|strings|sys\/[a-z]*)\.h>/) bad = "a header of POSIX"
                    if (line ~ /(^|[^_a-zA-Z])(ssize_t|M_PI|M_E|strcasecmp|alloca)([^_a-zA-Z]|$)/) bad = "a name of POSIX"
                    if (line ~ /\(\{/ && line !~ /[a-zA-Z_]\(\{/) bad = "a statement as an expression"
                    if (line ~ /[({,] *\.[a-z_]+ *=/) bad = "a designated initialiser, C++20"
                    if (line ~ /\? *:[^:]/) bad = "a condition without its middle"
                    if (line ~ /\[0\] *;/ && line ~ /^ *[a-zA-Z_:<>]+ +[a-zA-Z_]+\[0\]/) bad = "an array of no length"
                    if (line ~ /(^|[^_a-zA-Z:.])(near|far|small|interface|min|max)[ \t]*[;,=({]/) bad = "a name that windows.h has as a macro"
                    if (bad != "" && asks == 0) print NR ": " bad ": " $0
                }' "$header"
        )
    done < <(find extension/include -name '*.h' | sort)
    if ((checked < 100)); then offence "only $checked headers were checked"; fi
}

# The core and the binding have equal bits on every platform: no elementary function of the standard library.
ElementaryFunctionsAreOurOwn() {
    local found
    while IFS= read -r found; do offence "$found: use ambient::portable (Math/PortableFunctions.h)"; done < <(
        grep -rnE 'std::(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|erf|erfc|tgamma|lgamma|fma)\(|Eigen::AngleAxis' \
            extension/{include,src}/{AmbientFluid,BulletAmbientFluid} --include='*.h' --include='*.cpp' || true
    )
}

# Debian 12 has Node.js 18: no package of npm requires a later one. Ranges are `>=N`, `^N` or `N`, with `||` between
# them.
PackagesOfNpmRunOnNode18() {
    local found checked
    while IFS= read -r found; do offence "samples/web/package-lock.json: $found"; done < <(
        awk '
            /^    "node_modules\// { name = $1 }
            /^        "node": "/ {
                line = $0
                sub(/^ *"node": "/, "", line)
                sub(/".*/, "", line)
                count = split(line, ranges, /[ \t]*\|\|[ \t]*/)
                fits = 0
                for (i = 1; i <= count; ++i) {
                    least = ranges[i]
                    sub(/^[^0-9]*/, "", least)
                    if (ranges[i] ~ /^>/ ? least + 0 <= 18 : int(least) == 18) fits = 1
                }
                if (!fits) print name " wants node " line
            }' samples/web/package-lock.json
    )
    checked=$(grep -c '"node": "' samples/web/package-lock.json)
    if ((checked < 2)); then offence "only $checked packages were checked"; fi
}

# The version of CMakeLists.txt is that of all packages and pages that state one. The name of Debian's library has major and minor version.
OneVersionEverywhere() {
    local version file pattern stated
    version=$(sed -nE 's/^ *VERSION ([0-9]+\.[0-9]+\.[0-9]+)$/\1/p' CMakeLists.txt | head -n 1)
    if [[ -z $version ]]; then offence "CMakeLists.txt: no version was found"; fi
    while IFS=' ' read -r file pattern; do
        # The first match; Python writes 1.2.3 as (1, 2, 3).
        stated=$(sed -nE "s/$pattern/\\1/p" "$file" | sed 's/, /./g;q')
        case $pattern in *libbulletambientfluid*) stated+=.${version##*.} ;; esac
        if [[ $stated != "$version" ]]; then offence "$file: version '$stated', but CMakeLists.txt has $version"; fi
    done <<'EOF'
CHANGELOG.md ^## \[([0-9.]+)\].*
README.md ^This is version ([0-9.]+):.*
packaging/blender/ambientfluid_blender/__init__.py ^ *"version": \(([0-9, ]+)\),$
packaging/debian/changelog ^bullet-ambient-fluid \(([0-9.]+)-[0-9]+\).*
packaging/debian/control ^Package: libbulletambientfluid([0-9.]+)$
packaging/README.md .*`libbulletambientfluid([0-9.]+)`.*
packaging/vcpkg/bullet-ambient-fluid/vcpkg.json ^ *"version-semver": "([0-9.]+)",$
EOF
    if [[ ! -f packaging/debian/libbulletambientfluid${version%.*}.install ]]; then offence "packaging/debian: no libbulletambientfluid${version%.*}.install"; fi
    while IFS= read -r file; do offence "$file: names a file of one version: write VERSION"; done < <(
        grep -rnE 'ambient-?fluid[-_][0-9]+\.[0-9]+\.[0-9]+' README.md CONTRIBUTING.md docs packaging --include='*.md' || true
    )
}

"$check"
if ((offences > 0)); then
    echo "$check: $offences offence(s)"
    exit 1
fi
