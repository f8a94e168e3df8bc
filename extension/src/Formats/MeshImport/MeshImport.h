// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <stdexcept>
#include <string>

namespace ambient {

/// A file without a usable mesh. what() is one line: the file and why.
class MeshImportError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Reads all triangles of an OBJ, STL (ASCII or binary), PLY, glTF, GLB or Collada file (.dae), distinguished by the
/// file name's extension (any case) and then by content. OBJ, STL and PLY texts may be UTF-16 with a byte order mark.
/// Lengths are taken as metres, Collada's in the unit of the file; axes as in the file (glTF: y up; Collada's up_axis
/// has no effect).
///
/// Polygons become triangles, node transforms are applied, points, lines, normals, colours and materials are left out,
/// and vertices at bit-identical positions are welded (STL has nothing else). Nothing else is repaired: degenerate
/// faces and NaN positions come through for checkMesh to name. The importing library (assimp) holds positions in single
/// precision, so a position has about 7 digits: keep a mesh near its origin.
///
/// Throws MeshImportError if the file is missing, a directory, empty, of another kind, unreadable, or has no triangles.
TriangleMesh importMesh(const std::string& path);

} // namespace ambient
