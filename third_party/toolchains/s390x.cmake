# SPDX-License-Identifier: Zlib
# Debian's cross compiler for s390x, a big-endian machine; programs run in QEMU's user mode.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(CMAKE_C_COMPILER s390x-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER s390x-linux-gnu-g++)
set(CMAKE_FIND_ROOT_PATH /usr/s390x-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
find_program(AMBIENT_FLUID_QEMU qemu-s390x)
if(AMBIENT_FLUID_QEMU)
    set(CMAKE_CROSSCOMPILING_EMULATOR "${AMBIENT_FLUID_QEMU}" -L /usr/s390x-linux-gnu)
    set(AMBIENT_FLUID_TEST_SLOWNESS 8) # QEMU runs some thirty times slower, but few tests need most of their time
endif()
