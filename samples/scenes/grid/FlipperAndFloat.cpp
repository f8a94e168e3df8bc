// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/FlipperBody.h"
#include "scenes/parts/ResolvedWater.h"
#include "scenes/parts/WaterGrid.h"

#include <cmath>

namespace samples {
namespace {

/// A flipper swims by the beat of its tail beside a freely floating body, in water coupled with both. As in paper 004,
/// which prints no sizes, the float comes along in thick water (reynolds 10) and goes back in thin water. The water is
/// a slab between periodic sides: bodies are long across the picture.
class FlipperAndFloat final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"reynolds", "1", 100.0, 1.0, 1000.0, "speed of the tail's swing times its length over the viscosity"},
                {"amplitude", "rad", 0.9, 0.0, 1.0, "swing of the tail to each side"},
                {"frequency", "Hz", 1.0, 0.2, 2.0, "beats of the tail per second"},
                {"float-x", "m", 0.1, -0.4, 0.3, "place of the float ahead of the flipper's middle"},
                {"float-z", "m", 0.105, 0.09, 0.25, "place of the float beside the flipper"},
                {"float-density", "1", 1.0, 0.2, 5.0, "density of the float over that of water; weight is left out"}};
    }

    double defaultDuration() const override { return 4.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const double rate = 2.0 * ambient::kPi * values["frequency"], swing = values["amplitude"];
        const double density = 998.2;
        const double viscosity = density * rate * std::max(swing, 0.1) * kTail * kTail / values["reynolds"];
        context.setMedium(ambient::UniformMedium(density, viscosity));
        ambient::FluidGridDef box;
        box.density = density;
        box.dynamicViscosity = viscosity;
        box.spacing = kCell;
        box.cells = {112, 4, 64};
        box.sides[2].kind = box.sides[3].kind = ambient::GridSideKind::Periodic;
        const ambient::Vector3 size = box.size();
        box.lowCorner = {-0.6 * size.x(), -0.5 * size.y(), -0.5 * size.z()};
        ResolvedWater& water = ResolvedWater::addTo(context, box);
        const auto add = [&](const char* name, double half, double radius, const ambient::Pose& pose,
                             double relative = 1.0) {
            ambient::GridBody body = slabBar(half, radius, size.y(), relative * density);
            body.worldFromBody = pose;
            water.addFree(name, slabBarMesh(half, radius), body);
        };
        const auto shape = [rate, swing](double time) {
            const double ease = time < 1.0 ? time * time * (3.0 - 2.0 * time) : 1.0;
            const ambient::Pose hinge = inSlab(-kHinge, 0.0, swing * ease * std::sin(rate * time));
            return std::vector<ambient::Pose>{ambient::Pose(), hinge * inSlab(-0.5 * kTail, 0.0, 0.0)};
        };
        const std::vector<ambient::Pose> start = shape(0.0);
        add("body", 0.12, 0.045, start[0]);
        add("tail", 0.5 * kTail - 0.015, 0.015, start[1]);
        water.join(0, shape);
        add("float", 0.02, 0.035, inSlab(values["float-x"], values["float-z"], 0.0), values["float-density"]);
        water.start();
        if (context.isVacuum()) return;
        water.grid().setDye([](const ambient::Vector3& point) { return point.x() < -kHinge ? 1.0 : 0.0; });
        for (const SliceQuantity quantity : {SliceQuantity::Vorticity, SliceQuantity::Dye})
            context.addSlice([&water, quantity] { return middleSlice(water.grid(), PlotView::Side, quantity, 5); });
    }

    std::string summary(const RunRecord& record) const override {
        return wayOfFlipperAndFloat(record, "the float beside it");
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A flipper and a body that floats beside it";
        spec.azimuth = -90.0;
        spec.elevation = 6.0;
        spec.exposure = 3.0;
        spec.colours = PlotColours::Curves;
        spec.panels = {{"way ahead [cm]", 0.5, {}, {{"flipper", wayAhead(0)}, {"float", wayAhead(2)}}}};
        return spec;
    }

  private:
    static constexpr double kCell = 0.01, kTail = 0.13, kHinge = 0.17; ///< [m]
};

} // namespace

std::unique_ptr<Scene> createFlipperAndFloat() {
    return std::make_unique<FlipperAndFloat>();
}

} // namespace samples
