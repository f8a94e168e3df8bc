// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ShapeClock.h"

#include "AmbientFluid/Math/Requirements.h"

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

void PlayedShape::setClock(const ShapeClock& clock) {
    requireFinite(clock.time, "ShapeClock: time");
    requireFinite(clock.phase, "ShapeClock: phase");
    requireFinite(clock.speed, "ShapeClock: speed");
    requireFinite(clock.targetSpeed, "ShapeClock: targetSpeed");
    requireNotNegative(clock.ramp, "ShapeClock: ramp");
    m_clock = clock;
}

bool PlayedShape::isMoving(double time) const {
    if (m_clock.speedAt(time) == 0.0 && m_clock.targetSpeed == 0.0) return false;
    if (m_model->period() > 0.0) return true;
    const double phase = m_clock.phaseAt(time);
    return m_clock.targetSpeed > 0.0 ? phase < m_model->lastPhase() : phase > m_model->firstPhase();
}

std::vector<double> PlayedShape::save() const {
    return {m_clock.time, m_clock.phase, m_clock.speed, m_clock.targetSpeed, m_clock.ramp};
}

void PlayedShape::restore(const std::vector<double>& state) {
    if (state.size() != 5) throw std::invalid_argument("PlayedShape: the state of another shape");
    m_clock = {state[0], state[1], state[2], state[3], state[4]};
}

} // namespace ambient
