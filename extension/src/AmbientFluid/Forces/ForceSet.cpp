// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/ForceSet.h"

#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Forces/BuoyancyForce.h"
#include "AmbientFluid/Forces/DynamicPressureForce.h"
#include "AmbientFluid/Forces/FaceTerms.h"
#include "AmbientFluid/Forces/LiftDragForce.h"
#include "AmbientFluid/Forces/LinearDragForce.h"
#include "AmbientFluid/Forces/SkinFrictionForce.h"
#include "AmbientFluid/Forces/SurfacePressureForce.h"
#include "AmbientFluid/Forces/ViscousForce.h"

#include <stdexcept>

namespace ambient {

ForceSet ForceSet::surfacePressure() {
    ForceSet set = surface2026b();
    set.add(std::make_shared<ViscousForce>());
    return set;
}

ForceSet ForceSet::surface2026b() {
    ForceSet set;
    set.add(std::make_shared<SurfacePressureForce>());
    set.add(std::make_shared<SkinFrictionForce>(kAttachmentBand, FrictionLaw::WholePlate));
    set.add(std::make_shared<BuoyancyForce>());
    return set;
}

ForceSet ForceSet::paper001(const Paper001Options& options) {
    const double band = options.smoothAttachment ? kAttachmentBand : 0.0;
    ForceSet set;
    set.add(std::make_shared<DynamicPressureForce>(band));
    set.add(std::make_shared<SkinFrictionForce>(band));
    set.add(std::make_shared<BuoyancyForce>());
    set.setLimitsPower(options.limitPower);
    return set;
}

ForceSet ForceSet::uwrbd() {
    return uwrbd(LinearDragForce::kDefaultRate);
}

ForceSet ForceSet::uwrbd(double rate) {
    ForceSet set;
    set.add(std::make_shared<LinearDragForce>(rate));
    set.add(std::make_shared<BuoyancyForce>());
    return set;
}

ForceSet ForceSet::gwtf() {
    ForceSet set;
    set.add(std::make_shared<LiftDragForce>());
    set.add(std::make_shared<BuoyancyForce>());
    return set;
}

ForceSet ForceSet::named(const std::string& model) {
    if (model == "default") return surfacePressure();
    if (model == "surface2026b") return surface2026b();
    if (model == "paper001") return paper001();
    if (model == "uwrbd") return uwrbd();
    if (model == "gwtf") return gwtf();
    throw std::invalid_argument("unknown force model '" + model +
                                "'; known: default, surface2026b, paper001, uwrbd, gwtf");
}

void ForceSet::add(std::shared_ptr<const ForceModel> force) {
    auto terms = m_terms ? std::make_shared<std::vector<Term>>(*m_terms) : std::make_shared<std::vector<Term>>();
    const bool isDissipative = force->isDissipative();
    m_hasRegime |= force->setsRegime();
    terms->push_back({std::move(force), isDissipative});
    m_terms = std::move(terms);
}

ForceSum ForceSet::evaluate(const Surface& surface, const RelativeFlow& inMedium, Wrench* terms) const {
    ViscousRegime regime;
    const RelativeFlow flow = withRegime(surface, inMedium, regime);
    ForceSum sum;
    FaceTerms together;
    together.isSingle = m_isSingle;
    for (int i = 0; i < size(); ++i) {
        const auto& [force, isDissipative] = (*m_terms)[static_cast<std::size_t>(i)];
        if (!terms && isDissipative && force->joinFaceTerms(surface, flow, together)) {
            sum.dissipative += force->besidesFaceTerms(surface, flow);
            continue;
        }
        const Wrench wrench = force->evaluate(surface, flow, nullptr);
        (isDissipative ? sum.dissipative : sum.other) += wrench;
        if (terms) terms[i] = wrench;
    }
    sum.dissipative += sumFaceTerms(surface, flow, together);
    // In a rotating or shearing medium, positive work on the body is no sign of an error.
    if (m_limitsPower && !flow.faces)
        sum.dissipative = limitPower(sum.dissipative, flow.twist, surface.centerOfVolume(), surface.length());
    return sum;
}

RelativeFlow ForceSet::withRegime(const Surface& surface, const RelativeFlow& flow, ViscousRegime& regime) const {
    RelativeFlow seen = flow;
    if (!m_hasRegime) return seen;
    regime = ViscousRegime::of(surface, flow);
    if (regime.isActive) seen.regime = &regime;
    return seen;
}

double ForceSet::power(const Surface& surface, const RelativeFlow& inMedium) const {
    ViscousRegime regime;
    const RelativeFlow flow = withRegime(surface, inMedium, regime);
    double sum = 0.0;
    FaceTerms together;
    for (int i = 0; i < size(); ++i) {
        const ForceModel& model = force(i);
        if (model.joinFaceTerms(surface, flow, together))
            sum += model.powerBesidesFaceTerms(surface, flow);
        else
            sum += model.power(surface, flow);
    }
    return sum + faceTermsPower(surface, flow, together);
}

Wrench limitPower(const Wrench& wrench, const Twist& twist, const Vector3& center, double length) {
    const double work = power(twist, wrench);
    if (!(work > 0.0)) return wrench;
    const Vector3 centerVelocity = twist.linear + twist.angular.cross(center);
    const double l2 = length * length;
    const double norm2 = l2 * twist.angular.squaredNorm() + centerVelocity.squaredNorm();
    const Vector3 force = centerVelocity * (work / norm2);
    const Vector3 torqueAboutCenter = twist.angular * (l2 * work / norm2);
    return wrench - Wrench(torqueAboutCenter + center.cross(force), force);
}

} // namespace ambient
