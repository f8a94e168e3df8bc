# SPDX-License-Identifier: Zlib
# CLI11::CLI11 (command lines, BSD-3), for the tool and the samples only
if(TARGET CLI11::CLI11)
    return()
endif()
find_package(CLI11 2.1 REQUIRED CONFIG)
