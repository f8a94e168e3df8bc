// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/RunRecord.h"
#include "interface/SceneContext.h"

#include <functional>
#include <string>

namespace samples {

/// Beat and surface of a flipper.
struct FlipperBeat {
    double amplitude = 0.6; ///< swing of the tail to each side [rad]
    double frequency = 1.5; ///< [Hz]
    double torque = 4.0;    ///< largest of the servo [N m]
    int faces = 600;        ///< approximate number of triangles of each part
};

/// Adds a body of water's density, 0.6 m long along x, with a tail plate on a hinge along y, beaten up and down by a
/// servo. The flipper swims body first. After paper 004, which prints no sizes. Set the medium before.
btMultiBody* addFlipper(SceneContext& context, const FlipperBeat& beat);

/// Distance covered by a body along x [cm], as a curve.
std::function<double(const RunRecord& record, int frame)> wayAhead(int body);
/// The distances covered by the flipper, the first body, and a float, the third one, at the end of a run.
std::string wayOfFlipperAndFloat(const RunRecord& record, const char* nameOfFloat);

} // namespace samples
