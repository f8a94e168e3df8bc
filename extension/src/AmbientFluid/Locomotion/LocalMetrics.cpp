// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/LocalMetrics.h"

#include "AmbientFluid/Locomotion/SampleSums.h"
#include "AmbientFluid/Math/RigidRegistration.h"

#include <algorithm>
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

/// The vertices of any curve one after the other: half the lengths of the edges there, and the chord between the first
/// two neighbours.
class CurveVertices {
  public:
    explicit CurveVertices(const Shape& shape)
        : m_shape(shape), m_length(static_cast<std::size_t>(shape.points.cols()), 0.0), m_neighbours(m_length.size()),
          m_degree(m_length.size()) {
        for (const auto& [a, b] : shape.topology.edges) {
            const double half = 0.5 * (shape.points.col(b) - shape.points.col(a)).norm();
            addEnd(a, b, half);
            addEnd(b, a, half);
        }
    }

    void moveTo(int point) {
        const auto at = static_cast<std::size_t>(point);
        length = m_length[at];
        if (m_degree[at] == 0 || m_degree[at] > 2) {
            chord.setZero();
            return;
        }
        const int from = m_degree[at] == 1 ? point : m_neighbours[at][1];
        chord = m_shape.points.col(m_neighbours[at][0]) - m_shape.points.col(from);
    }

    double length = 0.0;             // of half the edges
    Vector3 chord = Vector3::Zero(); // zero where there is none

  private:
    void addEnd(int point, int neighbour, double half) {
        const auto at = static_cast<std::size_t>(point);
        m_length[at] += half;
        if (m_degree[at] < 2) m_neighbours[at][static_cast<std::size_t>(m_degree[at])] = neighbour;
        ++m_degree[at];
    }

    const Shape& m_shape;
    std::vector<double> m_length;
    std::vector<std::array<int, 2>> m_neighbours; // the first two
    std::vector<int> m_degree;
};

/// CurveVertices of a chain whose edges run from each point to the next, to be moved to all points in order: the same
/// bytes without tables.
class ChainVertices {
  public:
    explicit ChainVertices(const Shape& shape) : m_points(shape.points) {}

    static bool fits(const Shape& shape) {
        const auto& edges = shape.topology.edges;
        if (static_cast<Eigen::Index>(edges.size()) + 1 != shape.points.cols()) return false;
        for (std::size_t i = 0; i < edges.size(); ++i)
            if (edges[i][0] != static_cast<int>(i) || edges[i][1] != static_cast<int>(i) + 1) return false;
        return true;
    }

    void moveTo(int point) {
        const int next = std::min(point + 1, static_cast<int>(m_points.cols()) - 1);
        const double after = 0.5 * (m_points.col(next) - m_points.col(point)).norm();
        length = m_before + after;
        m_before = after;
        if (point == 0)
            chord = m_points.col(next) - m_points.col(0);
        else
            chord = m_points.col(point - 1) - m_points.col(next);
    }

    double length = 0.0;
    Vector3 chord = Vector3::Zero();

  private:
    const PointColumns& m_points;
    double m_before = 0.0;
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

template <class Vertices>
void collectVertices(double eps, const Shape& shape, const PointColumns& field, Vertices vertices,
                     SampleStream& samples) {
    std::vector<bool> isOwn;
    for (int j = 0; j < shape.points.cols(); ++j) {
        vertices.moveTo(j);
        if (!(vertices.length > 0.0)) continue;
        const double m = vertices.length * weightOf(shape, j), size = vertices.chord.norm();
        // Neighbours at one place, a fold, give no direction beyond rounding.
        if (size > 1e-12 * vertices.length) {
            samples.add(shape.points.col(j), field.col(j), m, m * (eps - 1.0), vertices.chord / size);
            continue;
        }
        isOwn.resize(static_cast<std::size_t>(shape.points.cols()), false);
        isOwn[static_cast<std::size_t>(j)] = true;
    }
    if (!isOwn.empty()) collectEnds(eps, shape, field, isOwn, samples);
}

void collectCurve(double eps, const Shape& shape, const PointColumns& field, SampleStream& samples) {
    if (ChainVertices::fits(shape))
        collectVertices(eps, shape, field, ChainVertices(shape), samples);
    else
        collectVertices(eps, shape, field, CurveVertices(shape), samples);
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

AnisotropicMetric::AnisotropicMetric(double eps, FrameElements on) : m_eps(eps), m_on(on) {
    require(eps >= 0.0 && eps <= 1.0, "eps", eps);
    if (on == FrameElements::Points) throw std::invalid_argument("the metric of vertices needs edges or faces");
}

void AnisotropicMetric::collect(const Shape& shape, const PointColumns& field, SampleStream& samples) const {
    if (m_on == FrameElements::Edges)
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
