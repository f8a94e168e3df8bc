// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SlipVelocity.h"

namespace ambient {
namespace {

FaceSlip slipOf(const Surface& surface, const RelativeFlow& flow, double band, int face) {
    return faceSlip(surface.faces().normal(face), flow.velocityOfFace(surface.faces(), face),
                    surface.separationCosine(), band);
}

} // namespace

double attachedArea(const Surface& surface, const RelativeFlow& flow) {
    const Faces& faces = surface.faces();
    double sum = 0.0;
    for (int f = 0; f < faces.size(); ++f)
        sum += slipOf(surface, flow, kAttachmentBand, f).attachment * flow.shareOfFace(f) * faces.area[f];
    return sum;
}

void fillSurfaceField(const Surface& surface, const RelativeFlow& flow, SurfaceField& field, double band) {
    field.slipVelocity.resize(surface.faces().size());
    field.attachment.resize(surface.faces().size());
    for (int f = 0; f < surface.faces().size(); ++f) {
        const FaceSlip slip = slipOf(surface, flow, band, f);
        field.attachment[f] = slip.attachment;
        field.slipVelocity[f] = slip.attachment * slip.velocity;
    }
}

} // namespace ambient
