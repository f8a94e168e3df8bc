// SPDX-License-Identifier: Zlib
#pragma once

#include "FloatingWorld.h"

#include <limits>

/// Worlds whose parts have media of their own.
namespace test {

constexpr btScalar kFar = std::numeric_limits<btScalar>::infinity();
const btVector3 kLow(-kFar, -kFar, -kFar), kHigh(kFar, kFar, kFar);

inline std::shared_ptr<const ambient::FluidMedium>
fluidOf(double density, const ambient::Vector3& velocity = ambient::Vector3::Zero()) {
    return std::make_shared<ambient::UniformMedium>(ambient::UniformMedium(density, 1e-3).movingAt(velocity));
}

const std::shared_ptr<const ambient::FluidMedium> kLightAir = fluidOf(1.2), kHeavyWater = fluidOf(1000.0);

/// All x above this.
inline std::shared_ptr<btFluidRegion> beyond(double x, std::shared_ptr<const ambient::FluidMedium> medium,
                                             int priority = 0) {
    return std::make_shared<btFluidRegion>(btVector3(btScalar(x), -kFar, -kFar), kHigh, std::move(medium), priority);
}

/// Poses and velocities: the values held by Bullet and the physical ones.
inline std::vector<btScalar> stateOf(World& w, const std::vector<btRigidBody*>& bodies) {
    std::vector<btScalar> all;
    for (const btRigidBody* body : bodies) {
        for (int row = 0; row < 3; ++row)
            for (int k = 0; k < 3; ++k)
                all.push_back(body->getCenterOfMassTransform().getBasis()[row][k]);
        for (const btVector3& v : {body->getCenterOfMassPosition(), body->getLinearVelocity(),
                                   body->getAngularVelocity(), w.fluid().getLinearVelocity(body)})
            all.insert(all.end(), {v.x(), v.y(), v.z()});
    }
    return all;
}

/// Ten blocks thrown about over a floor at z = 0.
inline std::vector<btRigidBody*> addBlocks(World& w, unsigned seed = 4) {
    static const auto model = ambient::FluidBodyModel::build(ambient::makeBox({0.4, 0.3, 0.2}, 48));
    w.addBox(btVector3(50, 50, 1), 0.0, btVector3(0, 0, -1));
    Random random(seed);
    std::vector<btRigidBody*> blocks;
    for (int i = 0; i < 10; ++i) {
        btRigidBody* block = w.addBox(btVector3(btScalar(0.2), btScalar(0.15), btScalar(0.1)), 40.0,
                                      btVector3(btScalar(i - 4.5), 0, btScalar(random.uniform(0.3, 1.0))));
        block->setLinearVelocity(btFluidVector(random.vector(2.0)));
        block->setAngularVelocity(btFluidVector(random.vector(3.0)));
        w.fluid().addBody(block, model);
        blocks.push_back(block);
    }
    return blocks;
}

} // namespace test
