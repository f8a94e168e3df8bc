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

/// Volume times excess and its moment.
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

Wrench pushOfAddedMass(const FluidBodyModel& model, const std::vector<double>& share, const VectorRows& excess) {
    Vector6 sum;
    runVectorised<PushOfAddedMass>(model.faceTable(), share.data(), excess, sum.data());
    return Wrench(sum);
}

Wrench pushOnVolume(const FluidBodyModel& model, const VectorRows& excess) {
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
    center.resize(table.size());
    VectorRows::resizeRow(volume, table.size());
    std::size_t next = 0;
    for (std::size_t f = 0; f < static_cast<std::size_t>(table.size()); ++f) {
        if (rows[0][f] == 0.0) continue;
        volume[next] = rows[0][f];
        for (std::size_t axis = 0; axis < 3; ++axis)
            center.of[axis][next] = model.centerOfVolume()[static_cast<int>(axis)] + rows[axis + 1][f];
        ++next;
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
