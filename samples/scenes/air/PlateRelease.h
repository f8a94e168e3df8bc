// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/SceneContext.h"

namespace samples {

/// A plate of [Padilla2025, sec. 6.1] at rest in the air: an oblate spheroid of aspect ratio 5:1, a uniform solid whose
/// axis is the z axis of its mesh.
struct PlateRelease {
    std::string name = "plate";
    double width = 0.10;                               ///< [m]
    double mass = 0.0002;                              ///< [kg]
    double tilt = 0.0;                                 ///< of the axis from the vertical towards +x [rad]
    int faces = 1280;                                  ///< about
    ambient::Vector3 place = ambient::Vector3::Zero(); ///< of its centre [m]
};

/// Its surface.
ambient::TriangleMesh meshOf(const PlateRelease& plate);

/// The body, ready to be added, with the model of its surface, which plates of one width may share.
BodySpec bodyOf(const PlateRelease& plate, std::shared_ptr<const ambient::FluidBodyModel> model);

} // namespace samples
