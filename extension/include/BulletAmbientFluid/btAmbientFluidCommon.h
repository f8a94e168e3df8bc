// SPDX-License-Identifier: Zlib
#ifndef BT_AMBIENT_FLUID_COMMON_H
#define BT_AMBIENT_FLUID_COMMON_H

/// Umbrella header: the headers of core and binding in common use.

#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/GustFlow.h"
#include "AmbientFluid/Media/LayeredMedium.h"
#include "AmbientFluid/Media/MediumPresets.h"
#include "AmbientFluid/Media/ShearFlows.h"
#include "AmbientFluid/Media/SineWaves.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Media/VortexFlow.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "AmbientFluid/Media/WaveSpectrum.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidConstraintSolver.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMeshBuilder.h"
#include "BulletAmbientFluid/btFluidRegions.h"

#endif  // BT_AMBIENT_FLUID_COMMON_H
