// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Paper 001's pressure on a body that the flow nowhere leaves: sum over the faces of -A |s|^2 n and its moment, with
/// the slip s = u - <u, n> n. [Padilla2025, eq. 16] A quadratic form in the twist, and so 6 x 21 numbers of the body
/// stand for all of its faces, exactly, in any medium that is the same everywhere around it.
class SlipPressure {
  public:
    /// \param mesh closed \param center the point that the numbers are about [m]: near the body, against rounding
    SlipPressure(const TriangleMesh& mesh, const Vector3& center);

    /// Per half of the density. \param twist about the mesh origin, relative to the medium
    Wrench wrench(const Twist& twist) const;

  private:
    using Products = Eigen::Matrix<double, 21, 1, Eigen::DontAlign>;

    Vector3 m_center;
    Eigen::Matrix<double, 6, 21, Eigen::DontAlign>
        m_coefficients; ///< of y_i y_j, i <= j, row by row, y about the centre
};

} // namespace ambient
