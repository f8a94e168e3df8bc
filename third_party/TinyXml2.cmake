# SPDX-License-Identifier: Zlib
# tinyxml2::tinyxml2 (reads and writes XML, zlib), for the tool and the samples
if(TARGET tinyxml2::tinyxml2)
    return()
endif()
find_package(tinyxml2 REQUIRED CONFIG)
