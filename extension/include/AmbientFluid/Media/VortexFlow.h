// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"

namespace ambient {

/// Velocity profile in the core of a vortex.
enum class VortexCore {
    Rankine,  ///< solid rotation within the core radius, potential flow outside; fastest at the core radius
    LambOseen ///< smooth, spreads by viscosity; fastest at 1.12 core radii
};

/// A straight vortex.
struct VortexDef {
    VortexCore core = VortexCore::LambOseen; ///< profile near the axis
    Vector3 center = Vector3::Zero();        ///< a point of the axis [m]
    Vector3 axis = Vector3::UnitZ();         ///< made unit; the fluid rotates about it by the right-hand rule
    double circulation = 1.0;                ///< Gamma [m^2/s] far from the axis; negative reverses the rotation
    double coreRadius = 0.1;                 ///< a [m] > 0
    double kinematicViscosity = 0.0;         ///< nu [m^2/s] >= 0, Lamb-Oseen only: a^2 grows by 4 nu t from time 0 on
};

/// A straight, endless vortex at rest, free of divergence. [Lamb1932, art. 334a; Saffman1992]
/// The speed around the axis at distance r is
///     Rankine      Gamma r / (2 pi a^2) for r < a, Gamma / (2 pi r) outside; the gradient jumps at r = a
///     Lamb-Oseen   Gamma / (2 pi r) (1 - exp(-r^2 / (a^2 + 4 nu t)))
class VortexFlow final : public AmbientFlow {
  public:
    /// \throws std::invalid_argument naming the value that is out of range
    explicit VortexFlow(const VortexDef& def);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;

  private:
    VortexDef m_def;
};

} // namespace ambient
