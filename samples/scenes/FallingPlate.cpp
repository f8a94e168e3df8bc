// SPDX-License-Identifier: Zlib
#include "Scene.h"
#include "SceneContext.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// The falling plates of [Padilla2025, sec. 6.1]: an oblate spheroid of aspect ratio 5:1, so light that the air it
/// drags along weighs as much as a good part of itself. Its axis is the z axis of its mesh.
class FallingPlate final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"diameter", "m", 0.10, 0.001, 10.0, "width of the plate"},
                {"tilt", "deg", 60.0, -180.0, 180.0, "angle between its axis and the vertical at release"},
                {"mass", "kg", 0.0002, 1e-7, 1000.0, "its mass"},
                {"separation", "deg", 90.0, 0.0, 180.0, "angle at which the flow leaves the surface"},
                {"faces", "1", 1280.0, 80.0, 8000.0, "triangles of its mesh, about", true}};
    }

    double defaultDuration() const override { return 4.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        constexpr double radiansPerDegree = ambient::kPi / 180.0;
        const double radius = 0.5 * values["diameter"];
        BodySpec plate;
        plate.name = "plate";
        ambient::FluidBodyDef fluid;
        fluid.separationAngle = values["separation"] * radiansPerDegree;
        plate.model = context.buildModel(
            ambient::makeEllipsoid({radius, radius, radius / 5.0}, static_cast<int>(values["faces"])), fluid);
        plate.shape = convexHullOf(plate.model->mesh().vertices, 0.01 * radius);
        plate.fill(values["mass"] / plate.model->volume());
        plate.worldFromBody.orientation = ambient::expSO3({0.0, values["tilt"] * radiansPerDegree, 0.0});
        context.setMedium(ambient::UniformMedium::air());
        context.addBody(std::move(plate));
    }

    std::string summary(const RunRecord& record) const override {
        const ambient::Vector3& end = record.last().worldFromBody.position;
        const std::vector<double> turns = unwrappedTiltDegrees(record);
        double largestTilt = 0.0;
        for (int frame = 0; frame < record.frameCount(); ++frame)
            largestTilt = std::max(largestTilt, tiltDegrees(record.at(frame)));
        const double duration = record.last().time;
        char text[400];
        std::snprintf(text, sizeof text,
                      "fell %.3f m in %.3f s, drifted %.3f m sideways\n"
                      "mean descent %.3f m/s over the second half\n"
                      "largest tilt %.1f deg, turned by %.0f deg in all\n",
                      -end.z(), duration, std::hypot(end.x(), end.y()), meanDescent(record, 0.5 * duration, duration),
                      largestTilt, std::fabs(turns.back() - turns.front()));
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A plate falling through air";
        spec.panels = {{"descent speed [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.z(); }},
                       {"tilt of the axis towards +x [deg]", 1.0, signedTiltDegrees}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createFallingPlate() {
    return std::make_unique<FallingPlate>();
}

} // namespace samples
