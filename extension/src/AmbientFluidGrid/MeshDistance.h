// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <array>
#include <vector>

namespace ambient {

/// Signed distance of a closed mesh, sampled on a grid in body axes.
/// Exact at the samples within two spacings of the surface, by the nearest triangle and the winding number; trilinear
/// between them; cut off beyond. Made once per mesh and spacing: some 10 ms for 1000 faces and 8 cells across.
class MeshDistance {
  public:
    /// \param mesh closed, faces counter-clockwise from outside \param bodyFromMesh pose of the mesh in the axes of the
    /// result \param spacing of the grid that reads the distances; samples lie half of it apart [m]
    /// \throws std::invalid_argument if the mesh has no faces or a vertex that is not finite, if the spacing is not
    /// positive, or if the mesh is over 500 spacings long
    MeshDistance(const TriangleMesh& mesh, const Pose& bodyFromMesh, double spacing);

    /// Distance of a point in body axes [m], positive outside; at most twice the spacing, either sign.
    double operator()(const Vector3& point) const;

    double reach() const { return m_reach; } ///< largest distance that is returned [m]

  private:
    std::size_t at(int i, int j, int k) const {
        return std::size_t(i) + std::size_t(m_counts[0]) * (std::size_t(j) + std::size_t(m_counts[1]) * std::size_t(k));
    }
    Vector3 pointAt(int i, int j, int k) const { return m_low + m_step * Vector3(i, j, k); }
    void measure(const TriangleMesh& mesh);
    void setSigns(const TriangleMesh& mesh);

    double m_step, m_reach;
    Vector3 m_low; ///< first sample, body axes
    std::array<int, 3> m_counts;
    std::vector<float> m_values;
};

} // namespace ambient
