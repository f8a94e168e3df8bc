# SPDX-License-Identifier: Zlib
# Debian's cross compiler for arm64; programs run in QEMU's user mode.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_FIND_ROOT_PATH /usr/aarch64-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
find_program(AMBIENT_FLUID_QEMU qemu-aarch64)
if(AMBIENT_FLUID_QEMU)
    set(CMAKE_CROSSCOMPILING_EMULATOR "${AMBIENT_FLUID_QEMU}" -L /usr/aarch64-linux-gnu)
    set(AMBIENT_FLUID_TEST_SLOWNESS 8) # QEMU runs some thirty times slower, but few tests need most of their time
endif()
