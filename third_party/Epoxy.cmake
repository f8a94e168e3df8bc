# SPDX-License-Identifier: Zlib
# Epoxy::Epoxy: OpenGL and EGL functions, loaded at their first call (MIT), for the samples only
if(TARGET Epoxy::Epoxy)
    return()
endif()
find_package(PkgConfig REQUIRED)
pkg_check_modules(Epoxy REQUIRED IMPORTED_TARGET GLOBAL epoxy>=1.5 egl)
add_library(Epoxy::Epoxy ALIAS PkgConfig::Epoxy)
