// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/StokesFlow/ViscousTensor.h"

namespace ambient {

/// The numbers of a ViscousTensor in a row of a table over shapes. They are about the mesh origin, and sums of them do
/// not depend on its axes. What is read is positive whatever the interpolation.
struct ViscousRow {
    static constexpr int kWidth = 21 + 3 + 6 + 21 + 2;

    /// Writes a tensor; zeros for an empty one. \returns the end of the row
    static double* write(const ViscousTensor& tensor, double* to);
    /// Reads what write() wrote, but `scale` and the change of shape. Allocates nothing. \returns the end of the row
    static const double* read(const double* from, ViscousTensor& tensor);
};

} // namespace ambient
