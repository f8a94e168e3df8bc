// SPDX-License-Identifier: Zlib
#include "scenes/shapes/MapleSeed.h"

#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/Autorotation.h"

namespace samples {
namespace {

/// A winged seed is dropped and begins to spin, which slows the fall. A real seed of this size has 1.2 m/s, 131 rad/s
/// and a coning angle of 22 degrees [Lee2014].
class MapleSeed final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"length", "m", 0.016, 0.005, 0.2, "length of the seed from nut to tip"},
                {"width", "m", 0.0065, 0.002, 0.1, "width of the wing"},
                {"mass", "kg", 3e-5, 1e-6, 0.01, "mass of the seed"},
                {"wing-share", "1", 0.2, 0.01, 0.9, "share of the wing in the mass; the rest is the nut"},
                {"nose", "deg", 0.0, -90.0, 90.0, "angle of the nut below the wing at release"},
                {"roll", "deg", 10.0, -180.0, 180.0, "roll about the length at release, leading edge up"},
                {"spin", "rad/s", 0.0, -500.0, 500.0, "angular velocity about the vertical at release"},
                {"faces", "1", 700.0, 300.0, 8000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 3.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        MapleSeedShape shape;
        shape.wingThickness *= values["width"] / shape.width;
        shape.veinThickness *= values["width"] / shape.width;
        shape.length = values["length"];
        shape.width = values["width"];
        shape.mass = values["mass"];
        shape.wingShare = values["wing-share"];
        const WeightedSolid solid = makeMapleSeed(shape, static_cast<int>(values["faces"]));
        BodySpec seed = bodyOf("seed", solid, context);
        seed.worldFromBody.orientation = ambient::expSO3({0.0, -values["nose"] * kRadiansPerDegree, 0.0}) *
                                         ambient::expSO3({values["roll"] * kRadiansPerDegree, 0.0, 0.0}) *
                                         solid.solid.modelFromBody;
        seed.velocity.angular = {0.0, 0.0, values["spin"]};
        context.setMedium(ambient::UniformMedium::air());
        context.addBody(std::move(seed));
    }

    std::string summary(const RunRecord& record) const override {
        return describe(autorotation(record, secondHalf(record), 0, ambient::Vector3::UnitX())) + "\n";
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A maple seed falls";
        spec.exposure = 0.15;
        spec.pictureEnd = 1.0;
        spec.elevation = 35.0;
        spec.enlargement = 12.0;
        spec.panels = {
            {"descent speed [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.z(); }},
            {"spin about the vertical [rad/s]", 1.0, [](const BodySample& s) { return s.velocity.angular.z(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createMapleSeed() {
    return std::make_unique<MapleSeed>();
}

} // namespace samples
