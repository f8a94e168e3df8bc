// SPDX-License-Identifier: Zlib
#include "scenes/parts/SwimmerShapes.h"

#include "AmbientFluid/Math/RigidRegistration.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "interface/TubeMesh.h"

#include <cmath>

namespace samples {
namespace {

using ambient::PointColumns;
using ambient::ShapeTopology;
using ambient::TriangleMesh;
using ambient::Vector3;

/// The mesh for a drawing of a swimmer's points.
TriangleMesh drawn(const std::vector<Vector3>& points, const ShapeTopology& topology, SwimmerLook look,
                   double thickness) {
    TriangleMesh mesh;
    if (look == SwimmerLook::Line) {
        const TubeMesh tube = tubeAlong(points, thickness);
        mesh.vertices = tube.positions;
        for (const auto& [a, b, c] : tube.triangles)
            mesh.faces.push_back({static_cast<int>(a), static_cast<int>(b), static_cast<int>(c)});
        return mesh;
    }
    if (look == SwimmerLook::Balls) {
        const TriangleMesh ball = ambient::makeSphere(thickness, 80);
        for (const Vector3& point : points) {
            const int first = mesh.vertexCount();
            for (const Vector3& v : ball.vertices)
                mesh.vertices.push_back(point + v);
            for (const auto& [a, b, c] : ball.faces)
                mesh.faces.push_back({first + a, first + b, first + c});
        }
        return mesh;
    }
    std::vector<Vector3> normals(points.size(), Vector3::Zero());
    const auto at = [&](int i) -> const Vector3& { return points[static_cast<std::size_t>(i)]; };
    for (const auto& [a, b, c] : topology.faces)
        for (const int corner : {a, b, c})
            normals[static_cast<std::size_t>(corner)] += (at(b) - at(a)).cross(at(c) - at(a));
    for (const double side : {1.0, -1.0})
        for (std::size_t i = 0; i < points.size(); ++i)
            mesh.vertices.push_back(points[i] + side * thickness * normals[i].normalized());
    const int count = static_cast<int>(points.size());
    for (const auto& [a, b, c] : topology.faces) {
        mesh.faces.push_back({a, b, c});
        mesh.faces.push_back({a + count, c + count, b + count});
    }
    return mesh;
}

class SwimmerShape final : public ChangingShape {
  public:
    SwimmerShape(std::unique_ptr<const ambient::InterpolatedShape> shape, SwimmerLook look, double thickness,
                 double period)
        : m_shape(std::move(shape)), m_look(look), m_thickness(thickness), m_period(period) {}

    TriangleMesh meshAt(double phase) const override {
        std::vector<Vector3> points;
        m_shape->points(phase, points);
        return drawn(points, m_shape->topology(), m_look, m_thickness);
    }
    double period() const override { return m_period; }

  private:
    std::unique_ptr<const ambient::InterpolatedShape> m_shape;
    SwimmerLook m_look;
    double m_thickness, m_period;
};

} // namespace

PointColumns chainOf(int segments, const std::function<double(double s)>& angle) {
    PointColumns points = PointColumns::Zero(3, segments + 1);
    for (int i = 0; i < segments; ++i) {
        const double turned = angle((i + 0.5) / segments);
        points.col(i + 1) = points.col(i) + Vector3(std::cos(turned), std::sin(turned), 0.0) / segments;
    }
    return points;
}

ShapeTopology chainEdges(int segments) {
    ShapeTopology topology;
    for (int i = 0; i < segments; ++i)
        topology.edges.push_back({i, i + 1});
    return topology;
}

PointColumns person(const Vector3& rightArm, const Vector3& leftArm) {
    std::vector<Vector3> p;
    for (int i = 0; i < 6; ++i)
        p.emplace_back(0.0, 0.0, 0.12 * i);
    for (const double z : {0.68, 0.75, 0.82})
        p.emplace_back(0.0, 0.0, z);
    for (const double y : {-0.2, 0.2})
        p.emplace_back(0.0, y, 0.55);
    for (const double y : {-0.12, 0.12})
        p.emplace_back(0.0, y, 0.0);
    for (const double side : {-1.0, 1.0}) {
        for (const double reach : {0.15, 0.30, 0.45, 0.60})
            p.push_back(Vector3(0.0, 0.2 * side, 0.55) + reach * (side < 0.0 ? rightArm : leftArm));
        for (const double down : {0.22, 0.44, 0.66, 0.88})
            p.emplace_back(0.0, 0.12 * side, -down);
    }
    p.emplace_back(0.1, 0.0, 0.8);
    return Eigen::Map<const PointColumns>(p.front().data(), 3, static_cast<Eigen::Index>(p.size()));
}

std::shared_ptr<const ChangingShape> drawnShape(const ambient::ShapeFrames& frames,
                                                const ambient::ReducedSequence& reduced, SwimmerLook look,
                                                double thickness, double period) {
    return std::make_shared<SwimmerShape>(std::make_unique<ambient::InterpolatedShape>(frames, reduced), look,
                                          thickness, period);
}

ambient::Pose displacementOf(const RunRecord& record, int from, int to) {
    const auto drawnAt = [&](int frame) {
        const BodySample& sample = record.at(frame);
        const RecordedBody body = shapedAs(record.bodies.front(), sample);
        PointColumns points(3, body.mesh->vertexCount());
        for (int i = 0; i < body.mesh->vertexCount(); ++i)
            points.col(i) = sample.worldFromBody * body.mesh->vertices[static_cast<std::size_t>(i)];
        return points;
    };
    return ambient::rigidRegistration(drawnAt(to), drawnAt(from));
}

} // namespace samples
