// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/DynamicPressureForce.h"

#include "AmbientFluid/Forces/FaceForceSum.h"

namespace ambient {

const std::string& DynamicPressureForce::name() const {
    static const std::string kName = "dynamic_pressure";
    return kName;
}

Wrench DynamicPressureForce::evaluate(const FluidBodyModel& model, const RelativeFlow& flow,
                                      SurfaceField* field) const {
    const FaceArrays& faces = model.faces();
    Wrench sum;
    forEachSlipBlock(model, flow, m_band, [&](const SlipBlock& block) {
        const double* nx = faces.normalX.data() + block.first;
        const double* ny = faces.normalY.data() + block.first;
        const double* nz = faces.normalZ.data() + block.first;
        const double* area = faces.area.data() + block.first;
        sum += sumFaceForces(faces, block, [&](int i, double& x, double& y, double& z) {
            const double push = -block.attachment[i] * block.squared[i] * block.share[i] * area[i];
            x = push * nx[i];
            y = push * ny[i];
            z = push * nz[i];
        });
    });
    if (field) fillSurfaceField(model, flow, *field, m_band);
    return (0.5 * flow.density * model.def().pressureScale) * sum;
}

} // namespace ambient
