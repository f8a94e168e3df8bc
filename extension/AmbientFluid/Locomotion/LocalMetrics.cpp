// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/LocalMetrics.h"

#include "AmbientFluid/Locomotion/SampleSums.h"

#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

void require(bool holds, const char* what, double value) {
    if (!holds) throw std::invalid_argument(std::string(what) + ": " + std::to_string(value) + " is out of range");
}

double weightOf(const Shape& shape, int point) {
    return shape.weight ? (*shape.weight)[point] : 1.0;
}

Matrix3 outer(const Vector3& a) {
    return a * a.transpose();
}

/// along on the plane across `axis` (unit) is `across`, on the axis `along`.
Matrix3 axialTensor(const Vector3& axis, double along, double across) {
    return across * Matrix3::Identity() + (along - across) * outer(axis);
}

/// The vertices of a curve: half the lengths of the edges there, and the sum of the edges' own tensors.
struct CurveVertices {
    std::vector<double> length;
    std::vector<std::array<int, 2>> neighbours; // the first two
    std::vector<int> degree;

    explicit CurveVertices(const Shape& shape)
        : length(static_cast<std::size_t>(shape.points.cols()), 0.0), neighbours(length.size()), degree(length.size()) {
        for (const auto& [a, b] : shape.topology.edges) {
            const double half = 0.5 * (shape.points.col(b) - shape.points.col(a)).norm();
            addEnd(a, b, half);
            addEnd(b, a, half);
        }
    }

    /// The direction between the neighbours; zero where there is none.
    Vector3 tangent(const Shape& shape, int point) const {
        const auto at = static_cast<std::size_t>(point);
        if (degree[at] == 0 || degree[at] > 2) return Vector3::Zero();
        const int from = degree[at] == 1 ? point : neighbours[at][1];
        const Vector3 chord = shape.points.col(neighbours[at][0]) - shape.points.col(from);
        // Neighbours at one place, a fold, give no direction beyond rounding.
        return chord.norm() > 1e-12 * length[at] ? Vector3(chord.normalized()) : Vector3(Vector3::Zero());
    }

  private:
    void addEnd(int point, int neighbour, double half) {
        const auto at = static_cast<std::size_t>(point);
        length[at] += half;
        if (degree[at] < 2) neighbours[at][static_cast<std::size_t>(degree[at])] = neighbour;
        ++degree[at];
    }
};

/// Sums over the parts at points without one direction of their own: the parts' own projectors.
std::vector<Matrix3> edgeProjectors(const Shape& shape) {
    std::vector<Matrix3> sums(static_cast<std::size_t>(shape.points.cols()), Matrix3::Zero());
    for (const auto& [a, b] : shape.topology.edges) {
        const Vector3 e = shape.points.col(b) - shape.points.col(a);
        const Matrix3 projector = 0.5 * e.norm() * (Matrix3::Identity() - outer(e.normalized()));
        sums[static_cast<std::size_t>(a)] += projector;
        sums[static_cast<std::size_t>(b)] += projector;
    }
    return sums;
}

template <class Sums>
void collectCurve(double eps, const Shape& shape, const PointColumns& field, Sums& sums) {
    const CurveVertices vertices(shape);
    std::vector<Matrix3> projectors;
    for (int j = 0; j < shape.points.cols(); ++j) {
        const auto at = static_cast<std::size_t>(j);
        if (!(vertices.length[at] > 0.0)) continue;
        const Vector3 t = vertices.tangent(shape, j);
        const double m = vertices.length[at] * weightOf(shape, j);
        if (t.squaredNorm() > 0.0) {
            sums.add(shape.points.col(j), field.col(j), m * axialTensor(t, eps, 1.0));
            continue;
        }
        if (projectors.empty()) projectors = edgeProjectors(shape);
        sums.add(shape.points.col(j), field.col(j),
                 m * eps * Matrix3::Identity() + (1.0 - eps) * weightOf(shape, j) * projectors[at]);
    }
}

template <class Sums>
void collectSurface(double eps, const Shape& shape, const PointColumns& field, Sums& sums) {
    const auto count = static_cast<std::size_t>(shape.points.cols());
    std::vector<Vector3> normal(count, Vector3::Zero());
    std::vector<double> area(count, 0.0);
    for (const auto& face : shape.topology.faces) {
        const Vector3 ab = shape.points.col(face[1]) - shape.points.col(face[0]);
        const Vector3 vector = 0.5 * ab.cross(shape.points.col(face[2]) - shape.points.col(face[0]));
        const double third = vector.norm() / 3.0;
        for (const int corner : face) {
            normal[static_cast<std::size_t>(corner)] += vector;
            area[static_cast<std::size_t>(corner)] += third;
        }
    }
    for (std::size_t j = 0; j < count; ++j) {
        if (!(area[j] > 0.0)) continue;
        const auto column = static_cast<Eigen::Index>(j);
        const double m = area[j] * weightOf(shape, static_cast<int>(j)), length = normal[j].norm();
        // Faces that cancel out, as at the edge of two that are folded flat, leave no normal: then all directions are
        // alike.
        const Matrix3 tensor =
            length > 1e-12 * area[j] ? axialTensor(normal[j] / length, 1.0, eps) : Matrix3(Matrix3::Identity());
        sums.add(shape.points.col(column), field.col(column), m * tensor);
    }
}

} // namespace

PointMassMetric::PointMassMetric(double mass) : m_mass(mass) {
    require(mass > 0.0 && std::isfinite(mass), "mass of a point", mass);
}

template <class Sums>
void PointMassMetric::collect(const Shape& shape, const PointColumns& field, Sums& sums) const {
    for (int j = 0; j < shape.points.cols(); ++j)
        sums.add(shape.points.col(j), field.col(j), m_mass * weightOf(shape, j) * Matrix3::Identity());
}

AnisotropicMetric::AnisotropicMetric(double eps, ShapeParts on) : m_eps(eps), m_on(on) {
    require(eps >= 0.0 && eps <= 1.0, "eps", eps);
    if (on == ShapeParts::Points) throw std::invalid_argument("the metric of vertices needs edges or faces");
}

template <class Sums>
void AnisotropicMetric::collect(const Shape& shape, const PointColumns& field, Sums& sums) const {
    if (m_on == ShapeParts::Edges)
        collectCurve(m_eps, shape, field, sums);
    else
        collectSurface(m_eps, shape, field, sums);
}

SegmentResistance::SegmentResistance(double ratio, double along) : m_along(along), m_across(ratio * along) {
    require(ratio >= 0.0 && std::isfinite(ratio), "ratio", ratio);
    require(along > 0.0 && std::isfinite(along), "resistance along a segment", along);
}

template <class Sums>
void SegmentResistance::collect(const Shape& shape, const PointColumns& field, Sums& sums) const {
    const double offset = 0.5 / std::sqrt(3.0);
    for (const auto& [a, b] : shape.topology.edges) {
        const Vector3 xa = shape.points.col(a), edge = shape.points.col(b) - xa;
        const Vector3 ya = field.col(a), change = field.col(b) - ya;
        const double length = edge.norm();
        const Matrix3 tensor = 0.5 * length * axialTensor(edge / length, m_along, m_across);
        for (const double s : {0.5 - offset, 0.5 + offset}) {
            const double weight = shape.weight ? (1.0 - s) * weightOf(shape, a) + s * weightOf(shape, b) : 1.0;
            sums.add(xa + s * edge, ya + s * change, weight * tensor);
        }
    }
}

FaceResistance::FaceResistance(double ratio, double along) : m_along(along), m_across(ratio * along) {
    require(ratio >= 0.0 && std::isfinite(ratio), "ratio", ratio);
    require(along > 0.0 && std::isfinite(along), "resistance along a face", along);
}

template <class Sums>
void FaceResistance::collect(const Shape& shape, const PointColumns& field, Sums& sums) const {
    for (const auto& [a, b, c] : shape.topology.faces) {
        const Vector3 xa = shape.points.col(a), ab = shape.points.col(b) - xa, ac = shape.points.col(c) - xa;
        const Vector3 vector = 0.5 * ab.cross(ac);
        const double area = vector.norm();
        const double weight = (weightOf(shape, a) + weightOf(shape, b) + weightOf(shape, c)) / 3.0;
        sums.add(xa + (ab + ac) / 3.0, (field.col(a) + field.col(b) + field.col(c)) / 3.0,
                 weight * area * axialTensor(vector / area, m_across, m_along));
    }
}

template <class Derived>
ShapeReduction LocalMetric<Derived>::reduce(const Shape& shape, const PointColumns& velocity) const {
    return reduceSamples(static_cast<const Derived&>(*this), shape, velocity);
}

template <class Derived>
AffineForm LocalMetric<Derived>::affineForm(const Shape& shape, const PointColumns& other) const {
    return affineFormOfSamples(static_cast<const Derived&>(*this), shape, other);
}

template <class Derived>
void LocalMetric<Derived>::addRegistration(const Shape& shape, const PointColumns& other,
                                           RegistrationSums& sums) const {
    registerSamples(static_cast<const Derived&>(*this), shape, other, sums);
}

template class LocalMetric<PointMassMetric>;
template class LocalMetric<AnisotropicMetric>;
template class LocalMetric<SegmentResistance>;
template class LocalMetric<FaceResistance>;

} // namespace ambient
