// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/FluidMedium.h"
#include "Worlds/WorldFile.h"

#include <memory>

namespace ambient {

/// The medium that a file describes; null: a vacuum.
/// \param gravity of the world [m/s^2]; surfaces are level to it, and waves run under it
/// \throws WorldFileError naming the place: waves that would break, or waves without gravity
std::shared_ptr<const FluidMedium> makeMedium(const WorldMedium& medium, const Vector3& gravity);

} // namespace ambient
