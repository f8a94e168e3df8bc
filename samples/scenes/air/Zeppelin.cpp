// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/ShapeSequences.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// A zeppelin as heavy as its air: two propellers drive the zeppelin, and a pilot steers with a rudder. Thrust and side
/// force come from the faces of blades and rudder.
class Zeppelin final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"turns", "1/s", 4.0, 0.0, 8.0, "of the propellers a second"},
                {"heading", "deg", 40.0, -180.0, 180.0, "that the pilot takes after 10 s, from x towards y"},
                {"faces", "1", 700.0, 300.0, 3000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 40.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::UniformMedium air = ambient::UniformMedium::air();
        BodySpec zeppelin;
        zeppelin.name = "zeppelin";
        zeppelin.driven = context.buildShapes(partsOf(static_cast<int>(values["faces"]), air.density()));
        zeppelin.convex = false;
        zeppelin.startDrive = [turns = values["turns"], wanted = values["heading"] * kRadiansPerDegree,
                               step = context.timeStep()](btFluidShapeDrive& drive) {
            drive.setAmplitudeController([=, &drive, before = 0.0](double time, std::vector<double>& q) mutable {
                q[0] += 2.0 * ambient::kPi * turns * std::min(1.0, time / 2.0) * step;
                const btVector3 nose = drive.worldFromAuthor().getBasis().getColumn(0);
                const double heading = std::atan2(double(nose.y()), double(nose.x()));
                const double error = std::remainder((time > 10.0 ? wanted : 0.0) - heading, 2.0 * ambient::kPi);
                const double turning = std::remainder(heading - before, 2.0 * ambient::kPi) / step;
                before = heading;
                const double rudder = std::clamp(-1.5 * error + 4.0 * turning, -0.6, 0.6);
                q[1] += std::clamp(rudder - q[1], -0.5 * step, 0.5 * step);
            });
        };
        context.setMedium(air);
        context.addBody(std::move(zeppelin));
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        const Vector3& p = end.worldFromBody.position;
        char text[200];
        std::snprintf(text, sizeof text, "after %.1f s at %.2f, %.2f, %.2f m, heads %.1f deg at %.3f m/s\n", end.time,
                      p.x(), p.y(), p.z(), headingDegrees(end), end.velocity.linear.norm());
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A zeppelin takes a new heading by its rudder";
        spec.view = PlotView::Top;
        spec.wide = true;
        spec.exposure = 8.0;
        spec.panels = {{"heading [deg]", 1.0, headingDegrees},
                       {"speed [m/s]", 0.1, [](const BodySample& s) { return s.velocity.linear.norm(); }}};
        return spec;
    }

  private:
    static double headingDegrees(const BodySample& s) {
        const Vector3 nose = s.worldFromBody.orientation * Vector3::UnitX();
        return std::atan2(nose.y(), nose.x()) / kRadiansPerDegree;
    }

    static ambient::ShapeParts partsOf(int faces, double density) {
        ambient::ShapeParts parts;
        const ambient::TriangleMesh hull = ambient::makeEllipsoid({6.0, 1.4, 1.4}, faces / 2);
        const double lifted = density * ambient::enclosedVolume(hull);
        parts.parts.push_back({"hull", hull, 0.6 * lifted, {{0.4 * lifted, {0.0, 0.0, -1.2}}}, {}});
        const auto add = [&](const char* name, const ambient::TriangleMesh& mesh,
                             const ambient::ShapeParts::Joint& joint) {
            parts.parts.push_back({name, mesh, density * ambient::enclosedVolume(mesh), {}, {joint}});
        };
        for (const double side : {1.0, -1.0}) { // they turn against each other
            const Vector3 hub(-1.5, side * 2.4, -0.3);
            std::vector<ambient::TriangleMesh> blades;
            for (const double up : {1.0, -1.0}) {
                ambient::TriangleMesh blade = ambient::makePlate({0.03, 0.25, 0.65}, std::max(48, faces / 12));
                for (Vector3& v : blade.vertices) // pitched to drive the zeppelin towards +x
                    v = hub + ambient::expSO3({0.0, 0.0, side * up * 0.5}) * v + Vector3(0.0, 0.0, up * 0.42);
                blades.push_back(std::move(blade));
            }
            add(side > 0.0 ? "left propeller" : "right propeller", joined(blades),
                {0, hub, Vector3::UnitX(), side, false});
        }
        add("rudder", moved(ambient::makePlate({1.4, 0.06, 2.2}, std::max(48, faces / 8)), {-7.0, 0.0, 0.0}),
            {1, {-6.4, 0.0, 0.0}, Vector3::UnitZ(), 1.0, false});
        parts.coordinates.resize(2);
        parts.coordinates[0].name = "propellers";
        parts.coordinates[0].period = ambient::kPi; // two equal blades
        parts.coordinates[1].name = "rudder";
        parts.coordinates[1].least = -0.7;
        parts.coordinates[1].most = 0.7;
        parts.together = {{0}, {1}};
        return parts;
    }
};

} // namespace

std::unique_ptr<Scene> createZeppelin() {
    return std::make_unique<Zeppelin>();
}

} // namespace samples
