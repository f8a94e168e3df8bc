# SPDX-License-Identifier: Zlib
# Debian's emscripten as a cross compiler. Exceptions are WebAssembly's own, and vectors have two doubles (SIMD128), which every
# browser of 2022 has.
set(EMSCRIPTEN_ROOT_PATH "/usr/share/emscripten" CACHE PATH "Folder of emscripten")
if(NOT EXISTS "${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake")
    message(FATAL_ERROR "emscripten is not in ${EMSCRIPTEN_ROOT_PATH} (Debian: third_party/install.sh --web)")
endif()
include("${EMSCRIPTEN_ROOT_PATH}/cmake/Modules/Platform/Emscripten.cmake")
string(APPEND CMAKE_CXX_FLAGS_INIT " -fwasm-exceptions -msimd128 -Wno-unknown-pragmas")
