// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/FluidMedium.h"
#include "Worlds/WorldFile.h"

#include <memory>
#include <string>

namespace ambient {

/// The medium that a file describes; null: a vacuum.
/// \param gravity of the world [m/s^2]; surfaces and profiles are level to it, and waves run under it
/// \param folder of the world's file, in which the files of flows are
/// \throws WorldFileError naming the place: waves that would break, waves without gravity, a flow that is out of range
/// or whose file cannot be read
std::shared_ptr<const FluidMedium> makeMedium(const WorldMedium& medium, const Vector3& gravity,
                                              const std::string& folder);

} // namespace ambient
