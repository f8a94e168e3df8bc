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

    /// Winding numbers of many points in one small ball: distant faces are summed once, as a polynomial of degree 2.
    class Local {
      public:
        /// \param winding kept by reference
        /// \param center [m]
        /// \param radius of the ball [m]
        Local(const WindingNumber& winding, const Vector3& center, double radius);

        /// WindingNumber::at, right to about 0.02 too. \param point in the ball
        double at(const Vector3& point) const;

        /// Number of faces, and of groups of faces, that at() sums for each point beside one polynomial.
        int termCount() const { return static_cast<int>(m_dipoles.size() + m_faces.size()); }

      private:
        struct Dipole {
            Vector3 center, areaVector;
        };

        /// Adds faces within `radius` of a center as one dipole; false where they are too near for that.
        bool add(const Dipole& dipole, double radius);
        void addToPolynomial(const Dipole& dipole);

        const WindingNumber& m_winding;
        Vector3 m_center;
        double m_radius;
        double m_value = 0.0; ///< the polynomial's, as a solid angle
        Vector3 m_gradient = Vector3::Zero();
        Matrix3 m_hessian = Matrix3::Zero();
        std::vector<Dipole> m_dipoles; ///< too near for the polynomial
        std::vector<int> m_faces;      ///< too near for a dipole
    };

  private:
    /// The faces below a node of the tree.
    struct Cluster {
        Vector3 center = Vector3::Zero();     ///< mean of the faces' centroids, weighted with area [m]
        Vector3 areaVector = Vector3::Zero(); ///< [m^2]
        double radius = 0.0;                  ///< about the center [m]
    };

    Cluster clusterOf(int node);
    double solidAngleOfFace(int f, const Vector3& point) const;

    const TriangleMesh& m_mesh;
    TriangleTree m_tree;
    std::vector<Cluster> m_clusters; ///< one per node of the tree
};

} // namespace ambient
