// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SkinFrictionForce.h"

#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/Forces/ViscousRegime.h"
#include "AmbientFluid/Math/FastPower.h"

#include <cmath>

namespace ambient {
namespace {

/// 0.0576 (rho L / eta)^(-1/5); Cf |s| is this times |s|^(4/5).
double frictionFactor(double density, double length, double dynamicViscosity) {
    return 0.0576 / std::sqrt(powerTwoFifths(density * length / dynamicViscosity));
}

/// Mean friction of a plate over that at its end, where the local coefficient falls as x^(-1/5).
constexpr double kMeanOverEnd = 1.25;

} // namespace

const std::string& SkinFrictionForce::name() const {
    static const std::string kName = "skin_friction";
    return kName;
}

bool SkinFrictionForce::joinFaceTerms(const Surface& surface, const RelativeFlow& flow, FaceTerms& terms) const {
    const bool keepsTails = m_law == FrictionLaw::WholePlate;
    if (terms.needsAttachment() && (terms.band != m_band || terms.keepsTails != keepsTails)) return false;
    terms.band = m_band;
    terms.keepsTails = keepsTails;
    if (flow.density == 0.0 || flow.dynamicViscosity == 0.0) return true;
    terms.skinFriction += 0.5 * (keepsTails ? kMeanOverEnd : 1.0) * flow.density * surface.data().frictionScale *
                          frictionFactor(flow.density, surface.length(), flow.dynamicViscosity);
    return true;
}

Wrench SkinFrictionForce::evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const {
    if (field) fillSurfaceField(surface, flow, *field, m_band, m_law == FrictionLaw::WholePlate);
    FaceTerms terms;
    joinFaceTerms(surface, flow, terms);
    const Wrench turbulent = sumFaceTerms(surface, flow, terms);
    return flow.regime ? flow.regime->turbulentFriction * turbulent : turbulent;
}

} // namespace ambient
