// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/RunRecord.h"

namespace samples {

/// The touching convex bodies of a record, found from their poses.
struct Touching {
    int pairs = 0;        ///< nearer to each other than `reach`
    double deepest = 0.0; ///< largest overlap of a pair along the shortest way out [m]
};
/// \param reach [m] >= 0
Touching touchingIn(const RunRecord& record, int frame, double reach);

} // namespace samples
