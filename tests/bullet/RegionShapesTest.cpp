// SPDX-License-Identifier: Zlib
#include "BulletTestWorld.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace region_shapes_test {

using namespace ambient;

namespace {

const auto kAir = std::make_shared<UniformMedium>(UniformMedium::air());
constexpr btScalar kInfinity = std::numeric_limits<btScalar>::infinity();
constexpr btScalar kNan = std::numeric_limits<btScalar>::quiet_NaN();

/// How far outside a solid a point of its own frame is, about; negative inside.
using Outside = std::function<double(const Vector3&)>;

double outsideBox(const Vector3& p, const Vector3& half) {
    return (p.cwiseAbs() - half).maxCoeff();
}
double outsideCylinder(const Vector3& p, double radius, double half) {
    return std::max(std::hypot(p.x(), p.y()) - radius, std::abs(p.z()) - half);
}
double outsideCapsule(const Vector3& p, double radius, double half) {
    return (p - Vector3(0, 0, std::clamp(p.z(), -half, half))).norm() - radius;
}

/// A region of the shape must classify random points correctly, except points at the surface.
void expectRegionIs(btCollisionShape& shape, const Outside& outside, double size, unsigned seed) {
    test::Random random(seed);
    btCollisionObject object;
    object.setCollisionShape(&shape);
    const Pose pose{random.rotation(), random.vector(20.0)};
    object.setWorldTransform(btFluidTransform(pose));
    const btFluidRegion region(&object, kAir);
    btVector3 low, high;
    region.getAabb(low, high);
    int inside = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vector3 point = random.vector(1.2 * size);
        const double distance = outside(point);
        if (std::abs(distance) < 1e-3 * size) continue;
        const btVector3 world = btFluidVector(pose * point);
        EXPECT_EQ(region.contains(world), distance < 0.0) << shape.getName() << " at " << point.transpose();
        EXPECT_TRUE(distance > 0.0 || btFluidIsInBox(world, low, high));
        inside += distance < 0.0;
    }
    EXPECT_GT(inside, 50) << shape.getName();
    EXPECT_LT(inside, 1950) << shape.getName();
}

} // namespace

TEST(RegionShapes, PointsAreInARegionThatAreInItsShape) {
    const Vector3 half(3.0, 2.0, 1.0);
    btBoxShape box(btFluidVector(half));
    expectRegionIs(
        box, [&](const Vector3& p) { return outsideBox(p, half); }, 3.0, 1);
    btSphereShape sphere(2);
    expectRegionIs(
        sphere, [](const Vector3& p) { return p.norm() - 2.0; }, 2.0, 2);
    btCylinderShapeZ cylinder(btVector3(2, 2, 1));
    cylinder.setMargin(btScalar(1e-3)); // the margin rounds the rims
    expectRegionIs(
        cylinder, [](const Vector3& p) { return outsideCylinder(p, 2.0, 1.0); }, 2.0, 3);
    btCapsuleShapeZ capsule(1, 4);
    expectRegionIs(
        capsule, [](const Vector3& p) { return outsideCapsule(p, 1.0, 2.0); }, 3.0, 4);
    btConvexHullShape hull;
    for (const Vector3& vertex : makeBox(half, 12).vertices)
        hull.addPoint(btFluidVector(Vector3(2.0 * vertex))); // of a box of half the size
    hull.setMargin(0);
    expectRegionIs(
        hull, [&](const Vector3& p) { return outsideBox(p, half); }, 3.0, 5);
}

TEST(RegionShapes, PointsAreInACompoundThatAreInAnyOfItsParts) {
    btBoxShape box(btVector3(1, 1, 1));
    btSphereShape sphere(1);
    btCompoundShape pair, nested;
    pair.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(-2, 0, 0)), &box);
    pair.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(2, 0, 0)), &sphere);
    nested.addChildShape(btTransform(btQuaternion::getIdentity(), btVector3(0, 1, 0)), &pair);
    expectRegionIs(
        nested,
        [](const Vector3& p) {
            const Vector3 q = p - Vector3::UnitY();
            return std::min(outsideBox(q + 2.0 * Vector3::UnitX(), Vector3::Ones()),
                            (q - 2.0 * Vector3::UnitX()).norm() - 1.0);
        },
        3.0, 6);
}

TEST(RegionShapes, ASurfaceBelongsToItsRegionAndBoxesMayReachToInfinity) {
    btFluidRegion sea(btVector3(-kInfinity, -kInfinity, -kInfinity), btVector3(kInfinity, kInfinity, 0), kAir);
    EXPECT_TRUE(sea.contains(btVector3(btScalar(1e6), btScalar(-1e6), 0)));
    EXPECT_FALSE(sea.contains(btVector3(0, 0, btScalar(1e-6))));
    sea.setAabb(btVector3(1, 1, 1), btVector3(2, 2, 2));
    EXPECT_TRUE(sea.contains(btVector3(1, 2, 1)));
    EXPECT_FALSE(sea.contains(btVector3(0, 0, 0)));
    btBoxShape box(btVector3(1, 2, 3));
    btCollisionObject object;
    object.setCollisionShape(&box);
    const btFluidRegion region(&object, kAir);
    for (const btVector3& point : {btVector3(1, 2, 3), btVector3(0, 0, 0), btVector3(1, 0, 0), btVector3(0, -2, 3)})
        EXPECT_TRUE(region.contains(point));
}

TEST(RegionShapes, WhatCannotBeARegionIsRefusedByName) {
    const btVector3 low(0, 0, 0), high(1, 1, 1);
    const auto refusalOf = [](auto... arguments) { return test::refusal([&] { btFluidRegion(arguments...); }); };
    EXPECT_NE(refusalOf(low, high, nullptr).find("medium is null"), std::string::npos);
    EXPECT_NE(refusalOf(high, low, kAir).find("axis 0"), std::string::npos);
    EXPECT_NE(refusalOf(low, btVector3(1, 1, 0), kAir).find("axis 2"), std::string::npos);
    EXPECT_NE(refusalOf(low, btVector3(1, kNan, 1), kAir).find("axis 1"), std::string::npos);

    btCollisionObject object;
    const btCollisionObject* const none = nullptr;
    EXPECT_NE(refusalOf(none, kAir).find("object is null"), std::string::npos);
    EXPECT_NE(refusalOf(&object, kAir).find("no shape"), std::string::npos);
    btStaticPlaneShape plane(btVector3(0, 0, 1), 0);
    object.setCollisionShape(&plane);
    EXPECT_NE(refusalOf(&object, kAir).find("STATICPLANE"), std::string::npos);
    btCompoundShape compound;
    compound.addChildShape(btTransform::getIdentity(), &plane);
    object.setCollisionShape(&compound);
    EXPECT_NE(refusalOf(&object, kAir).find("STATICPLANE"), std::string::npos);

    btSphereShape sphere(1);
    object.setCollisionShape(&sphere);
    btFluidRegion region(&object, kAir);
    EXPECT_THROW(region.setAabb(low, high), std::invalid_argument);
    EXPECT_THROW(region.setMedium(nullptr), std::invalid_argument);
    EXPECT_EQ(region.getMedium(), kAir);
    object.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(kNan, 0, 0)));
    EXPECT_FALSE(region.contains(btVector3(0, 0, 0)));
    object.setCollisionShape(&plane); // too late for a refusal: the region is empty
    EXPECT_FALSE(region.contains(btVector3(0, 0, -1)));
}

} // namespace region_shapes_test
