// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace ambient {

/// The destination of the bytes of an output.
struct OutputTarget {
    enum class Kind {
        NewFile,   ///< there is no file yet
        OldFile,   ///< a file is replaced
        Special,   ///< a device or a named pipe
        Descriptor ///< an open file of this program, as /dev/stdout
    };
    Kind kind = Kind::NewFile;
    std::string path;    ///< behind all symbolic links; of its last part, not of its folders
    int descriptor = -1; ///< of Descriptor

    bool isFile() const { return kind == Kind::NewFile || kind == Kind::OldFile; }
};

/// Follows the symbolic links of a path, also to a missing file.
/// \throws OutputRefused if nothing can be written there: a folder, a disk, links in a circle, no name
OutputTarget targetOf(const std::string& path);

} // namespace ambient
