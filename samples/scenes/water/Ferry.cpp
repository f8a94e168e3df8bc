// SPDX-License-Identifier: Zlib
#include "interface/Scene.h"
#include "interface/SceneContext.h"
#include "scenes/parts/Floating.h"

#include "AmbientFluid/Mesh/Primitives.h"

#include <array>
#include <cmath>

namespace samples {
namespace {

constexpr double kHull = 1200.0, kCrate = 60.0, kSide = 0.5;                    // [kg], [m]
constexpr double kLowered = 2.0, kLifted = 30.0, kHoisted = 34.0, kSpeed = 0.5; // [s], [m/s]
constexpr double kHang = 1.0; // of the crates above the deck, before and after [m]
const ambient::Vector3 kHullSize(3.0, 2.0, 0.8);

/// Lowers two crates onto a deck one after the other, lets them go, and lifts them off together.
class Crane final : public btActionInterface {
  public:
    explicit Crane(const std::array<btRigidBody*, 2>& crates) : m_crates(crates) {}

    /// From the tip of the jib, at this height, to a crate; nothing if the crate is let go.
    std::vector<ambient::Vector3> rope(int i, double height) const {
        const btTransform& crate = m_crates[std::size_t(i)]->getWorldTransform();
        if (isLoose(kLowered * (1 + 2 * i))) return {};
        const btVector3 top = crate * btVector3(0, 0, btScalar(0.5 * kSide));
        return {{top.x(), top.y(), height}, {top.x(), top.y(), top.z()}};
    }

    void updateAction(btCollisionWorld*, btScalar timeStep) override {
        m_time += double(timeStep);
        for (int i = 0; i < 2; ++i)
            move(*m_crates[std::size_t(i)], kLowered * (1 + 2 * i), double(timeStep));
    }
    void debugDraw(btIDebugDraw*) override {}

  private:
    bool isLoose(double lowered) const { return m_time > lowered + (kHang - 0.02) / kSpeed && m_time <= kLifted; }

    void move(btRigidBody& crate, double lowered, double timeStep) const {
        if (isLoose(lowered)) return;
        const double down = m_time > lowered && m_time <= kLifted ? -kSpeed : 0.0;
        const double up = m_time > kLifted && m_time <= kHoisted ? kSpeed : 0.0;
        // The rope carries the weight: gravity acts in the coming step.
        const double weight = -timeStep * double(crate.getGravity().z());
        crate.setLinearVelocity(btVector3(0, 0, btScalar(down + up + weight)));
        crate.setAngularVelocity(btVector3(0, 0, 0));
        crate.activate(true);
    }

    std::array<btRigidBody*, 2> m_crates;
    double m_time = 0.0;
};

/// A crane loads two crates on a pontoon and takes them off again. The pontoon floats at the draft of its load both
/// times, awake or asleep.
class Ferry final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"hull", "kg", kHull, 200.0, 4000.0, "mass of the pontoon of 3 by 2 by 0.8 m"},
                {"crate", "kg", kCrate, 1.0, 300.0, "mass of each of the two crates"},
                {"faces", "1", 300.0, 48.0, 4000.0, "approximate number of triangles of the pontoon", true}};
    }

    double defaultDuration() const override { return 60.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const auto medium = waterUnderAir();
        context.setMedium(medium);
        const double deck = addHull(values, *medium, context) + 0.5 * kHullSize.z();
        const auto model = context.buildModel(ambient::makeBox(ambient::Vector3::Constant(kSide), 48));
        std::array<btRigidBody*, 2> crates{};
        for (int i = 0; i < 2; ++i) {
            BodySpec crate;
            crate.name = i == 0 ? "crate-1" : "crate-2";
            crate.model = model;
            crate.shape = std::make_unique<btBoxShape>(btVector3(1, 1, 1) * btScalar(0.5 * kSide));
            crate.fill(values["crate"] / model->volume());
            crate.worldFromBody.position = {i == 0 ? -0.8 : 0.8, 0.0, deck + kHang + 0.5 * kSide};
            crates[std::size_t(i)] = context.addBody(std::move(crate));
        }
        auto crane = std::make_unique<Crane>(crates);
        const double jib = deck + kHang + kSide + 1.0, mast = 0.5 * kHullSize.x() + 1.0;
        for (int i = 0; i < 2; ++i)
            context.addLine(i == 0 ? "rope-1" : "rope-2", [&crane = *crane, i, jib] { return crane.rope(i, jib); });
        context.addLine("crane", [jib, mast] {
            return std::vector<ambient::Vector3>{{-0.8, 0.0, jib}, {mast, 0.0, jib}, {mast, 0.0, 0.0}};
        });
        context.addAction(std::move(crane));
    }

    std::string summary(const RunRecord& record) const override {
        std::string text;
        const auto tell = [&](const char* what, double time, double load) {
            const int frame = int(std::lround(time / record.timeStep));
            if (frame >= record.frameCount()) return;
            char line[120];
            const double displaced = record.at(frame).displacedMass;
            std::snprintf(line, sizeof line, "%s after %.0f s: %.2f kg displaced by %.2f kg, %+.3f %%\n", what, time,
                          displaced, load, 100.0 * (displaced / load - 1.0));
            text += line;
        };
        double load = 0.0;
        for (const RecordedBody& body : record.bodies)
            load += body.mass;
        tell("loaded", kLifted, load);
        tell("unloaded", 60.0, record.bodies[0].mass);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A crane loads a pontoon and unloads it";
        spec.wide = true;
        spec.shownTimes = {0.0, 25.0};
        spec.paths = std::vector<int>();
        spec.panels = {{"water displaced by the pontoon [kg]",
                        10.0,
                        {},
                        {{"", [](const RunRecord& r, int frame) { return r.at(frame).displacedMass; }}}},
                       {"height of the pontoon [m]", 0.01, {}, {{"", [](const RunRecord& r, int frame) {
                                                                     return r.at(frame).worldFromBody.position.z();
                                                                 }}}}};
        return spec;
    }

  private:
    /// \returns the height of its centre at rest [m]
    static double addHull(const ParameterValues& values, const ambient::FluidMedium& medium, SceneContext& context) {
        BodySpec hull;
        hull.name = "pontoon";
        hull.model = context.buildModel(ambient::makeBox(kHullSize, int(values["faces"])));
        hull.shape = std::make_unique<btBoxShape>(
            btVector3(btScalar(kHullSize.x()), btScalar(kHullSize.y()), btScalar(kHullSize.z())) * btScalar(0.5));
        hull.fill(values["hull"] / hull.model->volume());
        const double height = hull.worldFromBody.position.z() = floatingHeight(hull, medium);
        context.addBody(std::move(hull));
        return height;
    }
};

} // namespace

std::unique_ptr<Scene> createFerry() {
    return std::make_unique<Ferry>();
}

} // namespace samples
