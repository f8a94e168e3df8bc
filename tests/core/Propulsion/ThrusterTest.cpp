// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Propulsion/Thruster.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace thruster_test {

using namespace ambient;

ThrusterDef defOf() {
    ThrusterDef def;
    def.position = {0.2, -0.1, 0.3};
    def.axis = {0.0, 0.0, 2.0};
    return def;
}

// T = rho D^4 K_T n^2 at rest, for any path to this speed; astern, the given fraction.
TEST(Thruster, BollardThrustIsThatOfTheCoefficient) {
    Thruster thruster(defOf());
    const double density = 1025.0, square = density * std::pow(0.1, 4);
    thruster.setSpeed(40.0);
    thruster.setCommand(40.0);
    const Wrench ahead = thruster.advance(0.01, density, Vector3::Zero());
    EXPECT_NEAR(ahead.linear.z(), square * 0.35 * 1600.0, 1e-12 * ahead.linear.z());
    EXPECT_NEAR(thruster.torque(), square * 0.1 * 0.05 * 1600.0, 1e-12 * thruster.torque());
    EXPECT_NEAR(thruster.power(), 2.0 * kPi * 40.0 * thruster.torque(), 1e-12 * thruster.power());
    thruster.setSpeed(-40.0);
    thruster.setCommand(-40.0);
    EXPECT_NEAR(thruster.advance(0.01, density, Vector3::Zero()).linear.z(), -0.8 * ahead.linear.z(),
                1e-12 * ahead.linear.z());
    for (const double thrust : {35.0, -35.0}) {
        thruster.setCommand(thruster.commandOf(thrust, density));
        thruster.setSpeed(thruster.command());
        EXPECT_NEAR(thruster.advance(0.0, density, Vector3::Zero()).linear.z(), thrust, 1e-12 * 35.0);
    }
}

// After one time constant the speed has made 1 - 1/e of its change, in any number of steps; impulses agree to 1e-5.
TEST(Thruster, TheSpeedLagsByTheTimeConstant) {
    double impulses[2] = {};
    for (const int steps : {6, 600}) {
        Thruster thruster(defOf());
        thruster.setCommand(50.0);
        double& impulse = impulses[steps == 6 ? 0 : 1];
        for (int i = 0; i < steps; ++i)
            impulse += thruster.advance(0.1 / steps, 1000.0, Vector3::Zero()).linear.z() * 0.1 / steps;
        EXPECT_NEAR(thruster.speed(), 50.0 * (1.0 - std::exp(-1.0)), 1e-11);
    }
    EXPECT_NEAR(impulses[0], impulses[1], 1e-5 * impulses[1]);
    ThrusterDef immediate = defOf();
    immediate.timeConstant = 0.0;
    Thruster thruster(immediate);
    thruster.setCommand(1e9);
    thruster.advance(0.01, 1000.0, Vector3::Zero());
    EXPECT_EQ(thruster.speed(), immediate.fastestSpeed);
}

// Thrust and torque fall linearly with the speed ahead, to zero at the free advance ratio.
TEST(Thruster, ThrustFallsWithInflow) {
    const ThrusterDef def = defOf();
    Thruster thruster(def);
    thruster.setSpeed(30.0);
    thruster.setCommand(30.0);
    const double free = 30.0 * def.diameter * def.freeAdvanceRatio;
    const auto thrustAt = [&](const Vector3& velocity) { return thruster.advance(0.0, 1000.0, velocity).linear.z(); };
    const double bollard = thrustAt(Vector3::Zero());
    EXPECT_NEAR(thrustAt({0.0, 0.0, 0.5 * free}), 0.5 * bollard, 1e-12 * bollard);
    EXPECT_NEAR(thrustAt({0.0, 0.0, free}), 0.0, 1e-12 * bollard);
    EXPECT_NEAR(thruster.torque(), 0.0, 1e-12 * bollard);
    EXPECT_NEAR(thrustAt({3.0, -2.0, 0.0}), bollard, 1e-12 * bollard); // no change across the axis
    EXPECT_GT(thrustAt({0.0, 0.0, -1.0}), bollard);
}

// The wrench about the origin: the force at its place, and the reaction of the motor against the sense of rotation.
TEST(Thruster, TheBodyFeelsForceAndReaction) {
    test::Random random(5);
    for (const bool isRightHanded : {true, false}) {
        ThrusterDef def = defOf();
        def.position = random.vector();
        def.axis = random.direction();
        def.isRightHanded = isRightHanded;
        Thruster thruster(def);
        thruster.setCommand(60.0);
        const Wrench wrench = thruster.advance(0.05, 1000.0, random.vector());
        EXPECT_LT((wrench.linear - thruster.thrust() * def.axis).norm(), 1e-12 * thruster.thrust());
        const Vector3 own = wrench.angular - def.position.cross(wrench.linear);
        EXPECT_LT((own + (isRightHanded ? 1.0 : -1.0) * thruster.torque() * def.axis).norm(),
                  1e-12 * thruster.thrust());
        EXPECT_GT(thruster.torque(), 0.0);
    }
}

TEST(Thruster, WrongFieldsAreRefused) {
    const auto refusalOf = [](const std::function<void(ThrusterDef&)>& change) {
        ThrusterDef def = defOf();
        change(def);
        return test::refusal([&] { Thruster thruster(def); });
    };
    EXPECT_EQ(refusalOf([](ThrusterDef&) {}), "");
    EXPECT_NE(refusalOf([](ThrusterDef& d) { d.axis.setZero(); }).find("axis"), std::string::npos);
    EXPECT_NE(refusalOf([](ThrusterDef& d) { d.position.x() = NAN; }).find("position"), std::string::npos);
    EXPECT_NE(refusalOf([](ThrusterDef& d) { d.diameter = 0.0; }).find("diameter"), std::string::npos);
    EXPECT_NE(refusalOf([](ThrusterDef& d) { d.astern = 1.5; }).find("astern"), std::string::npos);
    EXPECT_NE(refusalOf([](ThrusterDef& d) { d.timeConstant = -1.0; }).find("timeConstant"), std::string::npos);
    EXPECT_NE(refusalOf([](ThrusterDef& d) { d.fastestSpeed = INFINITY; }).find("fastestSpeed"), std::string::npos);
}

TEST(Thruster, NumbersThatAreNoneAreRefusedAndChangeNothing) {
    for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
        Thruster thruster(defOf());
        thruster.setCommand(12.0);
        thruster.setSpeed(7.0);
        EXPECT_THROW(thruster.setCommand(bad), std::invalid_argument);
        EXPECT_THROW(thruster.setSpeed(bad), std::invalid_argument);
        EXPECT_THROW(thruster.commandOf(bad, 1000.0), std::invalid_argument);
        EXPECT_THROW(thruster.commandOf(1.0, bad), std::invalid_argument);
        EXPECT_EQ(thruster.command(), 12.0);
        EXPECT_EQ(thruster.speed(), 7.0);
        EXPECT_TRUE(thruster.advance(0.1, 1000.0, Vector3::Zero()).isFinite());
    }
    Thruster thruster(defOf());
    thruster.setSpeed(1e300); // bounded by the fastest speed, as commands are
    EXPECT_EQ(thruster.speed(), thruster.def().fastestSpeed);
    ThrusterDef huge = defOf();
    huge.diameter = 1e100;
    EXPECT_THROW(Thruster{huge}, std::invalid_argument);
}

} // namespace thruster_test
