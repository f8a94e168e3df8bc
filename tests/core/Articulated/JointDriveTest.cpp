// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/JointDrive.h"
#include "RestingJoints.h"
#include "core/Articulated/Swimmer.h"

#include <gtest/gtest.h>

#include <random>

namespace joint_drive {
using namespace ambient;

/// How a drive makes the reference's swimmer swim.
struct Swim {
    double rmsError = 0.0, largestError = 0.0; ///< after 1 s [rad]
    double largestTorque = 0.0;                ///< [N m]
    double distance = 0.0;                     ///< at 5 s [m]; 0.7461 if the joints follow exactly
};

Swim swimWith(JointDrive drive, double step, double seconds = 5.0) {
    const auto body = test::swimmer();
    ArticulatedMotion motion = test::motionOf(body, test::swimmerDrag);
    drive.path = std::make_shared<test::Swimming>();
    JointDriver driver(*body, drive);
    const JointVector zero = JointVector::Zero(4);
    ArticulatedState state = motion.makeState({}, zero, {}, zero, 0.0);
    ArticulatedLoads loads;
    Swim result;
    int count = 0;
    JointVector q = zero, rate = zero, acceleration = zero;
    for (int i = 0; i < static_cast<int>(seconds / step + 0.5); ++i) {
        driver.compute(motion, state, step, {});
        loads.torques = driver.torques();
        if (!motion.integrate(state, step, {}, loads).finite) {
            result.rmsError = result.largestError = 1e300;
            return result;
        }
        result.largestTorque = std::max(result.largestTorque, loads.torques.cwiseAbs().maxCoeff());
        if (state.time < 1.0) continue;
        drive.path->evaluate(state.time, q, rate, acceleration);
        result.rmsError += (state.positions - q).squaredNorm() / 4.0;
        result.largestError = std::max(result.largestError, (state.positions - q).cwiseAbs().maxCoeff());
        ++count;
    }
    result.rmsError = std::sqrt(result.rmsError / std::max(count, 1));
    result.distance = state.worldFromBase.position.x();
    return result;
}

JointDrive servo(double stiffness, double damping) {
    JointDrive drive;
    drive.stiffness = JointVector::Constant(4, stiffness);
    drive.damping = JointVector::Constant(4, damping);
    return drive;
}

// Largest errors [rad] at 1/60 s: 1.8e-3; 5.4e-4 to 7.1e-4. The swimmer covers the distance of the exact motion
// (.7461 m) to .4 % with the soft servo, to .06 % with the others.
TEST(JointDrive, ServosOfAnyStiffnessFollow) {
    for (const double stiffness : {200.0, 2000.0, 2e5, 1e8}) {
        const Swim swim = swimWith(servo(stiffness, 0.04 * stiffness), 1.0 / 60.0);
        EXPECT_LT(swim.largestError, stiffness < 1000.0 ? 2.5e-3 : 9e-4) << stiffness;
        EXPECT_NEAR(swim.distance, 0.7461, stiffness < 1000.0 ? 4e-3 : 8e-4) << stiffness;
        EXPECT_LT(swim.largestTorque, 11.0) << stiffness;
    }
}

// Four times shorter steps: 1/14 to 1/31 of the error of servos, 1/16 of paper 004's rule.
TEST(JointDrive, ErrorsFallWithTheSquareOfTheStep) {
    const auto ratioOf = [](const JointDrive& drive) {
        return swimWith(drive, 1.0 / 60.0, 2.0).rmsError / swimWith(drive, 1.0 / 240.0, 2.0).rmsError;
    };
    EXPECT_GT(ratioOf(servo(2000.0, 40.0)), 12.0);
    EXPECT_GT(ratioOf(servo(1e8, 1e6)), 14.0);
    JointDrive paper;
    paper.kind = DriveKind::Paper004;
    EXPECT_NEAR(ratioOf(paper), 16.0, 2.0);
}

// An independent implementation of the rule: largest error 5.55e-3 rad, torque 10.1 N m, distance .7252 m.
TEST(JointDrive, Paper004sRuleIsThatOfTheReference) {
    JointDrive paper;
    paper.kind = DriveKind::Paper004;
    const Swim swim = swimWith(paper, 1.0 / 60.0);
    EXPECT_NEAR(swim.largestError, 5.55e-3, 1e-5);
    EXPECT_NEAR(swim.largestTorque, 10.1, 0.06);
    EXPECT_NEAR(swim.distance, 0.7252, 1e-4);
}

TEST(JointDrive, LimitsHold) {
    JointDrive weak = servo(200.0, 8.0);
    weak.limit = JointVector::Constant(4, 3.0);
    const Swim swim = swimWith(weak, 1.0 / 60.0);
    EXPECT_LT(swim.largestTorque, 3.0 + 1e-12);
    EXPECT_GT(swim.largestError, 0.1);
    EXPECT_LT(swim.largestError, 10.0);
}

// A torque is at its limit only if the motor alone, freed of the limit, would exceed the limit on the same side. The
// other torques equal those of motors without limits. So stiff motors of light links stay within limits even if other
// motors reach theirs.
TEST(JointDrive, TorquesAtALimitWouldBeBeyondIt) {
    const auto body = test::swimmer();
    ArticulatedMotion motion = test::motionOf(body, test::swimmerDrag);
    std::mt19937 random(11);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    int atLimit = 0, within = 0;
    for (int trial = 0; trial < 200; ++trial) {
        JointDrive drive = servo(0.0, 0.0);
        drive.path = std::make_shared<test::Swimming>();
        drive.limit = JointVector::Zero(4);
        JointVector positions(4), rates(4);
        for (int i = 0; i < 4; ++i) {
            drive.stiffness(i) = std::pow(10.0, 3.0 + 2.0 * uniform(random));
            drive.damping(i) = 0.05 * drive.stiffness(i);
            drive.limit(i) = std::pow(10.0, 1.0 + uniform(random));
            positions(i) = uniform(random);
            rates(i) = 5.0 * uniform(random);
        }
        const ArticulatedState state = motion.makeState({}, positions, {}, rates, 0.0);
        JointDriver driver(*body, drive);
        driver.compute(motion, state, 1.0 / 60.0, {});
        const JointVector torques = driver.torques();
        // The torque of motor i without a limit, with the same sides of the limits for the others.
        const auto withoutLimit = [&](int i) {
            JointDrive free = drive;
            ArticulatedLoads user;
            user.torques = JointVector::Zero(4);
            free.limit.setConstant(1e12);
            for (int j = 0; j < 4; ++j) {
                if (j == i || std::abs(torques(j)) < drive.limit(j)) continue;
                user.torques(j) = torques(j);
                free.stiffness(j) = free.damping(j) = 0.0;
            }
            JointDriver other(*body, free);
            other.compute(motion, state, 1.0 / 60.0, user);
            return other.torques()(i);
        };
        for (int i = 0; i < 4; ++i) {
            const double wanted = withoutLimit(i);
            const bool isAtLimit = std::abs(torques(i)) >= drive.limit(i);
            EXPECT_LE(std::abs(torques(i)), drive.limit(i)) << trial;
            EXPECT_NEAR(torques(i), std::clamp(wanted, -drive.limit(i), drive.limit(i)), 1e-9 * drive.limit(i))
                << trial;
            ++(isAtLimit ? atLimit : within);
        }
    }
    EXPECT_GT(atLimit, 200);
    EXPECT_GT(within, 100);
}

// A driver does not continue a user's load of one step in the next step.
TEST(JointDrive, TakesTheLoadsOfEachStepAlone) {
    const auto body = test::swimmer();
    ArticulatedMotion motion = test::motionOf(body, test::swimmerDrag);
    JointDrive drive = servo(2000.0, 100.0);
    drive.path = std::make_shared<test::Swimming>();
    const JointVector zero = JointVector::Zero(4);
    const ArticulatedState state = motion.makeState({}, zero, {}, zero, 0.3);
    JointDriver fresh(*body, drive), used(*body, drive);
    ArticulatedLoads load;
    load.onLinks.assign(static_cast<std::size_t>(body->linkCount()), Wrench(Vector3(1, 2, 3), Vector3(40, 50, 60)));
    used.compute(motion, state, 1.0 / 60.0, load);
    const JointVector loaded = used.torques();
    used.compute(motion, state, 1.0 / 60.0, {});
    fresh.compute(motion, state, 1.0 / 60.0, {});
    EXPECT_EQ(used.torques(), fresh.torques());
    EXPECT_GT((loaded - fresh.torques()).norm(), 1e-3);
}

// I q'' = -c (q' + h q''): each step divides the rate by 1 + h c/I, however large c is, and no limit of the motor
// counts.
TEST(JointDrive, ResistanceStopsAPassiveJoint) {
    std::vector<ArticulatedLink> links(2);
    links[1].parent = 0;
    links[1].joint.type = JointType::Revolute;
    links[1].joint.comFromPivot = Vector3(0.3, 0.0, 0.0);
    links[1].inertia = SpatialInertia::ofBody(2.0, Vector3(0.1, 0.2, 0.3).asDiagonal());
    const auto body = std::make_shared<ArticulatedBody>(links, true);
    const double inertia = 0.3 + 2.0 * 0.3 * 0.3, h = 1.0 / 60.0;
    for (const double c : {0.5, 20.0, 1e8}) {
        ArticulatedMotion motion = test::motionOf(body);
        JointDrive drive;
        drive.path = std::make_shared<test::RestingJoints>();
        drive.stiffness = drive.damping = JointVector::Zero(1);
        drive.resistance = JointVector::Constant(1, c);
        drive.limit = JointVector::Constant(1, 1e-3);
        JointDriver driver(*body, drive);
        ArticulatedState state = motion.makeState({}, JointVector::Zero(1), {}, JointVector::Constant(1, 4.0), 0.0);
        ArticulatedLoads loads;
        double expected = 4.0;
        for (int i = 0; i < 20; ++i) {
            driver.compute(motion, state, h, {});
            loads.torques = driver.torques();
            ASSERT_TRUE(motion.integrate(state, h, {}, loads).finite);
            motion.evaluate(state);
            expected /= 1.0 + h * c / inertia;
            EXPECT_NEAR(motion.dynamics().rates()(0), expected, 1e-8 * 4.0) << c; // rounding of c q' + c h q''
        }
        EXPECT_NEAR(driver.armature()(0), h * c, 1e-12 * h * c);
    }
}

TEST(JointDrive, WrongDrivesAreRefused) {
    const auto body = test::swimmer();
    JointDrive drive;
    EXPECT_NE(test::refusal([&] { JointDriver driver(*body, drive); }).find("no path"), std::string::npos);
    drive.path = std::make_shared<test::Swimming>();
    EXPECT_NE(test::refusal([&] { JointDriver driver(*body, drive); }).find("stiffness needs 4"), std::string::npos);
    drive = servo(1.0, -1.0);
    drive.path = std::make_shared<test::Swimming>();
    EXPECT_NE(test::refusal([&] { JointDriver driver(*body, drive); }).find("damping of rate 0"), std::string::npos);
    drive = servo(1.0, 1.0);
    drive.path = std::make_shared<test::Swimming>();
    drive.limit = JointVector::Zero(4);
    EXPECT_NE(test::refusal([&] { JointDriver driver(*body, drive); }).find("limit"), std::string::npos);
    drive.limit = {};
    drive.resistance = JointVector::Constant(4, -1.0);
    EXPECT_NE(test::refusal([&] { JointDriver driver(*body, drive); }).find("resistance of rate 0"), std::string::npos);
}

} // namespace joint_drive
