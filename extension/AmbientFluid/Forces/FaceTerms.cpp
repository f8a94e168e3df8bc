// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/FaceTerms.h"

#include "AmbientFluid/Forces/FaceTermsLoop.h"
#include "AmbientFluid/Forces/SlipVelocity.h"

#include <cmath>
#include <type_traits>

namespace ambient {
namespace {

/// \param at reference point of the twist, mesh frame
template <class Number>
UniformTerms<Number> uniformOf(const Surface& surface, const RelativeFlow& flow, const FaceTerms& terms,
                               const Vector3& at) {
    const AttachmentRamp ramp(terms.band);
    const Vector3 v = flow.velocityAt(at), &w = flow.twist.angular;
    const auto number = [](double value) { return static_cast<Number>(value); };
    return {{number(v.x()), number(v.y()), number(v.z())},
            {number(w.x()), number(w.y()), number(w.z())},
            number(terms.surfacePressure),
            number(terms.dynamicPressure),
            number(terms.skinFriction),
            number(terms.needsAttachment() ? surface.separationCosine() : 0.0),
            number(ramp.slope),
            number(ramp.offset),
            number(std::is_same_v<Number, float> ? 1e-30 : 1e-300)};
}

} // namespace

Wrench sumFaceTerms(const Surface& surface, const RelativeFlow& flow, const FaceTerms& terms) {
    if (!terms.any()) return {};
    if (!terms.isSingle)
        return sumFacesOf(surface.faceTable(), flow.faces, terms,
                          uniformOf<double>(surface, flow, terms, Vector3::Zero()));
    const Vector3& center = surface.centerOfVolume();
    Wrench sum =
        sumSingleFaces(surface.singleFaceTable(), flow.faces, terms, uniformOf<float>(surface, flow, terms, center));
    sum.angular += center.cross(sum.linear);
    return sum;
}

Wrench sumFaceTermsPlainly(const Surface& surface, const RelativeFlow& flow, const FaceTerms& terms) {
    const Faces& faces = surface.faces();
    const PressureWeights& weights = surface.pressureWeights();
    Wrench sum;
    for (int f = 0; f < faces.size(); ++f) {
        const std::size_t i = static_cast<std::size_t>(f);
        const Vector3 n = faces.normal(f), c = faces.centroid(f);
        const Vector3 u = flow.velocityOfFace(faces, f);
        const FaceSlip slip = faceSlip(n, u, surface.separationCosine(), terms.band);
        const double un = n.dot(u), speed = u.norm();
        const double chord = Vector3(weights.chordX[i], weights.chordY[i], weights.chordZ[i]).dot(u);
        const double along = speed > 0.0 ? (speed * speed - un * un) / speed : 0.0;
        const double normalPart = un > 0.0 ? weights.windwardNormal[i] : weights.leewardNormal[i];
        const double alongPart = un > 0.0 ? weights.windwardAlong[i] : weights.leewardAlong[i];
        const double pressure =
            normalPart * std::abs(un) + alongPart * along + (speed > 0.0 ? chord * chord / speed : 0.0);
        Vector3 force = -terms.surfacePressure * un * pressure * n;
        const double attached = slip.attachment * faces.area[i], slip2 = slip.velocity.squaredNorm();
        force -= terms.dynamicPressure * attached * slip2 * n;
        force -= terms.skinFriction * attached * std::pow(slip2, 0.4) * slip.velocity;
        force *= flow.shareOfFace(f);
        sum += Wrench(c.cross(force), force);
    }
    return sum;
}

} // namespace ambient
