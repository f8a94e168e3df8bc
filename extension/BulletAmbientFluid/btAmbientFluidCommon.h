// SPDX-License-Identifier: Zlib
#ifndef BT_AMBIENT_FLUID_COMMON_H
#define BT_AMBIENT_FLUID_COMMON_H

/// One include for users of the extension.

#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidConstraintSolver.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#endif  // BT_AMBIENT_FLUID_COMMON_H
