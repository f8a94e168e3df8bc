// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Base/btFluidAttitude.h"
#include "BulletTestWorld.h"
#include "TestThreads.h"

#include "AmbientFluid/Forces/ModelReduction.h"
#include "AmbientFluid/Math/InstructionSet.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace batch_test {

using namespace ambient;

namespace {

struct Batches : test::InBothModes {};

/// Bodies far from each other; users and a floor touch some of them at random. The number of a body alone decides its
/// events, so that a world of this body alone is the same for it.
class Play {
  public:
    /// \param isCrowd whether the models are those for crowds
    Play(test::Solver solver, const std::vector<int>& numbers, bool isCrowd = false)
        : m_isCrowd(isCrowd), m_world(btVector3(0, 0, btScalar(-9.81)), solver, construction(isCrowd)) {
        m_world.fluid().setMedium(std::make_shared<UniformMedium>(UniformMedium::water().movingAt({0.2, 0.1, 0.0})));
        for (const int number : numbers)
            add(number);
    }

    /// States of all bodies after some steps, in the order of the numbers.
    std::vector<std::vector<btScalar>> run(int steps) {
        std::vector<std::vector<btScalar>> records(m_players.size());
        for (int step = 0; step < steps; ++step) {
            for (Player& player : m_players)
                act(player, step);
            m_world.world().stepSimulation(btScalar(1) / 240, 0);
            for (std::size_t i = 0; i < m_players.size(); ++i)
                for (const btVector3& v :
                     {m_players[i].body->getCenterOfMassPosition(), m_players[i].body->getLinearVelocity(),
                      m_players[i].body->getAngularVelocity(), m_players[i].body->getWorldTransform().getBasis()[0]})
                    for (int k = 0; k < 3; ++k)
                        records[i].push_back(v[k]);
        }
        for (const Player& player : m_players)
            if (const btFluidBody* wet = m_world.fluid().getFluidBody(player.body))
                m_smooth += wet->integrationReport().evaluations == 1;
        return records;
    }
    /// Bodies whose last step was smooth.
    int smoothOnes() const { return m_smooth; }

  private:
    struct Player {
        btRigidBody* body;
        test::Random random;
        int number;
    };

    static btFluidAction::btFluidActionConstructionInfo construction(bool isCrowd) {
        btFluidAction::btFluidActionConstructionInfo info;
        info.m_isSingle = !isCrowd && sizeof(btScalar) == sizeof(float);
        return info;
    }

    void add(int number) {
        static const std::shared_ptr<const FluidBodyModel> full[] = {test::ellipsoidModel({0.10, 0.06, 0.03}, 80),
                                                                     test::sphereModel(0.08, 80)};
        static const std::shared_ptr<const FluidBodyModel> crowds[] = {crowdModel(full[0]).model,
                                                                       crowdModel(full[1]).model};
        test::Random random(100 + unsigned(number));
        const btVector3 place(btScalar(5 * number), 0, 0);
        if (number % 4 == 1) m_world.addBox(btVector3(1, 1, 1), 0.0, place + btVector3(0, 0, btScalar(-1.3)));
        const Pose pose{random.rotation(), btFluidVector(place)};
        btRigidBody* body =
            m_world.addRigidBody(std::make_unique<btSphereShape>(btScalar(0.08)), 1.0 + 0.2 * number,
                                 btVector3(btScalar(0.002), btScalar(0.004), btScalar(0.005)), btFluidTransform(pose));
        body->setUserIndex(number);
        body->setLinearVelocity(btFluidVector(random.vector(0.5)));
        body->setAngularVelocity(btFluidVector(random.vector(3.0)));
        if (number % 5 == 2) body->setLinearFactor(btVector3(1, 1, 0));
        m_world.fluid().addBody(body, (m_isCrowd ? crowds : full)[number % 2]);
        m_players.push_back({body, random, number});
    }

    /// Occasional actions of a user on a body.
    void act(Player& player, int step) {
        btRigidBody& body = *player.body;
        if (player.random.uniform(0.0, 1.0) > 0.03) return;
        body.activate(true);
        switch (player.random.integer(0, 8)) {
        case 0:
            return body.setLinearVelocity(btFluidVector(player.random.vector()));
        case 1:
            return body.applyCentralImpulse(btFluidVector(player.random.vector()));
        case 2:
            return body.applyForce(btFluidVector(player.random.vector(3.0)), btFluidVector(player.random.vector(0.1)));
        case 3:
            return body.translate(btFluidVector(player.random.vector(0.1)));
        case 4:
            return body.setDamping(btScalar(0.1 * (step % 2)), 0);
        case 5:
            return body.forceActivationState(player.random.integer(0, 1) ? ISLAND_SLEEPING : ACTIVE_TAG);
        case 6:
            return m_world.fluid().removeBody(&body);
        case 7:
            if (!m_world.fluid().getFluidBody(&body)) m_world.fluid().addBody(&body, test::sphereModel(0.08, 80));
            return;
        default:
            return body.setMassProps(btScalar(player.random.uniform(1.0, 3.0)),
                                     btVector3(btScalar(0.003), btScalar(0.004), btScalar(0.005)));
        }
    }

    bool m_isCrowd;
    test::World m_world;
    std::vector<Player> m_players;
    int m_smooth = 0;
};

std::vector<int> upTo(int count) {
    std::vector<int> numbers;
    for (int i = 0; i < count; ++i)
        numbers.push_back(i);
    return numbers;
}

} // namespace

// Measured: a mean of .055 rad between neighbours, the width of a cell; 1.57 in a random order.
TEST(Attitude, DirectionsWithCloseNumbersAreClose) {
    test::Random random(1);
    std::vector<std::pair<int, Vector3>> directions;
    for (int i = 0; i < 5000; ++i) {
        const Vector3 direction = random.rotation() * Vector3::UnitX();
        directions.emplace_back(btFluidAttitude(direction), direction);
    }
    std::sort(directions.begin(), directions.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    double sum = 0.0;
    for (std::size_t i = 1; i < directions.size(); ++i)
        sum += std::acos(std::min(1.0, directions[i].second.dot(directions[i - 1].second)));
    EXPECT_LT(sum / 5000, 0.07);
}

INSTANTIATE_TEST_SUITE_P(Modes, Batches, testing::ValuesIn(test::kSolvers), test::modeName);

TEST_P(Batches, ABodyMovesAmongOthersAsItDoesAlone) {
    constexpr int kBodies = 27, kSteps = 150;
    const InstructionSet before = instructionSet();
    for (const InstructionSet set : {InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512}) {
        if (!hasInstructionSet(set)) continue;
        setInstructionSet(set);
        std::vector<std::vector<btScalar>> alone;
        for (int number = 0; number < kBodies; ++number)
            alone.push_back(Play(GetParam(), {number}).run(kSteps)[0]);
        for (const int threads : {1, 4}) {
            const test::Threads fixed(threads);
            Play together(GetParam(), upTo(kBodies));
            EXPECT_EQ(together.run(kSteps), alone) << instructionSetName(set) << ", threads: " << threads;
            EXPECT_GT(together.smoothOnes(), kBodies / 3);
        }
    }
    setInstructionSet(before);
}

// Crowds of one body, of many, and of the bodies that users and the floor leave in them.
TEST_P(Batches, ABodyOfACrowdMovesAmongOthersAsItDoesAlone) {
    constexpr int kBodies = 21, kSteps = 120;
    std::vector<std::vector<btScalar>> alone;
    for (int number = 0; number < kBodies; ++number)
        alone.push_back(Play(GetParam(), {number}, true).run(kSteps)[0]);
    const InstructionSet before = instructionSet();
    for (const InstructionSet set : {InstructionSet::Baseline, InstructionSet::Avx2, InstructionSet::Avx512}) {
        if (!hasInstructionSet(set)) continue;
        setInstructionSet(set);
        for (const int threads : {1, 4}) {
            const test::Threads fixed(threads);
            Play together(GetParam(), upTo(kBodies), true);
            EXPECT_EQ(together.run(kSteps), alone) << instructionSetName(set) << ", threads: " << threads;
            EXPECT_GT(together.smoothOnes(), kBodies / 3);
        }
    }
    setInstructionSet(before);
}

} // namespace batch_test
