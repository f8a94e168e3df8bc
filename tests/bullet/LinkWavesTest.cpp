// SPDX-License-Identifier: Zlib
// Floating links of multi-bodies that feel the waves they make, each as if alone.
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "FloatingWorld.h"
#include "MultiBodyWorld.h"

#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluid/btFluidWavesMade.h"

namespace link_waves_test {
namespace {

using namespace ambient;
using test::kDensity;
using test::MultiBodyWorld;

const btVector3 kDown(0, 0, btScalar(-9.81));
const Vector3 kPontoon(2.0, 1.0, 0.5);

struct Pontoon {
    std::shared_ptr<const FluidBodyModel> shape = test::idealModel(makeBox(kPontoon, 192));
    FluidBody body = makeSolidBody(shape, 0.5 * kDensity);
    std::shared_ptr<const FloatingModel> waves;

    Pontoon() {
        FloatingModelDef def;
        def.fluidDensity = kDensity;
        def.gravity = 9.81;
        def.faces = 200;
        waves = FloatingModel::build(body, def);
    }
};
const Pontoon& pontoon() {
    static const Pontoon made;
    return made;
}

btVector3 momentsOfPontoon() {
    const Matrix6 inertia = pontoon().body.bodyInertia.matrix();
    return {btScalar(inertia(0, 0)), btScalar(inertia(1, 1)), btScalar(inertia(2, 2))};
}

/// Pontoons in a row along x, hinged about y. \param links beside the base
struct Raft {
    btBoxShape box{btFluidVector(Vector3(0.5 * kPontoon))};
    MultiBodyWorld world;
    btMultiBody* body = nullptr;

    explicit Raft(int links, bool hasWaves = true, const btFluidMultiBodyOptions& options = {}) : world(kDown) {
        const btScalar mass = btScalar(pontoon().body.mass()), reach = btScalar(0.5 * kPontoon.x() + 0.2);
        world.fluid().setMedium(test::stillWater());
        world.multiBodies.push_back(std::make_unique<btMultiBody>(links, mass, momentsOfPontoon(), false, false));
        body = world.multiBodies.back().get();
        for (int i = 0; i < links; ++i)
            body->setupRevolute(i, mass, momentsOfPontoon(), i - 1, btQuaternion::getIdentity(), btVector3(0, 1, 0),
                                btVector3(reach, 0, 0), btVector3(reach, 0, 0), true);
        body->finalizeMultiDof();
        world.addToWorld(body, &box);
        world.fluid().addMultiBody(
            body, std::vector<btFluidLinkModel>(std::size_t(links) + 1, {pontoon().shape, btTransform::getIdentity()}),
            options);
        for (int i = -1; i < links && hasWaves; ++i)
            btFluidSetWavesMade(world.fluid(), body, i, pontoon().waves);
    }
    btFluidMultiBody& wet() { return *world.fluid().getFluidMultiBodies().find(body); }
    Pose basePose() { return wet().state().worldFromBase; }

    /// Of the links, their weights, the water that they displace and the waves near them.
    double energy() {
        ArticulatedMotion& motion = wet().motion();
        motion.evaluate(wet().state());
        double sum = motion.dynamics().kineticEnergy() + wet().getWaveEnergy();
        for (const Pose& pose : motion.dynamics().worldFromLinks()) {
            Immersion at;
            immerse(*pontoon().shape, Pose(), *test::stillWater(), pose, 0.0, at);
            sum += 9.81 * (pontoon().body.mass() * pose.position.z() -
                           kDensity * at.submergedVolume * (pose * at.submergedCenter).z());
        }
        return sum;
    }
};

const Twist kPush({0.05, -0.1, 0.02}, {0.1, 0.05, -0.1});

} // namespace

// Both integrate with a fine tolerance: with the usual ones, of 1e-5 and 2e-6, the paths differ by 1.5e-5 m, without
// waves too. Measured 2.8e-9; the inertias, which Bullet has in single precision, differ by 4.6e-8.
TEST(LinkWaves, AFreeBaseMovesAsARigidBody) {
    constexpr double kFine = 1e-11;
    btFluidMultiBodyOptions options;
    options.m_tolerance = kFine;
    Raft raft(0, true, options), calm(0, false);
    for (Raft* each : {&raft, &calm}) {
        each->body->setBaseVel(btFluidVector(kPush.linear));
        each->body->setBaseOmega(btFluidVector(kPush.angular));
    }
    btFluidAction::btFluidActionConstructionInfo info;
    info.m_integrator.tolerance = kFine;
    test::World w(kDown, test::Solver::Fluid, info);
    w.fluid().setMedium(test::stillWater());
    btRigidBody* const rigid = w.addGhost(pontoon().body, Pose());
    rigid->setLinearVelocity(btFluidVector(kPush.linear));
    rigid->setAngularVelocity(btFluidVector(kPush.angular));
    rigid->setActivationState(DISABLE_DEACTIVATION);
    w.fluid().addBody(rigid, pontoon().shape);
    btFluidSetWavesMade(w.fluid(), rigid, pontoon().waves);
    double largest = 0.0;
    for (int i = 0; i < 60; ++i) {
        raft.world.run(1.0 / 60.0, 1.0 / 60.0);
        w.run(1.0 / 60.0, 1.0 / 60.0);
        const Pose a = raft.basePose(), b = w.fluid().getFluidBody(rigid)->state().worldFromBody;
        largest = std::max({largest, (a.position - b.position).norm(), a.orientation.angularDistance(b.orientation)});
    }
    EXPECT_LT(largest, 5e-9) << largest;
    calm.world.run(1.0, 1.0 / 60.0);
    EXPECT_GT((raft.basePose().position - calm.basePose().position).norm(), 1e-3);
}

TEST(LinkWaves, DampTwoHingedPontoonsAndNeverGiveEnergy) {
    for (const double dt : {1.0 / 120.0, 1.0 / 30.0}) {
        Raft raft(1);
        raft.body->setBaseVel(btFluidVector(kPush.linear));
        raft.body->setBaseOmega(btFluidVector(kPush.angular));
        raft.body->setJointPos(0, btScalar(0.1));
        raft.world.run(dt, dt);
        const double lowest = Raft(1).energy(); // at rest
        const double start = raft.energy() - lowest;
        double last = start, highestRise = 0.0;
        for (double t = 0.0; t < 20.0; t += dt) {
            raft.world.run(dt, dt);
            const double now = raft.energy() - lowest;
            highestRise = std::max(highestRise, now - last);
            last = now;
        }
        EXPECT_LT(highestRise, 2e-3 * start) << dt << ' ' << highestRise / start;
        EXPECT_LT(last, 0.2 * start) << dt << ' ' << last / start;
        Raft calm(1, false);
        calm.body->setBaseVel(btFluidVector(kPush.linear));
        calm.body->setBaseOmega(btFluidVector(kPush.angular));
        calm.body->setJointPos(0, btScalar(0.1));
        calm.world.run(20.0, dt);
        EXPECT_GT(calm.energy() - lowest, 0.8 * start);
    }
}

TEST(LinkWaves, OfMirroredPontoonsAreMirrored) {
    // The base and its link, pushed towards each other's mirror images: heave of both is equal.
    Raft raft(1);
    raft.body->setJointVel(0, btScalar(0.2));
    raft.body->setBaseOmega(btVector3(0, btScalar(-0.1), 0));
    for (int i = 0; i < 120; ++i) {
        raft.world.run(1.0 / 60.0, 1.0 / 60.0);
        raft.wet().motion().evaluate(raft.wet().state());
        const std::vector<Pose>& poses = raft.wet().motion().dynamics().worldFromLinks();
        EXPECT_NEAR(poses[0].position.z(), poses[1].position.z(), 2e-4) << i;
    }
}

TEST(LinkWaves, ARestoredStateGoesOnWithTheSameBytes) {
    Raft raft(1);
    raft.body->setBaseVel(btFluidVector(kPush.linear));
    raft.world.run(1.0, 1.0 / 60.0);
    const std::vector<unsigned char> state = raft.world.fluid().saveState();
    raft.world.run(0.5, 1.0 / 60.0);
    const Pose first = raft.basePose();
    raft.world.fluid().restoreState(state);
    raft.world.run(0.5, 1.0 / 60.0);
    EXPECT_EQ(raft.basePose().position, first.position);
    EXPECT_EQ(raft.basePose().orientation.coeffs(), first.orientation.coeffs());
    Raft other(1, false);
    other.world.run(1.0, 1.0 / 60.0);
    EXPECT_THROW(other.world.fluid().restoreState(state), std::invalid_argument);
}

TEST(LinkWaves, BeyondLinearTheoryAreToldOnce) {
    Raft raft(1);
    raft.body->setBasePos(btVector3(0, 0, btScalar(0.15)));
    raft.world.run(1.0, 1.0 / 60.0);
    const auto said = [](const std::string& line) {
        return line.find("those of smaller motions") != std::string::npos;
    };
    EXPECT_EQ(std::count_if(raft.world.log.begin(), raft.world.log.end(), said), 2);
}

TEST(LinkWaves, AreRefusedForLinksThatAreDryOrMissingOrTogether) {
    Raft raft(1);
    EXPECT_THROW(btFluidSetWavesMade(raft.world.fluid(), raft.body, 1, pontoon().waves), std::invalid_argument);
    EXPECT_THROW(btFluidSetWavesMade(raft.world.fluid(), static_cast<btMultiBody*>(nullptr), 0, pontoon().waves),
                 std::invalid_argument);
    btFluidSetWavesMade(raft.world.fluid(), raft.body, 0, nullptr); // none
    EXPECT_NEAR(raft.wet().getLinkBody(1).mass(), pontoon().body.mass(), 1e-3);
}

} // namespace link_waves_test
