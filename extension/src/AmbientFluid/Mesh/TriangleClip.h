// SPDX-License-Identifier: Zlib
#pragma once

#include <array>

namespace ambient {

/// Exact integrals over the part of a triangle on which a linear function d is positive.
/// All are given as means over the whole triangle. If d is the depth below a water surface, this part is the wetted
/// part.
struct TriangleClip {
    double mean = 0.0; ///< mean of max(d, 0)
    std::array<double, 3> slope =
        {}; ///< derivative of `mean` with respect to d at each corner: integral of the corner's barycentric coordinate
            ///< over the positive part, over the area of the triangle
    std::array<double, 3> moments = {}; ///< mean of max(d, 0) times each corner's barycentric coordinate

    /// Share of the area where d > 0, in [0, 1].
    double fraction() const { return slope[0] + slope[1] + slope[2]; }
};

/// Computes the integrals; they are continuous in the depths.
/// \param depths d at the three corners, finite
TriangleClip clipTriangle(const std::array<double, 3>& depths);

} // namespace ambient
