// SPDX-License-Identifier: Zlib
// .bullet files of worlds with wet bodies.
#include "BulletAmbientFluid/btFluidSerializer.h"
#include "BulletTestWorld.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

namespace serializer_test {

using namespace ambient;

namespace {

/// The rigid bodies in a file, in its order.
std::vector<btRigidBodyData> bodiesIn(const btDefaultSerializer& file) {
    std::vector<btRigidBodyData> bodies;
    const unsigned char* const begin = file.getBufferPointer();
    int at = 12; // of the header "BULLET..."
    while (at + int(sizeof(btChunk)) <= file.getCurrentBufferSize()) {
        btChunk chunk;
        std::memcpy(&chunk, begin + at, sizeof chunk);
        at += int(sizeof chunk);
        if (chunk.m_chunkCode == BT_RIGIDBODY_CODE) {
            bodies.emplace_back();
            std::memcpy(&bodies.back(), begin + at, sizeof bodies.back());
        }
        at += chunk.m_length;
    }
    return bodies;
}

/// Bodies with random properties in a world.
struct Serializer : test::InBothModes {
    test::World wet{btVector3(0, 0, btScalar(-9.81)), GetParam()};
    std::vector<btRigidBody*> bodies;

    void SetUp() override {
        wet.fluid().setMedium(UniformMedium::water());
        test::Random random(5);
        for (int i = 0; i < 5; ++i) {
            const Vector3 half = Vector3(0.1, 0.15, 0.2) + 0.05 * Vector3(random.vector(1.0));
            bodies.push_back(wet.addBox(btFluidVector(half), 20.0 + 10.0 * i, btVector3(0, 0, btScalar(2 * i))));
            bodies.back()->setDamping(btScalar(0.3), btScalar(0.1 * i));
            bodies.back()->setAngularVelocity(btFluidVector(random.vector(1.0)));
            bodies.back()->setCenterOfMassTransform(btFluidTransform({random.rotation(), Vector3(0.0, 0.0, 2.0 * i)}));
        }
    }
};

void expectNear(const btVector3Data& value, const btVector3Data& expected, double share, const char* name) {
    double size = 0.0, difference = 0.0;
    for (int k = 0; k < 3; ++k) {
        size += std::abs(double(expected.m_floats[k]));
        difference += std::abs(double(value.m_floats[k]) - double(expected.m_floats[k]));
    }
    EXPECT_LE(difference, share * size) << name;
}

} // namespace

INSTANTIATE_TEST_SUITE_P(Modes, Serializer, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(Serializer, StoresTheBodysOwnValues) {
    btDefaultSerializer before;
    wet.world().serialize(&before);
    const std::vector<btRigidBodyData> dry = bodiesIn(before);
    ASSERT_EQ(dry.size(), bodies.size());
    for (btRigidBody* body : bodies)
        wet.fluid().addBody(body);
    wet.run(0.5, 1.0 / 60.0);

    btDefaultSerializer plain;
    wet.world().serialize(&plain);
    EXPECT_EQ(bodiesIn(plain)[0].m_linearDamping, 0); // this is why there is another one
    btFluidSerializer own(wet.fluid());
    wet.world().serialize(&own);
    const std::vector<btRigidBodyData> stored = bodiesIn(own);
    ASSERT_EQ(stored.size(), bodies.size());
    std::vector<btVector3> velocities;
    for (btRigidBody* body : bodies)
        velocities.push_back(wet.fluid().getLinearVelocity(body));
    wet.fluid().removeAllBodies();
    btDefaultSerializer after;
    wet.world().serialize(&after);
    const std::vector<btRigidBodyData> released = bodiesIn(after);
    const double rounding = 8.0 * double(SIMD_EPSILON);
    for (std::size_t i = 0; i < stored.size(); ++i) {
        for (const btRigidBodyData& expected : {dry[i], released[i]}) {
            EXPECT_NEAR(stored[i].m_inverseMass, expected.m_inverseMass, rounding * expected.m_inverseMass);
            EXPECT_EQ(stored[i].m_linearDamping, expected.m_linearDamping);
            EXPECT_EQ(stored[i].m_angularDamping, expected.m_angularDamping);
            expectNear(stored[i].m_invInertiaLocal, expected.m_invInertiaLocal, rounding, "inertia");
            expectNear(stored[i].m_gravity, expected.m_gravity, rounding, "gravity");
        }
        expectNear(stored[i].m_linearVelocity, released[i].m_linearVelocity, rounding, "velocity");
        expectNear(stored[i].m_angularVelocity, released[i].m_angularVelocity, rounding, "spin");
        for (int row = 0; row < 3; ++row)
            expectNear(stored[i].m_invInertiaTensorWorld.m_el[row], released[i].m_invInertiaTensorWorld.m_el[row],
                       10 * rounding, "inertia in the world");
        for (int k = 0; k < 3; ++k)
            EXPECT_NEAR(stored[i].m_linearVelocity.m_floats[k], velocities[i][k], 1e-6);
    }
}

TEST_P(Serializer, LeavesTheWorldAsItIs) {
    for (btRigidBody* body : bodies)
        wet.fluid().addBody(body);
    wet.run(0.2, 1.0 / 60.0);
    const std::vector<unsigned char> before = wet.fluid().saveState();
    btFluidSerializer own(wet.fluid());
    wet.world().serialize(&own);
    EXPECT_EQ(wet.fluid().saveState(), before);
}

TEST_P(Serializer, AUsersChangesAreTheBodysOwn) {
    for (btRigidBody* body : bodies)
        wet.fluid().addBody(body);
    wet.run(0.2, 1.0 / 60.0);
    bodies[0]->setDamping(btScalar(0.7), btScalar(0.6));
    bodies[1]->setMassProps(btScalar(50), btVector3(1, 2, 3));
    bodies[1]->updateInertiaTensor();
    bodies[2]->setLinearVelocity(btVector3(1, 2, 3));
    btFluidSerializer own(wet.fluid());
    wet.world().serialize(&own);
    const std::vector<btRigidBodyData> stored = bodiesIn(own);
    EXPECT_EQ(btScalar(stored[0].m_linearDamping), btScalar(0.7));
    EXPECT_EQ(btScalar(stored[0].m_angularDamping), btScalar(0.6));
    EXPECT_EQ(btScalar(stored[1].m_inverseMass), btScalar(1) / 50);
    EXPECT_EQ(btScalar(stored[1].m_invInertiaLocal.m_floats[1]), btScalar(1) / 2);
    EXPECT_EQ(btScalar(stored[2].m_linearVelocity.m_floats[1]), btScalar(2));
}

} // namespace serializer_test
