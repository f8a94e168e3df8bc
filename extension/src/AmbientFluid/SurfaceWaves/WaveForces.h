// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/SurfaceWaves/FreeSurfaceSystem.h"
#include "AmbientFluid/SurfaceWaves/WaveRadiation.h"

namespace ambient {

/// Forces of plane waves of height 1 m on the panels of a body.
class WaveForces {
  public:
    /// \param k wave number [1/m] \param density [kg/m^3] \param gravity [m/s^2]
    WaveForces(const FreeSurfaceSystem& system, double k, double density, double gravity);

    /// By the potentials of the unit motions. \param heading [rad]
    WaveExcitation at(double heading, const FreeSurfaceSystem::Potentials& potentials) const;

    /// Damping from the energy of the waves far away, by the forces of waves from all around.
    Matrix6 damping(const FreeSurfaceSystem::Potentials& potentials) const;

    /// Integral of phi_0, and of its derivative along the normal, over the image of a panel.
    struct Incident {
        std::complex<double> potential, slope;
    };
    Incident incident(int panel, std::size_t image, double heading) const;

  private:
    const FreeSurfaceSystem& m_system;
    double m_k, m_density, m_gravity, m_frequency;
};

} // namespace ambient
