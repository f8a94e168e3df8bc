// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/SlenderBody.h"

#include "AmbientFluid/Locomotion/LockedSolve.h"
#include "AmbientFluid/Locomotion/SampleSums.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/RigidRegistration.h"
#include "AmbientFluid/Mesh/DisjointSets.h"

#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

/// Half the length of the filament that each edge belongs to.
std::vector<double> halfLengths(const Shape& shape) {
    const auto count = shape.topology.edges.size();
    DisjointSets filaments(static_cast<int>(shape.points.cols()));
    for (const auto& [a, b] : shape.topology.edges)
        filaments.join(a, b);
    std::vector<double> length(static_cast<std::size_t>(shape.points.cols()), 0.0), half(count);
    for (const auto& [a, b] : shape.topology.edges)
        length[filaments.root(a)] += (shape.points.col(b) - shape.points.col(a)).norm();
    for (std::size_t i = 0; i < count; ++i)
        half[i] = 0.5 * length[filaments.root(shape.topology.edges[i][0])];
    return half;
}

/// Calls visit(edge index, unit direction, length of half the edge, place, field) for the two Gauss points of each
/// edge.
template <class Visit>
void forGaussPoints(const Shape& shape, const PointColumns& field, const Visit& visit) {
    const double offset = 0.5 / std::sqrt(3.0);
    for (std::size_t i = 0; i < shape.topology.edges.size(); ++i) {
        const auto& [a, b] = shape.topology.edges[i];
        const Vector3 edge = shape.points.col(b) - shape.points.col(a), change = field.col(b) - field.col(a);
        const double length = edge.norm();
        for (const double s : {0.5 - offset, 0.5 + offset}) {
            const double weight = shape.weight ? (1.0 - s) * (*shape.weight)[a] + s * (*shape.weight)[b] : 1.0;
            visit(i, Vector3(edge / length), 0.5 * length * weight, Vector3(shape.points.col(a) + s * edge),
                  Vector3(field.col(a) + s * change));
        }
    }
}

/// Resistance to turning by the spin of the edges about themselves.
Matrix3 spinTensor(double viscosity, double radius, const Shape& shape) {
    Matrix3 spin = Matrix3::Zero();
    const double perLength = 4.0 * kPi * viscosity * radius * radius;
    forGaussPoints(shape, shape.points,
                   [&](std::size_t, const Vector3& t, double length, const Vector3&, const Vector3&) {
                       spin += perLength * length * t * t.transpose();
                   });
    return spin;
}

/// The least-squares rigid motion of a velocity along the edges.
Vector3 meanTurn(const Shape& shape, const PointColumns& velocity) {
    ReductionSums sums;
    SampleStream samples(sums, {});
    forGaussPoints(shape, velocity,
                   [&](std::size_t, const Vector3&, double length, const Vector3& x, const Vector3& u) {
                       samples.add(x, u, length);
                   });
    samples.finish();
    const ShapeReduction all = sums.result();
    return LockedSolve(all.locked).solve(all.momentum).head<3>();
}

} // namespace

SlenderBody::SlenderBody(double viscosity, double radius) : m_viscosity(viscosity), m_radius(radius) {
    if (!(viscosity > 0.0) || !std::isfinite(viscosity))
        throw std::invalid_argument("slender: the viscosity " + std::to_string(viscosity) + " Pa s is not positive");
    if (!(radius > 0.0) || !std::isfinite(radius))
        throw std::invalid_argument("slender: the radius " + std::to_string(radius) + " m is not positive");
}

void SlenderBody::collect(const Shape& shape, const PointColumns& field, SampleStream& samples) const {
    const std::vector<double> half = halfLengths(shape);
    forGaussPoints(shape, field,
                   [&](std::size_t i, const Vector3& t, double length, const Vector3& x, const Vector3& y) {
                       if (half[i] < 2.0 * m_radius)
                           throw std::invalid_argument("slender: a filament of length " +
                                                       std::to_string(2.0 * half[i]) + " m is shorter than four radii");
                       const double logarithm = portable::log(2.0 * half[i] / m_radius);
                       const double along = 2.0 * kPi * m_viscosity / (logarithm - 0.5);
                       const double across = 4.0 * kPi * m_viscosity / (logarithm + 0.5);
                       samples.add(x, y, length * across, length * (along - across), t);
                   });
}

ShapeReduction SlenderBody::reduce(const Shape& shape, const PointColumns& velocity) const {
    ShapeReduction reduction = LocalMetric::reduce(shape, velocity);
    const Matrix3 spin = spinTensor(m_viscosity, m_radius, shape);
    reduction.locked.topLeftCorner<3, 3>() += spin;
    reduction.momentum.head<3>() += spin * meanTurn(shape, velocity);
    return reduction;
}

AffineForm SlenderBody::affineForm(const Shape& shape, const PointColumns& other, const FormOrigins& origins) const {
    AffineForm form = LocalMetric::affineForm(shape, other, origins);
    // The spin beyond the registration's turn R0: s, the axis of the antisymmetric part of R R0^T, linear in X = [R p].
    RegistrationSums pairs(shape.points.col(0), other.col(0));
    forGaussPoints(shape, other, [&](std::size_t, const Vector3&, double length, const Vector3& x, const Vector3& y) {
        pairs.add(x, y, length);
    });
    const Matrix3 turn = pairs.solve().orientation.toRotationMatrix();
    Eigen::Matrix<double, 3, 12> axis = Eigen::Matrix<double, 3, 12>::Zero();
    // R R0^T = sum over columns c of R_c turn_c^T, and half the axis of a b^T is b x a / 2.
    for (int c = 0; c < 3; ++c)
        axis.block<3, 3>(0, 3 * c) = 0.5 * skew(turn.col(c));
    form.quadratic += axis.transpose() * spinTensor(m_viscosity, m_radius, shape) * axis;
    return form;
}

} // namespace ambient
