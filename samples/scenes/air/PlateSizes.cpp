// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/air/PlateRelease.h"
#include "scenes/parts/PlateRegime.h"

namespace samples {
namespace {

constexpr double kPlateDistance = 0.6; // distance between two plates, sideways and in depth [m]

/// The three modes of [Padilla2025, fig. 7] in one picture: plates of one mass, each smaller than the one before.
class PlateSizes final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"largest", "m", 0.10, 0.01, 1.0, "diameter of the first plate"},
                {"step", "m", 0.01, 0.0001, 0.1, "difference of the diameters of successive plates"},
                {"plates", "1", 4.0, 1.0, 9.0, "number of plates", true},
                {"mass", "kg", 0.0002, 1e-7, 1000.0, "mass of each plate"},
                {"tilt", "deg", 60.0, -180.0, 180.0, "angle between the axes and the vertical at release"},
                {"faces", "1", 1280.0, 80.0, 8000.0, "approximate number of triangles of each mesh", true}};
    }

    double defaultDuration() const override { return 4.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::air());
        const int count = static_cast<int>(values["plates"]);
        for (int i = 0; i < count; ++i) {
            const double width = values["largest"] - i * values["step"];
            if (width <= 0.0) throw std::invalid_argument("--set plates: the last plate would have no width left");
            PlateRelease plate;
            plate.name = shortNumber(100.0 * width) + " cm";
            plate.width = width;
            plate.mass = values["mass"];
            plate.tilt = values["tilt"] * kRadiansPerDegree;
            plate.faces = static_cast<int>(values["faces"]);
            plate.place = kPlateDistance * i * ambient::Vector3(1.0, 1.0, 0.0);
            context.addBody(bodyOf(plate, context.buildModel(meshOf(plate))));
        }
    }

    std::string summary(const RunRecord& record) const override { return describeFalls(record); }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Plates of different size, of one mass";
        spec.nameBodies = true;
        spec.exposure = 0.05;
        spec.pictureEnd = 2.4;
        spec.azimuth = -65.0;
        spec.panels = {{"descent speed [m/s]", 0.01, [](const BodySample& s) { return -s.velocity.linear.z(); }},
                       {"tilt of the axis towards +x [deg]", 1.0, signedTiltDegrees}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createPlateSizes() {
    return std::make_unique<PlateSizes>();
}

} // namespace samples
