// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/RigidFit.h"

#include "AmbientFluid/Math/Lanes.h"

#include <Eigen/LU>

namespace ambient {
namespace {

/// Area, and area-weighted sums of places and velocities.
struct FirstSums {
    double area, place[3], velocity[3];
};

struct SumFirst {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const VectorRows& velocity, FirstSums& to) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> area, place[3], moved[3];
        for (int block = 0; block < table.paddedSize(); block += kLanes)
            for (int part = 0; part < kLanes / L; ++part) {
                const int f = block + part * L;
                const Real a = load<Real>(table.at(FaceTable::Area, f));
                area.parts[part] += a;
                for (int k = 0; k < 3; ++k) {
                    place[k].parts[part] += a * load<Real>(table.at(FaceTable::CentroidX + k, f));
                    moved[k].parts[part] += a * load<Real>(velocity.of[static_cast<std::size_t>(k)].data() + f);
                }
            }
        to.area = area.total();
        for (int k = 0; k < 3; ++k) {
            to.place[k] = place[k].total();
            to.velocity[k] = moved[k].total();
        }
    }
};

/// Area-weighted moments about the means: xx, yy, zz, xy, yz, zx; and of r x velocity.
struct SecondSums {
    double moment[6], turn[3];
};

struct SumSecond {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const VectorRows& velocity, const double* center,
                                          const double* mean, SecondSums& to) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> moment[6], turn[3];
        for (int block = 0; block < table.paddedSize(); block += kLanes)
            for (int part = 0; part < kLanes / L; ++part) {
                const int f = block + part * L;
                const Real a = load<Real>(table.at(FaceTable::Area, f));
                Real r[3], p[3];
                for (int k = 0; k < 3; ++k) {
                    r[k] = load<Real>(table.at(FaceTable::CentroidX + k, f)) - center[k];
                    p[k] = a * (load<Real>(velocity.of[static_cast<std::size_t>(k)].data() + f) - mean[k]);
                }
                for (int k = 0; k < 3; ++k) {
                    const int next = (k + 1) % 3, last = (k + 2) % 3;
                    moment[k].parts[part] += a * r[k] * r[k];
                    moment[3 + k].parts[part] += a * r[k] * r[next];
                    turn[k].parts[part] += r[next] * p[last] - r[last] * p[next];
                }
            }
        for (int k = 0; k < 6; ++k)
            to.moment[k] = moment[k].total();
        for (int k = 0; k < 3; ++k)
            to.turn[k] = turn[k].total();
    }
};

} // namespace

Twist rigidFit(const FaceTable& faces, const VectorRows& velocity) {
    FirstSums first;
    runVectorised<SumFirst>(faces, velocity, first);
    const Vector3 center = Eigen::Map<const Vector3>(first.place) / first.area;
    const Vector3 mean = Eigen::Map<const Vector3>(first.velocity) / first.area;
    SecondSums second;
    runVectorised<SumSecond>(faces, velocity, center.data(), mean.data(), second);
    const double* const m = second.moment;
    Matrix3 moments;
    moments << m[1] + m[2], -m[3], -m[5], -m[3], m[2] + m[0], -m[4], -m[5], -m[4], m[0] + m[1];
    const Vector3 spin = moments.inverse() * Eigen::Map<const Vector3>(second.turn);
    return {spin, mean - spin.cross(center)};
}

} // namespace ambient
