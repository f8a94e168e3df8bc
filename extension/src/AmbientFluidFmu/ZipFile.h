// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace ambient {

/// A compressed archive (.zip). All entries have the date 1980-01-01: equal contents give equal bytes.
class ZipFile {
  public:
    /// \param path the file that is written; OutputFile::handOver() gives one \throws std::runtime_error
    explicit ZipFile(const std::string& path);
    ~ZipFile();
    ZipFile(const ZipFile&) = delete;
    ZipFile& operator=(const ZipFile&) = delete;

    /// \param name path in the archive, with `/` \throws std::runtime_error if the file cannot be written
    void add(const std::string& name, const std::string& bytes);
    /// Writes the list of entries. \throws std::runtime_error as add()
    void close();

  private:
    std::string m_path;
    void* m_zip = nullptr;
};

} // namespace ambient
