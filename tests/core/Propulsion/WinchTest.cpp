// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Propulsion/Winch.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <cmath>

namespace winch {
using namespace ambient;

/// A mass hanging from a fixed drum, by semi-implicit Euler steps.
struct Hanging {
    explicit Hanging(const WinchDef& def, double kilograms = 20.0) : winch(def), mass(kilograms), depth(def.length) {}
    void step(double h) {
        Winch::Ends ends;
        ends.difference = {0.0, 0.0, -depth};
        ends.velocity = {0.0, 0.0, -speed};
        ends.inverseMass = 1.0 / mass;
        const Vector3 force = winch.advance(h, ends);
        speed += h * (9.81 - force.z() / mass);
        depth += h * speed;
    }
    Winch winch;
    double mass, depth, speed = 0.0;
};

// Stretch T L/(E A), for cables of rubber and of steel, with steps of 1/20 to 1/400 s.
TEST(Winch, AHangingWeightStretchesTheCable) {
    for (const double stiffness : {1e3, 1e6, 1e12})
        for (const double step : {1.0 / 20.0, 1.0 / 400.0}) {
            WinchDef def;
            def.length = 2.0;
            def.stiffness = stiffness;
            Hanging hanging(def);
            for (int i = 0; i < static_cast<int>(60.0 / step); ++i) {
                hanging.step(step);
                ASSERT_LT(std::abs(hanging.speed), 5.0) << stiffness << " " << step;
            }
            const double weight = 20.0 * 9.81;
            EXPECT_NEAR(hanging.winch.tension(), weight, 1e-6 * weight) << stiffness << " " << step;
            const double early = (step * step + step * def.damping * 2.0 / stiffness) * 9.81; // see Winch
            EXPECT_NEAR(hanging.depth, 2.0 * (1.0 + weight / stiffness) + early, 1e-8);
            EXPECT_NEAR(hanging.winch.torque(), 0.1 * weight, 1e-6 * weight);
        }
}

TEST(Winch, ReelsInAtItsSpeedAndStops) {
    WinchDef def;
    def.length = 3.0;
    def.shortest = 0.5;
    Hanging hanging(def);
    hanging.winch.setCommand(-0.4);
    for (int i = 0; i < 400; ++i)
        hanging.step(0.01);
    EXPECT_NEAR(hanging.speed, -0.4, 1e-3);
    EXPECT_NEAR(hanging.winch.power(), 0.4 * 20.0 * 9.81, 0.5);
    EXPECT_NEAR(hanging.winch.length(), 3.0 - 0.4 * (4.0 - 0.2), 5e-3); // the lag of .2 s
    for (int i = 0; i < 1000; ++i)
        hanging.step(0.01);
    EXPECT_NEAR(hanging.winch.length(), 0.5, 1e-12);
    EXPECT_NEAR(hanging.winch.rate(), 0.0, 1e-12);
}

TEST(Winch, ASlackCableDoesNotPush) {
    Winch winch({});
    Winch::Ends ends;
    ends.difference = {0.3, 0.4, 0.0};
    ends.velocity = {0.1, 0.0, 0.0};
    ends.inverseMass = 0.1;
    EXPECT_EQ(winch.advance(0.01, ends), Vector3::Zero());
    ends.difference = {1.2, 1.6, 0.0}; // 2 m
    const Vector3 force = winch.advance(0.01, ends);
    EXPECT_NEAR(force.norm(), winch.tension(), 1e-9);
    EXPECT_LT((force.normalized() - Vector3(-0.6, -0.8, 0.0)).norm(), 1e-12);
}

// A load too heavy for the clutch sinks, braked by at most the clutch's tension; a lighter load is held.
TEST(Winch, SlipsAboveItsTension) {
    WinchDef def;
    def.largestTension = 150.0;
    Hanging hanging(def); // 196 N
    for (int i = 0; i < 200; ++i) {
        hanging.step(0.01);
        EXPECT_LE(hanging.winch.tension(), 150.0);
    }
    EXPECT_TRUE(hanging.winch.isSlipping());
    EXPECT_NEAR(hanging.speed, 2.0 * (9.81 - 150.0 / 20.0), 0.15);
    Hanging light(def, 10.0);
    for (int i = 0; i < 3000; ++i)
        light.step(0.01);
    EXPECT_NEAR(light.speed, 0.0, 1e-6);
}

// Two masses flying apart in free space: the cable takes energy and never adds any, and keeps their momentum.
TEST(Winch, APassiveCableGivesNoEnergy) {
    for (const double stiffness : {1e2, 1e5, 1e9})
        for (const double step : {1.0 / 20.0, 1.0 / 60.0, 1.0 / 1000.0}) {
            WinchDef def;
            def.stiffness = stiffness;
            def.damping = 0.0;
            Winch winch(def);
            const double a = 3.0, b = 7.0;
            double x = 0.0, y = 0.9, v = -1.0, w = 2.0;
            const double start = a * v * v + b * w * w;
            for (int i = 0; i < 2000; ++i) {
                Winch::Ends ends;
                ends.difference = {y - x, 0.0, 0.0};
                ends.velocity = {w - v, 0.0, 0.0};
                ends.inverseMass = 1.0 / a + 1.0 / b;
                const double force = winch.advance(step, ends).x();
                v -= step * force / a;
                w += step * force / b;
                x += step * v;
                y += step * w;
                ASSERT_LE(a * v * v + b * w * w, start * (1.0 + 1e-12)) << stiffness << " " << step;
                ASSERT_NEAR(a * v + b * w, -3.0 + 14.0, 1e-9);
            }
        }
}

TEST(Winch, WrongValuesAreRefused) {
    WinchDef def;
    def.stiffness = 0.0;
    EXPECT_NE(test::refusal([&] { Winch winch(def); }).find("stiffness"), std::string::npos);
    def = {};
    def.shortest = 2.0;
    EXPECT_NE(test::refusal([&] { Winch winch(def); }).find("shortest"), std::string::npos);
    Winch winch({});
    EXPECT_NE(test::refusal([&] { winch.setCommand(NAN); }).find("command"), std::string::npos);
    EXPECT_NE(test::refusal([&] { winch.setState(0.0, 0.0); }).find("length"), std::string::npos);
    winch.setCommand(-9.0);
    EXPECT_EQ(winch.command(), -1.0);
}

} // namespace winch
