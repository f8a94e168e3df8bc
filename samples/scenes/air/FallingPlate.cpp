// SPDX-License-Identifier: Zlib
#include "interface/MeshParameter.h"
#include "interface/SampleEntries.h"
#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/air/PlateRelease.h"
#include "scenes/parts/PlateRegime.h"

#include <cmath>

namespace samples {
namespace {

/// The falling plates of [Padilla2025, sec. 6.1]: a light oblate spheroid of aspect ratio 5:1. The added mass of the
/// air is a large part of its mass. The axis is the z axis of the mesh.
class FallingPlate final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"diameter", "m", 0.10, 0.001, 10.0, "diameter of the plate"},
                {"tilt", "deg", 60.0, -180.0, 180.0, "angle between the axis and the vertical at release"},
                {"mass", "kg", 0.0002, 1e-7, 1000.0, "mass of the plate"},
                {"separation", "deg", 90.0, 0.0, 180.0, "angle at which the flow leaves the surface"},
                {"faces", "1", 1280.0, 80.0, 8000.0, "approximate number of triangles", true},
                meshParameter(),
                meshScaleParameter()};
    }

    double defaultDuration() const override { return 4.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        PlateRelease plate;
        plate.width = values["diameter"];
        plate.mass = values["mass"];
        plate.tilt = values["tilt"] * kRadiansPerDegree;
        plate.faces = static_cast<int>(values["faces"]);
        ambient::FluidBodyDef fluid;
        fluid.separationAngle = values["separation"] * kRadiansPerDegree;
        context.setMedium(ambient::UniformMedium::air());
        const PiecedMesh solid = meshOf(values, [&] { return PiecedMesh{meshOf(plate)}; });
        BodySpec body = bodyOf(plate, context.buildModel(solid.mesh, fluid));
        body.convex = values.file("mesh").empty();
        context.addBody(std::move(body));
    }

    std::string summary(const RunRecord& record) const override {
        const ambient::Vector3& end = record.last().worldFromBody.position;
        const PlateFall fall = plateFall(record, secondHalf(record));
        char text[200];
        std::snprintf(text, sizeof text, "fell %.3f m in %.3f s, drifted %.3f m sideways\n", -end.z(),
                      record.last().time, std::hypot(end.x(), end.y()));
        const std::string way = text;
        std::snprintf(text, sizeof text, "largest tilt %.1f deg\n", fall.largestTilt);
        return way + (fall.tooShort ? "" : text) + describeFalls(record);
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

SampleEntry firstSample() {
    return {"falling-plate", "a light plate flutters or tumbles down through air", "Padilla et al. 2025, fig. 7",
            [] { return std::make_unique<FallingPlate>(); }};
}

} // namespace samples
