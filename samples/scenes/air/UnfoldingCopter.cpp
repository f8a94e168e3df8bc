// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/shapes/PaperCopter.h"

namespace samples {
namespace {

constexpr int kUnfoldingKeys = 7;

/// The paper helicopter of `paper-copter` is released with its blades folded upwards. The blades bend to both sides
/// during the fall: the helicopter begins to spin, and brakes.
class UnfoldingCopter final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"delay", "s", 0.25, 0.0, 5.0, "before the blades bend"},
                {"unfolding", "s", 0.25, 0.05, 5.0, "time in which they bend"},
                {"coning", "deg", 35.0, 0.0, 70.0, "angle of the blades above the horizontal at the end"},
                {"tilt", "deg", 2.0, -90.0, 90.0, "angle between the axis and the vertical at release"},
                {"faces", "1", 700.0, 400.0, 4000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 2.5; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        PaperCopterShape shape;
        shape.coning = values["coning"] * kRadiansPerDegree;
        std::vector<double> conings;
        for (int k = 0; k < kUnfoldingKeys; ++k) {
            const double u = double(k) / (kUnfoldingKeys - 1), eased = u * u * (3.0 - 2.0 * u);
            conings.push_back((1.0 - eased) * 80.0 * kRadiansPerDegree + eased * shape.coning);
        }
        ambient::ShapeSequence unfolds;
        for (ambient::TriangleMesh& mesh : makeUnfoldingPaper(shape, conings, static_cast<int>(values["faces"]))) {
            const double u = double(unfolds.keys.size()) / (kUnfoldingKeys - 1);
            unfolds.times.push_back(values["delay"] + u * values["unfolding"]);
            unfolds.faces = std::move(mesh.faces);
            unfolds.keys.push_back(std::move(mesh.vertices));
        }
        unfolds.mass = shape.paperMass;
        unfolds.restKey = kUnfoldingKeys - 1;
        for (const ambient::Vector3& point : clipPoints(shape))
            unfolds.extraMasses.push_back({0.5 * shape.clipMass, {point}});
        BodySpec copter;
        copter.name = "copter";
        copter.deforming = context.buildShape(unfolds);
        copter.convex = false;
        copter.worldFromBody.orientation = ambient::expSO3({0.0, values["tilt"] * kRadiansPerDegree, 0.0});
        context.setMedium(ambient::UniformMedium::air());
        context.addBody(std::move(copter));
    }

    std::string summary(const RunRecord& record) const override {
        double fastest = 0.0;
        for (const BodySample& s : record.samples)
            fastest = std::max(fastest, -s.velocity.linear.z());
        const BodySample& end = record.last();
        char text[200];
        std::snprintf(text, sizeof text,
                      "fell at up to %.2f m/s, at the end at %.2f m/s; spins at %.1f rad/s, axis %.1f deg from the "
                      "vertical\n",
                      fastest, -end.velocity.linear.z(), end.velocity.angular.z(), tiltDegrees(end));
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A paper helicopter unfolds its blades, begins to spin and brakes";
        spec.shownTimes = {0.0, 0.2, 0.35, 0.45, 0.6, 0.9, 1.3};
        spec.pictureEnd = 1.0;
        spec.elevation = 25.0;
        spec.panels = {
            {"descent speed [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.z(); }},
            {"spin about the vertical [rad/s]", 1.0, [](const BodySample& s) { return s.velocity.angular.z(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createUnfoldingCopter() {
    return std::make_unique<UnfoldingCopter>();
}

} // namespace samples
