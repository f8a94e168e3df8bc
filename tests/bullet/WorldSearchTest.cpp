// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Base/btFluidWorldSearch.h"

#include "BulletTestWorld.h"
#include "TestSupport.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace world_search_test {

using namespace ambient;

TEST(WorldSearch, FindsWhatALinearSearchFindsWhileObjectsComeAndGo) {
    test::Random random(11);
    std::vector<btCollisionObject> objects(60);
    std::vector<int> lastSeen(objects.size(), 0);
    btCollisionObjectArray world;
    btFluidWorldSearch search;
    const auto pick = [&](int count) { return std::min(int(random.uniform(0.0, count)), count - 1); };
    for (int round = 0; round < 400; ++round) {
        btCollisionObject* const changed = &objects[size_t(pick(60))];
        if (world.findLinearSearch2(changed) >= 0)
            world.remove(changed);
        else
            world.push_back(changed);
        if (round % 5 == 0 && world.size() > 1) world.swap(pick(world.size()), pick(world.size()));
        search.start(world);
        for (std::size_t i = 0; i < objects.size(); ++i) {
            const int index = search.find(&objects[i], lastSeen[i]);
            EXPECT_EQ(index, world.findLinearSearch2(&objects[i])) << round << ": " << i;
            if (index >= 0) lastSeen[i] = index;
        }
    }
}

/// As in games: bodies stay outside of the world until needed.
TEST(WorldSearch, BodiesThatWaitOutsideOfTheWorldAreWetAsSoonAsTheyEnterIt) {
    test::World w(btVector3(0, 0, 0));
    w.fluid().setMedium(UniformMedium::water());
    const auto ball = test::sphereModel(0.1, 180);
    std::vector<btRigidBody*> bodies;
    for (int i = 0; i < 40; ++i) {
        bodies.push_back(w.addSphere(0.1, 8.0, btVector3(btScalar(i), 0, 0)));
        w.fluid().addBody(bodies.back(), ball);
    }
    for (int i = 39; i >= 0; --i)
        w.world().removeRigidBody(bodies[size_t(i)]);
    for (int i = 0; i < 40; i += 3)
        w.world().addRigidBody(bodies[size_t((7 * i) % 40)]);
    w.run(0.1, 1.0 / 60);
    for (btRigidBody* body : bodies)
        body->setLinearVelocity(btVector3(0, 1, 0));
    w.run(0.1, 1.0 / 60);
    for (btRigidBody* body : bodies) {
        const bool isInWorld = w.world().getCollisionObjectArray().findLinearSearch2(body) >= 0;
        EXPECT_EQ(double(body->getLinearVelocity().y()) < 0.999, isInWorld); // only water drags
    }
    EXPECT_TRUE(w.log().empty());
}

} // namespace world_search_test
