// SPDX-License-Identifier: Zlib
#include "MeshImport/SolidWrap.h"

#include <stdexcept>

namespace ambient {

bool canWrapSolids() {
    return false;
}

TriangleMesh wrapSolid(const TriangleMesh& /*mesh*/, Filling /*filling*/, int /*cells*/, double /*adaptivity*/) {
    throw std::runtime_error("this build has no OpenVDB: pieces cannot be joined, and --wrap is not available");
}

} // namespace ambient
