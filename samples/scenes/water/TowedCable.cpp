// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/Units.h"
#include "scenes/parts/Floating.h"
#include "scenes/parts/Seaway.h"
#include "scenes/parts/WeightedSolid.h"
#include "scenes/shapes/Hull.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// A boat tows a heavy body on a long cable, and turns round. Drag holds the cable up while it is towed; in the turn
/// it sags and cuts the corner.
class TowedCable final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"speed", "m/s", 2.0, 0.2, 4.0, "that the boat keeps"},
                {"cable", "m", 18.0, 4.0, 100.0, "length of the cable"},
                {"mass", "kg/m", 0.35, 0.12, 5.0, "of the cable"},
                {"turn", "deg", 180.0, -360.0, 360.0, "of the boat to port from 10 s on"},
                {"faces", "1", 400.0, 200.0, 4000.0, "approximate number of triangles of the boat", true}};
    }

    double defaultDuration() const override { return 36.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const auto medium = waterUnderAir();
        context.setMedium(medium);
        const HullShape shape;
        const ambient::TriangleMesh hull = makeHull(shape, static_cast<int>(values["faces"]));
        const WeightedSolid solid = weightedSolid(hull, hullParts(hull, shape, 180.0, 250.0, 150.0));
        BodySpec boat = bodyOf("boat", solid, context);
        boat.worldFromBody.orientation = solid.solid.modelFromBody;
        boat.worldFromBody.position.z() = floatingHeight(boat, *medium);
        boat.velocity.linear.x() = values["speed"];
        BodySpec fish;
        fish.name = "towed body";
        fish.model = context.buildModel(ambient::makeCapsule(0.12, 0.6, 200));
        fish.shape = convexHullOf(fish.model->mesh().vertices, 1e-3);
        fish.fill(1800.0);
        const ambient::Quaternion turned =
            solid.solid.modelFromBody.conjugate(); // Bullet's axes are the principal ones
        const Vector3 stern = turned * Vector3(-1.8, 0.0, 0.0);
        fish.worldFromBody.orientation = ambient::expSO3({0.0, 0.5 * ambient::kPi, 0.0});
        fish.worldFromBody.position = {-1.8 - 0.9 * values["cable"], 0.0, -0.35 * values["cable"]};
        fish.velocity.linear.x() = values["speed"];
        btRigidBody* const tug = context.addBody(std::move(boat));
        btRigidBody* const towed = context.addBody(std::move(fish));
        for (btRigidBody* body : {tug, towed})
            body->setActivationState(DISABLE_DEACTIVATION);
        ambient::CableDef def;
        def.length = values["cable"];
        def.mass = values["mass"];
        def.diameter = 0.012;
        def.stiffness = 5e5;
        def.segments = 24;
        const auto cable = addCable(context, "cable", {tug, stern}, {towed, {0.0, 0.0, 0.42}}, def);
        context.setBeforeStep([cable, tug, &fluid = context.fluid(), time = 0.0, turned, speed = values["speed"],
                               turn = values["turn"] * kRadiansPerDegree](double timeStep) mutable {
            steer(fluid, tug, turned, speed, turn * std::clamp((time - kTurnStart) / kTurnTime, 0.0, 1.0));
            cable->apply(btScalar(timeStep));
            time += timeStep;
        });
    }

    std::string summary(const RunRecord& record) const override {
        const auto depthAt = [&](double time) {
            const int frame = std::min(static_cast<int>(std::lround(time / record.timeStep)), record.frameCount() - 1);
            return -record.at(frame, 1).worldFromBody.position.z();
        };
        double deepest = 0.0, pull = 0.0;
        for (int frame = 0; frame < record.frameCount(); ++frame) {
            deepest = std::max(deepest, depthAt(record.at(frame).time));
            pull = std::max(pull, tensionAt(record, frame));
        }
        char text[200];
        std::snprintf(
            text, sizeof text,
            "the towed body runs %.2f m deep before the turn, and sinks to %.2f m; the cable pulls at the boat "
            "with up to %.0f N\n",
            depthAt(kTurnStart), deepest, pull);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A boat tows a body on a cable and turns round";
        spec.view = PlotView::Top;
        spec.azimuth = -115.0;
        spec.elevation = 9.0; // along the surface: from above, the water is dark
        spec.shownTimes = {0.0, 9.0, 16.0, 22.0, 28.0, 1e9};
        spec.colours = PlotColours::Curves;
        const auto depth = [](const RunRecord& r, int frame) { return r.at(frame, 1).worldFromBody.position.z(); };
        spec.panels = {{"height of the towed body [m]", 0.5, {}, {{"", depth}}},
                       {"pull of the cable at the boat [N]", 10.0, {}, {{"", tensionAt}}}};
        return spec;
    }

  private:
    static constexpr double kTurnStart = 10.0, kTurnTime = 12.0; ///< [s]

    /// A propeller astern keeps the speed along the hull, a rudder the heading.
    static void steer(const btFluidAction& fluid, btRigidBody* tug, const ambient::Quaternion& turned, double speed,
                      double heading) {
        const ambient::Quaternion worldFromHull = btFluidPose(tug->getCenterOfMassTransform()).orientation * turned;
        const Vector3 ahead = worldFromHull * Vector3::UnitX();
        const double error = std::remainder(heading - std::atan2(ahead.y(), ahead.x()), 2.0 * ambient::kPi);
        const double turning = btFluidVector(fluid.getAngularVelocity(tug)).z();
        const double slow = speed - ahead.dot(btFluidVector(fluid.getLinearVelocity(tug)));
        const Vector3 thrust = std::clamp(4000.0 * slow, -1500.0, 3000.0) * Vector3(ahead.x(), ahead.y(), 0.0);
        tug->applyCentralForce(btFluidVector(thrust));
        tug->applyTorque(btVector3(0, 0, btScalar(4000.0 * error - 3000.0 * turning)));
    }

    static double tensionAt(const RunRecord& record, int frame) {
        return record.gauges.empty() ? 0.0 : record.gauges[0].values[static_cast<std::size_t>(frame)];
    }
};

} // namespace

std::unique_ptr<Scene> createTowedCable() {
    return std::make_unique<TowedCable>();
}

} // namespace samples
