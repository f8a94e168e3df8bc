# SPDX-License-Identifier: Zlib
# ImGui::ImGui (panels and text, MIT) with its backends for GLFW and OpenGL 3, for the samples only.
# Debian's has a pkg-config file and no CMake package; vcpkg's is the other way round.
if(TARGET ImGui::ImGui)
    return()
endif()
find_package(imgui CONFIG QUIET)
if(TARGET imgui::imgui)
    add_library(ImGui::ImGui ALIAS imgui::imgui)
    return()
endif()
find_package(PkgConfig REQUIRED)
pkg_check_modules(ImGui REQUIRED IMPORTED_TARGET GLOBAL imgui>=1.86)
add_library(ImGui::ImGui ALIAS PkgConfig::ImGui)
