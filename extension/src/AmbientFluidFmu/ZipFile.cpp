// SPDX-License-Identifier: Zlib
#include "AmbientFluidFmu/ZipFile.h"

#include <minizip/zip.h>

#include <algorithm>
#include <stdexcept>

namespace ambient {
namespace {

constexpr uLong kDate = 1 << 21 | 1 << 16;   ///< 1980-01-01, as MS-DOS has it
constexpr uLong kUnix = 3 << 8 | 20;         ///< made on Unix, for version 2.0 of the format
constexpr uLong kPlainFile = 0100644u << 16; ///< of Unix: read by all, written by the owner
constexpr uLong kNamesAreUtf8 = 1 << 11;
constexpr std::size_t kPiece = std::size_t(1) << 30; ///< minizip counts in 32 bits

} // namespace

ZipFile::ZipFile(const std::string& path) : m_path(path), m_zip(zipOpen64(path.c_str(), APPEND_STATUS_CREATE)) {
    if (!m_zip) throw std::runtime_error(path + ": cannot be written");
}

ZipFile::~ZipFile() {
    if (m_zip) zipClose(m_zip, nullptr);
}

void ZipFile::add(const std::string& name, const std::string& bytes) {
    zip_fileinfo info{};
    info.dosDate = kDate;
    info.external_fa = kPlainFile;
    const int isLarge = bytes.size() >= 0xffffffffu;
    bool isWritten = zipOpenNewFileInZip4_64(m_zip, name.c_str(), &info, nullptr, 0, nullptr, 0, nullptr, Z_DEFLATED,
                                             Z_DEFAULT_COMPRESSION, 0, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, nullptr, 0,
                                             kUnix, kNamesAreUtf8, isLarge) == ZIP_OK;
    for (std::size_t at = 0; isWritten && at < bytes.size(); at += kPiece)
        isWritten = zipWriteInFileInZip(m_zip, bytes.data() + at,
                                        static_cast<unsigned>(std::min(kPiece, bytes.size() - at))) == ZIP_OK;
    isWritten = isWritten && zipCloseFileInZip(m_zip) == ZIP_OK;
    if (!isWritten) throw std::runtime_error(m_path + ": could not be written completely");
}

void ZipFile::close() {
    void* const zip = m_zip;
    m_zip = nullptr;
    if (zipClose(zip, nullptr) != ZIP_OK) throw std::runtime_error(m_path + ": could not be written completely");
}

} // namespace ambient
