// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/PanelLanes.h"

#include <vector>

namespace ambient {

/// Integrals of I/r + r r^T/r^3 over a triangle at many points, r from the triangle to the point: 8 pi eta times the
/// velocity of a unit traction [m]. Closed form, by the divergence theorem in the plane of the triangle; with y the
/// points of the triangle, z the height of the point above its plane, and on each edge the outward normal nu in the
/// plane, the direction t, the logarithm L of PanelSight, d = nu.(y - p) and the growth D of the distance along t:
///     I F + (I - n n^T) F - sum(d L nu nu^T + D nu t^T) + z sum(L (nu n^T + n nu^T)) + z Omega n n^T,
/// F = Int 1/r and Omega the solid angle. Exact on the triangle too. The bytes of a point depend neither on the other
/// points nor on the width of vectors.
class StokesletPoints {
  public:
    /// \param centroids of the faces at which panels are integrated [m]
    explicit StokesletPoints(const std::vector<Panel>& panels);

    /// Integrals over a panel at the points `first` to the last; xx, yy, zz, yz, zx, xy.
    /// \param out six rows of pointCount() numbers; only those from `first` on are written
    void integrate(const Panel& panel, int first, int end, std::array<std::vector<double>, 6>& out) const;
    int paddedCount() const { return static_cast<int>(m_x.size()); } ///< entries of each row

  private:
    std::vector<double> m_x, m_y, m_z;
};

} // namespace ambient
