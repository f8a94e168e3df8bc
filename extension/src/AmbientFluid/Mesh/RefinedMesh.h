// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/FlatPatches.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <functional>
#include <vector>

namespace ambient {

/// A mesh with other triangles on the surface of a given mesh, and the overlaps of both.
/// The given vertices come first and keep their indices.
class RefinedMesh {
  public:
    /// The given mesh itself, which need not outlive this object.
    explicit RefinedMesh(const TriangleMesh& given);

    /// The mesh so far.
    const TriangleMesh& mesh() const { return m_mesh; }

    /// Given faces that face f of mesh() overlaps; a single one without flips.
    const std::vector<int>& origins(int f) const { return m_origins[f]; }

    /// Makes flat patches Delaunay (flipToDelaunay).
    void flip();

    /// Removes slivers from flat patches (takeSliversOut). \param most faces at which it stops
    void takeSliversOut(int most);

    /// Refines to about `faces` faces, smaller towards sharp edges (refineTowardsSharpEdges).
    void gradeTo(int faces);

    /// Bisects these faces of mesh(), and neighbours as needed (bisectFaces). Returns the old face of each new one.
    std::vector<int> split(const std::vector<int>& faces);

    /// Overlap of a face of mesh() with a given face.
    struct Overlap {
        int face;            ///< of mesh()
        int given;           ///< face of the given mesh
        double area;         ///< of the overlap [m^2]
        Vector3 barycentric; ///< its centroid, by the corners of `face`
    };
    /// Calls `part` for each overlap, in the order of the faces of mesh().
    void forEachOverlap(const std::function<void(const Overlap&)>& part) const;

  private:
    void follow(const std::vector<int>& parents);
    void dropEmptyOverlaps();
    Overlap overlap(int face, int given) const;

    TriangleMesh m_given, m_mesh;
    FaceOrigins m_origins;
};

} // namespace ambient
