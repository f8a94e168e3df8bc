// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridSurface.h"
#include "interface/Scene.h"
#include "scenes/parts/ResolvedWater.h"
#include "scenes/parts/TankWater.h"
#include "scenes/shapes/Hull.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// A hull is driven through a tank at a constant speed, held on its waterline. Its waves stay with it: their length is
/// 2 pi U^2/g in deep water.
class BoatWake final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"speed", "m/s", 0.9, 0.6, 1.1, "of the hull after half a second"},
                {"draft", "m", 0.11, 0.08, 0.15, "of the hull"},
                {"spacing", "m", 0.05, 0.025, 0.05, "edge of a cell of the grid"}};
    }

    double defaultDuration() const override { return 3.0; }
    double galleryDuration() const override { return 2.2; }
    double galleryCost() const override { return 12.0; }
    double defaultTimeStep() const override { return 1.0 / 80.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::UniformMedium medium = ambient::UniformMedium::water();
        context.setMedium(medium);
        ambient::FluidGridDef box = ResolvedWater::boxOf(medium);
        box.spacing = values["spacing"];
        const auto count = [&](double metres) { return int(std::lround(metres / box.spacing)); };
        box.cells = {count(3.4), count(1.2), count(0.7)};
        box.setSides(ambient::GridSideKind::SlipWall);
        box.surface.emplace().level = kDepth;
        ResolvedWater& water = ResolvedWater::addTo(context, box);
        const HullShape shape{0.56, 0.3, 0.22};
        ambient::TriangleMesh hull = makeHull(shape, 1500);
        const ambient::Vector3 middle(0.0, 0.0, 0.5 * shape.depth);
        for (ambient::Vector3& vertex : hull.vertices)
            vertex -= middle;
        ambient::GridBody body;
        body.distance = ambient::meshDistance(hull, {}, box.spacing);
        body.radius = ambient::Vector3(0.5 * shape.length, 0.5 * shape.beam, 0.5 * shape.depth).norm();
        body.worldFromBody.position = {kStart, 0.5 * box.size().y(), kDepth - values["draft"] + 0.5 * shape.depth};
        const double speed = values["speed"], farthest = box.size().x() - 0.5;
        const int number = water.addLed("hull", hull, body, [=](double time) {
            const double share = std::clamp(time / 0.5, 0.0, 1.0), smooth = share * share * (3.0 - 2.0 * share);
            const double place = kStart + speed * (time - 0.25); // it stops before the wall
            return ambient::Twist(ambient::Vector3::Zero(), place < farthest
                                                                ? ambient::Vector3(speed * smooth, 0.0, 0.0)
                                                                : ambient::Vector3::Zero());
        });
        water.start();
        if (context.isVacuum()) return;
        context.addGauge("resistance [N]", [&water, number] { return -water.force(number).x(); });
        context.addLine("surface beside the hull", [&water, shape] {
            const ambient::FluidGridDef& def = water.grid().def();
            const double y = 0.5 * def.size().y() + 0.5 * shape.beam + 1.5 * def.spacing;
            std::vector<ambient::Vector3> points;
            for (int i = 0; i <= 2 * def.cells[0]; ++i) {
                const double x = 0.5 * i * def.spacing;
                points.emplace_back(x, y, water.grid().surface()->heightAt(x, y));
            }
            return points;
        });
    }

    std::string summary(const RunRecord& record) const override {
        if (record.gauges.empty()) return "there is no water\n";
        const std::vector<double>& force = record.gauges[0].values;
        double sum = 0.0;
        for (std::size_t i = force.size() / 2; i < force.size(); ++i)
            sum += force[i];
        double speed = 0.0;
        for (int frame = 0; frame < record.frameCount(); ++frame)
            speed = std::max(speed, record.at(frame).velocity.linear.x());
        char text[200];
        std::snprintf(
            text, sizeof text,
            "the water held the hull back with %.1f N on average in the second half; waves that go along with it "
            "are %.2f m long by linear theory\n",
            sum / double(force.size() - force.size() / 2), 2.0 * ambient::kPi * speed * speed / kTankGravity);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A hull makes waves";
        spec.azimuth = -115.0;
        spec.elevation = 24.0;
        spec.ground = 0.0;
        spec.wide = true;
        spec.shownTimes = {1e9};
        spec.paths.emplace();
        const auto force = [](const RunRecord& record, int frame) {
            return record.gauges.empty() ? 0.0 : record.gauges[0].values[std::size_t(frame)];
        };
        PlotPanel profile{"height of the water beside the hull [cm]", 1.0};
        profile.abscissa = "distance behind the middle of the hull [m]";
        profile.traces = [](const RunRecord& record) -> std::vector<PlotTrace> {
            PlotTrace trace{"at the end", {}};
            if (record.lines.empty()) return {trace};
            for (const Eigen::Vector3f& point : record.lines[0].points.back())
                trace.points.push_back({record.last().worldFromBody.position.x() - double(point.x()),
                                        100.0 * (double(point.z()) - kDepth)});
            return {trace};
        };
        spec.panels = {profile, {"resistance [N]", 1.0, {}, {{"", force}}}};
        return spec;
    }

  private:
    static constexpr double kDepth = 0.4; ///< of the water [m]
    static constexpr double kStart = 0.5; ///< of the middle of the hull [m]
};

} // namespace

std::unique_ptr<Scene> createBoatWake() {
    return std::make_unique<BoatWake>();
}

} // namespace samples
