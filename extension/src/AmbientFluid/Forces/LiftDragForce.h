// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// Lift and drag of flat plates, face by face, for comparison. [Soliman2024, prop. 1 and eq. 6]
/// f_i = -1/2 rho |u_i| <u_i, n_i> A_i n_i on every face, torque c_i x f_i (the paper's alg. 2 lacks the -1/2 and, in
/// the force, the area). Each face takes half of a plate's CL = sin 2a, CD = 2 sin^2 a. The power of each face, -1/2
/// rho |u| <u, n>^2 A, is never positive. Exact values: CN = 2 sin a for a thin plate, Cd = 1 for a face broadside to
/// the flow (and as much for its back), Cd = 4/3 for a sphere. A sphere has no lift at any spin (no Magnus effect),
/// because its back is as strong as its front. `pressureScale` applies.
class LiftDragForce final : public ForceModel {
  public:
    const std::string& name() const override;
    bool isDissipative() const override { return true; }
    Wrench evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const override;
    double power(const Surface& surface, const RelativeFlow& flow) const override;
};

} // namespace ambient
