// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/SpatialVector.h"

namespace ambient {

/// Error of a 6x6 relative to another, with lengths scaled out.
inline double relativeError(const Matrix6& found, const Matrix6& exact, double length) {
    Vector6 scale;
    scale << Vector3::Constant(1.0 / length), Vector3::Ones();
    const Matrix6 scaled = scale.asDiagonal() * exact * scale.asDiagonal();
    const Matrix6 error = scale.asDiagonal() * (found - exact) * scale.asDiagonal();
    return error.norm() / scaled.norm();
}

/// Size of a momentum with lengths scaled out.
inline double sizeOf(const Momentum& momentum, double length) {
    return portable::hypot(momentum.angular.norm() / length, momentum.linear.norm());
}

} // namespace ambient
