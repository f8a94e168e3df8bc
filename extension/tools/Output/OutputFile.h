// SPDX-License-Identifier: Zlib
#pragma once

#include <cstdio>
#include <string>

namespace ambient {

/// A file that appears whole or not at all: it is written as PATH.tmp and renamed at the end.
class OutputFile {
  public:
    /// Opens PATH.tmp, so that a place that cannot be written is known before the work starts.
    /// \throws std::invalid_argument, one line naming the path and the reason; also when PATH exists and is not a
    /// regular file.
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
    /// Closes it and gives it its name. \throws std::runtime_error when something could not be written.
    void commit();

  private:
    std::string m_path;
    std::string m_temporaryPath;
    std::FILE* m_file = nullptr;
    bool m_failed = false;
    bool m_committed = false;
};

/// From now on the process removes unfinished files when it is interrupted or terminated (SIGINT, SIGTERM, SIGHUP), and
/// a file that grows beyond what the user may write (SIGXFSZ) is an error like a full disk.
void removeUnfinishedFilesOnSignals();

} // namespace ambient
