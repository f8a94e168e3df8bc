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

# All text that is ours, one path a line.
sources() {
    find CMakeLists.txt CMakePresets.json extension samples tests third_party packaging .ci -type f \
        \( -name '*.h' -o -name '*.cpp' -o -name '*.cmake' -o -name '*.in' -o -name '*.sh' -o -name CMakeLists.txt -o -path '.ci/*' \
        -o -name '*.c' -o -name '*.py' -o -name '*.js' -o -name '*.mjs' -o -name '*.css' -o -name '*.html' \) |
        sort
}

rooms=(Math Mesh PotentialFlow Media Body Forces Dynamics Articulated Propulsion Coupling Locomotion)
rank_of() { # path below extension/ or samples/ -> its place in the order of rooms, or nothing
    local i
    case $1 in
        AmbientFluid/*/*)
            for i in "${!rooms[@]}"; do
                if [[ $1 == AmbientFluid/${rooms[i]}/* ]]; then echo "$i"; fi
            done
            ;;
        AmbientFluidGrid/*) echo 15 ;;
        BulletAmbientFluid/*) echo 20 ;;
        BulletAmbientFluidGrid/*) echo 22 ;;
        AmbientFluidC/*) echo 25 ;;
        tools/* | MeshImport/* | WorldFile/*) echo 30 ;;
        AmbientFluidPython/*) echo 35 ;;
        samples/*) echo 40 ;;
    esac
}

IncludesRunOneWay() {
    local file line name from to
    while IFS= read -r file; do
        from=$(rank_of "${file#extension/}")
        if [[ -z $from ]]; then
            offence "$file: lies in no room that tests/house/check.sh knows"
            continue
        fi
        while IFS= read -r line; do
            [[ $line =~ [\<\"]([^\>\"]+) ]] && name=${BASH_REMATCH[1]} || continue
            to=$(rank_of "$name")
            if [[ -n $to && $to -gt $from ]]; then offence "$file: includes $name, a later room"; fi
            if [[ $name == AmbientFluid/* && -z $to ]]; then offence "$file: includes $name, which is in no known room"; fi
            if ((from < 20)) && [[ $line == *\"* && $name != AmbientFluid/* && $name != AmbientFluidGrid/* ]]; then
                offence "$file: includes \"$name\": headers of the core are named from extension/ on"
            fi
            if ((from < 20)) && [[ $name == bt[A-Z]*.h || $name == bullet/* || $name == */bt[A-Z]*.h ]]; then
                offence "$file: includes $name: the core knows no Bullet"
            fi
        done < <(grep -E '^[[:space:]]*#[[:space:]]*include' "$file" || true)
    done < <(find extension/AmbientFluid extension/AmbientFluidGrid extension/BulletAmbientFluid extension/BulletAmbientFluidGrid extension/AmbientFluidC extension/tools extension/AmbientFluidPython samples -name '*.h' -o -name '*.cpp' | sort)
}

# The private headers exist, and no installed one includes them.
InstalledHeadersAreWhole() {
    local list=extension/package/private-headers.txt header includer
    while IFS= read -r header; do
        if [[ $header == \#* ]]; then continue; fi
        if [[ ! -f extension/$header ]]; then offence "$list: names $header, which does not exist"; fi
        while IFS= read -r includer; do
            if ! grep -qx "${includer#extension/}" "$list"; then offence "$includer: is installed and includes $header, which is not"; fi
        done < <(grep -rlF "#include \"$header\"" extension/AmbientFluid extension/BulletAmbientFluid --include='*.h' || true)
    done <"$list"
}

# In the guides: `words in backticks` that look like paths of this repository, and the targets of links.
EveryPathInTheReadmesExists() {
    local readme word checked=0
    local ours='^(extension|samples|tests|third_party|packaging|\.ci|tools|AmbientFluid|AmbientFluidC|AmbientFluidGrid|AmbientFluidPython|BulletAmbientFluid|BulletAmbientFluidGrid|docs|core|bullet|laws|regression|benchmarks|scenes)/'
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

FilesAreShort() {
    local file lines
    while IFS= read -r file; do
        lines=$(wc -l <"$file")
        if ((lines > 400)); then offence "$file: $lines lines, 400 are allowed"; fi
    done < <(sources)
}

EveryFileNamesItsLicence() {
    local file
    while IFS= read -r file; do
        case $file in
            *.json | *.pc.in) continue ;; # formats that have no place for it
            *.h | *.cpp | *.c)
                if [[ $(head -n 1 "$file") != "// SPDX-License-Identifier: Zlib" ]]; then offence "$file: line 1 is not the SPDX line"; fi
                ;;
            *.js | *.mjs | *.css | *.html)
                if ! head -n 2 "$file" | grep -q 'SPDX-License-Identifier: Zlib'; then offence "$file: no SPDX line at the top"; fi
                ;;
            *)
                if ! head -n 2 "$file" | grep -qx '# SPDX-License-Identifier: Zlib'; then offence "$file: no SPDX line at the top"; fi
                ;;
        esac
    done < <(sources)
}

# Constructs of g++ and clang, or of POSIX, that Microsoft's compiler refuses, or that its system headers break by macros of the same
# name: none in a header that users include, outside of a condition that asks for the compiler.
NothingInAPublicHeaderIsRefusedByMsvc() {
    local header found checked=0
    while IFS= read -r header; do
        if grep -qxF "${header#extension/}" extension/package/private-headers.txt; then continue; fi
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
    done < <(find extension/AmbientFluid extension/AmbientFluidC extension/AmbientFluidGrid extension/BulletAmbientFluid extension/BulletAmbientFluidGrid -name '*.h' | sort)
    if ((checked < 100)); then offence "only $checked headers were checked"; fi
}

# The core and the binding have equal bits on every platform: no elementary function of the standard library.
ElementaryFunctionsAreOurOwn() {
    local found
    while IFS= read -r found; do offence "$found: use ambient::portable (Math/PortableFunctions.h)"; done < <(
        grep -rnE 'std::(sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh|exp|exp2|expm1|log|log2|log10|log1p|pow|cbrt|hypot|erf|erfc|tgamma|lgamma|fma)\(|Eigen::AngleAxis' \
            extension/AmbientFluid extension/BulletAmbientFluid --include='*.h' --include='*.cpp' || true
    )
}

"$check"
if ((offences > 0)); then
    echo "$check: $offences offence(s)"
    exit 1
fi
