// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/PointLoops.h"

#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Math/SE3.h"

#include <algorithm>

namespace ambient {
namespace {

constexpr std::size_t kMostTerms = 5;

/// One point in a vector of four lanes, the last of which is idle; without vectors component by component.
struct MoveLoop {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const Matrix3& turn, const Vector3& shift, const double* from,
                                          Eigen::Index count, double* to) {
        constexpr int kWidth = L > 1 ? 4 : 1;
        using Real = typename Lanes<kWidth>::Real;
        double columns[4][4] = {};
        for (int i = 0; i < 3; ++i) {
            for (int c = 0; c < 3; ++c)
                columns[c][i] = turn(i, c);
            columns[3][i] = shift[i];
        }
        for (Eigen::Index j = 0; j < count; ++j) {
            double last[4];
            // The idle lane of the last point would be written beyond the end.
            double* into = j + 1 < count ? to + 3 * j : last;
            for (int i = 0; i < 3; i += kWidth) {
                const Real x = load<Real>(&columns[0][i]) * splat<Real>(from[3 * j]);
                const Real xy = x + load<Real>(&columns[1][i]) * splat<Real>(from[3 * j + 1]);
                const Real xyz = xy + load<Real>(&columns[2][i]) * splat<Real>(from[3 * j + 2]);
                store(into + i, xyz + load<Real>(&columns[3][i]));
            }
            if (into == last) std::memcpy(to + 3 * j, last, 3 * sizeof(double));
        }
    }
};

/// Number by number.
struct AddUpLoop {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const double* const* from, const double* weights, Eigen::Index count,
                                          double* to) {
        using Real = typename Lanes<L>::Real;
        Eigen::Index j = 0;
        for (; j + L <= count; j += L)
            store(to + j, sumAt<Real>(from, weights, j));
        for (; j < count; ++j)
            to[j] = sumAt<double>(from, weights, j);
    }

    template <class Real>
    AMBIENT_ALWAYS_INLINE static Real sumAt(const double* const* from, const double* weights, Eigen::Index j) {
        Real sum = splat<Real>(weights[0]) * load<Real>(from[0] + j);
        for (std::size_t k = 1; k < kMostTerms; ++k)
            sum += splat<Real>(weights[k]) * load<Real>(from[k] + j);
        return sum;
    }
};

/// Mean of every `stride`-th point.
Vector3 meanOfSome(const PointColumns& points, Eigen::Index stride) {
    Vector3 sum = Vector3::Zero();
    Eigen::Index count = 0;
    for (Eigen::Index j = 0; j < points.cols(); j += stride, ++count)
        sum += points.col(j);
    return sum / static_cast<double>(count);
}

} // namespace

void movePoints(const Pose& pose, const PointColumns& points, PointColumns& moved) {
    moved.resize(3, points.cols());
    runVectorised<MoveLoop>(pose.orientation.toRotationMatrix(), pose.position, points.data(), points.cols(),
                            moved.data());
}

void addUpPoints(const std::vector<const PointColumns*>& terms, const Eigen::VectorXd& weights, PointColumns& sum) {
    // Fewer terms are filled up with the first one, of no weight.
    const double* from[kMostTerms];
    double factors[kMostTerms] = {};
    for (std::size_t k = 0; k < kMostTerms; ++k) {
        from[k] = terms[k < terms.size() ? k : 0]->data();
        if (k < terms.size()) factors[k] = weights[static_cast<Eigen::Index>(k)];
    }
    sum.resize(3, terms.front()->cols());
    runVectorised<AddUpLoop>(from, factors, sum.size(), sum.data());
}

Vector3 meanPointOf(const PointColumns& points) {
    return meanOfSome(points, 1);
}

Vector3 placeOf(const PointColumns& points) {
    return meanOfSome(points, std::max<Eigen::Index>(points.cols() / 1000, 1));
}

Vector3 weightedMeanOf(const Shape& shape) {
    if (!shape.weight || !(shape.weight->sum() > 0.0)) return meanPointOf(shape.points);
    Vector3 sum = Vector3::Zero();
    for (Eigen::Index j = 0; j < shape.points.cols(); ++j)
        sum += (*shape.weight)[j] * shape.points.col(j);
    return sum / shape.weight->sum();
}

} // namespace ambient
