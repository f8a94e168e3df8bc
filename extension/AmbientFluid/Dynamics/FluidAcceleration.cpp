// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FluidAcceleration.h"

#include "AmbientFluid/Mesh/TriangleClip.h"

namespace ambient {

Wrench pushOfAddedMass(const FluidBodyModel& model, const std::vector<double>& share,
                       const std::vector<Vector3>& excess) {
    const AddedMassShares& shares = model.addedMassShares();
    Vector6 sum = Vector6::Zero();
    for (int f = 0; f < shares.size(); ++f) {
        if (!(share[f] > 0.0)) continue;
        const Vector6 g = shares.of(f);
        sum += share[f] * g.tail<3>().dot(excess[f]) * g;
    }
    return Wrench(sum);
}

Wrench pushOnVolume(const FluidBodyModel& model, const std::vector<Vector3>& excess) {
    const FaceArrays& faces = model.faces();
    const VolumeRule& rule = model.volumeRule();
    const Vector3& center = model.centerOfVolume();
    // The linear part, its gradient from the divergence theorem, is integrated exactly, the faces see the rest.
    Matrix3 gradient = Matrix3::Zero();
    for (int f = 0; f < faces.size(); ++f)
        gradient += excess[f] * (faces.area[f] / model.volume() * faces.normal(f)).transpose();
    const Matrix3 moments = rule.secondMoments * gradient.transpose();
    Wrench sum(Vector3(moments(1, 2) - moments(2, 1), moments(2, 0) - moments(0, 2), moments(0, 1) - moments(1, 0)),
               Vector3::Zero());
    for (int f = 0; f < faces.size(); ++f) {
        const Vector3 r = faces.centroid(f) - center;
        const Vector3 push = rule.weight[f] * (excess[f] - gradient * r);
        sum += Wrench(r.cross(push), push);
    }
    sum.angular += center.cross(sum.linear);
    return sum;
}

void FluidColumns::fill(const FluidBodyModel& model, const std::vector<double>& depths, double side,
                        const Vector3& up) {
    const TriangleMesh& mesh = model.mesh();
    const FaceArrays& faces = model.faces();
    center.clear();
    volume.clear();
    center.reserve(static_cast<std::size_t>(faces.size()));
    volume.reserve(static_cast<std::size_t>(faces.size()));
    for (int f = 0; f < faces.size(); ++f) {
        const TriangleMesh::Face& corners = mesh.faces[static_cast<std::size_t>(f)];
        std::array<double, 3> d;
        for (std::size_t k = 0; k < 3; ++k)
            d[k] = side * depths[static_cast<std::size_t>(corners[k])];
        const TriangleClip wet = clipTriangle(d);
        if (!(wet.mean > 0.0)) continue;
        Vector3 sum = Vector3::Zero();
        double square = 0.0; // mean of depth^2 where wet
        for (std::size_t k = 0; k < 3; ++k) {
            sum += wet.moments[k] * mesh.vertices[static_cast<std::size_t>(corners[k])];
            square += wet.moments[k] * d[k];
        }
        center.push_back((sum + 0.5 * side * square * up) / wet.mean);
        volume.push_back(-side * faces.area[f] * faces.normal(f).dot(up) * wet.mean);
    }
}

Wrench pushOnColumns(const FluidColumns& columns, const std::vector<Vector3>& excess) {
    Wrench sum;
    for (std::size_t i = 0; i < columns.volume.size(); ++i) {
        const Vector3 push = columns.volume[i] * excess[i];
        sum += Wrench(columns.center[i].cross(push), push);
    }
    return sum;
}

} // namespace ambient
