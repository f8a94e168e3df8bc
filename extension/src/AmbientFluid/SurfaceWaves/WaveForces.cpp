// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/WaveForces.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Quadrature.h"
#include "AmbientFluid/Media/WaveSet.h"
#include "AmbientFluid/PotentialFlow/BoundaryOperator.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

using Complex = std::complex<double>;

StillWater waterOf(double gravity, double depth) {
    StillWater water;
    water.gravity = gravity;
    water.depth = depth;
    return water;
}

} // namespace

PlaneWave::PlaneWave(double waveNumber, double inGravity, double inDepth)
    : k(waveNumber), gravity(inGravity), depth(inDepth), frequency(waveFrequency(k, waterOf(gravity, depth))) {}

double PlaneWave::deepPower() const {
    const double kd = k * depth, bed = kd < 300.0 ? 2.0 * kd / portable::sinh(2.0 * kd) : 0.0;
    return 1.0 / (portable::tanh(kd) * (1.0 + bed));
}

/// The potential has cosh k(z + h) / cosh k h: e^(k z) with the echo of the bed.
PlaneWave::Integrals PlaneWave::over(const Panel& panel, const Vector3& mirror, double heading) const {
    const Vector3 normal = mirror.cwiseProduct(panel.normal);
    const double c = portable::cos(heading), s = portable::sin(heading);
    const double whole = 1.0 + portable::exp(-2.0 * k * depth);
    Complex mean = 0.0, rising = 0.0;
    for (const TrianglePoint& point : kTriangleRuleDegree2) {
        const Vector3 x = mirror.cwiseProduct(panel.at(point.barycentric));
        const double phase = k * (c * x.x() + s * x.y()), size = point.weight * portable::exp(k * x.z()) / whole;
        const double echo = portable::exp(-2.0 * k * (x.z() + depth));
        const Complex turn(size * portable::cos(phase), size * portable::sin(phase));
        mean += (1.0 + echo) * turn;
        rising += (1.0 - echo) * turn;
    }
    const Complex factor(0.0, -gravity / frequency * panel.area);
    const Complex potential = factor * mean;
    return {potential,
            k * (normal.z() * (factor * rising) + Complex(0.0, c * normal.x() + s * normal.y()) * potential)};
}

Complex6 PlaneWave::froudeKrylov(const WetPanels& panels, double heading, double density) const {
    Complex6 force = Complex6::Zero();
    const int twiceX = panels.mirrored()[0] ? 2 : 1, twiceY = panels.mirrored()[1] ? 2 : 1;
    for (int i = 0; i < twiceX; ++i)
        for (int j = 0; j < twiceY; ++j) {
            const Vector3 mirror(i ? -1.0 : 1.0, j ? -1.0 : 1.0, 1.0);
            for (const Panel& panel : panels.hull()) {
                const Vector6 flux =
                    unitMotionNormalVelocity(mirror.cwiseProduct(panel.centroid), mirror.cwiseProduct(panel.normal));
                force -=
                    Complex(0.0, frequency * density) * over(panel, mirror, heading).potential * flux.cast<Complex>();
            }
        }
    return force;
}

WaveForces::WaveForces(const FreeSurfaceSystem& system, const PlaneWave& wave, double density)
    : m_system(system), m_wave(wave), m_density(density) {}

WaveExcitation WaveForces::at(double heading, const FreeSurfaceSystem::Potentials& potentials) const {
    WaveExcitation found;
    found.heading = heading;
    const Complex factor(0.0, m_wave.frequency * m_density);
    for (std::size_t image = 0; image < m_system.images().size(); ++image) {
        double parity[6];
        for (int j = 0; j < 6; ++j)
            parity[j] = m_system.parity(j, image);
        for (int f = 0; f < static_cast<int>(m_system.panels().hull().size()); ++f) {
            const PlaneWave::Integrals wave =
                m_wave.over(m_system.panels().hull()[static_cast<std::size_t>(f)], m_system.images()[image], heading);
            for (int j = 0; j < 6; ++j) {
                found.froudeKrylov[j] -= factor * parity[j] * m_system.flux()(f, j) * wave.potential;
                found.diffraction[j] += factor * parity[j] * potentials(f, j) * wave.slope;
            }
        }
    }
    return found;
}

/// The forces are smooth and periodic in the heading: the sum converges faster than any power, once the waves along the
/// hull are resolved.
Matrix6 WaveForces::damping(const FreeSurfaceSystem::Potentials& potentials) const {
    double reach = 0.0;
    for (const Panel& panel : m_system.panels().hull())
        reach = std::max(reach, panel.centroid.head<2>().norm());
    const int headings = 4 * (3 + static_cast<int>(0.5 * m_wave.k * reach));
    Matrix6 sum = Matrix6::Zero();
    for (int i = 0; i < headings; ++i) {
        const Complex6 force = at(2.0 * kPi * (i + 0.5) / headings, potentials).total();
        for (int a = 0; a < 6; ++a)
            for (int b = 0; b < 6; ++b)
                sum(a, b) += (force[a] * std::conj(force[b])).real();
    }
    const double deep = m_wave.k * m_wave.frequency / (2.0 * m_density * m_wave.gravity * m_wave.gravity * headings);
    return sum * (deep * m_wave.deepPower());
}

} // namespace ambient
