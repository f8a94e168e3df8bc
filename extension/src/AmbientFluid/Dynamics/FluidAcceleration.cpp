// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FluidAcceleration.h"

namespace ambient {
namespace {

/// sum_i share_i (g_i . excess_i) g_i
struct PushOfAddedMass {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const double* share, const VectorRows& excess,
                                          double* sum) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> sums[6];
        for (int block = 0; block < table.paddedSize(); block += kLanes)
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                Real g[6], along = {};
                for (int k = 0; k < 6; ++k)
                    g[k] = load<Real>(table.row(FaceTable::AddedMass + k) + i);
                for (std::size_t k = 0; k < 3; ++k)
                    along += g[3 + k] * load<Real>(excess.of[k].data() + i);
                along *= load<Real>(share + i);
                for (int k = 0; k < 6; ++k)
                    sums[k].parts[part] += along * g[k];
            }
        for (int k = 0; k < 6; ++k)
            sum[k] = sums[k].total();
    }
};

/// The sum of volume times excess, and its moment.
struct PushOnColumns {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FluidColumns& columns, const VectorRows& excess, double* sum) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> moment[3], force[3];
        for (int block = 0; block < paddedSize(columns.count); block += kLanes)
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                const Real volume = load<Real>(columns.volume.data() + i);
                Real r[3], push[3];
                for (std::size_t k = 0; k < 3; ++k) {
                    r[k] = load<Real>(columns.center.of[k].data() + i);
                    push[k] = volume * load<Real>(excess.of[k].data() + i);
                    force[k].parts[part] += push[k];
                }
                for (int k = 0; k < 3; ++k) {
                    const int next = (k + 1) % 3, last = (k + 2) % 3;
                    moment[k].parts[part] += r[next] * push[last] - r[last] * push[next];
                }
            }
        for (int k = 0; k < 3; ++k) {
            sum[k] = moment[k].total();
            sum[3 + k] = force[k].total();
        }
    }
};

} // namespace

Wrench pushOfAddedMass(const Surface& surface, const std::vector<double>& share, const VectorRows& excess) {
    Vector6 sum;
    runVectorised<PushOfAddedMass>(surface.faceTable(), share.data(), excess, sum.data());
    return Wrench(sum);
}

Wrench pushOnVolume(const Surface& surface, const VectorRows& excess) {
    const Faces& faces = surface.faces();
    const VolumeQuadrature& rule = surface.volumeQuadrature();
    const Vector3& center = surface.centerOfVolume();
    // The linear part, with its gradient from the divergence theorem, is integrated exactly; the faces integrate the
    // rest.
    Matrix3 gradient = Matrix3::Zero();
    for (int f = 0; f < faces.size(); ++f)
        gradient += excess[f] * (faces.area[f] / surface.volume() * faces.normal(f)).transpose();
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

void FluidColumns::take(const Surface& surface, const FaceColumns& columns) {
    const std::size_t size = static_cast<std::size_t>(surface.faceTable().size());
    const Vector3& origin = surface.centerOfVolume();
    center.resize(surface.faceTable().size());
    VectorRows::resizeRow(volume, surface.faceTable().size());
    std::size_t next = 0;
    for (std::size_t f = 0; f < size; ++f) {
        volume[next] = columns.volume[f];
        for (std::size_t axis = 0; axis < 3; ++axis)
            center.of[axis][next] = origin[static_cast<int>(axis)] + columns.center[axis][f];
        next += columns.volume[f] != 0.0;
    }
    count = static_cast<int>(next);
    center.resize(count);
    VectorRows::resizeRow(volume, count);
}

Wrench pushOnColumns(const FluidColumns& columns, const VectorRows& excess) {
    Vector6 sum;
    runVectorised<PushOnColumns>(columns, excess, sum.data());
    return Wrench(sum);
}

} // namespace ambient
