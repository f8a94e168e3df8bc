// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

/// Paths of the programs and the sources of this build. Only one source file is compiled with these paths, so that a
/// compiler cache can serve all others from any folder.
namespace test {

std::string toolPath();         ///< The command `ambient`; empty if not built.
std::string samplesPath();      ///< The program `ambient-samples`; empty if not built.
std::string firstPicturePath(); ///< The program `ambient-first-picture`; empty if not built.
std::string rootPath();         ///< The root of the repository, without a slash at the end.

/// The programs as words of a shell, for any name of the folder.
inline std::string toolWord() {
    return "'" + toolPath() + "'";
}
inline std::string samplesWord() {
    return "'" + samplesPath() + "'";
}
inline std::string firstPictureWord() {
    return "'" + firstPicturePath() + "'";
}

} // namespace test
