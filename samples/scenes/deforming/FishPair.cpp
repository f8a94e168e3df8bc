// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "scenes/parts/EllipsoidFish.h"

#include <cmath>

namespace samples {
namespace {

const ambient::Vector3 kSmallFish(0.03, 0.008, 0.015); ///< semi-axes [m]
const ambient::Vector3 kTail(0.12, 0.02, 0.1);         ///< semi-axes; the tail turns about its front end [m]

/// A fish swims beside a large beating tail. A small fish without a motion of its own lies behind the tail. The flow of
/// the tail turns the swimmer off its path and carries the small fish, without contact ([Gao2025, figures 8 and 9]).
/// Their twins do not feel the flow of others: one swims straight, the other stays still.
class FishPair final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        std::vector<Parameter> all = beatParameters(1.5);
        all.push_back({"beside", "m", 0.18, 0.1, 0.4, "between the fish and the tail's joint"});
        all.push_back({"sweep", "deg", 30.0, 0.0, 60.0, "of the tail to either side"});
        return all;
    }
    double defaultDuration() const override { return 3.0; }
    std::string defaultSolver() const override { return "fluid"; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        fillFishTank(context);
        btFluidCoupling& coupling = addCoupling(context);
        const auto model = fishSegmentModel(context);
        const double beside = values["beside"];
        beat(context, values, addFish(context, coupling, model, "fish", {0.1, beside, 0}, true));
        beat(context, values, addFish(context, coupling, model, "fish, alone", {0.1, 0.4 + beside, 0}, false));
        const auto small = context.buildModel(ambient::makeEllipsoid(kSmallFish, 320));
        for (const bool isCoupled : {true, false}) {
            BodySpec fish;
            fish.name = isCoupled ? "small fish" : "small fish, alone";
            fish.model = small;
            fish.shape = convexHullOf(small->mesh().vertices, 1e-3);
            fish.fill(998.2);
            fish.worldFromBody.position = {-0.31, isCoupled ? 0.0 : 0.4, 0.0};
            coupling.setCoupled(context.addBody(std::move(fish)), isCoupled);
        }
        const ambient::TriangleMesh tail = ambient::makeEllipsoid(kTail, 720);
        const double sweep = ambient::kPi / 180.0 * values["sweep"], frequency = values["frequency"];
        const auto path = [=](double time) {
            const double soft = std::min(1.0, time * frequency);
            const double angle = soft * sweep * std::sin(2.0 * ambient::kPi * frequency * time);
            const ambient::Vector3 middle(-kTail.x() * std::cos(angle), -kTail.x() * std::sin(angle), 0.0);
            return ambient::Pose{ambient::expSO3({0.0, 0.0, angle}), middle};
        };
        btRigidBody* body = context.addMoved("tail", tail, convexHullOf(tail.vertices, 1e-3), path);
        coupling.addObstacle(body, tail);
    }

    std::string summary(const RunRecord& record) const override {
        const int last = record.frameCount() - 1;
        char text[300];
        std::snprintf(text, sizeof text,
                      "the fish went %.1f mm ahead and %.1f mm aside, without the tail's flow %.1f mm and %.1f mm\n"
                      "the small fish was carried %.1f mm, without that flow %.1f mm\n",
                      1e3 * fishWay(record, last, 0).x(), 1e3 * fishWay(record, last, 0).y(),
                      1e3 * fishWay(record, last, kFishSegments).x(), 1e3 * fishWay(record, last, kFishSegments).y(),
                      1e3 * smallWay(record, last, 0).norm(), 1e3 * smallWay(record, last, 1).norm());
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec = fishPlot("A fish and a small one beside a large tail that beats");
        const auto swimmer = [](int first) {
            return [=](const RunRecord& record, int frame) { return 1e3 * fishWay(record, frame, first).y(); };
        };
        const auto small = [](int which) {
            return [=](const RunRecord& record, int frame) { return 1e3 * smallWay(record, frame, which).norm(); };
        };
        spec.panels = {{"fish: way aside [mm]", 1.0, {}, {{"coupled", swimmer(0)}, {"alone", swimmer(kFishSegments)}}},
                       {"small fish: way [mm]", 1.0, {}, {{"coupled", small(0)}, {"alone", small(1)}}}};
        return spec;
    }

  private:
    static ambient::Vector3 smallWay(const RunRecord& record, int frame, int which) {
        const int body = 2 * kFishSegments + which;
        return record.at(frame, body).worldFromBody.position - record.at(0, body).worldFromBody.position;
    }
};

} // namespace

std::unique_ptr<Scene> createFishPair() {
    return std::make_unique<FishPair>();
}

} // namespace samples
