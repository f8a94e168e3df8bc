// SPDX-License-Identifier: Zlib
#include "AmbientFluid/SurfaceWaves/WaveForces.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Quadrature.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

using Complex = std::complex<double>;

} // namespace

WaveForces::WaveForces(const FreeSurfaceSystem& system, double k, double density, double gravity)
    : m_system(system), m_k(k), m_density(density), m_gravity(gravity), m_frequency(std::sqrt(gravity * k)) {}

WaveForces::Incident WaveForces::incident(int panel, std::size_t image, double heading) const {
    const Panel& whole = m_system.panels().hull()[static_cast<std::size_t>(panel)];
    const Vector3 &mirror = m_system.images()[image], normal = mirror.cwiseProduct(whole.normal);
    const double c = portable::cos(heading), s = portable::sin(heading);
    Complex mean = 0.0;
    for (const TrianglePoint& point : kTriangleRuleDegree2) {
        const Vector3 x = mirror.cwiseProduct(whole.at(point.barycentric));
        const double phase = m_k * (c * x.x() + s * x.y()), size = point.weight * portable::exp(m_k * x.z());
        mean += Complex(size * portable::cos(phase), size * portable::sin(phase));
    }
    const Complex potential = Complex(0.0, -m_gravity / m_frequency * whole.area) * mean;
    return {potential, m_k * Complex(normal.z(), c * normal.x() + s * normal.y()) * potential};
}

WaveExcitation WaveForces::at(double heading, const FreeSurfaceSystem::Potentials& potentials) const {
    WaveExcitation found;
    found.heading = heading;
    const Complex factor(0.0, m_frequency * m_density);
    for (std::size_t image = 0; image < m_system.images().size(); ++image) {
        double parity[6];
        for (int j = 0; j < 6; ++j)
            parity[j] = m_system.parity(j, image);
        for (int f = 0; f < static_cast<int>(m_system.panels().hull().size()); ++f) {
            const Incident wave = incident(f, image, heading);
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
    const int headings = 4 * (3 + static_cast<int>(0.5 * m_k * reach));
    Matrix6 sum = Matrix6::Zero();
    for (int i = 0; i < headings; ++i) {
        const Complex6 force = at(2.0 * kPi * (i + 0.5) / headings, potentials).total();
        for (int a = 0; a < 6; ++a)
            for (int b = 0; b < 6; ++b)
                sum(a, b) += (force[a] * std::conj(force[b])).real();
    }
    return sum * (m_k * m_frequency / (2.0 * m_density * m_gravity * m_gravity * headings));
}

} // namespace ambient
