// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/StokesKernel.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Quadrature.h"

#include <algorithm>

namespace ambient {
namespace {

constexpr int kMostHalvings = 8;

/// Adds weight (I/r + r r^T/r^3).
void addStokeslet(const Vector3& r, double weight, Matrix3& sum) {
    const double inverse = 1.0 / r.norm(), scaled = weight * inverse;
    const Vector3 direction = inverse * r;
    sum.noalias() += (scaled * direction) * direction.transpose();
    sum.diagonal().array() += scaled;
}

template <std::size_t Count>
void addRule(const TriangleCorners& t, const std::array<TrianglePoint, Count>& rule, const Vector3& at, double area,
             Matrix3& sum) {
    for (const TrianglePoint& p : rule)
        addStokeslet(at - p.barycentric[0] * t[0] - p.barycentric[1] * t[1] - p.barycentric[2] * t[2], area * p.weight,
                     sum);
}

void addTriangle(const TriangleCorners& t, const Vector3& at, int halvings, Matrix3& sum) {
    const Vector3 ab = t[1] - t[0], ac = t[2] - t[0], centre = t[0] + (ab + ac) / 3.0;
    const double area = 0.5 * ab.cross(ac).norm();
    const double size2 = std::max({ab.squaredNorm(), ac.squaredNorm(), (t[2] - t[1]).squaredNorm()});
    const double distance2 = (at - centre).squaredNorm();
    if (distance2 > 100.0 * size2) return addStokeslet(at - centre, area, sum);
    if (distance2 > 9.0 * size2) return addRule(t, kTriangleRuleDegree2, at, area, sum);
    if (distance2 > 2.0 * size2 || halvings == kMostHalvings) return addRule(t, kTriangleRuleDegree4, at, area, sum);
    const Vector3 m01 = 0.5 * (t[0] + t[1]), m12 = 0.5 * (t[1] + t[2]), m20 = 0.5 * (t[2] + t[0]);
    addTriangle({t[0], m01, m20}, at, halvings + 1, sum);
    addTriangle({m01, t[1], m12}, at, halvings + 1, sum);
    addTriangle({m20, m12, t[2]}, at, halvings + 1, sum);
    addTriangle({m01, m12, m20}, at, halvings + 1, sum);
}

} // namespace

Matrix3 stokesletIntegral(const TriangleCorners& triangle, const Vector3& at) {
    Matrix3 sum = Matrix3::Zero();
    addTriangle(triangle, at, 0, sum);
    return sum;
}

Matrix3 stokesletSelfIntegral(const TriangleCorners& triangle) {
    // Polar coordinates about the centroid: the integral over the radius is the distance to the side, d / cos(phi),
    // with phi from the foot of the side's normal.
    const Vector3 centre = (triangle[0] + triangle[1] + triangle[2]) / 3.0;
    const Vector3 normal = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).normalized();
    Matrix3 sum = Matrix3::Zero();
    for (int k = 0; k < 3; ++k) {
        const Vector3 from = triangle[k] - centre, to = triangle[(k + 1) % 3] - centre;
        const Vector3 along = (to - from).normalized(), outward = along.cross(normal);
        const double d = from.dot(outward), a = portable::atan2(from.dot(along), d),
                     b = portable::atan2(to.dot(along), d);
        const double secant =
            portable::asinh(portable::tan(b)) - portable::asinh(portable::tan(a)); // integral of 1/cos
        const double sine = portable::sin(b) - portable::sin(a), cosine = portable::cos(b) - portable::cos(a);
        sum.diagonal().array() += d * secant;
        sum += d * sine * outward * outward.transpose();
        sum += d * (secant - sine) * along * along.transpose();
        sum -= d * cosine * (outward * along.transpose() + along * outward.transpose());
    }
    return sum;
}

} // namespace ambient
