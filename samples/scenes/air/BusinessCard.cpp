// SPDX-License-Identifier: Zlib
#include "interface/MeshParameter.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/PlateRegime.h"

namespace samples {
namespace {

/// A card, released on its long edge, tumbles about this edge.
class BusinessCard final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"length", "m", 0.09, 0.005, 1.0, "length of the long edge, horizontal at release"},
                {"width", "m", 0.05, 0.005, 1.0, "length of the short edge"},
                {"grammage", "kg/m2", 0.25, 0.01, 10.0, "mass per area"},
                {"thickness", "m", 0.0003, 0.0001, 0.01, "thickness of the card"},
                {"tilt", "deg", 85.0, -180.0, 180.0, "angle of the card to the horizontal at release; 90: edge-on"},
                {"spin", "rad/s", 0.0, -200.0, 200.0, "angular velocity about the long edge at release"},
                {"faces", "1", 600.0, 80.0, 8000.0, "approximate number of triangles", true},
                meshParameter(),
                meshScaleParameter()};
    }

    double defaultDuration() const override { return 3.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const PiecedMesh solid = meshOf(values, [&] {
            const ambient::Vector3 size(values["width"], values["length"], values["thickness"]);
            const auto mesh = ambient::makePlate(size, static_cast<int>(values["faces"]));
            return PiecedMesh{mesh, {mesh.vertices}};
        });
        BodySpec card;
        card.name = "card";
        card.model = context.buildModel(solid.mesh);
        card.shape = compoundOf(solid.pieces, 1e-4);
        card.convex = values.file("mesh").empty();
        card.fill(values["grammage"] / values["thickness"]);
        card.worldFromBody.orientation = ambient::expSO3({0.0, values["tilt"] * kRadiansPerDegree, 0.0});
        card.velocity.angular = {0.0, values["spin"], 0.0};
        context.setMedium(ambient::UniformMedium::air());
        context.addBody(std::move(card));
    }

    std::string summary(const RunRecord& record) const override { return describeFalls(record); }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A business card falls";
        spec.exposure = 1.0 / 30.0;
        spec.pictureEnd = 1.0;
        spec.panels = {{"descent speed [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.z(); }},
                       {"rate of turn about the long edge [rad/s]", 1.0,
                        [](const BodySample& s) { return s.velocity.angular.y(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createBusinessCard() {
    return std::make_unique<BusinessCard>();
}

} // namespace samples
