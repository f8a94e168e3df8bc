// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/LiftDragForce.h"

#include "AmbientFluid/Forces/FaceForceSum.h"

namespace ambient {

const std::string& LiftDragForce::name() const {
    static const std::string kName = "lift_drag";
    return kName;
}

Wrench LiftDragForce::evaluate(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField*) const {
    const FaceArrays& faces = model.faces();
    const double* nx = faces.normalX.data();
    const double* ny = faces.normalY.data();
    const double* nz = faces.normalZ.data();
    const double* area = faces.area.data();
    const auto onFaces = [&](const auto& velocity) {
        return sumFaceForces(faces, 0, faces.size(), [&](int i, double& x, double& y, double& z) {
            double ux, uy, uz;
            velocity.at(i, ux, uy, uz);
            const double normalVelocity = nx[i] * ux + ny[i] * uy + nz[i] * uz;
            const double speed = std::sqrt(ux * ux + uy * uy + uz * uz);
            const double push = -velocity.share(i) * speed * normalVelocity * area[i];
            x = push * nx[i];
            y = push * ny[i];
            z = push * nz[i];
        });
    };
    return (0.5 * flow.density * model.def().pressureScale) * withFaceVelocity(model, flow, onFaces);
}

} // namespace ambient
