// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/air/PlateRelease.h"
#include "scenes/parts/FlightAnalysis.h"
#include "scenes/parts/PlateRegime.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kDistance = 0.5; // distance between two plates, sideways and in depth [m]

/// The mass series of [Padilla2025, fig. 8]: plates of one size fall from one height onto the ground; the air carries
/// the lightest along and hardly affects the heaviest.
class PlateMasses final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"lightest", "kg", 0.0002, 1e-6, 1.0, "mass of the first plate"},
                {"heaviest", "kg", 0.05, 1e-6, 1000.0,
                 "mass of the last plate; the ratio of successive masses is constant"},
                {"plates", "1", 5.0, 2.0, 12.0, "number of plates", true},
                {"diameter", "m", 0.10, 0.01, 1.0, "diameter of the plates"},
                {"tilt", "deg", 60.0, -180.0, 180.0, "angle between the axes and the vertical at release"},
                {"height", "m", 2.0, 0.2, 50.0, "height of the release above the ground"},
                {"faces", "1", 1280.0, 80.0, 8000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 7.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::air());
        context.addFloor(0.0);
        const int count = static_cast<int>(values["plates"]);
        const double ratio = std::pow(values["heaviest"] / values["lightest"], 1.0 / (count - 1));
        std::shared_ptr<const ambient::FluidBodyModel> model;
        for (int i = 0; i < count; ++i) {
            PlateRelease plate;
            plate.mass = values["lightest"] * std::pow(ratio, i);
            char name[32];
            std::snprintf(name, sizeof name, "%.2g", 1000.0 * plate.mass);
            plate.name = shortNumber(parseNumber(name, "mass")) + " g";
            plate.width = values["diameter"];
            plate.tilt = values["tilt"] * kRadiansPerDegree;
            plate.faces = static_cast<int>(values["faces"]);
            plate.place = {kDistance * i, kDistance * i, values["height"]};
            if (!model) model = context.buildModel(meshOf(plate));
            context.addBody(bodyOf(plate, model));
        }
    }

    bool finished(const RunRecord& record) const override { return allLanded(record, reachOf(record)); }

    std::string summary(const RunRecord& record) const override {
        std::string lines;
        for (int body = 0; body < record.bodyCount(); ++body) {
            const double fall = record.at(0, body).worldFromBody.position.z() - reachOf(record);
            const Landing landing = landingOf(record, reachOf(record), body);
            const double end = landing.landed ? landing.time : record.last().time;
            char text[200] = "; still in the air";
            if (landing.landed)
                std::snprintf(text, sizeof text, "; lands after %.3f s with %.3f m/s, %.1f %% of free fall",
                              landing.time, landing.velocity.norm(),
                              100.0 * landing.velocity.norm() / std::sqrt(2.0 * 9.81 * fall));
            lines += record.bodies[static_cast<std::size_t>(body)].name + ": " + describeUntil(end, record, body) +
                     text + "\n";
        }
        return lines;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Plates of different mass, of one size";
        spec.nameBodies = true;
        spec.ground = 0.0;
        spec.exposure = 0.05;
        spec.azimuth = -65.0;
        spec.panels = {{"height [m]", 0.01, [](const BodySample& s) { return s.worldFromBody.position.z(); }},
                       {"speed [m/s]", 0.01, [](const BodySample& s) { return s.velocity.linear.norm(); }}};
        return spec;
    }

  private:
    /// Second half of a fall. The decaying swing of a heavy plate is left from the release and is no flutter.
    static std::string describeUntil(double end, const RunRecord& record, int body) {
        const PlateFall early = plateFall(record, {0.0, 0.5 * end}, body);
        const PlateFall late = plateFall(record, {0.5 * end, end}, body);
        const std::string text = describe(late);
        const bool settles = late.regime == PlateRegime::Flutter && late.largestTilt < 0.9 * early.largestTilt;
        return settles ? "settling" + text.substr(text.find(',')) : text;
    }

    /// Radius of the plates: below this height they touch the ground or soon will.
    static double reachOf(const RunRecord& record) {
        double reach = 0.0;
        for (const ambient::Vector3& vertex : record.bodies.front().mesh->vertices)
            reach = std::max(reach, vertex.norm());
        return reach;
    }
};

} // namespace

std::unique_ptr<Scene> createPlateMasses() {
    return std::make_unique<PlateMasses>();
}

} // namespace samples
