// SPDX-License-Identifier: Zlib
#include "Output/FormattedText.h"
#include "interface/Scene.h"
#include "scenes/parts/ResolvedWater.h"
#include "scenes/parts/WaterGrid.h"

#include <cmath>

namespace samples {
namespace {

/// Water flows past a held cylinder. Eddies leave the cylinder by turns and push it to and fro. A slab of four cells
/// between periodic sides represents a long cylinder.
class VortexStreet final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"reynolds", "1", 100.0, 1.0, 300.0, "speed times diameter over the viscosity"},
                {"fineness", "1", 8.0, 5.0, 32.0, "cells of the grid across the cylinder"},
                {"width", "1", 8.0, 4.0, 32.0, "width of the stream over the diameter"},
                {"length", "1", 14.0, 8.0, 48.0, "length of the stream over the diameter"}};
    }

    double defaultDuration() const override { return 40.0; }
    double galleryDuration() const override { return 24.0; }
    double galleryCost() const override { return 35.0; }
    double defaultTimeStep() const override { return 1.0 / 30.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::UniformMedium medium = ambient::UniformMedium::water();
        context.setMedium(medium);
        ambient::FluidGridDef box = ResolvedWater::boxOf(medium);
        box.velocity.x() = values["reynolds"] * box.dynamicViscosity / (box.density * kDiameter);
        box.spacing = kDiameter / values["fineness"];
        const auto count = [&](double diameters) { return int(std::lround(diameters * values["fineness"])); };
        box.cells = {count(values["length"]), 4, count(values["width"])};
        box.setSides(ambient::GridSideKind::SlipWall);
        box.sides[0].kind = ambient::GridSideKind::Inflow;
        box.sides[1].kind = ambient::GridSideKind::Open;
        box.sides[2].kind = box.sides[3].kind = ambient::GridSideKind::Periodic;
        const ambient::Vector3 size = box.size();
        box.lowCorner = {-4.0 * kDiameter, -0.5 * size.y(), -0.5 * size.z()};
        ResolvedWater& water = ResolvedWater::addTo(context, box);
        ambient::GridBody cylinder;
        cylinder.distance = [](const ambient::Vector3& p) { return std::hypot(p.x(), p.z()) - 0.5 * kDiameter; };
        cylinder.radius = kDiameter;
        ambient::TriangleMesh mesh = ambient::makeCylinder(0.5 * kDiameter, size.y(), 200);
        for (ambient::Vector3& vertex : mesh.vertices)
            vertex = {vertex.x(), -vertex.z(), vertex.y()};
        water.addLed("cylinder", mesh, cylinder);
        water.start();
        // Something must begin the eddies: the symmetric flow is a solution too.
        const double speed = box.velocity.x();
        water.grid().setVelocity([speed](const ambient::Vector3& p) {
            const double r = std::hypot(p.x() - 1.2 * kDiameter, p.z() - 0.3 * kDiameter) / kDiameter;
            return ambient::Vector3(speed, 0.0, 0.5 * speed * std::exp(-2.0 * r * r));
        });
        const double unit = 0.5 * box.density * speed * speed * kDiameter * size.y();
        context.addGauge("drag coefficient", [&water, unit] { return water.force(0).x() / unit; });
        context.addGauge("lift coefficient", [&water, unit] { return water.force(0).z() / unit; });
        context.addGauge("speed of the stream [m/s]", [speed] { return speed; });
        context.addGauge("Reynolds number", [reynolds = values["reynolds"]] { return reynolds; });
        context.addGauge("diameter over width of the stream", [width = values["width"]] { return 1.0 / width; });
        if (context.isVacuum()) return;
        const int stride = std::max(1, box.cells[2] / 12);
        context.addSlice(
            [&water, stride] { return middleSlice(water.grid(), PlotView::Side, SliceQuantity::Vorticity, stride); });
    }

    std::string summary(const RunRecord& record) const override {
        const int half = record.frameCount() / 2, end = record.frameCount();
        const std::vector<double>&drags = record.gauges[0].values, &lift = record.gauges[1].values;
        double drag = 0.0, most = 0.0;
        std::vector<double> upwards; // passages of the lift through zero, frames
        for (int frame = half; frame < end; ++frame) {
            const std::size_t i = std::size_t(frame);
            drag += drags[i] / (end - half);
            most = std::max(most, std::abs(lift[i]));
            if (frame > half && lift[i - 1] < 0.0 && lift[i] >= 0.0)
                upwards.push_back(frame - lift[i] / (lift[i] - lift[i - 1]));
        }
        // Between sides the stream is faster at the cylinder [AllenVincenti1944].
        const double blockage = record.gauges[4].values.front(), square = blockage * blockage;
        const double faster = 1.0 + 0.25 * drag * blockage + 0.82 * square;
        const double reynolds = faster * record.gauges[3].values.front();
        std::string text = ambient::format("drag coefficient %.3f, lift coefficient up to %.2f\n", drag, most);
        text += ambient::format("in a wide stream: drag coefficient %.3f at Reynolds number %.0f\n",
                                drag * (1.0 - 0.5 * drag * blockage - 2.5 * square), reynolds);
        const std::size_t count = upwards.size();
        if (count < 2) return text + "no regular eddies\n";
        const double period = record.timeStep * (upwards.back() - upwards.front()) / double(count - 1);
        const double strouhal = kDiameter / (period * record.gauges[2].values.front());
        text += ambient::format("Strouhal number %.4f: a pair of eddies every %.2f s\n", strouhal, period);
        return text + ambient::format("in a wide stream: %.4f; measured at that Reynolds number: %.4f\n",
                                      strouhal / faster,
                                      0.1816 - 3.3265 / reynolds + 1.6e-4 * reynolds); // [Williamson1989]
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Eddies leave a cylinder by turns";
        spec.azimuth = -90.0;
        spec.elevation = 4.0;
        spec.colours = PlotColours::Curves;
        spec.panels = {{"coefficients [1]", 0.1, {}, {curveOf(0, "drag"), curveOf(1, "lift")}}};
        return spec;
    }

  private:
    static constexpr double kDiameter = 0.01; ///< [m]

    static PlotCurve curveOf(std::size_t gauge, const char* name) {
        // The first frames get a later value: their own force is the impulse of the start.
        return {name, [gauge](const RunRecord& r, int frame) {
                    return r.gauges[gauge].values[std::size_t(std::max(frame, std::min(30, r.frameCount() - 1)))];
                }};
    }
};

} // namespace

std::unique_ptr<Scene> createVortexStreet() {
    return std::make_unique<VortexStreet>();
}

} // namespace samples
