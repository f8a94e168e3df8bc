// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "BulletAmbientFluid/btFluidMultiBodyOptions.h"
#include "MultiBodyWorld.h"

#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/WaterSurface.h"
#include "TestThreads.h"

#include <BulletDynamics/Featherstone/btMultiBodyJointMotor.h>

#include <cmath>

namespace multi_body_coupled {

using namespace ambient;

btFluidMultiBodyOptions coupled() {
    btFluidMultiBodyOptions options;
    options.m_linkInertia = LinkInertia::Coupled;
    options.m_skinFaces = 500;
    return options;
}

/// A chain of four rods end to end in water.
struct Chain {
    explicit Chain(const btFluidMultiBodyOptions& options, const btVector3& gravity = btVector3(0, 0, 0),
                   const ForceSet& forces = ForceSet())
        : world(gravity, nullptr, forces), box(btVector3(btScalar(0.2), btScalar(0.03), btScalar(0.03))) {
        world.fluid().setMedium(UniformMedium::water());
        chain = world.addChain(&box, btScalar(1.44), btScalar(0.2), 3, false);
        world.addToWorld(chain, &box);
        world.fluid().addMultiBody(chain, btFluidMeshOptions(), options);
        wet = world.fluid().getFluidMultiBodies().find(chain);
    }
    /// Inertia of the straight chain as one body, about the base's centre.
    Matrix6 whole() {
        wet->motion().evaluate(wet->state());
        return wet->motion().dynamics().compositeInertia().matrix();
    }

    test::MultiBodyWorld world;
    btBoxShape box;
    btMultiBody* chain;
    const btFluidMultiBody* wet = nullptr;
};

// A straight chain of four boxes has the added mass of a box of their length to 1.5 %; isolated links have more than
// three times as much along the chain.
TEST(MultiBodyCoupled, AStraightChainHasTheAddedMassOfOneBox) {
    btFluidMultiBodyOptions options = coupled();
    options.m_skinFaces = 2000;
    Chain apart({}), together(options);
    EXPECT_TRUE(together.world.log.empty());
    const double mass = 4.0 * 1.44, water = UniformMedium::water().density();
    const Matrix6 box = FluidBodyModel::build(makeBox({1.6, 0.06, 0.06}, 1200))->addedMassPerDensity().matrix();
    const Matrix6 k = together.whole();
    for (int i = 3; i < 6; ++i)
        EXPECT_NEAR(k(i, i) - mass, water * box(i, i), 0.015 * water * box(i, i)) << i;
    EXPECT_GT(apart.whole()(3, 3) - mass, 3.0 * (k(3, 3) - mass));
    EXPECT_GT(together.wet->errorOfIsolatedLinks(water), 0.05);
}

// A push: the momentum of bodies and water equals the impulse, and the chain moves according to its inertia.
TEST(MultiBodyCoupled, APushGivesItsImpulse) {
    Chain chain(coupled());
    const Matrix6 k = chain.whole();
    for (int i = 0; i < 10; ++i) {
        chain.chain->addBaseForce(btVector3(12, 0, 0));
        chain.world.run(0.01, 0.01);
    }
    EXPECT_NEAR(chain.wet->state().momentum.linear.x(), 1.2, test::bulletTolerance(1e-11, 1e-5));
    EXPECT_NEAR(double(chain.chain->getBaseVel().x()), 1.2 / k(3, 3), 1e-4 * 1.2 / k(3, 3));
}

// Contacts, a motor of any strength, gravity: all values stay finite, steps differ little, and the chain ends at rest
// on the floor.
TEST(MultiBodyCoupled, ChainsFallOntoTheFloor) {
    for (const double step : {1.0 / 20.0, 1.0 / 60.0, 1.0 / 240.0}) {
        Chain chain(coupled(), btVector3(0, 0, btScalar(-9.81)), ForceSet::named("default"));
        btBoxShape floor(btVector3(10, 10, 1));
        chain.world.addRigidBody(&floor, 0, btVector3(0, 0, btScalar(-1.5)));
        btMultiBodyJointMotor motor(chain.chain, 1, btScalar(0.2), btScalar(1e8));
        chain.world.world().addMultiBodyConstraint(&motor);
        chain.chain->setBaseOmega(btVector3(3, 2, 1));
        for (int i = 0; i < int(6.0 / step); ++i) {
            chain.world.run(step, step);
            ASSERT_TRUE(chain.world.log.empty()) << chain.world.log.back();
            ASSERT_LT(double(chain.chain->getBaseVel().length()), 20.0) << step;
        }
        EXPECT_LT(double(chain.chain->getBaseVel().length()), 0.3) << step;
        EXPECT_GT(double(chain.chain->getBasePos().z()), -0.6);
        chain.world.world().removeMultiBodyConstraint(&motor);
    }
}

// A chain diving through the surface of water keeps its momentum but for the loads, and stays finite.
TEST(MultiBodyCoupled, AWaterSurfaceWeighsTheCoupling) {
    Chain chain(coupled(), btVector3(0, 0, btScalar(-9.81)), ForceSet::named("default"));
    chain.world.fluid().setMedium(std::make_shared<DividedMedium>(
        std::make_shared<UniformMedium>(UniformMedium::water()), std::make_shared<UniformMedium>(UniformMedium::air()),
        std::make_shared<FlatSurface>(0.0)));
    chain.chain->setBasePos(btVector3(0, 0, btScalar(0.8)));
    chain.chain->setWorldToBaseRot(btQuaternion(btVector3(0, 1, 0), btScalar(0.7)));
    for (int i = 0; i < 240; ++i) {
        chain.world.run(1.0 / 120.0, 1.0 / 120.0);
        ASSERT_LT(double(chain.chain->getBaseVel().length()), 12.0);
    }
    EXPECT_TRUE(chain.world.log.empty()) << chain.world.log.back();
    EXPECT_LT(double(chain.chain->getBasePos().z()), 0.5);
}

// Equal multi-bodies share one solution; another number of links is refused.
TEST(MultiBodyCoupled, SolutionsAreShared) {
    Chain first(coupled());
    btFluidMultiBodyOptions options = coupled();
    options.m_addedMass = first.wet->getLinkAddedMass();
    Chain second(options);
    EXPECT_EQ(second.wet->getLinkAddedMass(), first.wet->getLinkAddedMass());
    btMultiBody* pair = second.world.addChain(&second.box, btScalar(1.44), btScalar(0.2), 1, false);
    second.world.addToWorld(pair, &second.box);
    EXPECT_NE(test::refusal([&] {
                  second.world.fluid().addMultiBody(pair, btFluidMeshOptions(), options);
              }).find("2 links, but the common added mass is of 4"),
              std::string::npos);
}

/// Bits of all velocities of six chains falling upon each other.
std::vector<btScalar> heapWith(int threads, const btFluidMultiBodyOptions& options) {
    const test::Threads fixed(threads);
    Chain heap(options, btVector3(0, 0, btScalar(-9.81)), ForceSet::named("default"));
    btFluidMultiBodyOptions others = options;
    others.m_addedMass = heap.wet->getLinkAddedMass();
    btBoxShape floor(btVector3(10, 10, 1));
    heap.world.addRigidBody(&floor, 0, btVector3(0, 0, btScalar(-1.2)));
    std::vector<btMultiBody*> chains = {heap.chain};
    for (int i = 1; i < 6; ++i) {
        btMultiBody* chain = heap.world.addChain(&heap.box, 2, btScalar(0.2), 3, false);
        chain->setBasePos(btVector3(btScalar(0.1 * i), btScalar(0.05 * (i % 2)), btScalar(0.1 * i)));
        heap.world.addToWorld(chain, &heap.box);
        heap.world.fluid().addMultiBody(chain, btFluidMeshOptions(), others);
        chains.push_back(chain);
    }
    heap.world.run(0.5, 1.0 / 60.0);
    std::vector<btScalar> values;
    for (const btMultiBody* chain : chains)
        values.insert(values.end(), chain->getVelocityVector(), chain->getVelocityVector() + 9);
    return values;
}

TEST(MultiBodyCoupled, ThreadsChangeNoBit) {
    EXPECT_EQ(heapWith(1, {}), heapWith(3, {}));
    EXPECT_EQ(heapWith(1, coupled()), heapWith(3, coupled()));
}

} // namespace multi_body_coupled
