// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"

namespace ambient {

/// A round nozzle that blows into the same fluid at rest.
struct JetDef {
    Vector3 nozzle = Vector3::Zero();     ///< centre of the mouth [m]
    Vector3 direction = Vector3::UnitX(); ///< downstream; made unit
    double speed = 1.0;                   ///< U_j at the mouth [m/s]
    double diameter = 0.1;                ///< d of the mouth [m] > 0
};

/// The steady mean flow of a round turbulent jet. [Pope2000, sec. 5.2]
/// At x from the mouth and r from the axis, with X = x + B d and eta = r / X, the velocities along and away from the
/// axis are
///     U = U_j B d / X / (1 + a eta^2)^2
///     V = U_j B d / X (eta - a eta^3) / (2 (1 + a eta^2)^2)
/// V entrains the fluid around. a = (sqrt 2 - 1) / 0.094^2 is measured. B = sqrt(3 a) / 2 = 5.93 (measured: 5.8 to 6)
/// makes the momentum flux at every x equal to that of the mouth, rho U_j^2 pi d^2 / 4, and the axial speed at the
/// mouth U_j.
/// The profile is self-similar from the mouth on, whereas a real jet has a core of constant speed about 5 d long. Free
/// of divergence downstream of the mouth. Upstream of the mouth the flow fades to rest within one diameter.
class JetFlow final : public AmbientFlow {
  public:
    /// \throws std::invalid_argument naming the value that is out of range
    explicit JetFlow(const JetDef& def);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;

  private:
    JetDef m_def;
};

} // namespace ambient
