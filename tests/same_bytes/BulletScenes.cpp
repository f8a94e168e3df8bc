// SPDX-License-Identifier: Zlib
#include "Scenes.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/FlowingMedium.h"
#include "AmbientFluid/Media/GerstnerWaves.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "AmbientFluid/Media/WaveFlow.h"
#include "AmbientFluid/Media/WaveSpectrum.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "BulletAmbientFluid/btAmbientFluidCommon.h"

#include <btBulletDynamicsCommon.h>

#include <memory>
#include <vector>

// Bodies in a Bullet world. Those that touch nothing are moved by the binding, Bullet only carries them. Contacts are
// Bullet's: they have equal bytes if it is compiled as docs/portability.md says.

namespace same_bytes {
namespace {

using namespace ambient;

std::uint64_t hashOfFlight(const std::shared_ptr<const FluidMedium>& medium, bool isExact, bool hasFloor,
                           const Told& told) {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver stock;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &stock, &configuration);
    world.setGravity(btVector3(0, 0, btScalar(-9.75)));
    btFluidAction::btFluidActionConstructionInfo info;
    info.m_announceMode = false;
    btFluidAction fluid(&world, info);
    btFluidConstraintSolver exact(fluid);
    if (isExact) world.setConstraintSolver(&exact);
    fluid.setMedium(medium);
    world.addAction(&fluid);
    const auto model = FluidBodyModel::build(makeEllipsoid({0.25, 0.125, 0.0625}, 320));
    btSphereShape ball(btScalar(0.0625));
    btBoxShape block(btVector3(btScalar(0.25), btScalar(0.125), btScalar(0.0625)));
    btBoxShape ground(btVector3(16, 16, 1));
    btCollisionShape& shape = hasFloor ? static_cast<btCollisionShape&>(block) : ball;
    btRigidBody floor(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &ground));
    if (hasFloor) {
        floor.setWorldTransform(btTransform(btQuaternion::getIdentity(), btVector3(0, 0, btScalar(-2.5))));
        world.addRigidBody(&floor);
    }
    std::vector<std::unique_ptr<btRigidBody>> bodies;
    for (int i = 0; i < 3; ++i) {
        btRigidBody::btRigidBodyConstructionInfo with(btScalar(5 + 2 * i), nullptr, &shape,
                                                      btVector3(btScalar(0.03125), btScalar(0.125), btScalar(0.15625)));
        with.m_startWorldTransform.setOrigin(
            btVector3(btScalar((hasFloor ? 0.125 : 4) * i), 0, btScalar(-1 + (hasFloor ? 0.5 * i : 0))));
        bodies.push_back(std::make_unique<btRigidBody>(with));
        bodies.back()->setLinearVelocity(btVector3(1, btScalar(0.5), 0));
        bodies.back()->setAngularVelocity(btVector3(2, btScalar(i), 1));
        world.addRigidBody(bodies.back().get());
        fluid.addBody(bodies.back().get(), model);
    }
    BitHash hash;
    for (int step = 1; step <= 200; ++step) {
        world.stepSimulation(btScalar(1) / btScalar(64), 0);
        for (const auto& body : bodies) {
            const btTransform& at = body->getWorldTransform();
            const btQuaternion q = at.getRotation();
            for (int k = 0; k < 3; ++k) {
                hash(at.getOrigin()[k]);
                hash(q[k]);
                hash(body->getLinearVelocity()[k]);
                hash(body->getAngularVelocity()[k]);
            }
        }
        if (step == 1) told("step 1", hash.value());
        if (step == 20) told("step 20", hash.value());
    }
    fluid.removeAllBodies();
    world.removeAction(&fluid);
    for (const auto& body : bodies)
        world.removeRigidBody(body.get());
    if (hasFloor) world.removeRigidBody(&floor);
    world.setConstraintSolver(&stock);
    return hash.value();
}

std::shared_ptr<const FluidMedium> sea() {
    const WaveSet waves(makeSea({}));
    return std::make_shared<DividedMedium>(
        std::make_shared<FlowingMedium>(UniformMedium::water(), std::make_shared<WaveFlow>(waves)), nullptr,
        std::make_shared<GerstnerWaves>(waves));
}

std::uint64_t sinking(const Told& told) {
    return hashOfFlight(std::make_shared<UniformMedium>(UniformMedium::water()), true, false, told);
}

std::uint64_t floating(const Told& told) {
    return hashOfFlight(sea(), true, false, told);
}

std::uint64_t dropIn(const Told& told) {
    return hashOfFlight(sea(), false, false, told);
}

std::uint64_t heap(const Told& told) {
    return hashOfFlight(std::make_shared<UniformMedium>(UniformMedium::water()), true, true, told);
}

std::uint64_t stockHeap(const Told& told) {
    return hashOfFlight(std::make_shared<UniformMedium>(UniformMedium::water()), false, true, told);
}

} // namespace

const Scene kScenes[] = {
    {"sinking", sinking, 0x0},        // three ellipsoids in still water, exact solver
    {"floating", floating, 0x0},      // the same in a sea
    {"drop-in", dropIn, 0x0},         // the same with Bullet's solver
    {"heap", heap, 0x0},              // blocks fall on one another and on a floor under water
    {"drop-in-heap", stockHeap, 0x0}, // the same with Bullet's solver
};
const int kSceneCount = sizeof kScenes / sizeof kScenes[0];

} // namespace same_bytes
