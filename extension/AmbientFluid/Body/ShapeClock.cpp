// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ShapeClock.h"

namespace ambient {

double ShapeClock::phaseAt(double at) const {
    const double since = at - time;
    if (since <= 0.0) return phase + since * speed;
    if (since < ramp) return phase + since * (speed + 0.5 * since / ramp * (targetSpeed - speed));
    return phase + 0.5 * ramp * (speed + targetSpeed) + (since - ramp) * targetSpeed;
}

double ShapeClock::speedAt(double at) const {
    const double since = at - time;
    if (ramp > 0.0 && since < ramp) return since <= 0.0 ? speed : speed + since / ramp * (targetSpeed - speed);
    return targetSpeed;
}

ShapeClock ShapeClock::withSpeed(double at, double newSpeed, double newRamp) const {
    return {at, phaseAt(at), newRamp > 0.0 ? speedAt(at) : newSpeed, newSpeed, newRamp};
}

ShapeClock ShapeClock::withPhase(double at, double newPhase) const {
    ShapeClock clock = withSpeed(at, targetSpeed, ramp > at - time ? ramp - (at - time) : 0.0);
    clock.phase = newPhase;
    return clock;
}

} // namespace ambient
