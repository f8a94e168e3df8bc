# SPDX-License-Identifier: Zlib
# Stb::Stb: PNG files in memory (MIT), for the samples only
if(TARGET Stb::Stb)
    return()
endif()
find_package(PkgConfig REQUIRED)
pkg_check_modules(Stb REQUIRED IMPORTED_TARGET GLOBAL stb)
add_library(Stb::Stb ALIAS PkgConfig::Stb)
