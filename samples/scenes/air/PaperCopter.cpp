// SPDX-License-Identifier: Zlib
#include "scenes/shapes/PaperCopter.h"

#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/Autorotation.h"

namespace samples {
namespace {

/// The paper helicopter of [Padilla2025, fig. 16]: the clip keeps the helicopter upright, the bent blades cause the
/// spin. Size and masses are from [Soliman2024, sec. 7.2]. The thickness is that of a sheet of paper.
class PaperCopter final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"paper", "kg", 0.0005, 0.0001, 0.1, "mass of the strip of paper"},
                {"clip", "kg", 0.001, 0.0, 0.1, "mass of the clip"},
                {"length", "m", 0.16, 0.06, 1.0, "length of the strip"},
                {"width", "m", 0.04, 0.01, 0.3, "width of the strip"},
                {"blade", "m", 0.075, 0.02, 0.8, "length of the blades"},
                {"coning", "deg", 35.0, 0.0, 80.0, "angle of the blades above the horizontal"},
                {"shoulder", "m", 0.003, 0.001, 0.1, "length of the body at full width below the blades"},
                {"spin", "rad/s", 0.0, -200.0, 200.0, "angular velocity about the axis at release"},
                {"thickness", "m", 0.00012, 0.00005, 0.01, "thickness of the paper"},
                {"tilt", "deg", 5.0, -180.0, 180.0, "angle between the axis and the vertical at release"},
                {"faces", "1", 900.0, 400.0, 8000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 3.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        if (values["blade"] > values["length"] - 0.035)
            throw std::invalid_argument("--set blade: leaves less than 3.5 cm of the strip for the body");
        PaperCopterShape shape;
        shape.length = values["length"];
        shape.width = values["width"];
        shape.bladeLength = values["blade"];
        shape.coning = values["coning"] * kRadiansPerDegree;
        shape.shoulder = values["shoulder"];
        shape.thickness = values["thickness"];
        shape.paperMass = values["paper"];
        shape.clipMass = values["clip"];
        const WeightedSolid solid = makePaperCopter(shape, static_cast<int>(values["faces"]));
        BodySpec copter = bodyOf("copter", solid, context);
        copter.worldFromBody.orientation =
            ambient::expSO3({0.0, values["tilt"] * kRadiansPerDegree, 0.0}) * solid.solid.modelFromBody;
        copter.velocity.angular = values["spin"] * (copter.worldFromBody.orientation * ambient::Vector3::UnitZ());
        context.setMedium(ambient::UniformMedium::air());
        context.addBody(std::move(copter));
    }

    std::string summary(const RunRecord& record) const override {
        char text[100];
        std::snprintf(text, sizeof text, "axis %.1f deg from the vertical at the end\n", tiltDegrees(record.last()));
        return describe(autorotation(record, secondHalf(record), 0, ambient::Vector3::UnitX())) + "\n" + text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A paper helicopter falls";
        spec.exposure = 0.2;
        spec.pictureEnd = 1.4;
        spec.elevation = 35.0;
        spec.panels = {
            {"descent speed [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.z(); }},
            {"spin about the vertical [rad/s]", 1.0, [](const BodySample& s) { return s.velocity.angular.z(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createPaperCopter() {
    return std::make_unique<PaperCopter>();
}

} // namespace samples
