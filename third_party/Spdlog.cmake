# SPDX-License-Identifier: Zlib
# spdlog::spdlog (logging, MIT), for the tool and the samples only
if(TARGET spdlog::spdlog)
    return()
endif()
find_package(spdlog 1.10 REQUIRED CONFIG)
