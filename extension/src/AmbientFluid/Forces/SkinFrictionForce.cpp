// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SkinFrictionForce.h"

#include "AmbientFluid/Body/SurfaceData.h"
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

/// Factor of the friction on a face. \param overEnd mean friction over that at the end of the plate
double plateFriction(const Surface& surface, const RelativeFlow& flow, double overEnd) {
    return 0.5 * overEnd * flow.density * surface.data().frictionScale *
           frictionFactor(flow.density, surface.length(), flow.dynamicViscosity);
}

} // namespace

double wholePlateFriction(const Surface& surface, const RelativeFlow& flow) {
    return plateFriction(surface, flow, kMeanOverEnd);
}

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
    const double factor = plateFriction(surface, flow, keepsTails ? kMeanOverEnd : 1.0);
    terms.skinFriction += flow.regime ? flow.regime->turbulentFriction * factor : factor;
    return true;
}

Wrench SkinFrictionForce::evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const {
    if (field) fillSurfaceField(surface, flow, *field, m_band, m_law == FrictionLaw::WholePlate);
    FaceTerms terms;
    joinFaceTerms(surface, flow, terms);
    return sumFaceTerms(surface, flow, terms);
}

} // namespace ambient
