// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SlipVelocity.h"

namespace ambient {
namespace {

FaceSlip slipOf(const FluidBodyModel& model, const RelativeFlow& flow, double band, int face) {
    return faceSlip(model.faces().normal(face), flow.velocityOfFace(model.faces(), face), model.separationCosine(),
                    band);
}

} // namespace

double attachedArea(const FluidBodyModel& model, const RelativeFlow& flow) {
    const FaceArrays& faces = model.faces();
    double sum = 0.0;
    for (int f = 0; f < faces.size(); ++f)
        sum += slipOf(model, flow, kAttachmentBand, f).attachment * flow.shareOfFace(f) * faces.area[f];
    return sum;
}

void fillSurfaceField(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField& field, double band) {
    field.slipVelocity.resize(model.faces().size());
    field.attachment.resize(model.faces().size());
    for (int f = 0; f < model.faces().size(); ++f) {
        const FaceSlip slip = slipOf(model, flow, band, f);
        field.attachment[f] = slip.attachment;
        field.slipVelocity[f] = slip.attachment * slip.velocity;
    }
}

} // namespace ambient
