// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/Floating.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace samples {
namespace {

constexpr double kBarrelRadius = 0.29, kBarrelLength = 0.88; // of a barrel [m]
constexpr double kBarrelsApart = 3.0;                        // distance of barrels along and across the waves [m]
constexpr std::array<const char*, 3> kLevels = {"full", "points", "buoyancy"};

/// Three rows of barrels ride the same long-crested waves, each row at another level of detail, for a comparison of the
/// levels.
class LevelsOfDetail final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        std::vector<Parameter> all = {
            {"barrels", "1", 8.0, 1.0, 60.0, "barrels per row, of 0.58 m diameter and 0.88 m length", true},
            {"density", "kg/m3", 400.0, 20.0, 950.0, "mass of a barrel over its volume; the water has 998.2"},
            {"faces", "1", 300.0, 48.0, 4000.0, "approximate number of triangles in full detail", true}};
        for (const Parameter& parameter : waveParameters(0.6, 9.0))
            all.push_back(parameter);
        return all;
    }

    double defaultDuration() const override { return 10.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(wavesUnderAir(values));
        const auto model =
            context.buildModel(ambient::makeCylinder(kBarrelRadius, kBarrelLength, static_cast<int>(values["faces"])));
        const int row = static_cast<int>(values["barrels"]);
        for (int i = 0; i < 3 * row; ++i) {
            const std::size_t level = static_cast<std::size_t>(i / row);
            BodySpec barrel;
            barrel.name = kLevels[level] + ("-" + paddedNumber(i % row + 1, row));
            barrel.model = model;
            barrel.shape = cylinderOf(kBarrelRadius, kBarrelLength);
            barrel.fill(values["density"]);
            barrel.worldFromBody.position = {(i % row - 0.5 * (row - 1)) * kBarrelsApart,
                                             (1.0 - double(level)) * kBarrelsApart, 0.3};
            // The barrels of a row differ; the three barrels of a column are equal.
            barrel.worldFromBody.orientation = ambient::expSO3({0.0, 0.5 * ambient::kPi, 0.0}) *
                                               ambient::expSO3({0.8 * std::sin(2.0 * (i % row)), 0.0, 0.0});
            context.addBody(std::move(barrel));
            context.setLevelOfDetail(i, static_cast<btFluidLevelOfDetail>(level));
        }
    }

    std::string summary(const RunRecord& record) const override {
        const int row = record.bodyCount() / 3, end = record.frameCount() - 1;
        std::string text;
        for (int level = 1; level < 3; ++level) {
            double distance = 0.0, height = 0.0;
            for (int frame = 0; frame <= end; ++frame)
                for (int i = 0; i < row; ++i) {
                    ambient::Vector3 apart = record.at(frame, level * row + i).worldFromBody.position -
                                             record.at(frame, i).worldFromBody.position;
                    apart.y() += level * kBarrelsApart;
                    distance += apart.squaredNorm() / (row * (end + 1));
                    height += apart.z() * apart.z() / (row * (end + 1));
                }
            char line[200];
            std::snprintf(line, sizeof line, "%-8s %.3f m from where full detail takes them, %.3f m in height (rms)\n",
                          kLevels[static_cast<std::size_t>(level)], std::sqrt(distance), std::sqrt(height));
            text += line;
        }
        return text;
    }

    PlotSpec plot(const ParameterValues& values) const override {
        const int row = static_cast<int>(values["barrels"]);
        PlotSpec spec;
        spec.title = "Barrels in the same waves: full detail (dark), points, buoyancy only (light)";
        spec.view = PlotView::Top;
        spec.wide = true;
        spec.shownTimes = {1e9};
        spec.startOutlines = true;
        spec.colours = PlotColours::Bodies;
        spec.paths = std::vector<int>();
        const auto heightOf = [row](int level) {
            return [row, level](const RunRecord& record, int frame) {
                return record.at(frame, level * row).worldFromBody.position.z();
            };
        };
        spec.panels = {{"height of the first barrel of each row [m]",
                        0.0,
                        {},
                        {{kLevels[0], heightOf(0)}, {kLevels[1], heightOf(1)}, {kLevels[2], heightOf(2)}}}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createLevelsOfDetail() {
    return std::make_unique<LevelsOfDetail>();
}

} // namespace samples
