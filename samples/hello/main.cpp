// SPDX-License-Identifier: Zlib
// The smallest Bullet program: a ball over a floor. The four lines with `fluid` put it all under water.
#include <BulletAmbientFluid/btAmbientFluidCommon.h>
#include <btBulletDynamicsCommon.h>

#include <cstdio>

int main() {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity(btVector3(0, btScalar(-9.81), 0));

    btStaticPlaneShape floor(btVector3(0, 1, 0), 0);
    btRigidBody ground(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &floor));
    world.addRigidBody(&ground);

    btSphereShape sphere(btScalar(0.1));
    const btScalar mass = 6; // kg: 1.4 times as heavy as water
    btVector3 inertia;
    sphere.calculateLocalInertia(mass, inertia);
    btDefaultMotionState start(btTransform(btQuaternion::getIdentity(), btVector3(0, 3, 0)));
    btRigidBody ball(btRigidBody::btRigidBodyConstructionInfo(mass, &start, &sphere, inertia));
    world.addRigidBody(&ball);

    btFluidAction fluid(&world);
    fluid.setMedium(ambient::UniformMedium::water());
    fluid.addBody(&ball);
    world.addAction(&fluid);

    for (int step = 0; step <= 150; ++step) {
        if (step % 30 == 0) {
            const btVector3 velocity = fluid.getLinearVelocity(&ball);
            std::printf("%4.1f s  height %6.3f m  speed %5.3f m/s\n", step / 60.0,
                        double(ball.getWorldTransform().getOrigin().y()), double(velocity.length()));
        }
        world.stepSimulation(btScalar(1) / 60, 0);
    }
    fluid.removeBody(&ball);
    world.removeAction(&fluid);
    world.removeRigidBody(&ball);
    world.removeRigidBody(&ground);
    return 0;
}
