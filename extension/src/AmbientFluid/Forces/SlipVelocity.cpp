// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SlipVelocity.h"

#include "AmbientFluid/Body/SurfaceData.h"

namespace ambient {
namespace {

FaceSlip slipOf(const Surface& surface, const RelativeFlow& flow, double band, int face) {
    return faceSlip(surface.faces().normal(face), flow.velocityOfFace(surface.faces(), face),
                    surface.separationCosine(), band);
}

} // namespace

FaceSlip tailSlip(const Surface& surface, int face, const Vector3& u, double band) {
    const PressureWeights& weights = surface.pressureWeights();
    const std::size_t f = static_cast<std::size_t>(face);
    const Vector3 n = surface.faces().normal(face);
    const double un = n.dot(u),
                 uk = weights.of[PressureWeights::WakeMean][f] * weights.vector(PressureWeights::MeanX, face).dot(u) +
                      weights.of[PressureWeights::WakeNormal][f] * un;
    FaceSlip slip = faceSlip(n, u, surface.separationCosine() - kTailReach, band);
    if (!(uk > un)) return slip;
    const double speed = u.norm();
    const AttachmentRamp ramp(band);
    const double t =
        std::clamp((uk / speed - surface.separationCosine() + kTailReach) * ramp.slope + ramp.offset, 0.0, 1.0);
    slip.attachment = t * t * (3.0 - 2.0 * t);
    return slip;
}

double attachedArea(const Surface& surface, const RelativeFlow& flow, const double* wettedFraction) {
    const Faces& faces = surface.faces();
    double sum = 0.0;
    for (int f = 0; f < faces.size(); ++f)
        sum += slipOf(surface, flow, kAttachmentBand, f).attachment * (wettedFraction ? wettedFraction[f] : 1.0) *
               faces.area[f];
    return sum;
}

void fillSurfaceField(const Surface& surface, const RelativeFlow& flow, SurfaceField& field, double band,
                      bool keepsTails) {
    field.slipVelocity.resize(surface.faces().size());
    field.attachment.resize(surface.faces().size());
    for (int f = 0; f < surface.faces().size(); ++f) {
        const FaceSlip slip = keepsTails ? tailSlip(surface, f, flow.velocityOfFace(surface.faces(), f), band)
                                         : slipOf(surface, flow, band, f);
        field.attachment[f] = slip.attachment;
        field.slipVelocity[f] = slip.attachment * slip.velocity;
    }
}

} // namespace ambient
