// SPDX-License-Identifier: Zlib
// Contacts of moving surfaces: a body pushing itself off by growing, and a belt.
#include "AmbientFluid/Media/UniformMedium.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"
#include "BulletTestWorld.h"
#include "ReferenceData.h"
#include "ShapeSequences.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <gtest/gtest.h>

namespace surface_contact_test {

using namespace ambient;

namespace {

/// A sphere of 3 kg whose radius grows from .5 to .8 m along a polynomial, from rest to rest.
ShapeSequence growing(double duration, int keys) {
    const TriangleMesh sphere = makeSphere(1.0, 320);
    ShapeSequence s;
    s.faces = sphere.faces;
    for (int k = 0; k < keys; ++k) {
        const double u = double(k) / (keys - 1), a = 0.5 + 0.3 * u * u * u * (10.0 - 15.0 * u + 6.0 * u * u);
        s.times.push_back(duration * u);
        s.keys.push_back(test::moved(sphere, Vector3::Zero(), a).vertices);
    }
    s.mass = 3.0;
    return s;
}

/// Only inertia acts.
FluidBodyDef perfect() {
    FluidBodyDef def;
    def.pressureScale = 0.0;
    return def;
}

/// Upward speed and greatest depth in the floor of a sphere growing on it.
struct Jump {
    double speed = 0.0, depth = 0.0;
};

/// Kinds of floor in Bullet.
enum class Floor { RigidBody, PlainObject, LinkCollider };

Jump jump(double duration, double density, double gravity, double dt, double until, Floor kind = Floor::RigidBody) {
    const auto shape = DeformingModel::build(growing(duration, 9), perfect());
    test::World w(btVector3(0, 0, btScalar(-gravity)), test::Solver::Fluid);
    btStaticPlaneShape plane(btVector3(0, 0, 1), btScalar(0));
    btRigidBody ground(0, nullptr, &plane);
    btCollisionObject plain;
    btMultiBody fixed(0, 0, btVector3(0, 0, 0), true, false);
    btMultiBodyLinkCollider collider(&fixed, -1);
    btCollisionObject* const floors[] = {&ground, &plain, &collider};
    btCollisionObject* const floor = floors[int(kind)];
    floor->setCollisionShape(&plane);
    if (kind == Floor::RigidBody)
        w.world().addRigidBody(&ground);
    else
        w.world().addCollisionObject(floor, btBroadphaseProxy::StaticFilter,
                                     btBroadphaseProxy::AllFilter ^ btBroadphaseProxy::StaticFilter);
    auto owned = std::make_unique<btConvexHullShape>();
    btConvexHullShape* hull = owned.get();
    hull->setMargin(0);
    // One vertex points down: turn the mesh so.
    const TriangleMesh sphere = makeSphere(1.0, 320);
    const Vector3 lowest = sphere.vertices[0].normalized();
    const Quaternion down = Quaternion::FromTwoVectors(lowest, -Vector3::UnitZ());
    const btTransform start = btFluidTransform(Pose{down, Vector3(0.0, 0.0, 0.5 * sphere.vertices[0].norm())});
    const Vector3 inertia = shape->body().bodyInertia.matrix().diagonal().head<3>();
    hull->addPoint(btVector3(0, 0, 0)); // replaced by the drive
    btRigidBody* body = w.addRigidBody(std::move(owned), 3.0, btFluidVector(inertia), start);
    body->setAngularFactor(0); // the sphere stands on one vertex
    if (density > 0.0) w.fluid().setMedium(UniformMedium(density, 0.0));
    btFluidShapeDrive* drive = w.fluid().addBody(body, shape);
    drive->setCollisionHull(hull);
    Jump result;
    const int steps = int(std::lround(until / dt));
    for (int i = 0; i < steps; ++i) {
        w.run(dt, dt);
        std::vector<btVector3> vertices;
        drive->vertices(vertices);
        for (const btVector3& v : vertices)
            result.depth = std::max(result.depth, -double(v.z()));
        result.speed = std::max(result.speed, w.fluid().getFluidBody(body)->getVelocity().linear.z());
    }
    w.world().removeCollisionObject(floor);
    return result;
}

} // namespace

TEST(SurfaceContact, AGrowingSpherePushesItselfOff) {
    const nlohmann::json exact = test::referenceJson("deforming_exact.json");
    const auto& cases = exact["push_off"]["cases"];
    const double radius = makeSphere(1.0, 320).vertices[0].norm(); // of the lowest vertex
    // In a vacuum. The speed is the largest growth rate of the radius.
    const Jump dry = jump(0.5, 0.0, 0.0, 1.0 / 60, 0.6);
    EXPECT_NEAR(dry.speed / (radius * cases[1]["speed_at_leave"].get<double>()), 1.0, 5e-3) << dry.speed;
    EXPECT_LT(dry.depth, 1e-3);
    // With gravity.
    const Jump heavy = jump(0.2, 0.0, 9.81, 1.0 / 60, 0.25);
    EXPECT_NEAR(heavy.speed / (radius * cases[2]["speed_at_leave"].get<double>()), 1.0, 2e-2) << heavy.speed;
    EXPECT_LT(heavy.depth, 2e-3);
    // In a fluid.
    const Jump wet = jump(0.5, 1.0, 0.0, 1.0 / 240, 0.6);
    EXPECT_NEAR(wet.speed / (radius * cases[0]["speed_at_leave"].get<double>()), 1.0, 5e-3) << wet.speed;
}

// The floor may be any object of Bullet's at rest.
TEST(SurfaceContact, AFloorThatIsNoRigidBodyIsPushedAlike) {
    const Jump ofRigid = jump(0.5, 1.0, 0.0, 1.0 / 60, 0.6);
    EXPECT_GT(ofRigid.speed, 0.5);
    for (const Floor kind : {Floor::PlainObject, Floor::LinkCollider}) {
        const Jump other = jump(0.5, 1.0, 0.0, 1.0 / 60, 0.6, kind);
        EXPECT_NEAR(other.speed, ofRigid.speed, 1e-6) << int(kind);
        EXPECT_NEAR(other.depth, ofRigid.depth, 1e-6) << int(kind);
    }
}

namespace {

/// A static body whose top runs at a speed, beside the wet bodies of an action.
class Belt : public btFluidSolvedBodies, public btFluidSolvedBody {
  public:
    Belt(const btRigidBody* body, const btVector3& velocity) : m_body(body), m_velocity(velocity) {}
    btFluidSolvedBody* findSolvedBody(const btRigidBody* body) override { return body == m_body ? this : nullptr; }
    bool hasMovingSurfaces() const override { return true; }
    bool beginSolve(btScalar, btFluidFreeMotion&) override { return false; }
    void endSolve(const btVector3&, const btVector3&) override {}
    btVector3 surfaceVelocity(const btManifoldPoint&, bool) const override { return m_velocity; }

  private:
    const btRigidBody* m_body;
    btVector3 m_velocity;
};

} // namespace

TEST(SurfaceContact, ABeltCarriesABoxAtItsSpeed) {
    test::World w(btVector3(0, 0, btScalar(-9.81)), test::Solver::Fluid);
    btRigidBody* floor = w.addBox(btVector3(5, 5, btScalar(0.5)), 0.0, btVector3(0, 0, btScalar(-0.5)));
    btRigidBody* box =
        w.addBox(btVector3(btScalar(0.1), btScalar(0.1), btScalar(0.1)), 2.0, btVector3(0, 0, btScalar(0.1)));
    box->setAngularFactor(0); // with Bullet's own contact points a carried box rocks
    Belt belt(floor, btVector3(btScalar(0.3), 0, 0));
    btFluidConstraintSolver solver(w.fluid());
    solver.addBodies(belt);
    w.world().setConstraintSolver(&solver);
    w.run(1.0, 1.0 / 60);
    EXPECT_NEAR(double(box->getLinearVelocity().x()), 0.3, 1e-5);
    EXPECT_NEAR(double(box->getLinearVelocity().y()), 0.0, 1e-5);
}

TEST(SurfaceContact, TwoBodiesKeepTheirMomentumThroughTheContact) {
    const auto shape = DeformingModel::build(growing(0.5, 9), perfect());
    test::World w(btVector3(0, 0, 0), test::Solver::Fluid);
    auto owned = std::make_unique<btConvexHullShape>();
    btConvexHullShape* hull = owned.get();
    hull->setMargin(0);
    hull->addPoint(btVector3(0, 0, 0)); // replaced by the drive
    const Vector3 inertia = shape->body().bodyInertia.matrix().diagonal().head<3>();
    btRigidBody* body = w.addRigidBody(std::move(owned), 3.0, btFluidVector(inertia));
    btRigidBody* ball = w.addSphere(0.3, 2.0, btVector3(btScalar(0.81), 0, 0));
    w.fluid().setMedium(UniformMedium(1.0, 0.0));
    w.fluid().addBody(body, shape)->setCollisionHull(hull);
    w.run(0.6, 1.0 / 120);
    const Vector3 ofBall = 2.0 * btFluidVector(ball->getLinearVelocity());
    EXPECT_GT(ofBall.x(), 0.5);
    EXPECT_LT((w.fluid().getFluidBody(body)->state().momentum.linear + ofBall).norm(),
              test::bulletTolerance(1e-9, 2e-5) * ofBall.norm());
}

} // namespace surface_contact_test
