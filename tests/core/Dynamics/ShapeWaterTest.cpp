// SPDX-License-Identifier: Zlib
// Deforming bodies partly in water, in its surface and in waves.
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "ShapeSequences.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

namespace shape_water_test {

using namespace ambient;

namespace {

const Vector3 kGravity(0.0, 0.0, -9.81);

/// A wave 6 m long and .2 m high, its crest at the origin at time 0.
std::shared_ptr<const FluidMedium> waves() {
    const WaveSet set({makeWave(0.1, 6.0, Vector3::UnitX())});
    auto water = std::make_shared<FlowingMedium>(UniformMedium(1000.0, 1e-3), std::make_shared<WaveFlow>(set));
    return std::make_shared<DividedMedium>(water, nullptr, std::make_shared<GerstnerWaves>(set));
}

/// A bending float, 1.2 m long, with a period of 1 s.
ShapeSequence bending(int keys) {
    const TriangleMesh mesh = makeEllipsoid({0.6, 0.25, 0.2}, 320);
    ShapeSequence s = test::loopOf(keys, 1.0, [&](double t) {
        TriangleMesh bent = mesh;
        for (Vector3& v : bent.vertices) {
            v.z() += 0.3 * v.x() * v.x() * std::sin(2.0 * kPi * t);
            v.y() += 0.2 * v.x() * v.x() * std::cos(2.0 * kPi * t);
        }
        return bent;
    });
    s.mass = 600.0 * enclosedVolume(mesh);
    return s;
}

FluidBodyState afloat(const FluidBody& body, const Pose& start, double seconds) {
    const KirchhoffMotion motion(body, waves(), ForceSet::surfacePressure(), kGravity);
    const FluidBodyState state = makeState(motion, start, Twist(), 0.0);
    return test::swum(motion, seconds, static_cast<int>(std::lround(120.0 * seconds)), state);
}

Pose tumbling(double t) {
    return {expSO3((0.7 * std::sin(2.0 * kPi * t) + 2.0 * kPi * t) * Vector3(1.0, 2.0, 3.0).normalized()),
            Vector3(0.3 * std::sin(t), -0.2 * t, 0.15)};
}

} // namespace

TEST(ShapeWater, AConstantSequenceFloatsAsARigidBody) {
    ShapeSequence s = bending(1);
    s.keys.assign(3, s.keys.front());
    s.times = {0.0, 0.3, 0.6};
    const auto shape = DeformingModel::build(s);
    FluidBody rigid = shape->body();
    rigid.deformation = nullptr;
    const Pose start{expSO3({0.1, 0.2, 0.0}), Vector3(0.0, 0.0, 0.1)};
    const FluidBodyState a = afloat(shape->body(), start, 1.0), b = afloat(rigid, start, 1.0);
    EXPECT_LT((a.worldFromBody.position - b.worldFromBody.position).norm(), 1e-10);
    EXPECT_LT((a.momentum - b.momentum).vector().norm(), 1e-8 * b.momentum.vector().norm());
    EXPECT_GT(std::abs(b.worldFromBody.position.z() - 0.1), 1e-3);
}

TEST(ShapeWater, TheFrameOfTheAuthorMakesNoDifferenceInWaves) {
    const ShapeSequence s = bending(12);
    const auto a = DeformingModel::build(s), b = DeformingModel::build(test::inFrame(s, tumbling));
    const Pose start{Quaternion::Identity(), {0.0, 0.0, 0.05}};
    const FluidBodyState ofA = afloat(a->body(), start * a->bodyFromAuthor(0.0).inverse(), 1.0);
    const FluidBodyState ofB =
        afloat(b->body(), start * tumbling(0.0).inverse() * b->bodyFromAuthor(0.0).inverse(), 1.0);
    const Pose endOfA = ofA.worldFromBody * a->bodyFromAuthor(1.0);
    const Pose endOfB = ofB.worldFromBody * b->bodyFromAuthor(1.0) * tumbling(0.0);
    EXPECT_LT((endOfA.position - endOfB.position).norm(), 1e-6 * 1.2);
    EXPECT_LT(endOfA.orientation.angularDistance(endOfB.orientation), 1e-6);
    EXPECT_GT((endOfA.position - start.position).norm(), 0.02);
}

// K of the wetted part follows from shares by the rest shape: exact for the whole body, within 2 % at half here.
TEST(ShapeWater, APartlyWettedShapeDisplacesWhatARigidBodyOfThatShapeDoes) {
    const auto shape = DeformingModel::build(bending(8));
    TriangleMesh mesh{{}, shape->triangles()};
    shape->vertices(0.375, mesh.vertices); // a key
    FluidBody rigid;
    rigid.model = FluidBodyModel::build(mesh);
    rigid.bodyInertia = shape->body().bodyInertia;
    const KirchhoffMotion moving(shape->body(), waves(), {}, kGravity), still(rigid, waves(), {}, kGravity);
    for (const double height : {-0.15, 0.0, 0.1}) {
        const Pose pose{expSO3({0.2, 0.1, 0.3}), Vector3(0.2, 0.0, height)};
        const EvaluationAt a(moving, pose, 0.375), b(still, pose, 0.375);
        const Matrix6 ofBody = a.fluid().shape->bodyInertia.matrix();
        const Matrix6 ka = a.inertia().inertia.matrix() - ofBody;
        const Matrix6 kb = b.inertia().inertia.matrix() - rigid.bodyInertia.matrix();
        EXPECT_NEAR(a.medium().density, b.medium().density, 1e-9) << height;
        EXPECT_LT((ka - kb).norm(), 0.02 * kb.norm()) << height;
    }
}

} // namespace shape_water_test
