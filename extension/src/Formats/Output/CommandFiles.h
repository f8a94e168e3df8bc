// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <vector>

namespace ambient {

/// The files that a command reads and writes, told before it starts: no output destroys an input or another output.
/// Two paths are one file whatever way they lead to it: spelled differently, by a symbolic link, by a hard link.
class CommandFiles {
  public:
    /// Takes note of an input. What does not exist is none, nor is a pipe.
    /// \param role as the message calls it: "the mesh", "--edges" \param path a file, or a folder, whose files are read
    void reads(const std::string& role, const std::string& path);
    /// Takes note of an output, before it is opened. An empty path is none; /dev/null may be written by several.
    /// \throws std::invalid_argument, one line naming both, if it is a file that is read or written already
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
