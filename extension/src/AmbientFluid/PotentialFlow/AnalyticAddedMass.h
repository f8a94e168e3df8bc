// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"

namespace ambient {

/// Exact added mass per unit density of an ellipsoid, about its centre, in its principal axes.
/// Semi-axes a, b, c [m]:
/// m_x = V a0/(2 - a0), J_x = V/5 (b^2 - c^2)^2 (c0 - b0)/(2(b^2 - c^2) + (b^2 + c^2)(b0 - c0)), cyclic, with
/// a0 = 2/3 abc R_D(b^2, c^2, a^2). [Lamb1932, art. 114 and 115; Carlson1979]
/// \throws std::invalid_argument if a semi-axis is not between 1e-30 and 1e30 m
SpatialInertia analyticEllipsoidAddedMass(const Vector3& semiAxes);

/// Exact added mass of a sphere: half the displaced mass in translation, zero in rotation.
/// \throws std::invalid_argument if the radius is not between 1e-30 and 1e30 m
SpatialInertia analyticSphereAddedMass(double radius);

/// Exact added mass of an infinitely thin disc of radius a, axis z.
/// 8/3 a^3 along the axis, 16/45 a^5 about a diameter, otherwise zero. [Lamb1932, art. 102]
/// \throws std::invalid_argument if the radius is not between 1e-30 and 1e30 m
SpatialInertia analyticDiscAddedMass(double radius);

/// Carlson's symmetric integral R_D(x, y, z) = 3/2 Int_0^inf dt / (sqrt((t+x)(t+y)) (t+z)^(3/2)), to rounding.
/// x, y >= 0, at most one of them 0; z > 0. [Carlson1979]
double carlsonRD(double x, double y, double z);

} // namespace ambient
