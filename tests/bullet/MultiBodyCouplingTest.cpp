// SPDX-License-Identifier: Zlib
// Links of multi-bodies in the flow of other bodies.
#include "AmbientFluid/Coupling/CoupledMotion.h"
#include "BulletAmbientFluid/btFluidCoupling.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "MultiBodyWorld.h"

#include <algorithm>
#include <cmath>

namespace multi_body_coupling {

using namespace ambient;

namespace {

constexpr double kStep = 1.0 / 60.0;
constexpr int kHands = 200;

/// Rods along x and balls, of the density of water.
std::shared_ptr<const FluidBodyModel> modelOf(bool isRod, bool isIdeal) {
    static const auto build = [](const TriangleMesh& mesh, bool ideal) {
        FluidBodyDef def;
        if (ideal) def.pressureScale = def.frictionScale = 0.0;
        return FluidBodyModel::build(mesh, def);
    };
    static const TriangleMesh rod = makeEllipsoid(Vector3(0.2, 0.06, 0.06), 320), ball = makeSphere(0.1, 320);
    static const std::shared_ptr<const FluidBodyModel> models[2][2] = {{build(ball, false), build(ball, true)},
                                                                       {build(rod, false), build(rod, true)}};
    return models[isRod ? 1 : 0][isIdeal ? 1 : 0];
}

/// A chain of rods and balls in still water without weight.
struct Hand {
    explicit Hand(bool isIdeal, btFluidCoupling::btFluidCouplingConstructionInfo info = {3.0, 80, 3})
        : ideal(isIdeal), options(info), world(btVector3(0, 0, 0)), coupling(world.fluid(), info),
          rodShape(btVector3(btScalar(0.17), btScalar(0.04), btScalar(0.04))), ballShape(btScalar(0.1)),
          group(CouplingPrecision::Single, info.m_reach) {
        world.fluid().setMedium(UniformMedium(1000.0, isIdeal ? 0.0 : 1e-3));
        world.world().addAction(&coupling);
    }
    ~Hand() { world.world().removeAction(&coupling); }

    btMultiBody* addChain(int links, bool hasFixedBase, bool isCoupled = true) {
        chain = world.addChain(&rodShape, btScalar(1000.0 * modelOf(true, ideal)->volume()), btScalar(0.21), links,
                               hasFixedBase);
        world.addToWorld(chain, &rodShape);
        btFluidLinkModel link;
        link.m_model = modelOf(true, ideal);
        world.fluid().addMultiBody(chain, std::vector<btFluidLinkModel>(size_t(links) + 1, link));
        if (isCoupled) coupling.setCoupled(chain, true);
        return chain;
    }
    btRigidBody* addBall(const Vector3& at, const Vector3& velocity) {
        btRigidBody* ball =
            world.addRigidBody(&ballShape, btScalar(1000.0 * modelOf(false, ideal)->volume()), btFluidVector(at));
        ball->setLinearVelocity(btFluidVector(velocity));
        ball->setActivationState(DISABLE_DEACTIVATION);
        world.fluid().addBody(ball, modelOf(false, ideal));
        balls.push_back(ball);
        return ball;
    }
    const btFluidMultiBody& wet() { return *world.fluid().getFluidMultiBodies().find(chain); }

    Vector3 momentum() {
        Vector3 sum = wet().state().momentum.linear;
        for (const btRigidBody* ball : balls)
            sum += world.fluid().getFluidBody(ball)->state().momentum.linear;
        return sum;
    }

    /// Kinetic energy of the group.
    double energy() {
        if (!shapes[0])
            for (const bool isRod : {false, true})
                shapes[isRod ? 1 : 0] =
                    CouplingShape::build(modelOf(isRod, ideal)->mesh(), {options.m_faces, options.m_degree});
        std::vector<CoupledTree> trees(1);
        trees[0].motion = &wet().motion();
        trees[0].state = wet().state();
        std::vector<CoupledMover> movers;
        for (int i = chain->hasFixedBase() ? 1 : 0; i <= chain->getNumLinks(); ++i) {
            movers.emplace_back();
            movers.back().shape = shapes[1].get();
            movers.back().link = {0, i, i == 1 && chain->hasFixedBase() ? -1 : i - 1, false};
        }
        for (const btRigidBody* ball : balls) {
            const btFluidBody& body = *world.fluid().getFluidBody(ball);
            movers.emplace_back();
            movers.back().shape = shapes[0].get();
            movers.back().inertia = body.motion().body().bodyInertia + body.motion().body().addedMass(1000.0);
            movers.back().bodyFromMesh = body.motion().body().bodyFromMesh;
            movers.back().worldFromBody = body.state().worldFromBody;
            movers.back().momentum = body.state().momentum;
        }
        placeLinks(trees, movers);
        group.assemble(movers, trees, {}, 1000.0);
        return group.energy(movers, trees);
    }

    bool ideal;
    btFluidCoupling::btFluidCouplingConstructionInfo options;
    test::MultiBodyWorld world;
    btFluidCoupling coupling;
    btBoxShape rodShape;
    btSphereShape ballShape;
    btMultiBody* chain = nullptr;
    std::vector<btRigidBody*> balls;
    std::shared_ptr<const CouplingShape> shapes[2];
    CoupledMotion group;
};

/// A chain that bends, and balls that fly past; no ball overlaps a link.
void makeRandom(Hand& hand, test::Random& random) {
    const bool isFixed = random.integer(0, 1) == 1;
    const int links = random.integer(1, 3);
    btMultiBody* chain = hand.addChain(links, isFixed);
    if (!isFixed) chain->setBaseVel(btFluidVector(random.vector(0.3)));
    for (int i = 0; i < links; ++i)
        chain->setJointVel(i, btScalar(random.uniform(-2.0, 2.0)));
    const Vector3 middle(0.21 * links, 0.0, 0.0);
    const Vector3 side = Vector3(0.0, random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)).normalized();
    for (int ball = random.integer(1, 2); ball > 0; --ball) { // on either side
        const Vector3 at = middle + random.uniform(-0.3, 0.3) * Vector3::UnitX() +
                           (ball == 2 ? random.uniform(-0.45, -0.35) : random.uniform(0.25, 0.4)) * side;
        hand.addBall(at, random.vector(0.2) - random.uniform(0.0, 0.6) * (at - middle).normalized());
    }
}

/// A rod at the origin, as a multi-body with a dry link fixed to it, or as a rigid body. \param shape null: no contacts
void addRod(Hand& hand, bool isTree, btCollisionShape* shape, const Vector3& velocity) {
    const btScalar mass = btScalar(1000.0 * modelOf(true, true)->volume());
    btVector3 inertia;
    hand.rodShape.calculateLocalInertia(mass, inertia);
    if (!isTree) {
        btRigidBody* rod = hand.world.addRigidBody(&hand.rodShape, mass, btVector3(0, 0, 0));
        if (shape) rod->setCollisionShape(shape);
        rod->setLinearVelocity(btFluidVector(velocity));
        rod->setActivationState(DISABLE_DEACTIVATION);
        hand.world.fluid().addBody(rod, modelOf(true, true));
        return;
    }
    hand.world.multiBodies.push_back(std::make_unique<btMultiBody>(1, mass, inertia, false, true));
    btMultiBody* tree = hand.chain = hand.world.multiBodies.back().get();
    tree->setupFixed(0, btScalar(1e-9) * mass, btScalar(1e-9) * inertia, -1, btQuaternion::getIdentity(),
                     btVector3(0, 0, 0), btVector3(0, 0, 0), true);
    tree->finalizeMultiDof();
    tree->setBaseVel(btFluidVector(velocity));
    hand.world.addToWorld(tree, nullptr);
    if (shape) {
        hand.world.colliders.push_back(std::make_unique<btMultiBodyLinkCollider>(tree, -1));
        hand.world.colliders.back()->setCollisionShape(shape);
        hand.world.world().addCollisionObject(hand.world.colliders.back().get());
        tree->setBaseCollider(hand.world.colliders.back().get());
    }
    btFluidLinkModel link;
    link.m_model = modelOf(true, true);
    hand.world.fluid().addMultiBody(tree, {link});
    hand.coupling.setCoupled(tree, true);
}

} // namespace

// The flow pushes chain and ball, whose sum stays. Measured 1e-15; energy 1e-4.
TEST(MultiBodyCoupling, KeepsTheMomentumOfAFreeChainAndABall) {
    Hand hand(true);
    btMultiBody* chain = hand.addChain(2, false);
    chain->setBaseVel(btVector3(btScalar(0.2), 0, btScalar(0.1)));
    chain->setJointVel(0, 1);
    const btRigidBody* ball = hand.addBall({0.4, 0.05, 0.35}, {0.0, 0.0, -0.2});
    hand.world.run(kStep, kStep);
    const Vector3 before = hand.momentum();
    const double energy = hand.energy(), speed = double(ball->getLinearVelocity().z());
    for (int i = 0; i < 30; ++i) {
        hand.world.run(kStep, kStep);
        EXPECT_LT((hand.momentum() - before).norm(), 1e-9 * before.norm());
        EXPECT_NEAR(hand.energy(), energy, 5e-4 * energy);
    }
    EXPECT_EQ(hand.coupling.getNumGroups(), 1);
    EXPECT_GT(std::abs(double(ball->getLinearVelocity().z()) - speed), 5e-4);
}

// Without setCoupled() links take no part; beyond the reach none of their bits changes.
TEST(MultiBodyCoupling, OfAPartnerThatIsFarOrOfLinksThatTakeNoPartChangesNoBit) {
    std::vector<double> ends[3];
    for (const int kind : {0, 1, 2}) { // no coupling, far, takes no part
        Hand hand(false);
        btMultiBody* chain = hand.addChain(1, false, kind == 1);
        chain->setBaseVel(btVector3(btScalar(0.2), 0, btScalar(0.1)));
        chain->setJointVel(0, 1);
        if (kind > 0) hand.addBall({0.4, 0.0, kind == 1 ? 3.0 : 0.3}, {0.0, 0.0, -0.2});
        hand.world.run(0.25, kStep);
        const Vector6 momentum = hand.wet().state().momentum.vector();
        ends[kind].assign(momentum.data(), momentum.data() + 6);
        ends[kind].push_back(double(chain->getJointPos(0)));
        EXPECT_EQ(hand.coupling.getNumGroups(), 0);
    }
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(ends[0], ends[2]);
}

// A tree of one wet link, the other dry and fixed to it, is a rigid body. The difference is that of two integrators.
TEST(MultiBodyCoupling, OfALinkWithADryOneFixedToItIsThatOfTheRigidBody) {
    Vector3 ends[2];
    for (const bool isTree : {true, false}) {
        Hand hand(true);
        addRod(hand, isTree, nullptr, {0.1, 0.0, 0.2});
        const btRigidBody* ball = hand.addBall({0.05, 0.02, 0.3}, {0.0, 0.0, 0.0});
        hand.world.run(0.5, kStep);
        ends[isTree ? 0 : 1] = btFluidVector(ball->getCenterOfMassPosition());
    }
    EXPECT_GT((ends[0] - Vector3(0.05, 0.02, 0.3)).norm(), 2e-3);
    EXPECT_LT((ends[0] - ends[1]).norm(), 2e-6);
}

// The same in contact: the rows of a multi-body have its inertia in the group. Measured 4e-7; alone the impulse is a
// sixth larger.
TEST(MultiBodyCoupling, OfALinkInContactIsThatOfTheRigidBody) {
    btBoxShape wide(btVector3(btScalar(0.2), btScalar(0.07), btScalar(0.07)));
    double impulses[3];
    Vector3 speeds[3];
    for (const int kind : {0, 1, 2}) { // a tree, a rigid body, a tree that takes no part
        Hand hand(true, {3.0, 320, 3});
        addRod(hand, kind != 1, &wide, {0.0, 0.0, 0.0});
        if (kind == 2) hand.coupling.setCoupled(hand.chain, false);
        const btRigidBody* ball = hand.addBall({0.05, 0.0, 0.1705}, {0.0, 0.0, 0.0});
        hand.world.run(kStep, kStep); // the group is known
        const_cast<btRigidBody*>(ball)->setLinearVelocity(btVector3(0, 0, btScalar(-0.2)));
        hand.world.run(kStep, kStep);
        btDispatcher& dispatcher = *hand.world.world().getDispatcher();
        ASSERT_EQ(dispatcher.getNumManifolds(), 1);
        ASSERT_EQ(dispatcher.getManifoldByIndexInternal(0)->getNumContacts(), 1);
        impulses[kind] = double(dispatcher.getManifoldByIndexInternal(0)->getContactPoint(0).m_appliedImpulse);
        speeds[kind] = btFluidVector(ball->getLinearVelocity());
    }
    EXPECT_GT(impulses[0], 0.0);
    EXPECT_LT(std::abs(impulses[0] / impulses[1] - 1.0), test::bulletTolerance(1e-9, 2e-5));
    EXPECT_LT((speeds[0] - speeds[1]).norm(), test::bulletTolerance(1e-9, 2e-5) * 0.2);
    EXPECT_GT(std::abs(impulses[2] / impulses[1] - 1.0), 0.02) << impulses[2] << " " << impulses[1];
}

// Contact, friction and the flow change no momentum.
TEST(MultiBodyCoupling, KeepsTheMomentumOfAChainInContact) {
    Hand hand(true);
    btMultiBody* chain = hand.addChain(2, false);
    chain->setBaseVel(btVector3(btScalar(0.1), 0, btScalar(0.2)));
    chain->setJointVel(1, 1);
    const btRigidBody* balls[] = {hand.addBall({0.4, 0.03, 0.17}, {0.05, 0.0, -0.4}),
                                  hand.addBall({0.1, 0.0, -0.2}, {0.0, 0.1, 0.5})};
    hand.world.run(kStep, kStep);
    const Vector3 before = hand.momentum(), first = btFluidVector(balls[0]->getLinearVelocity());
    int touches = 0;
    for (int i = 0; i < 20; ++i) {
        hand.world.run(kStep, kStep);
        touches += hand.world.world().getDispatcher()->getNumManifolds();
        EXPECT_LT((hand.momentum() - before).norm(), test::bulletTolerance(1e-9, 2e-6) * before.norm());
    }
    EXPECT_GT(touches, 10);
    EXPECT_GT((btFluidVector(balls[0]->getLinearVelocity()) - first).norm(), 0.1);
}

// Contacts, drag and flow together: no crowd has more energy than at its start. In an ideal fluid the error of a step
// may add 2 % before bodies touch.
TEST(MultiBodyCoupling, MakesNoEnergyInRandomHands) {
    test::Random random(54);
    double worst = 0.0;
    for (int sample = 0; sample < kHands; ++sample) {
        Hand hand(false);
        makeRandom(hand, random);
        hand.world.run(kStep, kStep);
        const double start = hand.energy();
        for (int step = 1; step <= 24; ++step) {
            hand.world.run(kStep, kStep);
            if (step % 6 == 0) worst = std::max(worst, hand.energy() / start);
        }
    }
    RecordProperty("worst", std::to_string(worst));
    EXPECT_LT(worst, 1.0) << worst;
}

// A restored world goes on to the same bytes: the drift of links is part of the state.
TEST(MultiBodyCoupling, GoesOnFromASavedState) {
    Hand hand(false);
    btMultiBody* chain = hand.addChain(2, false);
    chain->setJointVel(0, 1);
    hand.addBall({0.4, 0.05, 0.3}, {0.0, 0.0, -0.1});
    hand.world.run(0.1, kStep);
    const std::vector<unsigned char> fluid = hand.world.fluid().saveState(), coupling = hand.coupling.saveState();
    Vector6 ends[2];
    double joints[2];
    for (const int run : {0, 1}) {
        hand.world.fluid().restoreState(fluid);
        hand.coupling.restoreState(coupling);
        hand.world.run(0.1, kStep);
        ends[run] = hand.wet().state().momentum.vector();
        joints[run] = double(chain->getJointPos(0));
    }
    EXPECT_EQ(ends[0], ends[1]);
    EXPECT_EQ(joints[0], joints[1]);
    std::vector<unsigned char> cut = coupling;
    cut.pop_back();
    EXPECT_NE(test::refusal([&] { hand.coupling.restoreState(cut); }), "");
}

TEST(MultiBodyCoupling, RefusesAMultiBodyThatIsNotInTheFluid) {
    Hand hand(true);
    btMultiBody* chain = hand.addChain(1, false);
    EXPECT_EQ(test::refusal([&] { hand.coupling.setCoupled(static_cast<btMultiBody*>(nullptr), true); }),
              "btFluidCoupling::setCoupled: the multi-body is not in the fluid");
    hand.world.fluid().removeMultiBody(chain);
    EXPECT_EQ(test::refusal([&] { hand.coupling.setCoupled(chain, true); }),
              "btFluidCoupling::setCoupled: the multi-body is not in the fluid");
    hand.world.run(kStep, kStep);
}

} // namespace multi_body_coupling
