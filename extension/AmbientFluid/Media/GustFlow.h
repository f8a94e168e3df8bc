// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"

#include <cstdint>
#include <vector>

namespace ambient {

/// What a gusty wind or a turbulent current is like.
struct GustDef {
    Vector3 meanVelocity = Vector3::Zero(); ///< carries the gusts along [m/s]; part of the flow
    double intensity = 1.0; ///< sigma [m/s]: root mean square of each component, >= 0; wind has 5 to 20 % of the mean
    double lengthScale = 10.0;       ///< L [m] > 0, longitudinal integral scale; in wind about the height, up to 100 m
    double smallestWavelength = 0.0; ///< [m], below 20 L; 0: L/4. Eddies smaller than bodies are not worth their cost
    double evolution = 0.0;          ///< 0: frozen, carried unchanged (Taylor's hypothesis); natural: 0.5 [Fung1992]
    int shells = 10;                 ///< of wavenumbers, 1 to 1000, with 3 modes each; cost is proportional to it
    std::uint64_t seed = 1;          ///< the same seed, the same gusts
};

/// Homogeneous isotropic turbulence as a sum of Fourier modes [Kraichnan1970], u = A (e1 cos(th) +- e2 sin(th)),
/// th = k . (x - U t) + w t + phase, with e1, e2 across k: every mode, and so the sum, is exactly free of divergence.
/// Energy after von Karman, E ~ q^4 / (1 + q^2)^(17/6), q = 1.339 k L [VonKarman1948], between k = 0.1/L and the
/// smallest wavelength, in shells of equal ratio of k; each shell has its energy in three modes along the axes of a
/// random frame, so that the mean square of every component is sigma^2, and products of two average to 0, for every
/// seed and not only on average over seeds. The part of the spectrum that is left out is made up for. w = evolution
/// sqrt(k^3 E) [Fung1992].
class GustFlow final : public AmbientFlow {
  public:
    /// \throws std::invalid_argument naming the value that is out of range
    explicit GustFlow(const GustDef& def);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;

  private:
    struct Mode {
        Vector3 k;    ///< wave vector [rad/m]
        Vector3 a, b; ///< of cosine and sine [m/s], across k
        double w;     ///< [rad/s] besides the mean flow's -k . U
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
