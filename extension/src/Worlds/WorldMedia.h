// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"
#include "AmbientFluid/Media/FluidMedium.h"
#include "Worlds/WorldFile.h"

#include <memory>
#include <string>

namespace ambient {

/// The direction along which heights are measured: against gravity, z without gravity. Unit.
Vector3 againstGravity(const Vector3& gravity);

/// The medium described by a file; null: a vacuum.
/// \param gravity of the world [m/s^2]; surfaces and profiles are perpendicular to gravity, and waves run under gravity
/// \param folder of the world's file, in which the files of flows are
/// \param current is added to the flows of the medium, below its surface if it has one; null: none
/// \throws WorldFileError naming the place: breaking waves, waves without gravity, a flow out of range or with an
/// unreadable file
std::shared_ptr<const FluidMedium> makeMedium(const WorldMedium& medium, const Vector3& gravity,
                                              const std::string& folder,
                                              std::shared_ptr<const AmbientFlow> current = nullptr);

} // namespace ambient
