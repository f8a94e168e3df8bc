// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Coupled.h"

#include <cmath>

namespace samples {
namespace {

constexpr double kTankBall = 0.05;               ///< of a ball [m]
constexpr double kTankSpacing = 4.0 * kTankBall; ///< between centres at release [m]

/// A cloud of heavy balls sinks to the ground, all in the flow of all.
class Tank final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"count", "1", 100.0, 1.0, 400.0, "balls", true},
                {"density", "kg/m3", 1500.0, 1050.0, 8000.0, "density of the balls (water: 998.2)"},
                {"coupled", "1", 1.0, 0.0, 1.0, "whether they feel each other's flow", true}};
    }

    double defaultDuration() const override { return 2.0; }
    std::string defaultSolver() const override { return "fluid"; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::water());
        context.addFloor(0.0);
        if (values["coupled"] != 0.0) {
            auto coupling = std::make_unique<btFluidCoupling>(
                context.fluid(), btFluidCoupling::btFluidCouplingConstructionInfo{3.0, 80, 3});
            coupling->addWall(btVector3(0, 0, 1), 0);
            context.addAction(std::move(coupling));
        }
        const auto model = context.buildModel(ambient::makeSphere(kTankBall, 80));
        const int count = static_cast<int>(values["count"]);
        const int side = static_cast<int>(std::ceil(std::cbrt(double(count))));
        for (int i = 0; i < count; ++i) {
            BodySpec ball;
            ball.name = "ball " + paddedNumber(i, count);
            ball.model = model;
            ball.shape = std::make_unique<btSphereShape>(btScalar(kTankBall));
            ball.fill(values["density"]);
            const int x = i % side, y = i / side % side, z = i / (side * side);
            // Every other layer is shifted, to keep balls from sinking straight behind one another.
            const double shift = z % 2 == 0 ? 0.0 : 0.5;
            ball.worldFromBody.position =
                kTankSpacing * ambient::Vector3(x + shift, y + shift, z) + ambient::Vector3(0.0, 0.0, 0.5);
            context.addBody(std::move(ball));
        }
    }

    std::string summary(const RunRecord& record) const override {
        const int last = record.frameCount() - 1;
        char text[200];
        std::snprintf(text, sizeof text,
                      "%d balls; mean height %.3f m at release, %.3f m at the end; fastest %.2f m/s\n",
                      record.bodyCount(), meanHeight(record, 0), meanHeight(record, last), largestSpeed(record, last));
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A cloud of balls sinks";
        spec.exposure = 0.7;
        spec.ground = 0.0;
        spec.paths = std::vector<int>{};
        spec.panels = {{"mean height [m]", 0.1, {}, {{"all balls", meanHeight}}}};
        return spec;
    }

  private:
    static double meanHeight(const RunRecord& record, int frame) {
        double sum = 0.0;
        for (int body = 0; body < record.bodyCount(); ++body)
            sum += record.at(frame, body).worldFromBody.position.z() / record.bodyCount();
        return sum;
    }
};

} // namespace

std::unique_ptr<Scene> createTank() {
    return std::make_unique<Tank>();
}

} // namespace samples
