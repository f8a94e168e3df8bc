# SPDX-License-Identifier: Zlib
# OpenMP::OpenMP_CXX (part of the compiler)
if(TARGET OpenMP::OpenMP_CXX)
    return()
endif()
find_package(OpenMP REQUIRED COMPONENTS CXX)
