// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "interface/Units.h"
#include "scenes/parts/MomentumAnalysis.h"

#include <cmath>

namespace samples {
namespace {

/// Convex hull with contacts found anew in every step. Contacts kept by Bullet from earlier steps drift apart sideways,
/// up to the threshold, and then push the two bodies along different lines.
class FreshContactHull final : public btConvexHullShape {
  public:
    explicit FreshContactHull(const ambient::TriangleMesh& mesh) {
        for (const ambient::Vector3& vertex : mesh.vertices)
            addPoint(btFluidVector(vertex));
        setMargin(btScalar(0.001));
    }
    btScalar getContactBreakingThreshold(btScalar) const override { return btScalar(1e-5); } // [m]
};

/// Two ellipsoids of different shape collide, weightless in an ideal fluid. Only the inertia of the fluid and the
/// contact act: momentum and, with restitution 1, energy are conserved. The flow of one does not act on the other.
class WetCollisions final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"speed", "m/s", 1.0, 0.05, 20.0, "speed of the left ellipsoid; the right one has half of this speed"},
                {"restitution", "1", 0.8, 0.0, 1.0, "speed of separation over speed of approach"},
                {"offset", "m", 0.12, -0.3, 0.3, "upward offset of the left ellipsoid, for an off-centre collision"},
                {"tilt", "deg", -30.0, -90.0, 90.0, "angle of the left ellipsoid's long axis, nose up"},
                {"density", "kg/m3", 1000.0, 50.0, 20000.0, "density of both (water: 998.2)"},
                {"drag", "1", 0.0, 0.0, 1.0, "factor on the surface forces; 0: momentum is conserved"},
                {"faces", "1", 1280.0, 80.0, 8000.0, "approximate number of triangles of each mesh", true}};
    }

    double defaultDuration() const override { return 1.2; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        context.world().setGravity(btVector3(0, 0, 0));
        // By default Bullet slows a rebound by gap / dt before contact, and corrects penetration by velocity or
        // position. With these settings contacts act only when the bodies touch, and only exchange momentum.
        context.world().getSolverInfo().m_splitImpulsePenetrationThreshold = 0;
        context.world().getSolverInfo().m_erp2 = 0;
        context.setMedium(ambient::UniformMedium::water());
        addEllipsoid("left", {0.16, 0.09, 0.07}, values, context,
                     {ambient::expSO3({0.0, -values["tilt"] * kRadiansPerDegree, 0.0}), {-0.45, 0.0, values["offset"]}},
                     values["speed"]);
        addEllipsoid("right", {0.08, 0.12, 0.15}, values, context, {ambient::Quaternion::Identity(), {0.3, 0.0, 0.0}},
                     -0.5 * values["speed"]);
    }

    std::string summary(const RunRecord& record) const override {
        const Impact impact = firstImpact(record);
        const MomentumDefect defect = momentumDefect(record);
        char text[300];
        if (impact.happened)
            std::snprintf(text, sizeof text,
                          "met after %.3f s with %.4f m/s, parted with %.4f m/s (ratio %.4f); impulse %.4f kg m/s\n",
                          impact.time, impact.approachSpeed, impact.separationSpeed,
                          impact.separationSpeed / impact.approachSpeed, impact.impulse);
        else
            std::snprintf(text, sizeof text, "did not meet within %.3f s\n", record.last().time);
        const std::string first = text;
        std::snprintf(text, sizeof text,
                      "change of their total momentum: linear %.1e, angular %.1e of the sum of their own\n"
                      "kinetic energy with the water's: %.4f J before, %.4f J at the end\n",
                      defect.linear, defect.angular, kineticEnergy(record, 0),
                      kineticEnergy(record, record.frameCount() - 1));
        return first + text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "Two ellipsoids collide under water";
        spec.shownTimes = {0.0, 0.4, 0.8, 1.2};
        spec.nameBodies = true;
        spec.panels = {{"momentum along x [kg m/s]", 0.01, {}, momentumCurves(0)},
                       {"momentum along z [kg m/s]", 0.01, {}, momentumCurves(2)}};
        return spec;
    }

  private:
    static void addEllipsoid(const char* name, const ambient::Vector3& semiAxes, const ParameterValues& values,
                             SceneContext& context, const ambient::Pose& pose, double speed) {
        ambient::FluidBodyDef fluid;
        fluid.pressureScale = fluid.frictionScale = values["drag"];
        BodySpec body;
        body.name = name;
        body.model = context.buildModel(ambient::makeEllipsoid(semiAxes, static_cast<int>(values["faces"])), fluid);
        body.shape = std::make_unique<FreshContactHull>(body.model->mesh());
        body.fill(values["density"]);
        body.worldFromBody = pose;
        body.velocity.linear.x() = speed;
        body.friction = 0.0;
        body.restitution = std::sqrt(values["restitution"]);
        context.addBody(std::move(body))->setContactProcessingThreshold(0);
    }

    static std::vector<PlotCurve> momentumCurves(int axis) {
        const auto of = [axis](int body) {
            return [axis, body](const RunRecord& r, int frame) { return r.at(frame, body).momentum.linear[axis]; };
        };
        return {{"left", of(0)}, {"right", of(1)}, {"both", [axis](const RunRecord& r, int frame) {
                                                        return totalMomentum(r, frame).linear[axis];
                                                    }}};
    }
};

} // namespace

std::unique_ptr<Scene> createWetCollisions() {
    return std::make_unique<WetCollisions>();
}

} // namespace samples
