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

/// The vertices of a curve: half the lengths of the edges there, and up to two neighbours.
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
        const double size = chord.norm();
        // Neighbours at one place, a fold, give no direction beyond rounding.
        return size > 1e-12 * length[at] ? Vector3(chord / size) : Vector3(Vector3::Zero());
    }

  private:
    void addEnd(int point, int neighbour, double half) {
        const auto at = static_cast<std::size_t>(point);
        length[at] += half;
        if (degree[at] < 2) neighbours[at][static_cast<std::size_t>(degree[at])] = neighbour;
        ++degree[at];
    }
};

/// Writes eps I + (1 - eps) (I - e e^T) of each edge e at those of its ends that `isOwn` names: the points without one
/// direction of their own.
void collectEnds(double eps, const Shape& shape, const PointColumns& field, const std::vector<bool>& isOwn,
                 SampleStream& samples) {
    for (const auto& [a, b] : shape.topology.edges) {
        const Vector3 e = shape.points.col(b) - shape.points.col(a);
        const double length = e.norm();
        for (const int end : {a, b}) {
            if (!isOwn[static_cast<std::size_t>(end)]) continue;
            const double m = 0.5 * length * weightOf(shape, end);
            samples.add(shape.points.col(end), field.col(end), m, m * (eps - 1.0), e / length);
        }
    }
}

void collectCurve(double eps, const Shape& shape, const PointColumns& field, SampleStream& samples) {
    const CurveVertices vertices(shape);
    std::vector<bool> isOwn;
    for (int j = 0; j < shape.points.cols(); ++j) {
        const auto at = static_cast<std::size_t>(j);
        if (!(vertices.length[at] > 0.0)) continue;
        const Vector3 t = vertices.tangent(shape, j);
        const double m = vertices.length[at] * weightOf(shape, j);
        if (t.squaredNorm() > 0.0) {
            samples.add(shape.points.col(j), field.col(j), m, m * (eps - 1.0), t);
            continue;
        }
        isOwn.resize(vertices.length.size(), false);
        isOwn[at] = true;
    }
    if (!isOwn.empty()) collectEnds(eps, shape, field, isOwn, samples);
}

void collectSurface(double eps, const Shape& shape, const PointColumns& field, SampleStream& samples) {
    PointColumns normal = PointColumns::Zero(3, shape.points.cols());
    std::vector<double> area(static_cast<std::size_t>(shape.points.cols()), 0.0);
    for (const auto& face : shape.topology.faces) {
        const Vector3 corner = shape.points.col(face[0]), ab = shape.points.col(face[1]) - corner;
        const Vector3 vector = 0.5 * ab.cross(shape.points.col(face[2]) - corner);
        const double third = vector.norm() / 3.0;
        for (const int point : face) {
            normal.col(point) += vector;
            area[static_cast<std::size_t>(point)] += third;
        }
    }
    for (int j = 0; j < shape.points.cols(); ++j) {
        const double size = area[static_cast<std::size_t>(j)];
        if (!(size > 0.0)) continue;
        const double m = size * weightOf(shape, j), length = normal.col(j).norm();
        // Faces that cancel out, as at the edge of two that are folded flat, leave no normal: then all directions are
        // alike.
        if (length > 1e-12 * size)
            samples.add(shape.points.col(j), field.col(j), m * eps, m * (1.0 - eps), normal.col(j) / length);
        else
            samples.add(shape.points.col(j), field.col(j), m);
    }
}

/// The sums over the samples of a metric: `collect` writes them.
template <class Sums, class Collect>
void sumUp(Sums& sums, const FormOrigins& origins, const Collect& collect) {
    SampleStream samples(sums, origins);
    collect(samples);
    samples.finish();
}

} // namespace

PointMassMetric::PointMassMetric(double mass) : m_mass(mass) {
    require(mass > 0.0 && std::isfinite(mass), "mass of a point", mass);
}

void PointMassMetric::collect(const Shape& shape, const PointColumns& field, SampleStream& samples) const {
    for (int j = 0; j < shape.points.cols(); ++j)
        samples.add(shape.points.col(j), field.col(j), m_mass * weightOf(shape, j));
}

AnisotropicMetric::AnisotropicMetric(double eps, ShapeParts on) : m_eps(eps), m_on(on) {
    require(eps >= 0.0 && eps <= 1.0, "eps", eps);
    if (on == ShapeParts::Points) throw std::invalid_argument("the metric of vertices needs edges or faces");
}

void AnisotropicMetric::collect(const Shape& shape, const PointColumns& field, SampleStream& samples) const {
    if (m_on == ShapeParts::Edges)
        collectCurve(m_eps, shape, field, samples);
    else
        collectSurface(m_eps, shape, field, samples);
}

SegmentResistance::SegmentResistance(double ratio, double along) : m_along(along), m_across(ratio * along) {
    require(ratio >= 0.0 && std::isfinite(ratio), "ratio", ratio);
    require(along > 0.0 && std::isfinite(along), "resistance along a segment", along);
}

void SegmentResistance::collect(const Shape& shape, const PointColumns& field, SampleStream& samples) const {
    const double offset = 0.5 / std::sqrt(3.0);
    for (const auto& [a, b] : shape.topology.edges) {
        const Vector3 xa = shape.points.col(a), edge = shape.points.col(b) - xa;
        const Vector3 ya = field.col(a), change = field.col(b) - ya;
        const double length = edge.norm();
        const Vector3 direction = edge / length;
        for (const double s : {0.5 - offset, 0.5 + offset}) {
            const double weight = shape.weight ? (1.0 - s) * weightOf(shape, a) + s * weightOf(shape, b) : 1.0;
            const double m = 0.5 * length * weight;
            samples.add(xa + s * edge, ya + s * change, m * m_across, m * (m_along - m_across), direction);
        }
    }
}

FaceResistance::FaceResistance(double ratio, double along) : m_along(along), m_across(ratio * along) {
    require(ratio >= 0.0 && std::isfinite(ratio), "ratio", ratio);
    require(along > 0.0 && std::isfinite(along), "resistance along a face", along);
}

void FaceResistance::collect(const Shape& shape, const PointColumns& field, SampleStream& samples) const {
    for (const auto& [a, b, c] : shape.topology.faces) {
        const Vector3 xa = shape.points.col(a), ab = shape.points.col(b) - xa, ac = shape.points.col(c) - xa;
        const Vector3 vector = 0.5 * ab.cross(ac);
        const double area = vector.norm();
        const double m = area * (weightOf(shape, a) + weightOf(shape, b) + weightOf(shape, c)) / 3.0;
        samples.add(xa + (ab + ac) / 3.0, (field.col(a) + field.col(b) + field.col(c)) / 3.0, m * m_along,
                    m * (m_across - m_along), vector / area);
    }
}

ShapeReduction LocalMetric::reduce(const Shape& shape, const PointColumns& velocity) const {
    ReductionSums sums;
    sumUp(sums, {}, [&](SampleStream& samples) { collect(shape, velocity, samples); });
    return sums.result();
}

AffineForm LocalMetric::affineForm(const Shape& shape, const PointColumns& other, const FormOrigins& origins) const {
    AffineSums sums;
    sumUp(sums, origins, [&](SampleStream& samples) { collect(shape, other, samples); });
    return sums.result();
}

void LocalMetric::addRegistration(const Shape& shape, const PointColumns& other, RegistrationSums& sums) const {
    RegistrationTraces traces(sums);
    sumUp(traces, {sums.originOfA(), sums.originOfB()}, [&](SampleStream& samples) { collect(shape, other, samples); });
}

} // namespace ambient
