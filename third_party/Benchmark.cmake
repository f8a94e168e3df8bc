# SPDX-License-Identifier: Zlib
# benchmark::benchmark (Apache-2.0), for ambient-bench only
if(TARGET benchmark::benchmark)
    return()
endif()
find_package(benchmark 1.7 REQUIRED CONFIG)
