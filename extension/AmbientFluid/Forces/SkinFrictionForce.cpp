// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SkinFrictionForce.h"

#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/Math/FastPower.h"

#include <cmath>

namespace ambient {

const std::string& SkinFrictionForce::name() const {
    static const std::string kName = "skin_friction";
    return kName;
}

bool SkinFrictionForce::joinFaceTerms(const FluidBodyModel& model, const RelativeFlow& flow, FaceTerms& terms) const {
    if (terms.needsAttachment() && terms.band != m_band) return false;
    terms.band = m_band;
    if (flow.density == 0.0 || flow.dynamicViscosity == 0.0) return true;
    // Cf |s| = 0.0576 (rho L / mu)^(-1/5) |s|^(4/5): the constant factor leaves the loop.
    const double c = 0.0576 / std::sqrt(powerTwoFifths(flow.density * model.length() / flow.dynamicViscosity));
    terms.skinFriction += 0.5 * flow.density * model.def().frictionScale * c;
    return true;
}

Wrench SkinFrictionForce::evaluate(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField* field) const {
    if (field) fillSurfaceField(model, flow, *field, m_band);
    FaceTerms terms;
    joinFaceTerms(model, flow, terms);
    return sumFaceTerms(model, flow, terms);
}

} // namespace ambient
