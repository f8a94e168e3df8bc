// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/StokesFlow/ViscousTensor.h"

namespace ambient {

/// The numbers of a ViscousTensor in a row of a table over shapes. The resistance is there by its Cholesky factor about
/// the mesh origin: any interpolation of rows is positive.
struct ViscousRow {
    static constexpr int kWidth = 21 + 3 + 6 + 21 + 2;

    /// Writes a tensor; zeros for an empty one. \returns the end of the row
    static double* write(const ViscousTensor& tensor, double* to);
    /// Reads what write() wrote, but `scale` and the change of shape. Allocates nothing. \returns the end of the row
    static const double* read(const double* from, ViscousTensor& tensor);
};

} // namespace ambient
