// SPDX-License-Identifier: Zlib
#pragma once

#include <string>

namespace ambient {

/// The parts of a binary glTF file.
struct GlbParts {
    std::string text; ///< JSON
    std::string body; ///< the binary part, which may be padded; empty: none
};

/// Takes a binary glTF file of version 1 or 2 apart, for gltfTextOf().
/// \throws std::runtime_error naming the defect, without the file's name
GlbParts glbPartsOf(const std::string& bytes);

} // namespace ambient
