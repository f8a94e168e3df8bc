# SPDX-License-Identifier: Zlib
# glfw: windows and input (zlib), for the samples only
if(TARGET glfw)
    return()
endif()
find_package(glfw3 3.3 REQUIRED CONFIG)
