# SPDX-License-Identifier: Zlib
# Eigen3::Eigen (header-only linear algebra, MPL2)
if(TARGET Eigen3::Eigen)
    return()
endif()
find_package(Eigen3 3.4 REQUIRED CONFIG)
