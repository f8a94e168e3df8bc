// SPDX-License-Identifier: Zlib
#pragma once

#include <array>

namespace ambient {

/// Integrals over the part of a triangle where a quantity that is linear on it is positive, exactly, as means over the
/// whole triangle: with d the depth below a surface, over the wetted part.
struct TriangleClip {
    double mean = 0.0;                  ///< of max(d, 0)
    std::array<double, 3> slope = {};   ///< of `mean` with each corner's d: the mean of that corner's barycentric
                                        ///< coordinate over the positive part
    std::array<double, 3> moments = {}; ///< mean of max(d, 0) times each corner's barycentric coordinate

    /// Share of the area where d > 0, in [0, 1].
    double fraction() const { return slope[0] + slope[1] + slope[2]; }
};

/// \param depths d at the three corners, finite. All results are continuous in them.
TriangleClip clipTriangle(const std::array<double, 3>& depths);

} // namespace ambient
