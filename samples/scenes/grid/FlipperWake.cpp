// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/FlipperBody.h"
#include "scenes/parts/WaterGrid.h"

#include <cmath>

namespace samples {
namespace {

/// A flipper swims in water on a grid, with the forces of its links: dye and vorticity show its wake. The wake pushes
/// back a ball of the water's density behind the tail. Beside the tail the ball would follow the flipper, with the
/// water flowing into the flipper's place. After paper 004, which prints no sizes.
class FlipperWake final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"viscosity", "Pa s", 0.001, 0.001, 100.0, "dynamic viscosity of the water"},
                {"amplitude", "rad", 0.6, 0.0, 1.5, "swing of the tail to each side"},
                {"frequency", "Hz", 1.5, 0.05, 5.0, "beats of the tail per second"},
                {"float-x", "m", -0.7, -1.0, 0.4, "place of the ball ahead of the flipper's middle"},
                {"float-y", "m", 0.0, -0.4, 0.4, "place of the ball beside the flipper"},
                {"cell", "m", 0.05, 0.03, 0.1, "edge of a cell of the grid"},
                {"particles", "1", 1500.0, 0.0, 20000.0, "that the water carries, for pictures", true}};
    }

    double defaultDuration() const override { return 4.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }
    bool hasMultiBodies() const override { return true; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium(998.2, values["viscosity"]));
        FlipperBeat beat;
        beat.amplitude = values["amplitude"];
        beat.frequency = values["frequency"];
        beat.torque = 1000.0;
        addFlipper(context, beat);
        BodySpec ball;
        ball.name = "float";
        ball.model = context.buildModel(ambient::makeSphere(0.06, 320));
        ball.shape = std::make_unique<btSphereShape>(btScalar(0.06));
        ball.fill(998.2);
        ball.worldFromBody.position = {values["float-x"], values["float-y"], 0.0};
        btRigidBody* afloat = context.addBody(std::move(ball));
        afloat->setActivationState(DISABLE_DEACTIVATION);
        if (context.isVacuum()) return;
        ambient::FluidGridDef box;
        box.spacing = values["cell"];
        const auto count = [&](double size) { return int(std::lround(size / box.spacing)); };
        box.cells = {count(3.6), count(1.4), count(1.4)};
        const ambient::Vector3 size = box.size();
        box.lowCorner = {-1.6, -0.5 * size.y(), -0.5 * size.z()};
        btFluidGrid& grid = addWaterGrid(context, box);
        grid.getGrid().setDye([](const ambient::Vector3& point) { return point.x() < -0.31 ? 1.0 : 0.0; });
        addParticles(context, grid, static_cast<int>(values["particles"]));
        for (const SliceQuantity quantity : {SliceQuantity::Vorticity, SliceQuantity::Dye})
            context.addSlice([&grid, quantity] { return middleSlice(grid.getGrid(), PlotView::Side, quantity, 4); });
    }

    std::string summary(const RunRecord& record) const override {
        return wayOfFlipperAndFloat(record, "the ball behind its tail");
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "The wake of a flipper, and a ball behind its tail";
        spec.exposure = 3.0;
        spec.colours = PlotColours::Curves;
        spec.panels = {{"way ahead [cm]", 0.5, {}, {{"flipper", wayAhead(0)}, {"ball", wayAhead(2)}}}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createFlipperWake() {
    return std::make_unique<FlipperWake>();
}

} // namespace samples
