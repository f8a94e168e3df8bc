# SPDX-License-Identifier: Zlib
# Debian's MinGW-w64 for 64-bit Windows; programs run under Wine. Its runtime libraries are linked in, so a game ships
# no DLL but ours.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_RC_COMPILER x86_64-w64-mingw32-windres)
set(CMAKE_EXE_LINKER_FLAGS_INIT -static)
set(CMAKE_SHARED_LINKER_FLAGS_INIT -static)
# The stack of Windows is aligned to 16 bytes and GCC cannot align it further, yet uses aligned moves for vectors of 32
# and 64 bytes (GCC's bug 54412). The assembler turns these moves into unaligned ones, which are as fast.
set(CMAKE_CXX_FLAGS_INIT -Wa,-muse-unaligned-vector-move)
# CMake names the library of OpenMP by its path, and would find the one for a DLL.
execute_process(
    COMMAND "${CMAKE_CXX_COMPILER}" -print-file-name=libgomp.a OUTPUT_VARIABLE gomp OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
)
set(OpenMP_gomp_LIBRARY "${gomp}" CACHE FILEPATH "OpenMP of MinGW, linked in")
set(CMAKE_FIND_ROOT_PATH /usr/x86_64-w64-mingw32)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
find_program(AMBIENT_FLUID_WINE NAMES wine wine-stable)
if(AMBIENT_FLUID_WINE)
    set(CMAKE_CROSSCOMPILING_EMULATOR env WINEDEBUG=-all "${AMBIENT_FLUID_WINE}")
endif()
