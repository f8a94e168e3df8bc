// SPDX-License-Identifier: Zlib
#pragma once

#include "Output/OutputTarget.h"
#include "Output/UnfinishedFiles.h"

#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

namespace ambient {

/// An unwritable output. what() is one line: the path and why.
class OutputRefused : public std::invalid_argument {
  public:
    /// \param path as the user gave it; empty: `why` is the whole message
    OutputRefused(const std::string& path, const std::string& why, int number)
        : std::invalid_argument(path.empty() ? why : path + ": cannot be written: " + why), error(number) {}
    int error; ///< as errno
};

/// An output that failed after its start, as on a full disk. what() is one line: the path and why.
class OutputFailed : public std::runtime_error {
  public:
    OutputFailed(const std::string& path, int number);
    int error; ///< as errno
};

/// An output of a program. Writes all files of tools, samples and Python.
///
/// A file is written whole or not at all: the bytes go to a new file beside it, with an unpredictable name, and
/// commit() gives this file the name of the output. Until then, and if commit() fails, the former file stays. The new
/// file gets the mode of the former one, and its owner if the user may give files away. A symbolic link stays, and its
/// target is replaced. Devices and named pipes (/dev/stdout, /dev/null) are written directly.
///
/// The bytes are on the disk (fsync) before a former file is replaced, so that a loss of power leaves one of the two. A
/// file without a predecessor is not flushed.
class OutputFile {
  public:
    /// Makes the temporary file, to report an unwritable place before the work starts.
    /// \throws OutputRefused if the temporary file cannot be made or written
    explicit OutputFile(const std::string& path);
    /// Removes the temporary file unless commit() was called.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    const std::string& path() const { return m_path; }

    /// \throws OutputFailed at the first error of the system
    void write(const std::string& text);
    /// Closes the file, for another program to write. \returns the path of the file for this program
    const std::string& handOver();
    /// Closes the file and gives it the output's name. \throws OutputFailed if anything failed
    void commit();

  private:
    void makeTemporary(const std::string& folder);
    /// Closes the file. \returns errno, or 0
    int close();
    /// Copies the other program's file to a device or a pipe.
    int copyToTarget();

    std::string m_path;
    OutputTarget m_target;
    std::unique_ptr<UnfinishedFile> m_temporary; ///< none: the target is written directly
    std::FILE* m_file = nullptr;
    int m_error = 0; ///< the first one
    bool m_isCommitted = false;
};

} // namespace ambient
