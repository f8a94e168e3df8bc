// SPDX-License-Identifier: Zlib
#include "Scene.h"
#include "SceneContext.h"
#include "Units.h"

#include "AmbientFluid/Articulated/JointDrive.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

/// The angle of a tail that beats, with a second of rest to full swing.
class Beat final : public ambient::JointPath {
  public:
    Beat(double amplitude, double frequency) : m_amplitude(amplitude), m_rate(2.0 * ambient::kPi * frequency) {}

    void evaluate(double t, ambient::JointVector& position, ambient::JointVector& rate,
                  ambient::JointVector& acceleration) const override {
        const bool isStarting = t < 1.0;
        const double g = isStarting ? t * t * (3.0 - 2.0 * t) : 1.0, g1 = isStarting ? 6.0 * t * (1.0 - t) : 0.0,
                     g2 = isStarting ? 6.0 - 12.0 * t : 0.0;
        const double s = std::sin(m_rate * t), c = std::cos(m_rate * t);
        position.setConstant(m_amplitude * g * s);
        rate.setConstant(m_amplitude * (g1 * s + g * m_rate * c));
        acceleration.setConstant(m_amplitude * (g2 * s + 2.0 * g1 * m_rate * c - g * m_rate * m_rate * s));
    }

  private:
    double m_amplitude, m_rate;
};

/// A neutral body with a tail plate on a hinge, which a servo beats up and down: it swims body first. After the flipper
/// of paper 004, which prints no sizes.
class Flipper final : public Scene {
  public:
    std::vector<Parameter> parameters() const override {
        return {{"amplitude", "rad", 0.6, 0.0, 1.5, "swing of the tail to each side"},
                {"frequency", "Hz", 1.5, 0.05, 10.0, "beats of the tail per second"},
                {"torque", "N m", 4.0, 0.01, 1000.0, "largest torque of the servo"},
                {"faces", "1", 600.0, 80.0, 8000.0, "approximate number of triangles of each part", true}};
    }

    double defaultDuration() const override { return 8.0; }
    double defaultTimeStep() const override { return 1.0 / 60.0; }
    bool hasMultiBodies() const override { return true; }

    void build(const ParameterValues& values, SceneContext& context) const override {
        const ambient::UniformMedium water = ambient::UniformMedium::water();
        context.setMedium(water);
        const int faces = static_cast<int>(values["faces"]);
        const LinkSpec body{"body", context.buildModel(ambient::makeEllipsoid({0.30, 0.10, 0.10}, faces))};
        const LinkSpec tail{"tail", context.buildModel(ambient::makeEllipsoid({0.12, 0.10, 0.01}, faces))};
        const auto of = [&](const LinkSpec& link) {
            return ambient::solidMassProperties(link.model->mesh(), water.density());
        };
        const ambient::MassProperties front = of(body), back = of(tail);
        auto flipper = std::make_unique<btMultiBody>(
            1, btScalar(front.mass), btFluidVector(ambient::Vector3(front.inertia.diagonal())), false, false);
        flipper->setupRevolute(0, btScalar(back.mass), btFluidVector(ambient::Vector3(back.inertia.diagonal())), -1,
                               btQuaternion::getIdentity(), btVector3(0, 1, 0), btVector3(btScalar(-0.31), 0, 0),
                               btVector3(btScalar(-0.13), 0, 0));
        flipper->finalizeMultiDof();
        btMultiBody* swimmer = context.addMultiBody(std::move(flipper), {body, tail});
        ambient::JointDrive servo;
        servo.path = std::make_shared<Beat>(values["amplitude"], values["frequency"]);
        servo.stiffness = ambient::JointVector::Constant(1, 200.0);
        servo.damping = ambient::JointVector::Constant(1, 8.0);
        servo.limit = ambient::JointVector::Constant(1, values["torque"]);
        context.fluid().getFluidMultiBodies().setDrive(swimmer, servo);
    }

    std::string summary(const RunRecord& record) const override {
        const BodySample& end = record.last();
        double widest = 0.0;
        for (int frame = 0; frame < record.frameCount(); ++frame)
            widest = std::max(widest, std::abs(tailDegrees(record, frame)));
        char text[200];
        std::snprintf(
            text, sizeof text,
            "the flipper swam %.3f m body first in %.1f s, at the end at %.3f m/s; its tail swung %.1f deg to "
            "each side\n",
            end.worldFromBody.position.x(), end.time, end.velocity.linear.x(), widest);
        return text;
    }

    PlotSpec plot(const ParameterValues&) const override {
        PlotSpec spec;
        spec.title = "A flipper swims by the beat of its tail";
        spec.exposure = 1.5;
        spec.pictureEnd = 6.0;
        spec.paths = {{0}};
        spec.panels = {{"speed ahead [m/s]", 0.01, [](const BodySample& s) { return s.velocity.linear.x(); }},
                       {"angle of the tail [deg]", 1.0, {}, {{"", tailDegrees}}}};
        return spec;
    }

  private:
    static double tailDegrees(const RunRecord& record, int frame) {
        const ambient::Quaternion turn =
            record.at(frame, 0).worldFromBody.orientation.conjugate() * record.at(frame, 1).worldFromBody.orientation;
        return 2.0 * std::atan2(turn.y(), turn.w()) / kRadiansPerDegree;
    }
};

} // namespace

std::unique_ptr<Scene> createFlipper() {
    return std::make_unique<Flipper>();
}

} // namespace samples
