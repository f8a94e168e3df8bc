// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/StokesFlow/ViscousTensor.h"

namespace ambient {

/// The numbers of a ViscousTensor in a row of a table over shapes, about the mesh origin. The resistance is there as
/// its symmetric square root, in units of the root of the area: sums of rows do not depend on the axes of the body,
/// what is read is positive whatever the interpolation, and shapes that only grow have the same root.
struct ViscousRow {
    static constexpr int kWidth = 21 + 3 + 6 + 21 + 2;

    /// Writes a tensor; zeros for an empty one. \returns the end of the row
    static double* write(const ViscousTensor& tensor, double* to);
    /// Reads what write() wrote, but `scale` and the change of shape. Allocates nothing. \returns the end of the row
    static const double* read(const double* from, ViscousTensor& tensor);
};

} // namespace ambient
