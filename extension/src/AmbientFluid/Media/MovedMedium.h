// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/FluidMedium.h"
#include "AmbientFluid/Media/WaterSurface.h"

#include <memory>

namespace ambient {

/// A medium moved by an offset [m]: the sample at `point + offset` is that of `medium` at `point`. A uniform medium is
/// returned as it is, divided media and layers stay such. Moving a moved medium again costs no more than moving it
/// once. A step of a body in a moved medium that is not uniform allocates memory. \param medium null: null is returned
/// \throws std::invalid_argument if the offset is not finite
std::shared_ptr<const FluidMedium> movedMedium(const std::shared_ptr<const FluidMedium>& medium, const Vector3& offset);

/// A surface, and by how much it was moved [m].
struct MovedFrom {
    const WaterSurface* surface = nullptr;
    Vector3 offset = Vector3::Zero();
};

/// The surface that movedMedium() has moved, or the given one, which was not moved.
MovedFrom beforeMoving(const WaterSurface& surface);

} // namespace ambient
