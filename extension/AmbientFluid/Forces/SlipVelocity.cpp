// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SlipVelocity.h"

namespace ambient {

void fillSurfaceField(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField& field) {
    field.slipVelocity.assign(model.faces().size(), Vector3::Zero());
    field.attachment.assign(model.faces().size(), 0.0);
    forEachAttachedFace(model, flow, [&](int f, const FaceSlip& slip) {
        field.slipVelocity[f] = slip.attachment * slip.velocity;
        field.attachment[f] = slip.attachment;
    });
}

} // namespace ambient
