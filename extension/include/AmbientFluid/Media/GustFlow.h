// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"

#include <cstdint>
#include <vector>

namespace ambient {

/// Parameters of a gusty wind or a turbulent current.
struct GustDef {
    Vector3 meanVelocity = Vector3::Zero(); ///< mean flow, which carries the gusts [m/s]; included in the flow
    double intensity = 1.0;    ///< sigma [m/s] >= 0: root mean square of each component; in wind 5 to 20 % of the mean
    double lengthScale = 10.0; ///< L [m] > 0, longitudinal integral scale; in wind about the height, up to 100 m
    double smallestWavelength = 0.0; ///< [m], below 20 L; 0: L/4. Eddies smaller than the bodies are not worth their
                                     ///< cost.
    double evolution = 0.0;          ///< 0: frozen, carried unchanged (Taylor's hypothesis); 0.5: natural [Fung1992]
    int shells = 10;                 ///< shells of wavenumbers, 1 to 1000, with 3 modes each; the cost is proportional
    std::uint64_t seed = 1;          ///< equal seeds give equal gusts
};

/// Homogeneous isotropic turbulence as a sum of Fourier modes [Kraichnan1970].
///     u = A (e1 cos(th) +- e2 sin(th)),  th = k . (x - U t) + w t + phase,  w = evolution sqrt(k^3 E) [Fung1992]
/// The vectors e1 and e2 are perpendicular to k, so each mode, and their sum, is exactly free of divergence. The energy
/// follows von Karman [VonKarman1948],
///     E ~ q^4 / (1 + q^2)^(17/6),  q = 1.339 k L,
/// between k = 0.1/L and the smallest wavelength, in shells of equal ratio of k. Each shell has three modes, along the
/// axes of a random frame. For every seed, not only on average over seeds, each component therefore has the mean square
/// sigma^2, and products of two components average to 0. The modes are scaled up to replace the energy of the omitted
/// part of the spectrum.
class GustFlow final : public AmbientFlow {
  public:
    /// \throws std::invalid_argument naming the value that is out of range
    explicit GustFlow(const GustDef& def);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;

  private:
    struct Mode {
        Vector3 k;    ///< wave vector [rad/m]
        Vector3 a, b; ///< amplitudes of cosine and sine [m/s], perpendicular to k
        double w;     ///< [rad/s], in addition to -k . U of the mean flow
        double phase; ///< [rad]
    };
    struct Block;
    struct AddModes;

    void addShell(double low, double high, double energyFraction, class SeededRandom& random);
    void sampleBlock(const Vector3* points, int count, double time, FlowSample* samples) const;

    GustDef m_def;
    std::vector<Mode> m_modes;
};

} // namespace ambient
