#!/usr/bin/env bash
# SPDX-License-Identifier: Zlib
# compile-as-msvc.sh: reads every public header as Microsoft's compiler does: clang with its target, its extensions and
# its rules for templates. The headers of the C++ library and of Windows are those of MinGW-w64: Microsoft's own are in
# no archive. Prints the first errors; exits 77 if clang, MinGW's headers or Bullet's are missing.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

clang=$(command -v clang++-14 || command -v clang++ || true)
[[ -n $clang ]] || { echo "there is no clang++" >&2; exit 77; }
library=$(compgen -G '/usr/lib/gcc/x86_64-w64-mingw32/*-posix/include/c++' | tail -1 || true)
windows=/usr/x86_64-w64-mingw32/include
if [[ -z $library || ! -d $windows ]]; then
    echo "there are no headers of MinGW-w64 (Debian: third_party/install.sh --cross)" >&2
    exit 77
fi
bullet=$(pkg-config --variable=includedir bullet 2>/dev/null || true)/bullet
[[ -d $bullet ]] || bullet=/usr/include/bullet
[[ -f $bullet/btBulletDynamicsCommon.h ]] || { echo "there are no headers of Bullet" >&2; exit 77; }

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# MinGW's headers expect to be read for its own target: one attribute is missing for this one, and one function collides.
cat >"$folder/prelude.h" <<'END'
#include <_mingw.h>
#undef __MINGW_IMPORT
#define __MINGW_IMPORT extern __declspec(dllimport)
#define _setjmp setjmp_of_mingw
#include <setjmp.h>
#undef _setjmp
END
find extension/include -name '*.h' | grep -vE '/AmbientFluidC/Ambient(Engine|MultiBody|Threads)C' | sort |
    sed 's|^extension/include/\(.*\)|#include "\1"|' >"$folder/all.cpp"
echo '#include "AmbientFluidC/AmbientFluidC.h"' >"$folder/c.c"
own=$("$clang" -print-resource-dir)/include
"$clang" --target=x86_64-pc-windows-msvc -fms-extensions -fms-compatibility -fms-compatibility-version=19.30 -fno-delayed-template-parsing \
    -fgnuc-version=12.2 -std=c++17 -fsyntax-only -Wall -Wextra -Werror -Wno-#warnings -nostdinc++ -isystem "$library" -isystem "$library/x86_64-w64-mingw32" \
    -isystem "$own" -isystem "$windows" -isystem /usr/include/eigen3 -isystem "$bullet" -Iextension/include -include "$folder/prelude.h" "$folder/all.cpp"
"$clang" --target=x86_64-pc-windows-msvc -x c -std=c99 -fsyntax-only -Wall -Wextra -Werror -pedantic -isystem "$own" -Iextension/include "$folder/c.c"
echo "$(wc -l <"$folder/all.cpp") public headers"
