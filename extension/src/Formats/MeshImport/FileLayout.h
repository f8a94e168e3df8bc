// SPDX-License-Identifier: Zlib
#pragma once

#include <optional>
#include <string>

namespace ambient {

/// \file
/// Checks of mesh files before the importing library sees them: the library allocates for any count in a file, and
/// refuses some files for trifles. All functions throw std::runtime_error naming the defect, without the file's name.

/// A text with a byte order mark, as UTF-8 without the mark for the importing library. UTF-16 of either byte order is
/// converted. Nothing without a mark.
std::optional<std::string> plainTextOf(const std::string& bytes);

/// Checks a PLY file for a whole header and for enough bytes for the declared elements and lists.
void requirePlyLayout(const std::string& bytes);

/// Checks the number of faces of a binary STL file. Returns the file without bytes after its end if there are any.
std::optional<std::string> repairedStl(const std::string& bytes);

/// An OBJ text whose coordinates have a digit before the point: .5 and -.5e3 become 0.5 and -0.5e3, without which the
/// importing library misses the coordinate. Nothing if all have one.
std::optional<std::string> repairedObj(const std::string& text);

/// Checks the text of a glTF file: nesting, and counts against the bytes of its buffers.
/// \param bytes of the file around the text
/// \param folder of this file, for the other files named by the text
void requireGltfLayout(const std::string& json, std::size_t bytes, const std::string& folder);

/// A binary glTF file as text with embedded buffers. Accepts unpadded chunks, other chunks, buffers in other files,
/// trailing bytes and a wrong length in the header. Versions 1 and 2.
/// \param folder of the file, for the other files named in the text
std::string gltfTextOf(const std::string& bytes, const std::string& folder);

/// The text of a glTF file with embedded buffers in place of names with percent codes, because the importing library
/// does not find such files; empty: no such names. \param folder of the file
std::string decodedGltfText(const std::string& text, const std::string& folder);

/// Extensions required by a glTF file, separated by commas; empty: none.
std::string requiredGltfExtensions(const std::string& json);

} // namespace ambient
