// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace ambient {

/// Text of `--version`, for bug reports.
/// First line: name and version of the program. Below: the Bullet version of the build, the compiler, and the
/// instruction set of the face loops on this machine.
std::string versionText(const std::string& program);

} // namespace ambient
