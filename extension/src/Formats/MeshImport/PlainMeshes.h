// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <string>

namespace ambient {

/// importMesh() for OBJ, STL and PLY files without the importing library: for programs without this library, such as
/// the web page. Positions have the precision of the file; the same triangles in the same order, welded in the same
/// way.
/// \throws MeshImportError
TriangleMesh importPlainMesh(const std::string& path);

} // namespace ambient
