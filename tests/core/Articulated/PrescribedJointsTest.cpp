// SPDX-License-Identifier: Zlib
#include "ReferenceData.h"
#include "core/Articulated/Swimmer.h"

#include <cmath>

namespace prescribed_joints {
using namespace ambient;

double yawOf(const Quaternion& q) {
    return 2.0 * std::atan2(q.z(), q.w());
}

TEST(PrescribedJoints, TheReferencesSwimmerSwims) {
    const nlohmann::json data = test::referenceJson("articulated_tracking.json");
    const auto& expected = data["swimmer"];
    ArticulatedMotion motion = test::motionOf(test::swimmer(), test::swimmerDrag);
    const test::Swimming path;
    const JointVector zero = JointVector::Zero(4);
    ArticulatedState state = motion.makeState({}, zero, {}, zero, 0.0);
    ArticulatedOptions options;
    options.tolerance = 1e-9;
    options.maxSubsteps = 100000;
    for (const auto& at : {expected["at_2_s"], expected["at_5_s"]}) {
        motion.integrate(state, (state.time < 1.0 ? 2.0 : 5.0) - state.time, options, {}, &path);
        motion.evaluate(state);
        const Pose& pose = state.worldFromBase;
        const Twist twist = motion.dynamics().twist(0);
        EXPECT_NEAR(pose.position.x(), at["base_xy"][0].get<double>(), 1e-7);
        EXPECT_NEAR(pose.position.y(), at["base_xy"][1].get<double>(), 1e-7);
        EXPECT_NEAR(yawOf(pose.orientation), at["base_yaw"].get<double>(), 1e-7);
        EXPECT_NEAR(twist.angular.z(), at["base_spin_z"].get<double>(), 1e-7);
        EXPECT_NEAR(twist.linear.x(), at["base_velocity_in_base_xy"][0].get<double>(), 1e-7);
        JointVector q = zero, rate = zero, acceleration = zero, torques = zero;
        path.evaluate(state.time, q, rate, acceleration);
        motion.torquesOf(acceleration, {}, torques);
        for (int i = 0; i < 4; ++i)
            EXPECT_NEAR(torques(i), at["joint_torques"][static_cast<std::size_t>(i)].get<double>(), 1e-6);
    }
}

/// Purcell's square stroke, each side in one time unit. Joint 0: behind, 1: ahead.
class SquareStroke : public JointPath {
  public:
    SquareStroke(double angle, bool isReversed) : m_angle(angle), m_isReversed(isReversed) {}
    void evaluate(double time, JointVector& q, JointVector& rate, JointVector& acceleration) const override {
        static constexpr double corners[5][2] = {{1, 1}, {1, -1}, {-1, -1}, {-1, 1}, {1, 1}};
        const double t = m_isReversed ? 4.0 - time : time;
        const int side = std::min(3, std::max(0, static_cast<int>(t)));
        const double u = t - side, sign = m_isReversed ? -1.0 : 1.0;
        const double s = u * u * u * (10.0 - 15.0 * u + 6.0 * u * u), s1 = 30.0 * u * u * (1.0 - u) * (1.0 - u);
        for (int i = 0; i < 2; ++i) {
            const double from = m_angle * corners[side][i], to = m_angle * corners[side + 1][i];
            q(i) = from + s * (to - from);
            rate(i) = sign * s1 * (to - from);
            acceleration(i) = 60.0 * u * (1.0 - u) * (1.0 - 2.0 * u) * (to - from);
        }
    }

  private:
    double m_angle;
    bool m_isReversed;
};

/// Pose of Purcell's swimmer of three rods of length 1 after a cycle; the drag across a rod is twice the drag along the
/// rod.
Vector3 afterACycle(double angle, double mass, bool isReversed) {
    std::vector<ArticulatedLink> links(3);
    for (std::size_t i = 0; i < 3; ++i) {
        const double moment = mass / 12.0;
        links[i].inertia = SpatialInertia::ofBody(mass, Vector3(1e-3 * moment, moment, moment).asDiagonal());
        if (i == 0) continue;
        const double side = i == 1 ? -1.0 : 1.0;
        links[i].parent = 0;
        links[i].joint.type = JointType::Revolute;
        links[i].joint.axis = -side * Vector3::UnitZ();
        links[i].joint.pivotInParent = links[i].joint.comFromPivot = 0.5 * side * Vector3::UnitX();
    }
    const auto load = [](int, const Twist& t) {
        return Wrench(-2.0 / 12.0 * t.angular, -Vector3(t.linear.x(), 2.0 * t.linear.y(), 2.0 * t.linear.z()));
    };
    ArticulatedMotion motion = test::motionOf(std::make_shared<ArticulatedBody>(std::move(links)), load);
    const SquareStroke path(angle, isReversed);
    JointVector q = JointVector::Zero(2), rate = q, acceleration = q;
    path.evaluate(0.0, q, rate, acceleration);
    ArticulatedState state = motion.makeState({}, q, {}, rate, 0.0);
    ArticulatedOptions options;
    options.tolerance = 1e-7;
    options.maxSubsteps = 1000000;
    for (int i = 0; i < 40; ++i) // the integrator must not step over a side
        motion.integrate(state, 0.1, options, {}, &path);
    return state.worldFromBase.position;
}

// The swimmer of little mass moves as the one without mass, of resistive force theory; backwards if the loop is
// reversed.
TEST(PrescribedJoints, PurcellsSwimmerMoves) {
    const nlohmann::json data = test::referenceJson("articulated_tracking.json");
    for (const int degrees : {30, 45, 60}) {
        const auto& row = data["purcell"]["A" + std::to_string(degrees)];
        const double angle = degrees * kPi / 180.0;
        const double moved = afterACycle(angle, 0.01, false).x();
        EXPECT_NEAR(std::abs(moved), row["m=0.01"].get<double>(), 2e-6) << degrees;
        EXPECT_NEAR(afterACycle(angle, 0.01, true).x(), -moved, 0.02 * std::abs(moved)) << degrees;
    }
}

} // namespace prescribed_joints
