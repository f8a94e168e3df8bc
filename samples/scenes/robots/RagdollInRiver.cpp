// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "Worlds/FileWorld.h"
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/WorldScene.h"
#include "scenes/parts/HeldPath.h"
#include "scenes/parts/Human.h"
#include "scenes/parts/RiverFlow.h"

#include <cmath>

namespace samples {
namespace {

/// A limp human of 15 parts drifts down a river, against a pier and round the pier. Its joints have the springs and the
/// resistance of a relaxed body.
class RagdollInRiver final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"current", "m/s", 1.5, 0.0, 5.0, "speed of the water in the middle of the river"},
                {"offset", "m", 0.15, -3.0, 3.0, "of the start from the line of the pier"},
                {"pier", "m", 0.5, 0.1, 2.0, "radius of the pier"},
                {"density", "kg/m3", 940.0, 500.0, 2000.0, "of the body"},
                {"spring", "N m/rad", 4.0, 0.0, 1000.0, "of each joint"},
                {"faces", "1", 100.0, 80.0, 2000.0, "approximate number of triangles of each part", true}};
    }

    double defaultDuration() const override { return 10.0; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }
    std::string defaultSolver() const override { return "fluid"; }
    bool hasMultiBodies() const override { return true; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        River river = {values["current"], 10.0, values["pier"]};
        river.piers.push_back(ambient::Vector3::Zero());
        context.addStaticCylinder("pier", river.pierRadius, 3.0, {ambient::Quaternion::Identity(), river.piers[0]});
        context.setMedium(riverUnderAir(river));
        const auto world = std::make_shared<ambient::WorldDescription>();
        world->articulatedBodies.push_back(makeHuman(values["density"], static_cast<int>(values["faces"])));
        ambient::WorldArticulatedBody& human = world->articulatedBodies.back();
        ambient::Matrix3 worldFromHuman; // on the back, feet ahead
        worldFromHuman << 0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0;
        human.worldFromBase = {ambient::Quaternion(worldFromHuman), ambient::Vector3(-4.0, values["offset"], -0.1)};
        human.velocity.linear.x() = values["current"];
        const auto content = addWorldContent(world, context);
        btMultiBody* body = content->moving().front().multiBody;
        const ambient::ArticulatedMotion& motion = context.fluid().getFluidMultiBodies().find(body)->motion();
        const auto all = [&](double value) {
            return ambient::JointVector::Constant(motion.body().rateCount(), value).eval();
        };
        ambient::JointDrive relaxed;
        relaxed.path = std::make_shared<HeldPath>(motion.body().zeroPositions());
        relaxed.stiffness = all(values["spring"]);
        relaxed.damping = all(0.1 * values["spring"]);
        relaxed.resistance = all(0.5);
        relaxed.limit = all(30.0);
        context.fluid().getFluidMultiBodies().setDrive(body, relaxed);
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        const ambient::Vector3& p = end.worldFromBody.position;
        char text[300];
        std::snprintf(text, sizeof text,
                      "the trunk is at %.2f, %.2f, %.2f m after %.1f s; it was never slower along the river than %.2f "
                      "m/s, and its limbs turned by up to %.0f deg from it\n",
                      p.x(), p.y(), p.z(), end.time, slowest(record), widestTurn(record));
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A ragdoll drifts against a bridge pier and round it";
        spec.view = PlotView::Top;
        spec.wide = true;
        spec.exposure = 2.5;
        spec.paths = {{0}};
        spec.panels = {{"downstream of the pier [m]", 0.1, {}, {{"trunk", way}}},
                       {"speed along the river [m/s]", 0.1, {}, {{"trunk", speed}}}};
        return spec;
    }

  private:
    static double way(const RunRecord& record, int frame) { return record.at(frame).worldFromBody.position.x(); }
    static double speed(const RunRecord& record, int frame) { return record.at(frame).velocity.linear.x(); }
    static double slowest(const RunRecord& record) {
        double least = 1e300;
        for (int i = 0; i < record.frameCount(); ++i)
            least = std::min(least, speed(record, i));
        return least;
    }
    static double widestTurn(const RunRecord& record) {
        double widest = 0.0;
        for (int i = 0; i < record.frameCount(); ++i)
            for (int body = 1; body < record.bodyCount(); ++body)
                widest = std::max(widest, record.at(i).worldFromBody.orientation.angularDistance(
                                              record.at(i, body).worldFromBody.orientation));
        return widest * 180.0 / ambient::kPi;
    }
};

} // namespace

std::unique_ptr<Scene> createRagdollInRiver() {
    return std::make_unique<RagdollInRiver>();
}

} // namespace samples
