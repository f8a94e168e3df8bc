// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/HeaveWaves.h"

#include "AmbientFluid/Math/Types.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr double kForce = 0.1187, kDamping = 0.752, kStiffness = 0.6833; // b, a1, a0

} // namespace

HeaveWaveLaw::HeaveWaveLaw(const Waterplane& plane) {
    if (!plane.makesWaves()) return;
    const double half = 0.5 * plane.mass / (plane.density * plane.area);
    depth = half + std::sqrt(half * half + plane.area / (4.0 * kPi));
    frequency = std::sqrt(plane.gravity / depth);
    // C b W0 = rho S^2 b g' / (2 d^2)
    coupling = plane.area / depth * std::sqrt(0.5 * kForce * plane.density * plane.gravity);
}

double HeaveWaveLaw::damping(double frequencyOfHeave) const {
    const double w = frequencyOfHeave, stiff = kStiffness * frequency * frequency - w * w;
    const double damp = kDamping * frequency * w;
    return w > 0.0 ? coupling * coupling * w * damp / (stiff * stiff + damp * damp) : 0.0;
}

double HeaveWaveLaw::addedMass(double frequencyOfHeave) const {
    const double w = frequencyOfHeave, stiff = kStiffness * frequency * frequency - w * w;
    const double damp = kDamping * frequency * w;
    return coupling > 0.0 ? coupling * coupling * stiff / (stiff * stiff + damp * damp) : 0.0;
}

double HeaveWaves::middleSwing(const HeaveWaveLaw& law, double drive, double stiffness, double duration) const {
    const double h = 0.5 * duration, turn = std::sqrt(kStiffness) * law.frequency;
    return (m_swing + h * (drive - turn * m_height)) /
           (1.0 + h * kDamping * law.frequency + h * h * (turn * turn + stiffness));
}

double HeaveWaves::force(const HeaveWaveLaw& law, double speed, double response, double duration) const {
    const double g = law.coupling;
    return -g * middleSwing(law, g * speed, g * g * response, duration);
}

void HeaveWaves::advance(const HeaveWaveLaw& law, double force, double speed, double duration) {
    const double most = std::max(0.0, energy() - duration * force * speed);
    const double middle = middleSwing(law, law.coupling * speed, 0.0, duration);
    m_swing = 2.0 * middle - m_swing;
    m_height += duration * std::sqrt(kStiffness) * law.frequency * middle;
    // The force of the step belongs to a forecast of the speed.
    if (!(energy() > most)) return;
    const double scale = std::sqrt(most / energy());
    m_swing *= scale;
    m_height *= scale;
}

} // namespace ambient
