// SPDX-License-Identifier: Zlib
#include "interface/SampleMeshes.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/FlightAnalysis.h"
#include "scenes/shapes/FlyingDisc.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

constexpr double kDiscLane = 2.0; // between the two discs [m]

/// How far the right side of a disc is down, seen along the throw [deg].
double rightDownDegrees(const BodySample& s) {
    return std::asin(std::clamp(-axisOf(s).y(), -1.0, 1.0)) / kRadiansPerDegree;
}

double turnsPerSecond(const BodySample& s) {
    return axisOf(s).dot(s.velocity.angular) / kRadiansPerTurn;
}

/// Two flying discs are thrown alike, one with spin. Its lift acts ahead of its centre: without spin the disc pitches
/// up and turns over; with spin it answers to the same moment by a slow roll, and flies. Pressure has no torque about
/// its axis; only friction takes spin away.
class Frisbee final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"speed", "m/s", 14.0, 1.0, 40.0, "speed at release"},
                {"climb", "deg", 5.0, -45.0, 80.0, "angle of the path above the horizontal at release"},
                {"attitude", "deg", 20.0, -45.0, 80.0, "angle of the disc to the horizontal, front edge up"},
                {"spin", "1/s", 8.0, -30.0, 30.0, "turns per second of the spinning disc, seen from below clockwise"},
                {"mass", "kg", 0.175, 0.02, 1.0, "of a disc"},
                {"diameter", "m", 0.27, 0.1, 0.6, "of the discs"},
                {"depth", "1", 0.12, 0.05, 0.4, "of the hollow, over the radius"},
                {"height", "m", 1.2, 0.1, 10.0, "of the release"},
                {"faces", "1", 1200.0, 400.0, 8000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 6.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::air());
        PiecedMesh disc;
        disc.mesh = makeFlyingDisc(0.5 * values["diameter"], values["depth"], static_cast<int>(values["faces"]));
        disc.pieces = {disc.mesh.vertices};
        alignWithPrincipalAxes(disc);
        const auto model = context.buildModel(disc.mesh);
        const double climb = values["climb"] * kRadiansPerDegree, attitude = values["attitude"] * kRadiansPerDegree;
        for (const bool spins : {true, false}) {
            BodySpec thrown;
            thrown.name = spins ? "with spin" : "without spin";
            thrown.model = model;
            thrown.shape = convexHullOf(disc.pieces.front(), 1e-4);
            thrown.convex = false;
            thrown.fill(values["mass"] / model->volume());
            thrown.worldFromBody = {ambient::expSO3({0.0, -attitude, 0.0}),
                                    {0.0, spins ? 0.0 : kDiscLane, values["height"]}};
            thrown.velocity.linear = values["speed"] * Vector3(std::cos(climb), 0.0, std::sin(climb));
            if (spins)
                thrown.velocity.angular =
                    values["spin"] * kRadiansPerTurn * (thrown.worldFromBody.orientation * Vector3::UnitZ());
            context.addBody(std::move(thrown));
        }
    }

    bool finished(const RunRecord& record) const override { return allLanded(record, 0.0); }

    std::string summary(const RunRecord& record) const override {
        std::string lines;
        for (int body = 0; body < record.bodyCount(); ++body) {
            const int last = lastFlightFrame(record, 0.0, body);
            double highest = 0.0, roll = 0.0;
            for (int frame = 0; frame <= last; ++frame) {
                highest = std::max(highest, record.at(frame, body).worldFromBody.position.z());
                roll = std::max(roll, std::abs(rightDownDegrees(record.at(frame, body))));
            }
            const BodySample &start = record.at(0, body), &end = record.at(last, body);
            char text[200];
            std::snprintf(text, sizeof text, " and %.2f m to the left, up to %.2f m high; rolls up to %.1f deg",
                          hundredths(driftOf(end.worldFromBody.position, record, body)), highest, roll);
            lines += flightText(record, 0.0, body) + text;
            if (std::abs(turnsPerSecond(start)) > 1e-6) {
                std::snprintf(text, sizeof text, ", keeps %.1f %% of its spin",
                              100.0 * turnsPerSecond(end) / turnsPerSecond(start));
                lines += text;
            }
            lines += "\n";
        }
        return lines;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A frisbee is thrown with spin, and without";
        spec.wide = true;
        spec.exposure = 0.25;
        spec.enlargement = 2.0;
        spec.ground = spec.landing = 0.0;
        spec.colours = PlotColours::Curves;
        spec.azimuth = -120.0;
        spec.panels = {{"roll to the right [deg]", 5.0, rightDownDegrees},
                       {"tilt [deg]", 5.0, tiltDegrees},
                       {"spin [1/s]", 1.0, turnsPerSecond}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createFrisbee() {
    return std::make_unique<Frisbee>();
}

} // namespace samples
