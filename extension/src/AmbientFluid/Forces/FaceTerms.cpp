// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/FaceTerms.h"

#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/FaceTermsLoop.h"
#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace ambient {
namespace {

double separationCosine(const Surface& surface, const FaceTerms& terms) {
    return surface.separationCosine() - (terms.keepsTails ? kTailReach : 0.0);
}

/// \param at reference point of the twist, mesh frame
template <class Number>
UniformTerms<Number> uniformOf(const Surface& surface, const RelativeFlow& flow, const FaceTerms& terms,
                               const Vector3& at) {
    const AttachmentRamp ramp(terms.band);
    const Vector3 v = flow.velocityAt(at), &w = flow.twist.angular;
    const Vector3 turning = flow.faces ? Vector3(w - flow.faces->spin) : w;
    const auto number = [](double value) { return static_cast<Number>(value); };
    return {{number(v.x()), number(v.y()), number(v.z())},
            {number(w.x()), number(w.y()), number(w.z())},
            {number(turning.x()), number(turning.y()), number(turning.z())},
            number(terms.surfacePressure),
            number(terms.dynamicPressure),
            number(terms.skinFriction),
            number(terms.needsAttachment() ? separationCosine(surface, terms) : 0.0),
            number(terms.keepsTails ? 1.0 : 0.0),
            number(ramp.slope),
            number(ramp.offset),
            number(terms.roundShare),
            number(std::is_same_v<Number, float> ? 1e-30 : 1e-300),
            terms.actsAtCentroids() ? FaceTable::CentroidX : FaceTable::ActionX};
}

Wrench sumScaled(const Surface& surface, const RelativeFlow& flow, const FaceTerms& terms) {
    if (!terms.isSingle)
        return sumFacesOf(surface.faceTable(), flow.faces, terms,
                          uniformOf<double>(surface, flow, terms, Vector3::Zero()));
    const Vector3& center = surface.centerOfVolume();
    Wrench sum =
        sumSingleFaces(surface.singleFaceTable(), flow.faces, terms, uniformOf<float>(surface, flow, terms, center));
    sum.angular += center.cross(sum.linear);
    return sum;
}

} // namespace

Wrench sumFaceTerms(const Surface& surface, const RelativeFlow& flow, const FaceTerms& terms) {
    if (!terms.any()) return {};
    const double unit = terms.surfacePressure;
    if (unit == 0.0) return sumScaled(surface, flow, terms);
    // In units of the surface pressure, whose factor the loop then need not apply.
    FaceTerms scaled = terms;
    scaled.surfacePressure = 1.0;
    scaled.dynamicPressure /= unit;
    scaled.skinFriction /= unit;
    return unit * sumScaled(surface, flow, scaled);
}

namespace {

/// An entry of PressureWeights.
double weightOf(const FaceTable& table, int row, int f) {
    return *table.at(FaceTable::Pressure + row, f);
}

/// Three entries of PressureWeights, from a first row on.
Vector3 vectorOf(const FaceTable& table, int row, int f) {
    return {weightOf(table, row, f), weightOf(table, row + 1, f), weightOf(table, row + 2, f)};
}

/// The equations of SurfacePressureForce for one face, per density.
Vector3 plainPressure(const FaceTable& table, int f, const Vector3& n, const Vector3& u, const Vector3& turning,
                      double roundShare) {
    const auto weight = [&](int row) { return weightOf(table, row, f); };
    using W = PressureWeights;
    const double speed2 = u.squaredNorm(), speed = u.norm();
    if (!(speed > 0.0)) return Vector3::Zero();
    const Vector3 m = vectorOf(table, W::MeanX, f), k = weight(W::WakeMean) * m + weight(W::WakeNormal) * n;
    const double un = n.dot(u), um = m.dot(u), uk = k.dot(u), chord = vectorOf(table, W::ChordX, f).dot(u);
    Vector3 force = Vector3::Zero();
    if (un > 0.0) force -= un * un * (weight(W::Front) + weight(W::Hollow) * speed2 / (un * un + 0.04 * speed2)) * n;
    if (uk < 0.0)
        force +=
            uk * uk * (weight(W::LeeFlat) * speed2 / (uk * uk + 0.25 * speed2) + roundShare * weight(W::LeeRound)) * k;
    const double across = std::max(speed2 - um * um, 0.0);
    force -= um / speed * (weight(W::Sheet) * across + chord * chord) * m;
    force -= weight(W::Revolving) * um * std::min(speed, weight(W::Reach) * std::abs(turning.dot(m))) * m;
    return force;
}

/// Calls `take` with each face's point of action, velocity and force.
template <class Take>
void forEachFace(const Surface& surface, const RelativeFlow& flow, const FaceTerms& terms, Take take) {
    const Faces& faces = surface.faces();
    const FaceTable& table = surface.faceTable();
    const Vector3 turning = flow.faces ? Vector3(flow.twist.angular - flow.faces->spin) : flow.twist.angular;
    for (int f = 0; f < faces.size(); ++f) {
        const std::size_t i = static_cast<std::size_t>(f);
        const Vector3 n = faces.normal(f);
        const Vector3 point = terms.actsAtCentroids() ? faces.centroid(f) : faces.actionPoint(f);
        const Vector3 u = flow.velocityOnFace(f, point);
        const FaceSlip slip = terms.keepsTails ? tailSlip(surface, f, u, terms.band)
                                               : faceSlip(n, u, surface.separationCosine(), terms.band);
        Vector3 force = terms.surfacePressure * plainPressure(table, f, n, u, turning, terms.roundShare);
        const double attached = slip.attachment * faces.area[i], slip2 = slip.velocity.squaredNorm();
        force -= terms.dynamicPressure * attached * slip2 * n;
        force -= terms.skinFriction * attached * portable::pow(slip2, 0.4) * slip.velocity;
        force *= flow.weightOfFace(f);
        take(point, u, force);
    }
}

} // namespace

Wrench sumFaceTermsPlainly(const Surface& surface, const RelativeFlow& flow, const FaceTerms& terms) {
    Wrench sum;
    forEachFace(surface, flow, terms, [&](const Vector3& point, const Vector3&, const Vector3& force) {
        sum += Wrench(point.cross(force), force);
    });
    return sum;
}

double faceTermsPower(const Surface& surface, const RelativeFlow& flow, const FaceTerms& terms) {
    double sum = 0.0;
    forEachFace(surface, flow, terms,
                [&](const Vector3&, const Vector3& velocity, const Vector3& force) { sum += force.dot(velocity); });
    return sum;
}

} // namespace ambient
