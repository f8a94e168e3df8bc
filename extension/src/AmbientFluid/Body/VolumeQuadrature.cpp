// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/VolumeQuadrature.h"

#include "AmbientFluid/Mesh/MassProperties.h"

namespace ambient {

VolumeQuadrature makeVolumeQuadrature(const TriangleMesh& mesh, const Vector3& center) {
    VolumeQuadrature rule;
    const Matrix3 inertia = solidMassProperties(mesh, 1.0).inertia;
    rule.secondMoments = 0.5 * inertia.trace() * Matrix3::Identity() - inertia;
    const Matrix3 inverse = rule.secondMoments.inverse();
    const Matrix3 m = inverse / inverse.trace();
    rule.weight.reserve(static_cast<std::size_t>(mesh.faceCount()));
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 r = mesh.faceCentroid(f) - center;
        const double weight = (m * r).dot(mesh.areaVector(f));
        rule.weight.push_back(weight);
        rule.offCenter += weight * r;
    }
    return rule;
}

} // namespace ambient
