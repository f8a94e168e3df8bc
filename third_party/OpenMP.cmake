# SPDX-License-Identifier: Zlib
# OpenMP::OpenMP_CXX (part of the compiler). Without AMBIENT_FLUID_OPENMP the target is a header whose functions return
# the values of a single thread; loops are still vectorised (omp simd), in the same order, and OpenMP's runtime is not
# linked. AMBIENT_OPENMP: the target for installed libraries, whose users need no such header.
set(AMBIENT_OPENMP OpenMP::OpenMP_CXX)
if(TARGET OpenMP::OpenMP_CXX)
    return()
endif()
if(NOT AMBIENT_FLUID_OPENMP)
    add_library(OpenMP::OpenMP_CXX INTERFACE IMPORTED GLOBAL)
    target_include_directories(OpenMP::OpenMP_CXX SYSTEM INTERFACE "${CMAKE_CURRENT_LIST_DIR}/web/include")
    set(AMBIENT_OPENMP $<BUILD_INTERFACE:OpenMP::OpenMP_CXX>)
    target_compile_options(OpenMP::OpenMP_CXX INTERFACE -fopenmp-simd -Wno-unknown-pragmas)
    return()
endif()
find_package(OpenMP REQUIRED COMPONENTS CXX)
