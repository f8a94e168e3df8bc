// SPDX-License-Identifier: Zlib
// Bodies at the surface of a grid's water.
#include "AmbientFluidGrid/GridSurface.h"
#include "AmbientFluidGrid/ResolvedProjection.h"
#include "ResolvedTank.h"
#include "TestThreads.h"

#include <algorithm>
#include <cmath>

namespace surface_bodies_test {

using ambient::FluidGrid;
using ambient::GridBody;
using ambient::kPi;
using ambient::Vector3;
using ambient::Wrench;

constexpr double kGravity = 9.81, kWater = 1000.0;

class SurfaceBodies : public test::InOneThread {};

struct Shape {
    bool isBall;
    double radius = 0.14; ///< half of the width
    double halfHeight() const { return isBall ? radius : 0.1; }
    double volume() const {
        return isBall ? 4.0 / 3.0 * kPi * std::pow(radius, 3) : 8.0 * radius * radius * halfHeight();
    }
    /// Volume below a draft.
    double displaced(double draft) const {
        return isBall ? kPi * draft * draft * (radius - draft / 3.0) : 4.0 * radius * radius * draft;
    }
    GridBody body(double density, const Vector3& at) const {
        GridBody body;
        body.distance =
            isBall ? ambient::sphereDistance(radius) : ambient::boxDistance(Vector3(radius, radius, halfHeight()));
        body.radius = isBall ? radius : Vector3(radius, radius, halfHeight()).norm();
        body.mass = density * volume();
        body.inertia = 0.6 * body.mass * radius * radius * ambient::Matrix3::Identity();
        body.worldFromBody.position = at;
        body.load.linear = Vector3(0.0, 0.0, -kGravity * body.mass);
        return body;
    }
};

/// A tank of cells of 0.04 m, a body of 7 cells.
ambient::FluidGridDef tank(int cells, int height, double level, double viscosity) {
    ambient::FluidGridDef def;
    def.cells = {cells, cells, height};
    def.spacing = 0.04;
    def.density = kWater;
    def.dynamicViscosity = viscosity;
    def.setSides(ambient::GridSideKind::SlipWall);
    def.surface.emplace();
    def.surface->level = level;
    return def;
}

// Measured: box 1.002 to 1.007, ball 1.014 and 0.999; 1e-13 m/s.
TEST_F(SurfaceBodies, HeldInLevelWaterFeelTheWeightOfWhatTheyDisplaceAndLeaveItAtRest) {
    for (const bool isBall : {false, true})
        for (const double draft : {0.1, 0.15}) {
            const Shape shape{isBall};
            const double level = 0.313;
            FluidGrid grid(tank(12, 13, level, 0.0));
            ambient::ResolvedProjection projection(grid.def());
            GridBody body = shape.body(500.0, Vector3(0.243, 0.233, level + shape.halfHeight() - draft));
            body.isPrescribed = true;
            projection.setBodies({body});
            grid.setProjection(&projection);
            for (int i = 0; i < 10; ++i) {
                projection.bodies()[0].received = Wrench();
                grid.step(0.01);
            }
            const double force = projection.bodies()[0].received.linear.z() / 0.01;
            EXPECT_NEAR(force / (kWater * kGravity * shape.displaced(draft)), 1.0, 0.02) << isBall << " " << draft;
            for (const ambient::GridField& component : grid.velocity())
                for (const double u : component)
                    EXPECT_LT(std::abs(u), 1e-9);
        }
}

// Released in thick fluid beside the place where it floats. Measured: box 0.998, ball 0.999 of the draft.
TEST_F(SurfaceBodies, OfHalfTheDensitySettleAtHalfTheirHeight) {
    for (const bool isBall : {false, true}) {
        const Shape shape{isBall};
        FluidGrid grid(tank(12, 13, 0.3, 8.0));
        ambient::ResolvedProjection projection(grid.def());
        projection.setBodies({shape.body(500.0, Vector3(0.243, 0.235, 0.31))});
        grid.setProjection(&projection);
        for (int i = 0; i < 140; ++i)
            grid.step(0.01);
        const GridBody& body = projection.bodies()[0];
        const double area = grid.def().size().x() * grid.def().size().y();
        const double level = (grid.surface()->volume() + body.mass / kWater) / area;
        const double draft = level - body.worldFromBody.position.z() + shape.halfHeight();
        EXPECT_NEAR(draft / shape.halfHeight(), 1.0, 0.02) << isBall;
        EXPECT_LT(body.velocity.linear.norm(), 0.02) << isBall;
        EXPECT_NEAR(body.submerged, 0.5, 0.03) << isBall;
        EXPECT_LE(projection.report().iterations, 18);
    }
}

// Largest force over the dynamic pressure on the middle section, 0.80; experiments and von Karman's disc have 0.8 to 1.
// Half as dense as water, the ball comes up again.
TEST_F(SurfaceBodies, ABallThatFallsInIsStruckOnceAndComesUp) {
    constexpr double kRadius = 0.1, kSpeed = 2.0;
    ambient::FluidGridDef def = tank(16, 22, 0.35, 1e-3);
    def.spacing = kRadius / 3.2;
    FluidGrid grid(def);
    ambient::ResolvedProjection projection(def);
    GridBody ball = Shape{true, kRadius}.body(500.0, Vector3(0.253, 0.248, 0.35 + kRadius + 0.01));
    ball.velocity.linear.z() = -kSpeed;
    projection.setBodies({ball});
    grid.setProjection(&projection);
    double largest = 0.0, lowest = 1.0;
    for (int i = 0; i < 80; ++i) {
        GridBody& body = projection.bodies()[0];
        body.received = Wrench();
        EXPECT_TRUE(grid.step(i < 12 ? 0.004 : 0.008).finite);
        const double force = body.received.linear.z() / (i < 12 ? 0.004 : 0.008);
        largest = std::max(largest, force);
        EXPECT_GT(force, -2.5) << i; // the water does not pull
        lowest = std::min(lowest, body.worldFromBody.position.z());
    }
    EXPECT_NEAR(largest / (0.5 * kWater * kSpeed * kSpeed * kPi * kRadius * kRadius), 0.8, 0.2);
    EXPECT_LT(lowest, 0.28);
    EXPECT_GT(projection.bodies()[0].worldFromBody.position.z(), 0.3);
}

// A light ball, thrown half into the water, jumps out and falls back. With the flux form of momentum at faces that the
// ball covers in part the flow stopped being finite after 0.65 s. Measured 1.4 m/s.
TEST_F(SurfaceBodies, WaterAtABallThatJumpsIsNoFasterThanTheBallWas) {
    constexpr double kSpeed = 1.96;
    ambient::FluidGridDef def = tank(18, 26, 0.38, 0.0);
    def.spacing = 1.0 / 29;
    FluidGrid grid(def);
    ambient::ResolvedProjection projection(def);
    GridBody ball = Shape{true, 4.0 / 29}.body(262.0, Vector3(0.3, 0.31, 0.36));
    ball.velocity.linear = Vector3(0.2, 0.0, -kSpeed);
    projection.setBodies({ball});
    grid.setProjection(&projection);
    for (int i = 0; i < 68; ++i) {
        ASSERT_TRUE(grid.step(0.01).finite) << i;
        for (const ambient::GridField& component : grid.velocity())
            for (const double u : component)
                ASSERT_LT(std::abs(u), kSpeed) << i;
        EXPECT_LE(projection.report().iterations, 18);
    }
}

btFluidGrid::btFluidGridConstructionInfo pool(double level) {
    auto info = test::gridBox(14, 14, 13, 0.04, ambient::GridSideKind::Wall);
    info.m_box.surface.emplace();
    info.m_box.surface->level = level;
    return info;
}

// The forecast of contacts and the grid agree on buoyancy. Measured 0.6 mm after half a second.
TEST_F(SurfaceBodies, InABulletWorldStayWhereTheyFloat) {
    const double level = 0.3, area = 0.56 * 0.56, volume = Shape{true, 0.12}.volume();
    test::ResolvedTank tank(pool(level), kGravity);
    const btRigidBody* const ball = tank.add(0.12, Vector3(0.281, 0.276, level), 500.0);
    tank.w.run(0.5, test::kGridStep);
    EXPECT_NEAR(double(ball->getWorldTransform().getOrigin().z()), level, 2e-3);
    EXPECT_NEAR(tank.grid->getGrid().surface()->volume(), area * level - 0.5 * volume, 0.01 * volume);
    EXPECT_TRUE(tank.lines.empty()) << tank.lines.front();
}

// Above the water a contact feels no added mass: with it the ball would jump up.
TEST_F(SurfaceBodies, OnDryGroundABallFallsAndRests) {
    test::ResolvedTank tank(pool(0.07), kGravity);
    tank.w.addBox(btVector3(1, 1, btScalar(0.1)), 0.0, btVector3(0, 0, btScalar(0.1)));
    const btRigidBody* const ball = tank.add(0.12, Vector3(0.28, 0.27, 0.34), 500.0);
    double highest = 0.0;
    for (int i = 0; i < 16; ++i) {
        tank.w.run(test::kGridStep, test::kGridStep);
        if (i > 5) highest = std::max(highest, double(ball->getWorldTransform().getOrigin().z()));
    }
    EXPECT_LT(highest, 0.323);
}

TEST_F(SurfaceBodies, OneThreadAndThreeAndASavedStateGiveTheSameBytes) {
    test::expectSameBytesOfGrid(
        [] {
            auto tank = std::make_unique<test::ResolvedTank>(pool(0.3), kGravity);
            tank->add(0.12, Vector3(0.28, 0.27, 0.4), 500.0);
            return tank;
        },
        {4, 3, 6});
}

TEST_F(SurfaceBodies, WhatTheWaterCannotCarryIsReportedOrRefused) {
    test::ResolvedTank tank(pool(0.3), kGravity);
    btRigidBody* const ball = tank.w.addSphere(0.05, 0.2, btVector3(btScalar(0.2), btScalar(0.2), btScalar(0.3)));
    tank.w.fluid().addBody(ball, test::ballModel(0.05));
    tank.w.run(test::kGridStep, test::kGridStep);
    EXPECT_TRUE(tank.lines.empty()); // it floats in the grid's water
    tank.w.fluid().setMedium(ambient::UniformMedium(test::kTankWater, 1e-3));
    tank.w.run(2 * test::kGridStep, test::kGridStep);
    ASSERT_EQ(tank.lines.size(), 1u);
    EXPECT_NE(tank.lines[0].find("resolved bodies only"), std::string::npos);
    tank.grid->setFollowed(ball); // without effect
    ball->setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(3, 3, 3)));
    tank.w.run(test::kGridStep, test::kGridStep);
    EXPECT_EQ(tank.grid->getGrid().def().lowCorner, Vector3::Zero());
    tank.w.fluid().removeBody(ball);
}

} // namespace surface_bodies_test
