// SPDX-License-Identifier: Zlib
#include "Output/OutputFile.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace ambient {

OutputFile::OutputFile(const std::string& path) : m_path(path), m_temporaryPath(path + ".tmp") {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::is_directory(status)) throw std::invalid_argument(path + ": cannot be written: is a directory");
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw std::invalid_argument(path + ": cannot be written: is not a regular file");
    m_file = path.empty() ? nullptr : std::fopen(m_temporaryPath.c_str(), "wb");
    if (path.empty()) throw std::invalid_argument("cannot write to a file without a name");
    if (!m_file) throw std::invalid_argument(path + ": cannot be written: " + std::strerror(errno));
}

OutputFile::~OutputFile() {
    close();
    if (!m_committed) std::remove(m_temporaryPath.c_str());
}

void OutputFile::write(const std::string& text) {
    m_failed = m_failed || std::fwrite(text.data(), 1, text.size(), m_file) != text.size();
}

void OutputFile::close() {
    if (!m_file) return;
    m_failed = std::fclose(m_file) != 0 || m_failed;
    m_file = nullptr;
}

void OutputFile::commit() {
    close();
    if (m_failed) throw std::runtime_error(m_path + ": could not be written completely");
    if (std::rename(m_temporaryPath.c_str(), m_path.c_str()) != 0)
        throw std::runtime_error(m_path + ": could not be written: " + std::strerror(errno));
    m_committed = true;
}

} // namespace ambient
