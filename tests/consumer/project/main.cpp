// SPDX-License-Identifier: Zlib
#include <BulletAmbientFluid/btAmbientFluidCommon.h>
#include <btBulletDynamicsCommon.h>
#include <cstdio>

// A 1 kg ball of 10 cm radius falls for one second in water, and must fall more slowly than in vacuum.
int main() {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    btSphereShape shape(btScalar(0.1));
    btDefaultMotionState motion;
    btRigidBody body(btRigidBody::btRigidBodyConstructionInfo(
        1, &motion, &shape, btVector3(btScalar(0.004), btScalar(0.004), btScalar(0.004))));
    world.addRigidBody(&body);

    auto model = ambient::FluidBodyModel::build(ambient::makeSphere(0.1, 320), ambient::FluidBodyDef{});
    btFluidAction fluid(&world);
    fluid.setMedium(ambient::UniformMedium::water());
    fluid.addBody(&body, model);
    world.addAction(&fluid);

    for (int step = 0; step < 60; ++step)
        world.stepSimulation(btScalar(1) / 60, 0);
    const double fall = -double(body.getWorldTransform().getOrigin().y());
    std::printf("btScalar has %d bytes; height change after 1 s: %.4f m (vacuum -4.99 m)\n", int(sizeof(btScalar)),
                -fall);
    const bool slower = fall < 4.9 && fall > -4.9;
    world.removeAction(&fluid);
    world.removeRigidBody(&body);
    return slower ? 0 : 1;
}
