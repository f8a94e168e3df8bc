// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/EvenRandom.h"

#include "AmbientFluid/Forces/ModelReduction.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace samples {
namespace {

/// A pyramid of equal boxes, released with gaps and slight disorder, sinks, settles and stands. One model serves all
/// boxes.
class BoxPile final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"rows", "1", 9.0, 1.0, 12.0, "rows of the pyramid; 9 rows: 45 boxes", true},
                {"size", "m", 0.1, 0.01, 2.0, "height and depth of a box"},
                {"width", "m", 0.15, 0.01, 4.0, "width of a box"},
                {"density", "kg/m3", 1500.0, 1001.0, 20000.0, "density of the boxes (water: 998.2)"},
                {"gap", "m", 0.06, 0.001, 0.5, "gap between the boxes at release"},
                {"disorder", "deg", 20.0, 0.0, 90.0, "largest random rotation of a box"},
                {"sleep", "1", 1.0, 0.0, 1.0, "1: boxes at rest may fall asleep; 0: they may not", true},
                {"friction", "1", 0.5, 0.0, 2.0, "friction coefficient between boxes and with the ground"},
                {"game", "1", 0.0, 0.0, 1.0, "1: some 144 faces for games, fitted to the forces of all; 0: every face",
                 true}};
    }

    double defaultDuration() const override { return 20.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::Vector3 size(values["width"], values["size"], values["size"]);
        const double gap = values["gap"], friction = std::sqrt(values["friction"]);
        context.setMedium(ambient::UniformMedium::water());
        context.addFloor(0.0)->setFriction(btScalar(friction));
        auto model = context.buildModel(ambient::makeBox(size, 48));
        if (values["game"] != 0.0) model = ambient::gameModel(model).model;
        std::mt19937 random(3);
        const int rows = static_cast<int>(values["rows"]), count = rows * (rows + 1) / 2;
        for (int row = 0, number = 1; row < rows; ++row)
            for (int column = 0; column < rows - row; ++column, ++number) {
                BodySpec box;
                box.name = "box-" + paddedNumber(number, count);
                box.model = model;
                box.shape = std::make_unique<btBoxShape>(btFluidVector(ambient::Vector3(0.5 * size)));
                box.fill(values["density"]);
                box.friction = friction;
                box.worldFromBody.position = {(column - 0.5 * (rows - row - 1)) * (size.x() + gap), 0.0,
                                              row * (size.z() + gap) + 0.5 * size.z() + gap};
                box.worldFromBody.orientation = smallTurn(values["disorder"], random);
                btRigidBody* body = context.addBody(std::move(box));
                if (values["sleep"] == 0.0) body->setActivationState(DISABLE_DEACTIVATION);
            }
    }

    std::string summary(const RunRecord& record) const override {
        int settled = record.frameCount() - 1;
        while (settled > 0 && largestSpeed(record, settled - 1) < 0.005)
            --settled;
        const int end = record.frameCount() - 1;
        double fastest = 0.0;
        for (int frame = 0; frame < record.frameCount(); ++frame)
            fastest = std::max(fastest, largestSpeed(record, frame));
        char text[300];
        std::snprintf(text, sizeof text,
                      "%d boxes, fastest %.3f m/s; all slower than 5 mm/s from %.2f s on\n"
                      "since then none moved by more than %.3f mm; fastest at the end %.2g m/s\n"
                      "the top of the pile stands at %.4f m\n",
                      record.bodyCount(), fastest, record.at(settled).time, 1e3 * largestMove(record, settled, end),
                      largestSpeed(record, end), record.last(record.bodyCount() - 1).worldFromBody.position.z());
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A pile of boxes settles under water";
        spec.ground = 0.0;
        spec.shownTimes = {1e9};
        spec.startOutlines = true;
        spec.colours = PlotColours::Bodies;
        spec.paths = std::vector<int>();
        spec.panels = {{"speed of the fastest box [m/s]", 1e-6, {}, {{"", largestSpeed}}, true},
                       {"largest move since the release [mm]", 0.1, {}, {{"", [](const RunRecord& r, int frame) {
                                                                              return 1e3 * largestMove(r, 0, frame);
                                                                          }}}}};
        return spec;
    }

  private:
    static ambient::Quaternion smallTurn(double degrees, std::mt19937& random) {
        const double about = evenNumber(random), upwards = evenNumber(random);
        const double angle = degrees * kRadiansPerDegree;
        return ambient::expSO3({0.0, angle * about, angle * upwards});
    }

    static double largestMove(const RunRecord& record, int from, int to) {
        double largest = 0.0;
        for (int body = 0; body < record.bodyCount(); ++body)
            largest = std::max(
                largest,
                (record.at(to, body).worldFromBody.position - record.at(from, body).worldFromBody.position).norm());
        return largest;
    }
};

} // namespace

std::unique_ptr<Scene> createBoxPile() {
    return std::make_unique<BoxPile>();
}

} // namespace samples
