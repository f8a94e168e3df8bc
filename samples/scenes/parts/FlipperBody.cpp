// SPDX-License-Identifier: Zlib
#include "scenes/parts/FlipperBody.h"

#include "AmbientFluid/Articulated/JointDrive.h"
#include "AmbientFluid/Dynamics/Immersion.h"

#include <cmath>
#include <cstdio>

namespace samples {
namespace {

/// The angle of a beating tail; the swing grows to its full size within a second.
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

} // namespace

btMultiBody* addFlipper(SceneContext& context, const FlipperBeat& beat) {
    const double density = 998.2;
    const LinkSpec body{"body", context.buildModel(ambient::makeEllipsoid({0.30, 0.10, 0.10}, beat.faces))};
    const LinkSpec tail{"tail", context.buildModel(ambient::makeEllipsoid({0.12, 0.10, 0.01}, beat.faces))};
    const auto of = [&](const LinkSpec& link) { return ambient::solidMassProperties(link.model->mesh(), density); };
    const ambient::MassProperties front = of(body), back = of(tail);
    auto flipper = std::make_unique<btMultiBody>(
        1, btScalar(front.mass), btFluidVector(ambient::Vector3(front.inertia.diagonal())), false, false);
    flipper->setupRevolute(0, btScalar(back.mass), btFluidVector(ambient::Vector3(back.inertia.diagonal())), -1,
                           btQuaternion::getIdentity(), btVector3(0, 1, 0), btVector3(btScalar(-0.31), 0, 0),
                           btVector3(btScalar(-0.13), 0, 0));
    flipper->finalizeMultiDof();
    btMultiBody* swimmer = context.addMultiBody(std::move(flipper), {body, tail});
    ambient::JointDrive servo;
    servo.path = std::make_shared<Beat>(beat.amplitude, beat.frequency);
    servo.stiffness = ambient::JointVector::Constant(1, 200.0);
    servo.damping = ambient::JointVector::Constant(1, 8.0);
    servo.limit = ambient::JointVector::Constant(1, beat.torque);
    context.fluid().getFluidMultiBodies().setDrive(swimmer, servo);
    return swimmer;
}

std::function<double(const RunRecord&, int)> wayAhead(int body) {
    return [body](const RunRecord& record, int frame) {
        return 100.0 *
               (record.at(frame, body).worldFromBody.position.x() - record.at(0, body).worldFromBody.position.x());
    };
}

std::string wayOfFlipperAndFloat(const RunRecord& record, const char* nameOfFloat) {
    const int end = record.frameCount() - 1;
    const double flipper = wayAhead(0)(record, end), afloat = wayAhead(2)(record, end);
    char text[160];
    std::snprintf(text, sizeof text, "the flipper swam %.2f cm ahead, %s went %.2f cm %s\n", flipper, nameOfFloat,
                  std::abs(afloat), afloat < 0.0 ? "back" : "ahead");
    return text;
}

} // namespace samples
