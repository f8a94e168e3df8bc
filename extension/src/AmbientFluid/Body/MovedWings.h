// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FaceTable.h"

#include <vector>

namespace ambient {

/// The lifting surfaces of a body that changes its shape: cells of the rest shape, whose directions follow the mean
/// deformation of their faces. Sections keep the curvature that they have at rest.
class MovedWings {
  public:
    /// \param weights of the rest shape
    MovedWings(const TriangleMesh& rest, const PressureWeights& weights);

    /// Moves the cells. Allocates nothing. \param table with centroids and areas of the moved faces
    /// \param points of the vertices, x y z each
    void moveTo(const FaceTable& table, const double* points, WingCells& cells) const;

  private:
    WingCells m_rest;
    std::vector<Matrix3> m_toFrame; ///< of each face of the cells: inverse of faceFrame() at rest
    std::vector<double> m_restArea; ///< of each face of the cells [m^2]
};

} // namespace ambient
