// SPDX-License-Identifier: Zlib
#include "scenes/shapes/PaperPlane.h"

#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/FlightAnalysis.h"
#include "scenes/parts/Glide.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kPlaneLane = 0.5; // between two planes [m]

/// Three darts of one folded sheet each are thrown alike: one is trimmed to glide, one has its elevator bent up too
/// far, climbs, stalls and dives again and again, one has it flat and dives.
class PaperPlane final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"speed", "m/s", 4.0, 0.5, 15.0, "speed at release"},
                {"throw", "deg", 0.0, -60.0, 80.0, "angle of the throw above the horizontal; the nose points along it"},
                {"trim", "deg", 8.0, -20.0, 40.0, "angle of the elevator of the plane that glides"},
                {"too-much", "deg", 35.0, -20.0, 45.0, "angle of the elevator of the plane that stalls"},
                {"clip", "g", 2.0, 0.0, 20.0, "mass of the clip in the nose"},
                {"height", "m", 3.0, 0.5, 50.0, "of the release"},
                {"faces", "1", 700.0, 300.0, 4000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 8.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::air());
        const double thrown = values["throw"] * kRadiansPerDegree;
        const std::pair<const char*, double> planes[] = {
            {"trimmed", values["trim"]}, {"too much elevator", values["too-much"]}, {"no elevator", 0.0}};
        double lane = 0.0;
        for (const auto& [name, elevator] : planes) {
            PaperPlaneShape shape;
            shape.elevator = elevator * kRadiansPerDegree;
            shape.clipMass = 1e-3 * values["clip"];
            const WeightedSolid solid = makePaperPlane(shape, static_cast<int>(values["faces"]));
            BodySpec plane = bodyOf(name, solid, context);
            plane.worldFromBody.orientation = ambient::expSO3({0.0, -thrown, 0.0}) * solid.solid.modelFromBody;
            plane.worldFromBody.position = {0.0, lane, values["height"]};
            plane.velocity.linear = values["speed"] * ambient::Vector3(std::cos(thrown), 0.0, std::sin(thrown));
            context.addBody(std::move(plane));
            lane += kPlaneLane;
        }
    }

    bool finished(const RunRecord& record) const override { return allLanded(record, 0.0); }

    std::string summary(const RunRecord& record) const override {
        std::string lines;
        for (int body = 0; body < record.bodyCount(); ++body) {
            const int last = lastFlightFrame(record, 0.0, body);
            double most = -90.0;
            for (int frame = 0; frame <= last; ++frame)
                most = std::max(most, incidenceDegrees(record.at(frame, body)));
            const BodySample& end = record.at(last, body);
            char text[200];
            std::snprintf(text, sizeof text,
                          ", %.2f m to the left; %.2f m ahead per metre down, incidence up to %.1f deg\n",
                          hundredths(driftOf(end.worldFromBody.position, record, body)),
                          meanGlideRatio(record, 0.0, end.time, body), most);
            lines += flightText(record, 0.0, body) + text;
        }
        return lines;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Paper planes glide and stall";
        spec.wide = true;
        spec.exposure = 0.25;
        spec.ground = spec.landing = 0.0;
        spec.colours = PlotColours::Curves;
        spec.panels = {{"nose above the horizontal [deg]", 5.0, noseUpDegrees},
                       {"incidence [deg]", 5.0, incidenceDegrees},
                       {"speed [m/s]", 0.5, [](const BodySample& s) { return s.velocity.linear.norm(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createPaperPlane() {
    return std::make_unique<PaperPlane>();
}

} // namespace samples
