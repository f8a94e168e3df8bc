// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"

#include "AmbientFluid/Media/MediumPresets.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <cmath>

namespace samples {
namespace {

constexpr int kBalls = 3;
constexpr const char* kNames[kBalls] = {"small", "middle", "large"};

double sinkingSpeed(const RunRecord& record, int frame, int ball) {
    return -record.at(frame, ball).velocity.linear.z();
}

/// Balls of three sizes sink in honey. Their speeds grow nearly with the square of the size, by Stokes' law.
class Honey final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"diameter", "m", 0.005, 0.0005, 0.02,
                 "diameter of the smallest ball; the others have twice and four times it"},
                {"density", "kg/m3", 7800.0, 1420.0, 20000.0, "density of the balls (honey: 1415)"},
                {"faces", "1", 320.0, 80.0, 1280.0, "approximate number of triangles of a ball", true}};
    }

    double defaultDuration() const override { return 2.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::honey());
        for (int i = 0; i < kBalls; ++i) {
            const double radius = 0.5 * values["diameter"] * std::pow(2.0, i);
            BodySpec ball;
            ball.name = kNames[i];
            ball.model = context.buildModel(ambient::makeSphere(radius, static_cast<int>(values["faces"])));
            ball.shape = std::make_unique<btSphereShape>(btScalar(radius));
            ball.fill(values["density"]);
            ball.worldFromBody.position.x() = 4.0 * values["diameter"] * (i - 1);
            context.addBody(std::move(ball));
        }
    }

    std::string summary(const RunRecord& record) const override {
        std::string whole;
        for (int i = 0; i < kBalls; ++i) {
            char line[120];
            std::snprintf(line, sizeof line, "the %s ball sinks at %.4g m/s\n", kNames[i],
                          sinkingSpeed(record, record.frameCount() - 1, i));
            whole += line;
        }
        return whole;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Balls of three sizes sink in honey";
        spec.nameBodies = true;
        spec.exposure = 0.5;
        spec.azimuth = -90.0;
        spec.panels = {{"descent speed [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.z(); }}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createHoney() {
    return std::make_unique<Honey>();
}

} // namespace samples
