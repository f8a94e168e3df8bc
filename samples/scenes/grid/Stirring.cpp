// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/WaterGrid.h"

#include <cmath>

namespace samples {
namespace {

/// A ball is led round in a closed tank and stirs the water. Dye shows the water; balls of the water's density, which
/// nothing else moves, are carried along.
class Stirring final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"turns", "1/s", 0.5, 0.05, 2.0, "turns of the led ball per second"},
                {"floats", "1", 3.0, 0.0, 6.0, "free balls of the water's density", true},
                {"cells", "1", 32.0, 16.0, 64.0, "cells of the grid along the tank", true},
                {"particles", "1", 1500.0, 0.0, 20000.0, "that the water carries, for pictures", true}};
    }

    double defaultDuration() const override { return 6.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::water());
        const auto add = [&](const std::string& name, double radius, double density, const ambient::Vector3& at) {
            BodySpec ball;
            ball.name = name;
            ball.model = context.buildModel(ambient::makeSphere(radius, 320));
            ball.shape = std::make_unique<btSphereShape>(btScalar(radius));
            ball.fill(density);
            ball.worldFromBody.position = at;
            btRigidBody* body = context.addBody(std::move(ball));
            body->setGravity(btVector3(0, 0, 0)); // the led ball hangs on its rod, the others float
            body->setActivationState(DISABLE_DEACTIVATION);
            return body;
        };
        btRigidBody* led = add("led", 0.12, 2000.0, {kOrbit, 0.0, 0.0});
        for (int i = 0; i < int(values["floats"]); ++i) {
            const double angle = 2.0 * ambient::kPi * (i + 0.5) / int(values["floats"]), r = i % 2 == 0 ? 0.2 : 0.75;
            add("float " + std::to_string(i + 1), 0.06, 998.2, {r * std::cos(angle), r * std::sin(angle), 0.0});
        }
        const double rate = 2.0 * ambient::kPi * values["turns"];
        // A spring leads the ball and yields to contacts.
        context.setBeforeStep([led, rate, time = 0.0](double timeStep) mutable {
            time += timeStep;
            const double angle = rate * time, stiffness = 4000.0, damping = 800.0;
            const ambient::Vector3 place = kOrbit * ambient::Vector3(std::cos(angle), std::sin(angle), 0.0);
            const ambient::Vector3 velocity = rate * ambient::Vector3::UnitZ().cross(place);
            const ambient::Vector3 force = stiffness * (place - btFluidVector(led->getCenterOfMassPosition())) +
                                           damping * (velocity - btFluidVector(led->getLinearVelocity()));
            led->applyCentralForce(btFluidVector(force));
        });
        if (context.isVacuum()) return;
        ambient::FluidGridDef box;
        const int cells = int(values["cells"]);
        box.spacing = kTank / cells;
        box.cells = {cells, cells, cells / 2};
        box.lowCorner = {-0.5 * kTank, -0.5 * kTank, -0.25 * kTank};
        btFluidGrid& grid = addWaterGrid(context, box);
        grid.getGrid().setDye([](const ambient::Vector3& point) { return point.x() > 0.0 ? 1.0 : 0.0; });
        addParticles(context, grid, static_cast<int>(values["particles"]));
        context.addSlice([&grid] { return middleSlice(grid.getGrid(), PlotView::Top, SliceQuantity::Dye); });
        context.addSlice([&grid] { return middleSlice(grid.getGrid(), PlotView::Top, SliceQuantity::Vorticity); });
    }

    std::string summary(const RunRecord& record) const override {
        std::string text;
        for (int body = 1; body < record.bodyCount(); ++body) {
            char line[96];
            std::snprintf(line, sizeof line, "%s was carried along at %.1f cm/s\n",
                          record.bodies[std::size_t(body)].name.c_str(),
                          1e2 * record.last(body).velocity.linear.norm());
            text += line;
        }
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A led ball stirs water, which carries others along";
        spec.view = PlotView::Top;
        spec.exposure = 2.0;
        spec.colours = PlotColours::Curves;
        spec.panels = {{"speed [m/s]", 0.1, [](const BodySample& s) { return s.velocity.linear.norm(); }}};
        return spec;
    }

  private:
    static constexpr double kTank = 2.0;  ///< side of the tank; the depth is half the side [m]
    static constexpr double kOrbit = 0.5; ///< radius of the led ball's path [m]
};

} // namespace

std::unique_ptr<Scene> createStirring() {
    return std::make_unique<Stirring>();
}

} // namespace samples
