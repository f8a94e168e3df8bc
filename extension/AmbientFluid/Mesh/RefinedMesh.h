// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/FlatPatches.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <functional>
#include <vector>

namespace ambient {

/// A mesh with other triangles on the same surface, and where its faces lie on those of the mesh that it came from. The
/// given vertices come first and keep their indices.
class RefinedMesh {
  public:
    explicit RefinedMesh(const TriangleMesh& given);

    const TriangleMesh& mesh() const { return m_mesh; }

    /// Given faces that face f of mesh() overlaps; one of them where no edge was flipped.
    const std::vector<int>& origins(int f) const { return m_origins[f]; }

    /// Flat patches become Delaunay (flipToDelaunay).
    void flip();

    /// Flat patches lose their slivers (takeSliversOut). \param most faces at which it stops
    void takeSliversOut(int most);

    /// About `faces` faces, smaller towards sharp edges (refineTowardsSharpEdges).
    void gradeTo(int faces);

    /// Bisects these faces of mesh(), and neighbours as needed (bisectFaces). Returns the old face of each new one.
    std::vector<int> split(const std::vector<int>& faces);

    /// Calls `part` for each overlap of a face f of mesh() with a given face.
    struct Overlap {
        int face;            ///< of mesh()
        int given;           ///< face of the given mesh
        double area;         ///< of the overlap [m^2]
        Vector3 barycentric; ///< its centroid, by the corners of `face`
    };
    void forEachOverlap(const std::function<void(const Overlap&)>& part) const;

  private:
    void follow(const std::vector<int>& parents);
    void dropEmptyOverlaps();
    Overlap overlap(int face, int given) const;

    TriangleMesh m_given, m_mesh;
    FaceOrigins m_origins;
};

} // namespace ambient
