// SPDX-License-Identifier: Zlib
#include "scenes/shapes/Sailplane.h"

#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "AmbientFluid/Forces/ForceSet.h"
#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/FlightAnalysis.h"
#include "scenes/parts/Glide.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

SailplaneShape sailplaneOf(const ParameterValues& values) {
    SailplaneShape shape;
    shape.aspect = values["aspect"];
    shape.mass = values["mass"];
    shape.balance = values["balance"];
    shape.tailAngle = values["tail"] * kRadiansPerDegree;
    shape.dihedral = values["dihedral"] * kRadiansPerDegree;
    return shape;
}

/// A sailplane is let go at its gliding speed. Its wing's lift carries it; in a steady glide the way ahead over the
/// height lost is lift over drag, drawn beside lifting-line theory for the plane's own least drag.
class Sailplane final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {
            {"aspect", "1", 10.0, 4.0, 20.0, "span over chord of the wing; the chord is 0.1 m"},
            {"mass", "kg", 0.15, 0.02, 2.0, "of the plane"},
            {"balance", "1", 0.1, -0.5, 1.0, "centre of mass behind the quarter chord, in chords"},
            {"tail", "deg", -1.0, -15.0, 10.0, "angle of the tailplane to the wing, nose up positive"},
            {"dihedral", "deg", 5.0, 0.0, 15.0, "of both halves of the wing; without it the plane falls into a spiral"},
            {"bank", "deg", 0.0, -60.0, 60.0, "at release, right wing down positive"},
            {"speed", "m/s", 8.0, 1.0, 40.0, "speed at release, level"},
            {"height", "m", 20.0, 1.0, 1000.0, "of the release"},
            {"faces", "1", 1600.0, 800.0, 8000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 20.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::air());
        const SailplaneShape shape = sailplaneOf(values);
        const WeightedSolid solid = makeSailplane(shape, static_cast<int>(values["faces"]));
        BodySpec plane = bodyOf("sailplane", solid, context);
        const double bank = values["bank"] * kRadiansPerDegree;
        plane.worldFromBody = {ambient::expSO3({bank, 0.0, 0.0}) * solid.solid.modelFromBody,
                               {0.0, 0.0, values["height"]}};
        plane.velocity.linear.x() = values["speed"];
        const double aspect = shape.aspect, area = shape.area();
        const double least = leastDrag(*plane.model, solid.solid.modelFromBody, area, values["speed"]);
        context.addBody(std::move(plane));
        const double weight = shape.mass * 9.81;
        const ambient::UniformMedium air = ambient::UniformMedium::air();
        context.addGauge("L/D of lifting-line theory", [&context, area, aspect, least, weight, air] {
            const double speed = double(context.rigidBody(0)->getLinearVelocity().length());
            const double lift = weight / (0.5 * air.density() * speed * speed * area);
            return lift / (least + lift * lift / (ambient::kPi * aspect));
        });
    }

    bool finished(const RunRecord& record) const override { return allLanded(record, 0.0); }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        const double half = 0.5 * end.time;
        double line = 0.0;
        int count = 0;
        for (int frame = record.frameCount() / 2; !record.gauges.empty() && frame < record.frameCount(); ++frame) {
            line += record.gauges[0].values[static_cast<std::size_t>(frame)];
            ++count;
        }
        char text[300];
        std::snprintf(text, sizeof text,
                      "glides %.2f m ahead per metre down in the second half, at %.2f m/s; lifting "
                      "line: %.2f\n",
                      meanGlideRatio(record, half, end.time), end.velocity.linear.norm(),
                      count > 0 ? line / count : 0.0);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A sailplane glides";
        spec.wide = true;
        spec.exposure = 2.0;
        spec.enlargement = 8.0;
        spec.ground = spec.landing = 0.0;
        spec.panels = {{"metres ahead per metre down",
                        1.0,
                        {},
                        {{"L/D in flight", [](const RunRecord& r, int i) { return glideRatio(r.at(i)); }},
                         {"lifting line",
                          [](const RunRecord& r, int i) {
                              return r.gauges.empty() ? 0.0 : r.gauges[0].values[static_cast<std::size_t>(i)];
                          }}}},
                       {"speed [m/s]", 0.5, [](const BodySample& s) { return s.velocity.linear.norm(); }},
                       {"long axis above the horizontal [deg]", 2.0, noseUpDegrees}};
        return spec;
    }

  private:
    /// CD of the default forces, friction included, at the incidence of least drag, on the wing's area.
    static double leastDrag(const ambient::FluidBodyModel& model, const ambient::Quaternion& modelFromBody, double area,
                            double speed) {
        const ambient::ForceSet forces = ambient::ForceSet::named("default");
        const ambient::UniformMedium air = ambient::UniformMedium::air();
        ambient::RelativeFlow flow;
        flow.density = air.density();
        flow.dynamicViscosity = air.dynamicViscosity();
        double least = 1e9;
        for (int tenths = -80; tenths <= 40; ++tenths) {
            const double angle = 0.1 * tenths * kRadiansPerDegree;
            const Vector3 motion = modelFromBody.conjugate() * Vector3(std::cos(angle), 0.0, -std::sin(angle));
            flow.twist.linear = speed * motion;
            const double drag = -forces.evaluate(model, flow).dissipative.linear.dot(motion);
            least = std::min(least, drag / (0.5 * air.density() * speed * speed * area));
        }
        return least;
    }
};

} // namespace

std::unique_ptr<Scene> createSailplane() {
    return std::make_unique<Sailplane>();
}

} // namespace samples
