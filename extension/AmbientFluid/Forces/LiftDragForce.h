// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// Lift and drag of flat plates, face by face, for comparison: f_i = -1/2 rho |u_i| <u_i, n_i> A_i n_i on every face,
/// torque c_i x f_i. [Soliman2024, prop. 1 and eq. 6; its alg. 2 lacks the -1/2 and, in the force, the area.] Each face
/// takes half of a plate's CL = sin 2a, CD = 2 sin^2 a; the power of each, -1/2 rho |u| <u, n>^2 A, is never positive.
/// Exact: a thin plate has CN = 2 sin a, a face square to the flow Cd = 1 (and its back as much), a sphere Cd = 4/3
/// and, for the front is as strong as the back, no lift at any spin: no Magnus effect. `pressureScale` applies.
class LiftDragForce final : public ForceModel {
  public:
    const std::string& name() const override;
    bool isDissipative() const override { return true; }
    Wrench evaluate(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField* field) const override;
};

} // namespace ambient
