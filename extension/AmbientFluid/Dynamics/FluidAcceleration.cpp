// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FluidAcceleration.h"

#include "AmbientFluid/Mesh/TriangleClips.h"

#include <array>

namespace ambient {
namespace {

/// Volume and centre of the column of each face, from the centre of volume of the body.
struct FillColumns {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const CornerValues& depths, double side,
                                          const double* up, std::array<std::vector<double>, 4>& rows) {
        using Real = typename Lanes<L>::Real;
        const Real zero = {};
        for (int i = 0; i < table.paddedSize(); i += L) {
            Real d[3], flux = {}, place[3] = {}, square = {}; // means of depth times place, and of depth^2, where wet
            for (std::size_t k = 0; k < 3; ++k)
                d[k] = side * load<Real>(depths.of[k].data() + i);
            const Clips<L> wet(d);
            for (int k = 0; k < 3; ++k) {
                for (int axis = 0; axis < 3; ++axis)
                    place[axis] += wet.moments[k] * load<Real>(table.row(FaceTable::CornerX + 3 * k + axis) + i);
                square += wet.moments[k] * d[k];
                flux -= side * up[k] * load<Real>(table.row(FaceTable::NormalX + k) + i);
            }
            const auto isWet = wet.mean > 0.0;
            const Real perMean = isWet ? Real(1.0 / (isWet ? wet.mean : splat<Real>(1.0))) : zero;
            store<Real>(rows[0].data() + i, flux * load<Real>(table.row(FaceTable::Area) + i) * wet.mean);
            for (int axis = 0; axis < 3; ++axis)
                store<Real>(rows[static_cast<std::size_t>(axis + 1)].data() + i,
                            (place[axis] + 0.5 * side * up[axis] * square) * perMean);
        }
    }
};

} // namespace

Wrench pushOfAddedMass(const FluidBodyModel& model, const std::vector<double>& share, const std::vector<int>& faces,
                       const std::vector<Vector3>& excess) {
    const AddedMassShares& shares = model.addedMassShares();
    Vector6 sum = Vector6::Zero();
    for (std::size_t i = 0; i < faces.size(); ++i) {
        const Vector6 g = shares.of(faces[i]);
        sum += share[static_cast<std::size_t>(faces[i])] * g.tail<3>().dot(excess[i]) * g;
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

void FluidColumns::fill(const FluidBodyModel& model, const CornerValues& depths, double side, const Vector3& up) {
    const FaceTable& table = model.faceTable();
    thread_local std::array<std::vector<double>, 4> rows;
    for (std::vector<double>& row : rows)
        row.resize(static_cast<std::size_t>(table.paddedSize()));
    runVectorised<FillColumns>(table, depths, side, up.data(), rows);
    center.clear();
    volume.clear();
    center.reserve(static_cast<std::size_t>(table.size()));
    volume.reserve(static_cast<std::size_t>(table.size()));
    for (std::size_t f = 0; f < static_cast<std::size_t>(table.size()); ++f) {
        if (rows[0][f] == 0.0) continue;
        volume.push_back(rows[0][f]);
        center.push_back(model.centerOfVolume() + Vector3(rows[1][f], rows[2][f], rows[3][f]));
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
