// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <algorithm>

namespace ambient {

/// Share of a unit cube below a plane. \param place of the plane along its normal, 0 and 1 at the outermost corners
/// \param normal of any length [ScardovelliZaleski2000]
inline double cutCube(double place, const Vector3& normal) {
    if (place <= 0.0) return 0.0;
    if (place >= 1.0) return 1.0;
    Vector3 m = normal.cwiseAbs();
    m = (m / m.sum()).cwiseMax(1e-4);
    m /= m.sum();
    const double low = std::min(place, 1.0 - place);
    const auto cube = [low](double of) {
        const double over = std::max(low - of, 0.0);
        return over * over * over;
    };
    const double share =
        (cube(0.0) - cube(m[0]) - cube(m[1]) - cube(m[2]) + cube(m[0] + m[1]) + cube(m[1] + m[2]) + cube(m[2] + m[0])) /
        (6.0 * m.prod());
    return std::clamp(place <= 0.5 ? share : 1.0 - share, 0.0, 1.0);
}

} // namespace ambient
