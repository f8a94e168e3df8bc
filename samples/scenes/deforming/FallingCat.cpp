// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/ShapeSequences.h"

namespace samples {
namespace {

using ambient::Vector3;

constexpr double kExactTurn = -0.14418620680477; // a cycle [rad]

/// A mesh about z, turned so as to point z along the x-z plane at an angle from x towards z, and moved.
ambient::TriangleMesh placed(ambient::TriangleMesh mesh, double angle, const Vector3& center) {
    const Vector3 along(std::cos(angle), 0.0, std::sin(angle)), across(-std::sin(angle), 0.0, std::cos(angle));
    for (Vector3& v : mesh.vertices)
        v = center + v.z() * along + v.x() * across - v.y() * Vector3::UnitY();
    return mesh;
}

/// Three equal rods on hinges fall in a vacuum. The angles of the outer ones go round a circle: body and arms come
/// back, turned by an angle which depends on the path through the shapes only. No angular momentum is needed.
class FallingCat final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"period", "s", 1.0, 0.05, 100.0, "of the stroke; the turn does not depend on it"},
                {"keys", "1", 32.0, 8.0, 128.0, "key shapes of a cycle", true}};
    }

    double defaultDuration() const override { return 1.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::TriangleMesh rod = ambient::makeCapsule(0.06, 0.72, 120); // of 1 m, with room at the hinges
        const auto angles = [](double phase) { return Eigen::Vector2d(0.7 + std::cos(phase), -0.7 + std::sin(phase)); };
        const Vector3 left(-0.5, 0.0, 0.0), right(0.5, 0.0, 0.0);
        const auto along = [](double angle) { return Vector3(std::cos(angle), 0.0, std::sin(angle)); };
        const int keys = static_cast<int>(values["keys"]);
        ambient::ShapeSequence stroke = loopOf(keys, values["period"], [&](double phase) {
            const Eigen::Vector2d a = angles(phase);
            return joined({placed(rod, a[0], left - 0.5 * along(a[0])), placed(rod, 0.0, Vector3::Zero()),
                           placed(rod, a[1], right + 0.5 * along(a[1]))});
        });
        // A rod of 1 kg has the moments of 1/6, 4/6 and 1/6 kg at its ends and its middle.
        stroke.masses = ambient::ShapeSequence::Masses::None;
        for (int part = 0; part < 9; ++part) {
            const int rodNumber = part / 3, place = part % 3;
            ambient::MovingMass mass{place == 1 ? 4.0 / 6.0 : 1.0 / 6.0, {}};
            for (int k = 0; k < keys; ++k) {
                const Eigen::Vector2d a = angles(2.0 * ambient::kPi * k / keys);
                mass.path.push_back(rodNumber == 0   ? Vector3(left - 0.5 * place * along(a[0]))
                                    : rodNumber == 1 ? Vector3(0.5 * (place - 1), 0.0, 0.0)
                                                     : Vector3(right + 0.5 * place * along(a[1])));
            }
            stroke.extraMasses.push_back(std::move(mass));
        }
        BodySpec cat;
        cat.name = "cat";
        cat.deforming = context.buildShape(stroke);
        cat.convex = false;
        context.addBody(std::move(cat));
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample &start = record.at(0), &end = record.last();
        const ambient::DeformingModel& shape = *record.bodies.front().shape;
        const ambient::Quaternion turn =
            (end.worldFromBody * shape.bodyFromAuthor(end.phase)).orientation *
            (start.worldFromBody * shape.bodyFromAuthor(start.phase)).orientation.conjugate();
        // From x towards z is against the sense of rotation about y.
        const double cycles = (end.phase - start.phase) / shape.period(), angle = -ambient::logSO3(turn).y();
        char text[300];
        std::snprintf(text, sizeof text,
                      "turned by %.7f rad in %.3f cycles\nexact turn per cycle %.7f rad\n"
                      "angular momentum at the end %.1e kg m^2/s\n",
                      angle, cycles, kExactTurn, end.momentum.angular.norm());
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        char line[120];
        std::snprintf(line, sizeof line, "Three rods turn without angular momentum: exactly %.5f rad a cycle",
                      kExactTurn);
        PlotSpec spec;
        spec.title = line;
        spec.exposure = 0.25;
        spec.panels = {{"angular velocity [rad/s]", 0.1, [](const BodySample& s) { return -s.velocity.angular.y(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createFallingCat() {
    return std::make_unique<FallingCat>();
}

} // namespace samples
