// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/SampleRows.h"

#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Media/Callbacks.h"
#include "AmbientFluid/Media/WaterSurface.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Makes `wrong` non-zero if a number is not finite: 0 times such a number is NaN.
struct FindNotFinite {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const std::vector<double>& row, double& wrong) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> sum;
        for (int i = 0; i < static_cast<int>(row.size()); i += kLanes)
            for (int part = 0; part < kLanes / L; ++part)
                sum.parts[part] += 0.0 * load<Real>(row.data() + i + part * L);
        wrong += sum.total();
    }
};

/// The smallest of the numbers and 0.
struct FindNegative {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const std::vector<double>& row, double& least) {
        using Real = typename Lanes<L>::Real;
        Real low = {};
        for (int i = 0; i < static_cast<int>(row.size()); i += L)
            low = smaller(load<Real>(row.data() + i), low);
        double lanes[L];
        store<Real>(lanes, low);
        for (double lane : lanes)
            least = std::min(least, lane);
    }
};

bool isFinite(const std::vector<double>& row) {
    double wrong = 0.0;
    runVectorised<FindNotFinite>(row, wrong);
    return wrong == 0.0;
}

bool isFinite(const VectorRows& rows) {
    return isFinite(rows.of[0]) && isFinite(rows.of[1]) && isFinite(rows.of[2]);
}

bool isNegative(const std::vector<double>& row) {
    double least = 0.0;
    runVectorised<FindNegative>(row, least);
    return least < 0.0;
}

/// Whether all normals are well within the tolerance of findInvalid() for unit vectors.
bool areUnit(const VectorRows& normal, int count) {
    bool are = true;
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
        const double x = normal.of[0][i], y = normal.of[1][i], z = normal.of[2][i];
        are &= std::abs(x * x + y * y + z * z - 1.0) < 1e-3;
    }
    return are;
}

/// The first invalid point; -1 if all are valid.
template <class IsSound>
int firstNot(int count, IsSound isSound) {
    for (int i = 0; i < count; ++i)
        if (!isSound(i)) return i;
    return -1;
}

} // namespace

int findInvalid(const SurfaceRows& rows, int count) {
    if (isFinite(rows.height) && isFinite(rows.velocity) && areUnit(rows.normal, count)) return -1;
    return firstNot(count, [&](int i) {
        const SurfaceSample sample = {rows.height[static_cast<std::size_t>(i)], rows.normal[i], rows.velocity[i],
                                      Vector3::Zero()};
        return findInvalid(&sample, 1) < 0;
    });
}

int findInvalid(const MediumRows& rows, int count) {
    const bool isMotionFinite = isFinite(rows.velocity) && isFinite(rows.acceleration);
    if (isMotionFinite && isFinite(rows.density) && isFinite(rows.dynamicViscosity) && !isNegative(rows.density) &&
        !isNegative(rows.dynamicViscosity))
        return -1;
    return firstNot(count, [&](int i) {
        const std::size_t at = static_cast<std::size_t>(i);
        const MediumSample sample = {rows.density[at], rows.dynamicViscosity[at], rows.velocity[i],
                                     rows.acceleration[i]};
        return findInvalid(&sample, 1) < 0;
    });
}

} // namespace ambient
