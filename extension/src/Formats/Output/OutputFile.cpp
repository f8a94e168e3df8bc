// SPDX-License-Identifier: Zlib
#include "Output/OutputFile.h"

#include "FileBytes.h"
#include "Output/SystemCalls.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>

namespace ambient {
namespace {

namespace fs = std::filesystem;

/// As ".ambient-4vq0c8m2x7bn": hidden, of one length for any length of the output's name.
std::string randomName() {
    static constexpr char letters[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    std::random_device random;
    std::uniform_int_distribution<std::size_t> letter(0, sizeof letters - 2);
    std::string name = ".ambient-";
    for (int i = 0; i < 12; ++i)
        name += letters[letter(random)];
    return name;
}

std::optional<FileAccess> formerAccess(const OutputTarget& target) {
    return target.kind == OutputTarget::Kind::OldFile ? accessOf(target.path) : std::nullopt;
}

} // namespace

OutputFailed::OutputFailed(const std::string& path, int number)
    : std::runtime_error(path + ": could not be written completely: " + std::strerror(number)), error(number) {}

OutputFile::OutputFile(const std::string& path) : m_path(path), m_target(targetOf(path)) {
    int error = m_target.kind == OutputTarget::Kind::OldFile ? replaceable(m_target.path) : 0;
    if (error != 0) throw OutputRefused(m_path, std::strerror(error), error);
    if (m_target.isFile()) {
        makeTemporary(folderOfFile(m_target.path));
        return;
    }
    m_file = openAsItIs(m_target.path, m_target.descriptor, error);
    if (!m_file) throw OutputRefused(m_path, std::strerror(error), error);
}

OutputFile::~OutputFile() {
    close();
    const bool hasItsName = m_isCommitted && m_target.isFile();
    if (m_temporary && !hasItsName) removeFile(m_temporary->path().c_str());
}

void OutputFile::makeTemporary(const std::string& folder) {
    const std::optional<FileAccess> access = formerAccess(m_target);
    int error = EEXIST;
    while (!m_file && error == EEXIST) {
        m_temporary = std::make_unique<UnfinishedFile>(utf8Of(pathIn(folder, randomName())));
        m_file = makeNewFile(m_temporary->path(), access, error);
    }
    if (!m_file) throw OutputRefused(m_path, std::strerror(error), error);
    if (access) setAccess(m_temporary->path(), *access);
}

void OutputFile::write(const std::string& text) {
    errno = 0;
    if (m_error == 0 && std::fwrite(text.data(), 1, text.size(), m_file) != text.size())
        m_error = errno == 0 ? EIO : errno;
    if (m_error != 0) throw OutputFailed(m_path, m_error);
}

int OutputFile::close() {
    if (!m_file) return m_error;
    errno = 0;
    const bool isWhole = std::fclose(m_file) == 0;
    m_file = nullptr;
    if (!isWhole && m_error == 0) m_error = errno == 0 ? EIO : errno;
    return m_error;
}

const std::string& OutputFile::handOver() {
    if (m_temporary) {
        close();
        return m_temporary->path();
    }
    std::FILE* const direct = m_file;
    m_file = nullptr;
    makeTemporary(utf8Of(fs::temp_directory_path()));
    std::fclose(m_file);
    m_file = direct;
    return m_temporary->path();
}

int OutputFile::copyToTarget() {
    const std::optional<std::string> bytes = bytesOfFile(m_temporary->path());
    if (!bytes) return EIO;
    write(*bytes);
    return close();
}

void OutputFile::commit() {
    if (!m_temporary || !m_target.isFile()) {
        const int error = m_temporary ? copyToTarget() : close();
        if (error != 0) throw OutputFailed(m_path, error);
        m_isCommitted = true;
        return;
    }
    int error = close();
    if (error == 0 && m_target.kind == OutputTarget::Kind::OldFile) error = syncFile(m_temporary->path());
    if (error != 0) throw OutputFailed(m_path, error);
    // The other program may have made the file anew; and the user may have changed the mode of the former one.
    if (const auto access = formerAccess(m_target)) setAccess(m_temporary->path(), *access);
    std::error_code failure; // std::rename replaces no file on Windows
    fs::rename(pathFromUtf8(m_temporary->path()), pathFromUtf8(m_target.path), failure);
    if (failure) throw OutputFailed(m_path, failure.value());
    m_isCommitted = true;
}

} // namespace ambient
