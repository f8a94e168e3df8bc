// SPDX-License-Identifier: Zlib
#include "Coupled.h"
#include "Scene.h"

#include <BulletDynamics/ConstraintSolver/btHingeConstraint.h>

#include <array>
#include <cmath>

namespace samples {
namespace {

constexpr int kFishSegments = 3;
const ambient::Vector3 kFishSegment(0.05, 0.012, 0.03); ///< semi-axes of a segment [m]
constexpr double kFishGap = 0.012;                      ///< between two segments [m]

/// Turns the joints of a fish to and fro, each one later than the one before it.
class FishDrive final : public btActionInterface {
  public:
    FishDrive(std::array<btHingeConstraint*, kFishSegments - 1> joints, double amplitude, double frequency, double lag)
        : m_joints(joints), m_amplitude(amplitude), m_frequency(frequency), m_lag(lag) {
        for (btHingeConstraint* joint : m_joints) {
            joint->enableMotor(true);
            joint->setMaxMotorImpulse(10);
        }
    }

    void updateAction(btCollisionWorld*, btScalar timeStep) override {
        m_time += double(timeStep);
        const double next = m_time + double(timeStep);
        const double soft = std::min(1.0, next * m_frequency); // from rest in one beat
        for (int i = 0; i < kFishSegments - 1; ++i) {
            const double phase = 2.0 * ambient::kPi * m_frequency * next - i * m_lag;
            m_joints[std::size_t(i)]->setMotorTarget(btScalar(soft * m_amplitude * std::sin(phase)), timeStep);
        }
    }
    void debugDraw(btIDebugDraw*) override {}

  private:
    std::array<btHingeConstraint*, kFishSegments - 1> m_joints;
    double m_amplitude, m_frequency, m_lag, m_time = 0.0;
};

/// A fish of three ellipsoids in a row, its head first. \returns its joints
std::array<btHingeConstraint*, kFishSegments - 1> addFish(SceneContext& context, btFluidCoupling& coupling,
                                                          const std::shared_ptr<const ambient::FluidBodyModel>& model,
                                                          const std::string& name, const ambient::Vector3& head,
                                                          bool isCoupled) {
    static const char* const parts[] = {"", ", middle", ", tail"};
    const double step = 2.0 * kFishSegment.x() + kFishGap;
    std::array<btRigidBody*, kFishSegments> bodies{};
    for (int i = 0; i < kFishSegments; ++i) {
        BodySpec segment;
        segment.name = name + parts[i];
        segment.model = model;
        segment.shape = convexHullOf(model->mesh().vertices, 1e-3);
        segment.fill(998.2);
        segment.worldFromBody.position = head - ambient::Vector3(i * step, 0.0, 0.0);
        bodies[std::size_t(i)] = context.addBody(std::move(segment));
        coupling.setCoupled(bodies[std::size_t(i)], isCoupled);
    }
    std::array<btHingeConstraint*, kFishSegments - 1> joints{};
    const btScalar half = btScalar(0.5 * step);
    const btVector3 up(0, 0, 1);
    for (std::size_t i = 0; i + 1 < kFishSegments; ++i) {
        auto joint = std::make_unique<btHingeConstraint>(*bodies[i], *bodies[i + 1], btVector3(-half, 0, 0),
                                                         btVector3(half, 0, 0), up, up);
        joints[i] = joint.get();
        context.addJoint(std::move(joint));
    }
    return joints;
}

ambient::Vector3 fishCentre(const RunRecord& record, int frame, int firstSegment) {
    ambient::Vector3 sum = ambient::Vector3::Zero();
    for (int i = 0; i < kFishSegments; ++i)
        sum += record.at(frame, firstSegment + i).worldFromBody.position / kFishSegments;
    return sum;
}

ambient::Vector3 fishWay(const RunRecord& record, int frame, int firstSegment) {
    return fishCentre(record, frame, firstSegment) - fishCentre(record, 0, firstSegment);
}

std::vector<Parameter> beatParameters() {
    return {{"amplitude", "deg", 35.0, 0.0, 60.0, "of a joint"},
            {"frequency", "1/s", 1.0, 0.1, 3.0, "of the beat"},
            {"lag", "deg", 90.0, -180.0, 180.0, "of the second joint behind the first"}};
}

std::shared_ptr<const ambient::FluidBodyModel> fishSegmentModel(const SceneContext& context) {
    return context.buildModel(ambient::makeEllipsoid(kFishSegment, 320));
}

void beat(SceneContext& context, const ParameterValues& values,
          const std::array<btHingeConstraint*, kFishSegments - 1>& joints) {
    constexpr double kDegree = ambient::kPi / 180.0;
    context.addAction(std::make_unique<FishDrive>(joints, kDegree * values["amplitude"], values["frequency"],
                                                  kDegree * values["lag"]));
}

void fillFishTank(SceneContext& context) {
    context.world().setGravity(btVector3(0, 0, 0));
    context.setMedium(ambient::UniformMedium::water());
}

/// A fish of three ellipsoids swims by beating with its two joints. The segments feel each other's flow through the
/// joints' motors as well. A second fish, whose segments do not, beats in the same way.
class RoboticFish final : public Scene {
  public:
    std::vector<Parameter> parameters() const override { return beatParameters(); }
    double defaultDuration() const override { return 4.0; }
    std::string defaultSolver() const override { return "fluid"; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        fillFishTank(context);
        btFluidCoupling& coupling = addCoupling(context);
        const auto model = fishSegmentModel(context);
        beat(context, values, addFish(context, coupling, model, "fish", {0, 0, 0}, true));
        beat(context, values, addFish(context, coupling, model, "fish, alone", {0, 0.8, 0}, false));
    }

    std::string summary(const RunRecord& record) const override {
        const int last = record.frameCount() - 1;
        char text[200];
        std::snprintf(text, sizeof text, "swam %.1f mm ahead; segments that do not feel each other: %.1f mm\n",
                      1e3 * fishWay(record, last, 0).x(), 1e3 * fishWay(record, last, kFishSegments).x());
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A fish of three ellipsoids, coupled by their flow";
        spec.view = PlotView::Top;
        spec.exposure = 1.0;
        spec.colours = PlotColours::Time;
        spec.panels = {
            {"way ahead [mm]",
             1.0,
             {},
             {{"coupled", [](const RunRecord& r, int frame) { return 1e3 * fishWay(r, frame, 0).x(); }},
              {"alone", [](const RunRecord& r, int frame) { return 1e3 * fishWay(r, frame, kFishSegments).x(); }}}}};
        return spec;
    }
};

/// A limp fish lies beside one that beats. The flow of the beat carries it and bends it, although nothing touches it
/// ([Gao2025] shows a passive fish beside a robotic one). A third, limp too, does not feel that flow and stays still.
class FishPair final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        std::vector<Parameter> all = beatParameters();
        all.push_back({"beside", "m", 0.06, 0.05, 0.3, "between the two fish"});
        return all;
    }
    double defaultDuration() const override { return 3.0; }
    std::string defaultSolver() const override { return "fluid"; }
    double defaultTimeStep() const override { return 1.0 / 120.0; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        fillFishTank(context);
        btFluidCoupling& coupling = addCoupling(context);
        const auto model = fishSegmentModel(context);
        addFish(context, coupling, model, "limp", {0, 0, 0}, true);
        addFish(context, coupling, model, "limp, alone", {0, -values["beside"], 0}, false);
        beat(context, values, addFish(context, coupling, model, "beating", {0, values["beside"], 0}, true));
    }

    std::string summary(const RunRecord& record) const override {
        const int last = record.frameCount() - 1;
        char text[200];
        std::snprintf(text, sizeof text, "the limp fish was carried %.2f mm, and without coupling %.4f mm\n",
                      1e3 * fishWay(record, last, 0).norm(), 1e3 * fishWay(record, last, kFishSegments).norm());
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A limp fish beside one that beats";
        spec.view = PlotView::Top;
        spec.exposure = 0.5;
        spec.colours = PlotColours::Bodies;
        const auto curve = [](int first, int axis) {
            return [=](const RunRecord& record, int frame) { return 1e3 * fishWay(record, frame, first)[axis]; };
        };
        spec.panels = {
            {"limp fish: way aside [mm]", 1.0, {}, {{"limp", curve(0, 1)}, {"alone", curve(kFishSegments, 1)}}},
            {"way ahead [mm]", 1.0, {}, {{"limp", curve(0, 0)}, {"beating", curve(2 * kFishSegments, 0)}}}};
        return spec;
    }
};

} // namespace

std::unique_ptr<Scene> createRoboticFish() {
    return std::make_unique<RoboticFish>();
}

std::unique_ptr<Scene> createFishPair() {
    return std::make_unique<FishPair>();
}

} // namespace samples
