// SPDX-License-Identifier: Zlib
#pragma once

#include "validation/MeasuredTable.h"
#include "validation/StaticForces.h"

#include <map>

namespace samples {

/// A row of the table, and the result of the forces.
struct JudgedRow {
    MeasuredRow row;
    double computed;
};

/// Computes the coefficients of all rows with a body in the groups 3d, 2d, wing and streamlined, with friction.
/// \param table rows of readMeasuredTable()
std::vector<JudgedRow> judgeMeasured(const std::vector<MeasuredRow>& table, const ambient::ForceSet& forces,
                                     const Progress& progress);

/// Root mean square of log(computed / measured); the sign of a lift counts as wrong by a factor e^2.
/// \param wanted which rows count
double rmsLogError(const std::vector<JudgedRow>& rows, const std::function<bool(const MeasuredRow&)>& wanted);

} // namespace samples
