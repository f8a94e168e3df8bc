// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// Force of the bases of a body (BasePoint), per density, and its power.
/// With u the velocity of the position relative to the medium, n the normal and un = <n, u>:
///     un < 0:   f = area un (u - un n)
/// at the position. Its power is area un (|u|^2 - un^2) <= 0. In a partly wetted body or a medium that varies, `area`
/// counts with the mean weight of the faces of the base, and the medium's velocity is the mean on its wet faces.
struct BasePressure {
    Wrench wrench;      ///< about the mesh origin
    double power = 0.0; ///< at the velocities of the bases

    static BasePressure of(const Surface& surface, const RelativeFlow& flow); ///< the sum over all bases
};

} // namespace ambient
