# SPDX-License-Identifier: Zlib
# assimp::assimp (reads mesh files, BSD-3), for the tool and the samples only
if(TARGET assimp::assimp)
    return()
endif()
find_package(assimp 5 REQUIRED CONFIG)
