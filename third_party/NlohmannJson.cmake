# SPDX-License-Identifier: Zlib
# nlohmann_json::nlohmann_json (JSON, MIT), for the tool, the samples and the benchmark report only
if(TARGET nlohmann_json::nlohmann_json)
    return()
endif()
find_package(nlohmann_json 3.10 REQUIRED CONFIG)
