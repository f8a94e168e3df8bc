// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/PointLoops.h"

#include "AmbientFluid/Math/Lanes.h"

namespace ambient {
namespace {

constexpr int kMostTerms = 5;

/// One point in a vector of four lanes, the last of which is idle; without vectors component by component.
struct CombineLoop {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const std::vector<PointTerm>& terms, const Vector3& shift, double* to,
                                          Eigen::Index points) {
        constexpr int kWidth = L > 1 ? 4 : 1;
        using Real = typename Lanes<kWidth>::Real;
        const int count = static_cast<int>(terms.size());
        const double* from[kMostTerms];
        double columns[kMostTerms][3][4] = {};
        for (int k = 0; k < count; ++k) {
            from[k] = terms[static_cast<std::size_t>(k)].points->data();
            for (int c = 0; c < 3; ++c)
                for (int i = 0; i < 3; ++i)
                    columns[k][c][i] = terms[static_cast<std::size_t>(k)].factor(i, c);
        }
        const double start[4] = {shift.x(), shift.y(), shift.z(), 0.0};
        for (Eigen::Index j = 0; j < points; ++j) {
            double last[4];
            // The idle lane of the last point would be written beyond the end.
            double* into = j + 1 < points ? to + 3 * j : last;
            for (int i = 0; i < 3; i += kWidth) {
                Real sum = load<Real>(start + i);
                for (int k = 0; k < count; ++k)
                    for (int c = 0; c < 3; ++c)
                        sum += load<Real>(&columns[k][c][i]) * splat<Real>(from[k][3 * j + c]);
                store(into + i, sum);
            }
            if (into == last) std::memcpy(to + 3 * j, last, 3 * sizeof(double));
        }
    }
};

} // namespace

void combinePoints(const std::vector<PointTerm>& terms, const Vector3& shift, PointColumns& sum) {
    sum.resize(3, terms.front().points->cols());
    runVectorised<CombineLoop>(terms, shift, sum.data(), sum.cols());
}

Vector3 meanPointOf(const PointColumns& points) {
    Vector3 sum = Vector3::Zero();
    for (Eigen::Index j = 0; j < points.cols(); ++j)
        sum += points.col(j);
    return sum / static_cast<double>(points.cols());
}

Vector3 weightedMeanOf(const Shape& shape) {
    if (!shape.weight || !(shape.weight->sum() > 0.0)) return meanPointOf(shape.points);
    Vector3 sum = Vector3::Zero();
    for (Eigen::Index j = 0; j < shape.points.cols(); ++j)
        sum += (*shape.weight)[j] * shape.points.col(j);
    return sum / shape.weight->sum();
}

} // namespace ambient
