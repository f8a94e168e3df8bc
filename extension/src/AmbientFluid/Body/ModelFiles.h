// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/ByteStreams.h"

#include <filesystem>
#include <memory>

namespace ambient {

// The files of FluidBodyModelCache. A library that is built without AMBIENT_FLUID_FILES has ModelFilesMissing.cpp in
// place of ModelFiles.cpp: no file is read, and none is written.

/// The bytes of a file, from which a reader takes those behind the key.
struct ModelFile {
    std::unique_ptr<unsigned char[]> bytes; ///< of the whole file
    std::size_t contentAt = 0;              ///< the first byte behind the key
    std::size_t contentSize = 0;            ///< number of bytes behind the key

    /// A reader of the bytes behind the key. It is valid as long as this object.
    ByteReader content() const { return ByteReader(bytes.get() + contentAt, contentSize); }
};

/// Reads a file.
/// \returns false if there is no such file
/// \throws std::runtime_error if it cannot be read, is damaged, or has another key
bool readModelFile(const std::filesystem::path& path, const Bytes& key, ModelFile& file);

/// Writes a file: whole, or not at all. Its folder is created.
/// \throws std::exception if it cannot be written
void writeModelFile(const std::filesystem::path& path, const Bytes& key, const Bytes& content);

/// Removes partial files of programs that were stopped while writing.
void removePartialModelFiles(const std::filesystem::path& folder);

} // namespace ambient
