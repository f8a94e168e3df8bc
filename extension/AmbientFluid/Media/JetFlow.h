// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"

namespace ambient {

/// A round nozzle that blows into fluid of the same kind at rest.
struct JetDef {
    Vector3 nozzle = Vector3::Zero();     ///< centre of the nozzle's mouth [m]
    Vector3 direction = Vector3::UnitX(); ///< downstream; made unit
    double speed = 1.0;                   ///< U_j [m/s] at the mouth
    double diameter = 0.1;                ///< d of the mouth [m], > 0
};

/// The mean flow of a round turbulent jet, steady. With x from the mouth, r from the axis, X = x + B d, eta = r / X:
/// along the axis U = U_j B d / X / (1 + a eta^2)^2, away from it V = U_j B d / X (eta - a eta^3) / (2 (1 + a
/// eta^2)^2), which draws in the fluid around. [Pope2000, sec. 5.2] a = (sqrt 2 - 1) / 0.094^2 is measured; B = sqrt(3
/// a) / 2 = 5.93 (measured: 5.8 to 6) makes the momentum flux that of the mouth, rho U_j^2 pi d^2 / 4, at every x, and
/// the speed on the axis U_j at the mouth. The profile is self-similar from there on: the real one has a core of
/// constant speed, some 5 d long. Free of divergence downstream of the mouth; behind it the flow fades to rest within
/// one diameter.
class JetFlow final : public AmbientFlow {
  public:
    /// \throws std::invalid_argument naming the value that is out of range
    explicit JetFlow(const JetDef& def);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;

  private:
    JetDef m_def;
};

} // namespace ambient
