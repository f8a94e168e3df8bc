// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/PotentialFlow/SurfaceShape.h"

namespace ambient {

struct FluidBodyModel::Data {
    Surface surface;             ///< FluidBodyModel::surface()
    SurfaceShape shape;          ///< FluidBodyModel::surfaceShape()
    ViscousReport viscousReport; ///< FluidBodyModel::viscousReport()
};

} // namespace ambient
