// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <vector>

namespace ambient {

/// The input and output files of a command, listed before its start, so that no output destroys an input or another
/// output. Different spellings, symbolic links and hard links of a file are recognised as one file.
class CommandFiles {
  public:
    /// Records an input. Ignores paths without a file, and pipes.
    /// \param role the name in messages: "the mesh", "--edges" \param path a file, or a folder, whose files are read
    void reads(const std::string& role, const std::string& path);
    /// Records an output before the output is opened. Ignores an empty path; /dev/null may be recorded repeatedly.
    /// \throws std::invalid_argument, one line naming both files, if the file is read or written already
    void writes(const std::string& role, const std::string& path);

  private:
    struct File {
        std::string role, path;
        std::string target; ///< the one absolute path of the file
    };
    static std::string targetPathOf(const std::string& path);

    std::vector<File> m_inputs, m_outputs;
};

} // namespace ambient
