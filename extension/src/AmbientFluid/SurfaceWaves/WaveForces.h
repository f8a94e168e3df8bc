// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/SurfaceWaves/FreeSurfaceSystem.h"
#include "AmbientFluid/SurfaceWaves/WaveRadiation.h"

namespace ambient {

/// A plane wave of height 1 m.
struct PlaneWave {
    double k = 0.0;         ///< wave number [1/m]
    double gravity = 0.0;   ///< [m/s^2]
    double depth = 0.0;     ///< of the water [m]
    double frequency = 0.0; ///< w [rad/s]

    PlaneWave(double waveNumber, double inGravity, double inDepth);
    /// Energy per height that passes a crest's length in deep water at this k, over that at this depth.
    double deepPower() const;

    /// Integral of phi_0, and of its derivative along the normal.
    struct Integrals {
        std::complex<double> potential, slope;
    };
    /// Over the image of a panel. \param mirror signs of the coordinates at the image \param heading [rad]
    Integrals over(const Panel& panel, const Vector3& mirror, double heading) const;
    /// Force of its pressure on the panels of a body and their images. \param density [kg/m^3]
    Complex6 froudeKrylov(const WetPanels& panels, double heading, double density) const;
};

/// Forces of plane waves of height 1 m on the panels of a body.
class WaveForces {
  public:
    /// \param density [kg/m^3]
    WaveForces(const FreeSurfaceSystem& system, const PlaneWave& wave, double density);

    /// By the potentials of the unit motions. \param heading [rad]
    WaveExcitation at(double heading, const FreeSurfaceSystem::Potentials& potentials) const;

    /// Damping from the energy of the waves far away, by the forces of waves from all around.
    Matrix6 damping(const FreeSurfaceSystem::Potentials& potentials) const;

  private:
    const FreeSurfaceSystem& m_system;
    PlaneWave m_wave;
    double m_density;
};

} // namespace ambient
