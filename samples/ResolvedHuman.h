// SPDX-License-Identifier: Zlib
#pragma once

#include "ResolvedWater.h"
#include "tools/MeshImport/SkeletonImport.h"

namespace samples {

/// Adds the human of Human.h, of the water's density, whose joints follow a motion in a loop. Hands and feet are one
/// body with forearms and shanks, as they lie at the start: a grid does not resolve them alone. The first body is the
/// trunk; no body may follow the human's. \param motion with the joints of humanNames() \param worldFromHuman of the
/// trunk's centre and axes, at time 0
void addHuman(ResolvedWater& water, const ambient::SkeletonMotion& motion, const ambient::Pose& worldFromHuman);

} // namespace samples
