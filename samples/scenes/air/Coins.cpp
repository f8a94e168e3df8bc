// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/PlateRegime.h"
#include "scenes/shapes/Coin.h"

#include <cmath>

namespace samples {
namespace {

/// Coins of one size sink in water, from plastic to gold. Their motion depends on I* = (pi / 64) (thickness / diameter)
/// (density / density of the water) and on the release. Real coins [Field1997, Heisinger2014] flutter below about 0.01,
/// are chaotic up to about 0.04 and tumble above.
class Coins final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"diameter", "m", 0.0243, 0.005, 0.5, "diameter of all coins"},
                {"thickness", "m", 0.00175, 0.0002, 0.1, "thickness of all coins, at most half the diameter"},
                {"density", "kg/m3", 1200.0, 1000.0, 30000.0, "density of the first coin"},
                {"ratio", "1", 2.523, 1.0, 20.0, "ratio of the densities of successive coins"},
                {"coins", "1", 4.0, 1.0, 12.0, "number of coins", true},
                {"tilt", "deg", 30.0, -180.0, 180.0, "tilt of all coins at release"},
                {"faces", "1", 1000.0, 200.0, 8000.0, "approximate number of triangles", true}};
    }

    double defaultDuration() const override { return 3.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const double diameter = values["diameter"], thickness = values["thickness"];
        if (thickness > 0.5 * diameter)
            throw std::invalid_argument("--set thickness: " + shortNumber(thickness) + " m is above half the diameter");
        const ambient::UniformMedium water = ambient::UniformMedium::water();
        context.setMedium(water);
        const auto model = context.buildModel(makeCoin(diameter, thickness, static_cast<int>(values["faces"])));
        for (int i = 0; i < static_cast<int>(values["coins"]); ++i) {
            const double density = values["density"] * std::pow(values["ratio"], i);
            const double inertia = ambient::kPi / 64.0 * thickness / diameter * density / 998.2;
            char name[32];
            std::snprintf(name, sizeof name, "I* %.2g", inertia);
            BodySpec coin;
            coin.name = name;
            coin.model = model;
            coin.shape = convexHullOf(model->mesh().vertices, 0.05 * thickness);
            coin.fill(density);
            coin.worldFromBody = {ambient::expSO3({0.0, values["tilt"] * kRadiansPerDegree, 0.0}),
                                  10.0 * diameter * i * ambient::Vector3(1.0, 1.0, 0.0)};
            context.addBody(std::move(coin));
        }
    }

    std::string summary(const RunRecord& record) const override { return describeFalls(record); }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Coins sink in water";
        spec.nameBodies = true;
        spec.exposure = 0.1;
        spec.pictureEnd = 1.0;
        spec.azimuth = -65.0;
        spec.panels = {{"descent speed [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.z(); }},
                       {"tilt of the axis towards +x [deg]", 1.0, signedTiltDegrees}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createCoins() {
    return std::make_unique<Coins>();
}

} // namespace samples
