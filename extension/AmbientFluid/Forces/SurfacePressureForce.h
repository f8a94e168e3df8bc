// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

namespace ambient {

/// Pressure on the surface, the default force model.
/// It has impact pressure on the windward side, suction in the lee, and the side force of spin. With u the face's
/// velocity relative to the medium, n its normal, un = <n,u>, s = (|u|^2 - un^2)/|u|:
///     windward (un > 0)   f = -1/2 rho A n un (a+ un + b+ s)
///     lee      (un < 0)   f = -1/2 rho A n un (a- |un| + b- s)
///     rotation            f = rho A g (w_t x u),  w_t = w - <w,n> n
///     g = k c0 (1 - lambda) mu + c1 lambda mu + c2 lambda^2 <h, e>
///     e = v_c/(|v_c| + l|w|/2),  k = |v_c|/(|v_c| + l|w|),  v_c at the centre of volume,
///     l = PressureWeights::spinLength
/// The coefficients depend on the geometry alone (SurfaceShape, PressureWeights). The eight constants
/// (SurfacePressureConstants) are common to all bodies.
///
/// Dissipative face by face, for every twist, mesh and constants >= 0: the first two terms oppose un, the third is
/// perpendicular to u. Quadratic in the twist and continuous. Exact for a sphere: Cd = eta (0.338 roundSuction + 4/15
/// sideSuction), 0.448 at eta = 1; with spin S = |w| a/V, CL = (8/3) c0 S/(1 + 2S) minus about 0.06 S.
///
/// This model is ours, not a paper's. It replaces paper 001's pressure, which has no force on flat faces broadside to
/// the flow. Evidence and known failures: DECISIONS.md and `ambient-samples --validate`.
class SurfacePressureForce final : public ForceModel {
  public:
    const std::string& name() const override;
    bool isDissipative() const override { return true; }
    Wrench evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const override;
    bool joinFaceTerms(const Surface& surface, const RelativeFlow& flow, FaceTerms& terms) const override;
    Wrench besidesFaceTerms(const Surface& surface, const RelativeFlow& flow) const override;
};

} // namespace ambient
