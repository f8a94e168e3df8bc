// SPDX-License-Identifier: Zlib
#include "interface/MeshParameter.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/PlateRegime.h"
#include "scenes/shapes/Leaf.h"

namespace samples {
namespace {

/// An autumn leaf: a curled blade with a stalk. With the concave side up the leaf tumbles; with the concave side down
/// the leaf falls like a parachute.
class FallingLeaf final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {
            {"length", "m", 0.06, 0.01, 0.5, "length of the blade"},
            {"width", "m", 0.036, 0.005, 0.5, "width of the blade"},
            {"stalk", "m", 0.025, 0.002, 0.5, "length of the stalk"},
            {"curl", "1", 0.12, -0.5, 0.5, "height of the edges above the middle, in widths; negative: concave below"},
            {"thickness", "m", 0.0004, 0.0002, 0.005, "thickness of the blade"},
            {"mass", "kg", 0.00015, 1e-6, 0.1, "mass of the whole leaf"},
            {"tilt", "deg", 60.0, -180.0, 180.0, "tilt of the leaf at release, stalk down"},
            {"roll", "deg", 10.0, -180.0, 180.0, "roll about the length at release"},
            {"faces", "1", 700.0, 200.0, 8000.0, "approximate number of triangles", true},
            meshParameter(),
            meshScaleParameter()};
    }

    double defaultDuration() const override { return 4.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const PiecedMesh solid = meshOf(values, [&] {
            LeafShape shape;
            shape.bladeLength = values["length"];
            shape.bladeWidth = values["width"];
            shape.stalkLength = values["stalk"];
            shape.curl = values["curl"];
            shape.thickness = values["thickness"];
            return makeLeaf(shape, static_cast<int>(values["faces"]));
        });
        BodySpec leaf;
        leaf.name = "leaf";
        leaf.model = context.buildModel(solid.mesh);
        leaf.shape = compoundOf(solid.pieces, 1e-4);
        leaf.convex = false;
        leaf.fill(values["mass"] / leaf.model->volume());
        leaf.worldFromBody.orientation = ambient::expSO3({0.0, -values["tilt"] * kRadiansPerDegree, 0.0}) *
                                         ambient::expSO3({values["roll"] * kRadiansPerDegree, 0.0, 0.0}) *
                                         solid.modelFromBody;
        context.setMedium(ambient::UniformMedium::air());
        context.addBody(std::move(leaf));
    }

    std::string summary(const RunRecord& record) const override { return describeFalls(record); }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A leaf falls";
        spec.exposure = 1.0 / 15.0;
        spec.pictureEnd = 0.6;
        spec.panels = {{"descent speed [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.z(); }},
                       {"tilt of the blade from the level [deg]", 1.0, tiltDegrees}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createFallingLeaf() {
    return std::make_unique<FallingLeaf>();
}

} // namespace samples
