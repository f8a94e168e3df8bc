// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <array>

namespace ambient {

using TriangleCorners = std::array<Vector3, 3>; ///< of a flat triangle [m]

/// Integral of I/r + r r^T/r^3 over a triangle, r from its points to `at` [m]: 8 pi eta times the velocity of a unit
/// traction. Quadrature on parts no larger than their distance; 1e-4 at half a diameter off the face.
/// \param at not on the triangle
Matrix3 stokesletIntegral(const TriangleCorners& triangle, const Vector3& at);

/// The same at the triangle's centroid, in closed form.
Matrix3 stokesletSelfIntegral(const TriangleCorners& triangle);

} // namespace ambient
