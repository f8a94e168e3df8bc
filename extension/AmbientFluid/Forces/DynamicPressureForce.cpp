// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/DynamicPressureForce.h"

#include "AmbientFluid/Forces/SlipVelocity.h"

namespace ambient {

const std::string& DynamicPressureForce::name() const {
    static const std::string kName = "dynamic_pressure";
    return kName;
}

Wrench DynamicPressureForce::evaluate(const FluidBodyModel& model, const RelativeFlow& flow,
                                      SurfaceField* field) const {
    const FaceArrays& faces = model.faces();
    Wrench sum;
    forEachAttachedFace(model, flow, [&](int f, const FaceSlip& slip) {
        const double pressure = slip.attachment * slip.velocity.squaredNorm();
        const Vector3 force = -pressure * faces.area[f] * faces.normal(f);
        sum += Wrench(faces.centroid(f).cross(force), force);
    });
    if (field) fillSurfaceField(model, flow, *field);
    return (0.5 * flow.density * model.def().pressureScale) * sum;
}

} // namespace ambient
