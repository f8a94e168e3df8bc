// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace ambient {

/// What `--version` prints, for reports of bugs: name and version of a program in the first line; below it the Bullet
/// that its build is for, the compiler, and the instruction set that the loops over faces run with on this machine.
std::string versionText(const std::string& program);

} // namespace ambient
