// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <array>
#include <vector>

namespace ambient {

/// Triangle mesh as read or generated, unchecked (see MeshReport.h for checks).
/// Frame: the mesh frame, with the origin and axes chosen by the author of the mesh. Unit: metre.
/// A usable body surface is closed, and its faces are counter-clockwise seen from the fluid.
struct TriangleMesh {
    using Face = std::array<int, 3>; ///< three indices into `vertices`

    std::vector<Vector3> vertices; ///< positions [m], mesh frame
    std::vector<Face> faces;       ///< corner indices, counter-clockwise from outside

    /// Corner k (0..2) of face f [m].
    const Vector3& corner(int f, int k) const { return vertices[faces[f][k]]; }

    /// Area vector of face f [m^2]: outward normal times area.
    Vector3 areaVector(int f) const { return 0.5 * (corner(f, 1) - corner(f, 0)).cross(corner(f, 2) - corner(f, 0)); }

    /// Centroid of face f [m].
    Vector3 faceCentroid(int f) const { return (corner(f, 0) + corner(f, 1) + corner(f, 2)) / 3.0; }

    int faceCount() const { return static_cast<int>(faces.size()); }      ///< triangles, valid or not
    int vertexCount() const { return static_cast<int>(vertices.size()); } ///< vertices, used or not
};

} // namespace ambient
