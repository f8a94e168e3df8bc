// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <cmath>

namespace samples {
namespace {

/// Grains of quartz of several classes settle, from silt to sand in water or dust in air: each class has twice the size
/// of the one before. Their speeds grow with the square of the size at first, and with its root at last.
class SandAndDust final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"diameter", "m", 6.25e-5, 1e-6, 1e-3, "diameter of the smallest grain"},
                {"density", "kg/m3", 2650.0, 1100.0, 8000.0, "density of the grains"},
                {"grains", "1", 5.0, 1.0, 8.0, "number of classes", true},
                {"air", "1", 0.0, 0.0, 1.0, "1: they settle in air, else in water", true},
                {"faces", "1", 320.0, 80.0, 1280.0, "approximate number of triangles of a grain", true}};
    }

    double defaultDuration() const override { return 1.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(values["air"] > 0.5 ? ambient::UniformMedium::air() : ambient::UniformMedium::water());
        const double largest = values["diameter"] * std::pow(2.0, values["grains"] - 1.0);
        for (int i = 0; i < static_cast<int>(values["grains"]); ++i) {
            const double diameter = values["diameter"] * std::pow(2.0, i);
            char name[32];
            std::snprintf(name, sizeof name, "%.3g mm", 1e3 * diameter);
            BodySpec grain;
            grain.name = name;
            grain.model = context.buildModel(ambient::makeSphere(0.5 * diameter, static_cast<int>(values["faces"])));
            grain.shape = std::make_unique<btSphereShape>(btScalar(0.5 * diameter));
            grain.fill(values["density"]);
            grain.worldFromBody.position.x() = 25.0 * i * largest; // room for the names
            context.addBody(std::move(grain));
        }
    }

    std::string summary(const RunRecord& record) const override {
        std::string whole;
        for (int i = 0; i < record.bodyCount(); ++i) {
            char line[120];
            std::snprintf(line, sizeof line, "class %d settles at %.4g m/s\n", i + 1,
                          -record.at(record.frameCount() - 1, i).velocity.linear.z());
            whole += line;
        }
        return whole;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Grains of quartz settle by classes";
        spec.nameBodies = true;
        spec.exposure = 0.25;
        spec.azimuth = -90.0;
        spec.panels = {{"settling speed [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.z(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createSandAndDust() {
    return std::make_unique<SandAndDust>();
}

} // namespace samples
