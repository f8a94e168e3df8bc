// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/MeanLine.h"
#include "AmbientFluid/PotentialFlow/Planform.h"

namespace ambient {

/// A face of a lifting surface, before it is laid into a cell of WingCells.
struct WingFace {
    Planform form;
    MeanLine alongC, alongS;
    Vector3 m, normal, wake;                                    ///< m; d0; k
    double half = 0.0, sheet = 0.0, bend = 0.0, flatness = 0.0; ///< flatness: F of Planform
    bool lifts = false;
    bool isAnnular = false; ///< of an AnnularWing
};

} // namespace ambient
