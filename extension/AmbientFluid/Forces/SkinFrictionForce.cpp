// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/SkinFrictionForce.h"

#include "AmbientFluid/Forces/FaceForceSum.h"
#include "AmbientFluid/Math/FastPower.h"

namespace ambient {

const std::string& SkinFrictionForce::name() const {
    static const std::string kName = "skin_friction";
    return kName;
}

Wrench SkinFrictionForce::evaluate(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField* field) const {
    Wrench sum;
    if (field) fillSurfaceField(model, flow, *field, m_band);
    if (flow.density == 0.0 || flow.dynamicViscosity == 0.0) return sum;
    const FaceArrays& faces = model.faces();
    // Cf |s| = 0.0576 (rho L / mu)^(-1/5) |s|^(4/5): the constant factor leaves the loop.
    const double c = 0.0576 * std::pow(flow.density * model.length() / flow.dynamicViscosity, -0.2);
    forEachSlipBlock(model, flow, m_band, [&](const SlipBlock& block) {
        const double* area = faces.area.data() + block.first;
        sum += sumFaceForces(faces, block, [&](int i, double& x, double& y, double& z) {
            const double drag = -block.attachment[i] * powerTwoFifths(block.squared[i]) * block.share[i] * area[i];
            x = drag * block.x[i];
            y = drag * block.y[i];
            z = drag * block.z[i];
        });
    });
    return (0.5 * flow.density * model.def().frictionScale * c) * sum;
}

} // namespace ambient
