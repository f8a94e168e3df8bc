// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleTree.h"

namespace ambient {

/// Winding number of a surface about points: the solid angle under which its back is seen, over 4 pi. 1 in a closed
/// outward surface, 0 outside it; in between near the holes of an open one [Jacobson2013]. Faces of a box of the tree
/// that is farther than 2.5 of its radii count as one dipole [Barill2018]. Built in O(F log F); queries in O(log F) far
/// from most faces, and may run in parallel.
class WindingNumber {
  public:
    /// \param mesh kept by reference; its indices must be in range
    explicit WindingNumber(const TriangleMesh& mesh);

    /// Right to about 0.02, which the dipoles leave out. Any value in (0, 1) on the surface.
    double at(const Vector3& point) const;

  private:
    /// The faces below a node of the tree.
    struct Cluster {
        Vector3 center = Vector3::Zero();     ///< mean of the faces' centroids, weighted with area [m]
        Vector3 areaVector = Vector3::Zero(); ///< [m^2]
        double radius = 0.0;                  ///< about the center [m]
    };

    Cluster clusterOf(int node);

    const TriangleMesh& m_mesh;
    TriangleTree m_tree;
    std::vector<Cluster> m_clusters; ///< one per node of the tree
};

} // namespace ambient
