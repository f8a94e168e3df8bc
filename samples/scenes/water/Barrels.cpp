// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/EvenRandom.h"
#include "scenes/parts/Floating.h"
#include "scenes/parts/Touching.h"

#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

constexpr double kRadius = 0.29, kLength = 0.88, kWallHeight = 3.0; // [m]
constexpr double kRoom = 2.0;  // area between the walls over the area of the lying barrels
constexpr double kCell = 1.05; // cell in which each barrel can turn at release [m]

/// Oil drums are thrown into water between four walls, or into open water, and bob, roll and jostle.
class Barrels final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        std::vector<Parameter> all = {
            {"barrels", "1", 60.0, 1.0, 200.0, "number of barrels of 0.58 m diameter and 0.88 m length", true},
            {"density", "kg/m3", 250.0, 20.0, 950.0, "mass of a barrel over its volume; the water has 998.2"},
            {"walls", "1", 1.0, 0.0, 1.0, "1: walls around the water; 0: open water", true},
            {"faces", "1", 300.0, 48.0, 4000.0, "approximate number of triangles", true},
            {"game", "1", 0.0, 0.0, 1.0, "1: some 144 faces for games, fitted to the forces of all; 0: every face",
             true}};
        for (const Parameter& parameter : waveParameters(0.5, 8.0))
            all.push_back(parameter);
        return all;
    }

    double defaultDuration() const override { return 12.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(wavesUnderAir(values));
        const int count = static_cast<int>(values["barrels"]);
        const double side = std::max(3.0 * kCell, std::sqrt(kRoom * count * 2.0 * kRadius * kLength));
        if (values["walls"] != 0.0) addWalls(side, context);
        auto model = context.buildModel(ambient::makeCylinder(kRadius, kLength, static_cast<int>(values["faces"])));
        if (values["game"] != 0.0) model = ambient::gameModel(model).model;
        std::mt19937 random(7);
        const int row = static_cast<int>(side / kCell);
        for (int i = 0; i < count; ++i) {
            BodySpec barrel;
            barrel.name = "barrel-" + paddedNumber(i + 1, count);
            barrel.model = model;
            barrel.shape = cylinderOf(kRadius, kLength);
            barrel.fill(values["density"]);
            barrel.friction = std::sqrt(0.3);
            barrel.restitution = std::sqrt(0.2);
            const double waves = values["wind"] > 0.0 ? 1.0 : 0.5 * values["height"];
            barrel.worldFromBody.position = {(i % row - 0.5 * (row - 1)) * kCell,
                                             (i / row % row - 0.5 * (row - 1)) * kCell,
                                             waves + 0.7 + i / (row * row) * kCell};
            barrel.worldFromBody.orientation = ambient::expSO3(ambient::kPi * evenVector(random));
            barrel.velocity = {2.0 * evenVector(random), evenVector(random)};
            context.addBody(std::move(barrel));
        }
    }

    std::string summary(const RunRecord& record) const override {
        const int end = record.frameCount() - 1, second = std::max(1, int(std::lround(1.0 / record.timeStep)));
        double draft = 0.0, fastest = 0.0, touching = 0.0, deepest = 0.0;
        int drafts = 0, looks = 0;
        for (int frame = 0; frame <= end; ++frame) {
            fastest = std::max(fastest, largestSpeed(record, frame));
            if ((end - frame) % std::max(1, second / 12) != 0) continue;
            const Touching now = touchingIn(record, frame, 0.005);
            touching += now.pairs;
            deepest = std::max(deepest, now.deepest);
            ++looks;
            for (int body = 0; record.medium && frame >= end - second && body < record.bodyCount(); ++body, ++drafts)
                draft += relativeDraft(record, frame, body);
        }
        char text[300];
        std::snprintf(text, sizeof text,
                      "%d barrels of %.1f kg: in the last second %.4f of Archimedes' volume is under water\n"
                      "fastest %.2f m/s, at the end %.2g m/s; %.1f pairs touch, overlap %.1f mm at most\n",
                      record.bodyCount(), record.bodies[0].mass, draft / std::max(1, drafts), fastest,
                      largestSpeed(record, end), touching / looks, 1e3 * deepest);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Barrels in waves between walls: at the end, and faint where they start";
        spec.view = PlotView::Top;
        spec.shownTimes = {1e9};
        spec.startOutlines = true;
        spec.colours = PlotColours::Bodies;
        spec.paths = std::vector<int>();
        spec.panels = {{"speed of the fastest barrel [m/s]", 0.1, {}, {{"", largestSpeed}}}};
        return spec;
    }

  private:
    static void addWalls(double side, SceneContext& context) {
        for (const int sign : {-1, 1}) {
            ambient::Pose x, y;
            x.position.x() = y.position.y() = 0.5 * sign * (side + 1.0);
            context.addStaticBox(sign < 0 ? "wall-x-1" : "wall-x-2", {1.0, side + 2.0, kWallHeight}, x);
            context.addStaticBox(sign < 0 ? "wall-y-1" : "wall-y-2", {side, 1.0, kWallHeight}, y);
        }
    }
};

} // namespace

std::unique_ptr<Scene> createBarrels() {
    return std::make_unique<Barrels>();
}

} // namespace samples
