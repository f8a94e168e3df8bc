// SPDX-License-Identifier: Zlib
#pragma once

#include <cstdio>
#include <string>

namespace ambient {

/// An output file that is written atomically: as PATH.tmp, renamed at the end.
class OutputFile {
  public:
    /// Opens PATH.tmp, so that an unwritable location is reported before the work starts.
    /// \throws std::invalid_argument, one line with path and reason, if PATH.tmp cannot be opened, or if PATH exists
    ///        and is not a regular file
    explicit OutputFile(const std::string& path);
    /// Removes PATH.tmp unless commit() was called.
    ~OutputFile();
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;

    const std::string& path() const { return m_path; }
    const std::string& temporaryPath() const { return m_temporaryPath; }

    void write(const std::string& text);
    /// Closes the file, for another program to write to temporaryPath().
    void close();
    /// Closes the file and renames it to PATH. \throws std::runtime_error if a write failed
    void commit();

  private:
    std::string m_path;
    std::string m_temporaryPath;
    std::FILE* m_file = nullptr;
    bool m_failed = false;
    bool m_committed = false;
};

/// Installs signal handlers that remove unfinished files on SIGINT, SIGTERM and SIGHUP (Windows: the first two).
/// Also makes exceeding the file size limit (SIGXFSZ) a write error, like a full disk.
void removeUnfinishedFilesOnSignals();

} // namespace ambient
