// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/Coupled.h"

#include <cmath>

namespace samples {
namespace {

constexpr double kBetweenPairs = 2.0; ///< beyond the reach of the coupling [m]

/// Two balls rise side by side. The water between them is faster and its pressure lower, so they draw together. A
/// second pair, which does not feel each other's flow, rises straight up.
class RisingBalls final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"radius", "m", 0.1, 0.01, 0.3, "of a ball"},
                {"gap", "1", 0.5, 0.05, 2.0, "between the balls at release, over the radius"},
                {"density", "kg/m3", 500.0, 50.0, 990.0, "density of a ball (water: 998.2)"},
                {"faces", "1", 320.0, 80.0, 1280.0, "approximate number of triangles of a ball", true}};
    }

    double defaultDuration() const override { return 1.5; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.setMedium(ambient::UniformMedium::water());
        const double radius = values["radius"], half = radius * (1.0 + 0.5 * values["gap"]);
        const auto model = context.buildModel(ambient::makeSphere(radius, static_cast<int>(values["faces"])));
        const auto add = [&](const char* name, double x) {
            BodySpec ball;
            ball.name = name;
            ball.model = model;
            ball.shape = std::make_unique<btSphereShape>(btScalar(radius));
            ball.fill(values["density"]);
            ball.worldFromBody.position.x() = x;
            return context.addBody(std::move(ball));
        };
        btFluidCoupling& coupling = addCoupling(context);
        add("left", -half);
        add("right", half);
        coupling.setCoupled(add("left, alone", kBetweenPairs - half), false);
        coupling.setCoupled(add("right, alone", kBetweenPairs + half), false);
    }

    std::string summary(const RunRecord& record) const override {
        const int last = record.frameCount() - 1;
        double touching = -1.0;
        for (int frame = last; frame >= 0; --frame)
            if (gap(record, frame, 0) < 0.02) touching = record.at(frame).time;
        char text[200];
        std::snprintf(text, sizeof text,
                      "gap over radius %.3f at release; at the end %.3f with coupling, %.3f without\n",
                      gap(record, 0, 0), gap(record, last, 0), gap(record, last, 2));
        std::string whole = text;
        if (touching >= 0.0) {
            std::snprintf(text, sizeof text, "the coupled balls touch after %.2f s\n", touching);
            whole += text;
        }
        return whole;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Balls that rise side by side draw together";
        spec.exposure = 0.25;
        spec.colours = PlotColours::Bodies;
        spec.panels = {{"gap between the balls, over the radius",
                        0.1,
                        {},
                        {{"coupled", [](const RunRecord& r, int frame) { return gap(r, frame, 0); }},
                         {"alone", [](const RunRecord& r, int frame) { return gap(r, frame, 2); }}}},
                       {"speed upwards [m/s]",
                        0.1,
                        {},
                        {{"coupled", [](const RunRecord& r, int frame) { return climb(r, frame, 0); }},
                         {"alone", [](const RunRecord& r, int frame) { return climb(r, frame, 2); }}}}};
        return spec;
    }

  private:
    /// Gap of the pair whose first body is `first`, over the radius.
    static double gap(const RunRecord& record, int frame, int first) {
        const ambient::Vector3 apart =
            record.at(frame, first + 1).worldFromBody.position - record.at(frame, first).worldFromBody.position;
        return apart.norm() / std::cbrt(0.75 / ambient::kPi * record.bodies.front().model->volume()) - 2.0;
    }
};

} // namespace

std::unique_ptr<Scene> createRisingBalls() {
    return std::make_unique<RisingBalls>();
}

} // namespace samples
