// SPDX-License-Identifier: Zlib
#include "Output/OutputFile.h"

#include "FilePath.h"
#include "Output/SystemCalls.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace ambient {

namespace {

/// Names of unfinished files, readable by a signal handler, which must not allocate or lock.
constexpr std::size_t kMostFiles = 16, kLongestName = 4096;
char g_unfinished[kMostFiles][kLongestName];

void remember(const std::string& path) {
    for (char(&slot)[kLongestName] : g_unfinished)
        if (slot[0] == '\0' && path.size() < kLongestName) {
            std::memcpy(slot, path.c_str(), path.size() + 1);
            return;
        }
}

void forget(const std::string& path) {
    for (char(&slot)[kLongestName] : g_unfinished)
        if (path == slot) slot[0] = '\0';
}

extern "C" void removeUnfinishedFiles(int signal) {
    for (const char(&slot)[kLongestName] : g_unfinished)
        if (slot[0] != '\0') removeFile(slot);
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

} // namespace

void removeUnfinishedFilesOnSignals() {
    std::signal(SIGINT, removeUnfinishedFiles);
    std::signal(SIGTERM, removeUnfinishedFiles);
#ifndef _WIN32
    std::signal(SIGHUP, removeUnfinishedFiles);
    std::signal(SIGXFSZ, SIG_IGN);
#endif
}

OutputFile::OutputFile(const std::string& path) : m_path(path), m_temporaryPath(path + ".tmp") {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::file_status status = fs::status(pathFromUtf8(path), ignored);
    if (fs::is_directory(status)) throw std::invalid_argument(path + ": cannot be written: is a directory");
    if (fs::exists(status) && !fs::is_regular_file(status))
        throw std::invalid_argument(path + ": cannot be written: is not a regular file");
    m_file = path.empty() ? nullptr : std::fopen(m_temporaryPath.c_str(), "wb");
    if (path.empty()) throw std::invalid_argument("the name of the output file is empty");
    if (!m_file) throw std::invalid_argument(path + ": cannot be written: " + std::strerror(errno));
    remember(m_temporaryPath);
}

OutputFile::~OutputFile() {
    close();
    if (!m_committed) std::remove(m_temporaryPath.c_str());
    forget(m_temporaryPath);
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
    std::error_code error; // std::rename replaces no file on Windows
    std::filesystem::rename(pathFromUtf8(m_temporaryPath), pathFromUtf8(m_path), error);
    if (error) throw std::runtime_error(m_path + ": could not be written: " + error.message());
    m_committed = true;
}

} // namespace ambient
