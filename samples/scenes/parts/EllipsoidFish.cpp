// SPDX-License-Identifier: Zlib
#include "scenes/parts/EllipsoidFish.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

const ambient::Vector3 kFishSegment(0.05, 0.012, 0.03); ///< semi-axes of a segment [m]
constexpr double kFishGap = 0.012;                      ///< between two segments [m]

/// Turns the joints of a fish to and fro, each one later than the one before it.
class FishDrive final : public btActionInterface {
  public:
    FishDrive(FishJoints joints, double amplitude, double frequency, double lag)
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
    FishJoints m_joints;
    double m_amplitude, m_frequency, m_lag, m_time = 0.0;
};

ambient::Vector3 fishCentre(const RunRecord& record, int frame, int firstSegment) {
    ambient::Vector3 sum = ambient::Vector3::Zero();
    for (int i = 0; i < kFishSegments; ++i)
        sum += record.at(frame, firstSegment + i).worldFromBody.position / kFishSegments;
    return sum;
}

} // namespace

FishJoints addFish(SceneContext& context, btFluidCoupling& coupling,
                   const std::shared_ptr<const ambient::FluidBodyModel>& model, const std::string& name,
                   const ambient::Vector3& head, bool isCoupled) {
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
    FishJoints joints{};
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

ambient::Vector3 fishWay(const RunRecord& record, int frame, int firstSegment) {
    return fishCentre(record, frame, firstSegment) - fishCentre(record, 0, firstSegment);
}

std::vector<Parameter> beatParameters(double frequency) {
    return {{"amplitude", "deg", 35.0, 0.0, 60.0, "of a joint"},
            {"frequency", "1/s", frequency, 0.1, 3.0, "of the beat"},
            {"lag", "deg", 90.0, -180.0, 180.0, "of the second joint behind the first"}};
}

std::shared_ptr<const ambient::FluidBodyModel> fishSegmentModel(const SceneContext& context) {
    return context.buildModel(ambient::makeEllipsoid(kFishSegment, 320));
}

void beat(SceneContext& context, const ParameterValues& values, const FishJoints& joints) {
    constexpr double kDegree = ambient::kPi / 180.0;
    context.addAction(std::make_unique<FishDrive>(joints, kDegree * values["amplitude"], values["frequency"],
                                                  kDegree * values["lag"]));
}

PlotSpec fishPlot(const std::string& title) {
    PlotSpec spec;
    spec.title = title;
    spec.view = PlotView::Top;
    spec.exposure = 1.0;
    spec.colours = PlotColours::Time;
    return spec;
}

void fillFishTank(SceneContext& context) {
    context.world().setGravity(btVector3(0, 0, 0));
    context.setMedium(ambient::UniformMedium::water());
}

} // namespace samples
