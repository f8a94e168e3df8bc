// SPDX-License-Identifier: Zlib
#pragma once

#include <optional>
#include <string>

namespace ambient {

/// \file
/// Checks of mesh files before the importing library sees them: it believes counts and would allocate for them, and
/// refuses some files for trifles. All throw std::runtime_error that names the defect, without the file's name.

/// A text that begins with a byte order mark in UTF-8 without the mark, as the importing library reads it: UTF-16 of
/// either byte order is converted. Nothing without a mark.
std::optional<std::string> plainTextOf(const std::string& bytes);

/// Checks that a PLY file's header is whole and that its bytes can hold all elements and lists that it declares.
void requirePlyLayout(const std::string& bytes);

/// Checks the number of faces of a binary STL file. Returns the file without bytes after its end if there are any.
std::optional<std::string> repairedStl(const std::string& bytes);

/// Checks the text of a glTF file: nesting, and counts against the bytes of its buffers.
/// \param bytes of the file that the text is in
/// \param folder of this file, where other files that it names are
void requireGltfLayout(const std::string& json, std::size_t bytes, const std::string& folder);

/// A binary glTF file as text with its buffers in it: whether its chunks are padded or not, with other chunks, buffers
/// in other files or trailing bytes, whatever length the header declares. Versions 1 and 2.
/// \param folder of the file, where others that it names are
std::string gltfTextOf(const std::string& bytes, const std::string& folder);

/// The text of a glTF file with those buffers in it whose names have percent codes, which the importing library does
/// not find; empty without any. \param folder of the file
std::string decodedGltfText(const std::string& text, const std::string& folder);

/// Extensions that a glTF file cannot be read without, separated by commas; empty without any.
std::string requiredGltfExtensions(const std::string& json);

} // namespace ambient
