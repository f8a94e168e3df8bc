// SPDX-License-Identifier: Zlib
#include "OwnRigidBody.h"

#include "AmbientFluid/Math/Requirements.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <Eigen/Eigenvalues>

using namespace ambient;
using namespace ambient::c;

namespace {

/// A body that knows its owner, for functions that take its address.
struct OwnBulletBody final : btRigidBody {
    OwnBulletBody(OwnRigidBody& of, btScalar mass, btCollisionShape& touching, const btVector3& inertia)
        : btRigidBody(mass, nullptr, &touching, inertia), owner(of) {}

    OwnRigidBody& owner;
};

ambient_rigid_body_options defaultRigidBodyOptions() {
    ambient_rigid_body_options options{};
    options.struct_size = sizeof options;
    options.collision = AMBIENT_COLLISION_HULL;
    options.orientation[3] = 1.0;
    options.friction = 0.5;
    return options;
}

/// Bullet's numbers may be single ones.
void requireInBullet(const Pose& pose, const Twist& twist) {
    btFluidFiniteVector(pose.position, "position");
    btFluidFiniteVector(twist.angular, "angular velocity");
    btFluidFiniteVector(twist.linear, "linear velocity");
}

void setMotion(btRigidBody& body, const Pose& worldFromBullet, const Twist& twist) {
    const btTransform pose = btFluidTransform(worldFromBullet);
    body.setCenterOfMassTransform(pose);
    body.setInterpolationWorldTransform(pose);
    body.setLinearVelocity(btFluidVector(twist.linear));
    body.setAngularVelocity(btFluidVector(twist.angular));
}

} // namespace

PrincipalFrame ambient::c::principalFrameOf(const double centerOfMass[3], const double inertia[9],
                                            const std::string& prefix) {
    PrincipalFrame principal;
    principal.frameFromBullet.position = finiteVector(centerOfMass, (prefix + "center_of_mass").c_str());
    const Matrix3 full = inertiaOf(inertia, (prefix + "inertia").c_str());
    principal.moments = full.diagonal();
    const Matrix3 rest = full - Matrix3(full.diagonal().asDiagonal());
    if (rest.cwiseAbs().maxCoeff() > 1e-9 * principal.moments.maxCoeff()) {
        const Eigen::SelfAdjointEigenSolver<Matrix3> solver(full);
        Matrix3 axes = solver.eigenvectors();
        if (axes.determinant() < 0.0) axes.col(0) *= -1.0;
        principal.frameFromBullet.orientation = Quaternion(axes);
        principal.moments = solver.eigenvalues();
    }
    if (!(principal.moments.minCoeff() > 0.0))
        throw std::invalid_argument(prefix + "inertia must be positive definite");
    btFluidFinite(principal.moments.maxCoeff(), (prefix + "inertia").c_str());
    btFluidFiniteVector(principal.frameFromBullet.position, (prefix + "center_of_mass").c_str());
    return principal;
}

std::unique_ptr<btConvexHullShape> ambient::c::hullOf(const TriangleMesh& mesh, const Pose& bulletFromMesh) {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vector3& vertex : mesh.vertices)
        hull->addPoint(btFluidVector(Vector3(bulletFromMesh * vertex)), false);
    hull->recalcLocalAabb();
    hull->setMargin(btScalar(1e-3));
    return hull;
}

OwnRigidBody::OwnRigidBody(std::shared_ptr<OwnWorld> inWorld, const ambient_rigid_body_options& options)
    : world(std::move(inWorld)), model(sharedOf(options.model, "ambient_rigid_body_options: model")) {
    const std::string prefix = "ambient_rigid_body_options: ";
    const auto named = [&](const char* field) { return prefix + field; };
    if (options.collision != AMBIENT_COLLISION_HULL && options.collision != AMBIENT_COLLISION_NONE)
        throw std::invalid_argument(named("collision ") + std::to_string(options.collision) + " is unknown");
    requireNotNegative(options.mass, named("mass").c_str());
    requireNotNegative(options.friction, named("friction").c_str());
    if (!(options.restitution >= 0.0 && options.restitution <= 1.0))
        throw std::invalid_argument(named("restitution must lie in [0, 1], got ") + textOf(options.restitution));
    const bool moves = options.mass > 0.0;
    PrincipalFrame principal;
    principal.frameFromBullet.position = finiteVector(options.center_of_mass, named("center_of_mass").c_str());
    principal.moments.setZero();
    if (moves) principal = principalFrameOf(options.center_of_mass, options.inertia, prefix);
    meshFromBullet = principal.frameFromBullet;
    const Pose worldFromMesh{turnOf(options.orientation, named("orientation").c_str()),
                             finiteVector(options.position, named("position").c_str())};
    const Twist twist = finiteSpatial<Twist>(options.twist, named("twist").c_str());
    const Pose worldFromBullet = worldFromMesh * meshFromBullet;
    requireInBullet(worldFromBullet, twist);
    shape = hullOf(model->mesh(), meshFromBullet.inverse());
    body = std::make_unique<OwnBulletBody>(*this, btFluidFinite(options.mass, named("mass").c_str()), *shape,
                                           btFluidVector(principal.moments));
    body->setFriction(btFluidFinite(options.friction, named("friction").c_str()));
    body->setRestitution(btScalar(options.restitution));
    setMotion(*body, worldFromBullet, moves ? twist : Twist());
    body->updateInertiaTensor();
    world->add(*this, options.collision == AMBIENT_COLLISION_HULL);
}

OwnRigidBody::~OwnRigidBody() {
    if (fluid) fluid->action.removeBody(body.get());
    world->remove(*this);
}

std::shared_ptr<OwnRigidBody> OwnRigidBody::behind(btRigidBody& body) {
    auto* const own = dynamic_cast<OwnBulletBody*>(&body);
    return own ? own->owner.shared_from_this() : nullptr;
}

void OwnRigidBody::enter(std::shared_ptr<WorldFluid> to, const std::function<void(btFluidAction&)>& add) {
    if (to->world != static_cast<btDynamicsWorld*>(world.get()))
        throw std::invalid_argument("fluid is that of another world than the body's");
    add(to->action);
    fluid = std::move(to);
}

Pose OwnRigidBody::worldFromMesh() const {
    return btFluidPose(body->getCenterOfMassTransform()) * meshFromBullet.inverse();
}

Twist OwnRigidBody::velocity() const {
    if (fluid && fluid->action.getFluidBody(body.get()))
        return {btFluidVector(fluid->action.getAngularVelocity(body.get())),
                btFluidVector(fluid->action.getLinearVelocity(body.get()))};
    return {btFluidVector(body->getAngularVelocity()), btFluidVector(body->getLinearVelocity())};
}

void OwnRigidBody::put(const ambient_body_state& state) {
    Pose worldFromBullet = poseOf(state.position, state.orientation); // of the centre of mass and the mesh's axes
    worldFromBullet.orientation = worldFromBullet.orientation * meshFromBullet.orientation;
    const Twist twist = twistOf(state);
    requireInBullet(worldFromBullet, twist);
    setMotion(*body, worldFromBullet, body->isStaticObject() ? Twist() : twist);
    body->updateInertiaTensor();
    if (fluid && !body->isStaticObject()) {
        fluid->action.setLinearVelocity(body.get(), btFluidVector(twist.linear));
        fluid->action.setAngularVelocity(body.get(), btFluidVector(twist.angular));
    }
    if (body->isStaticObject())
        world->updateSingleAabb(body.get());
    else
        body->activate(true);
}

ambient_status ambient_rigid_body_options_init(ambient_rigid_body_options* options, size_t struct_size,
                                               const ambient_model* model, double mass) {
    return guarded([&] {
        required(options, "options");
        ambient_rigid_body_options result = defaultRigidBodyOptions();
        const auto shared = sharedOf(model, "model");
        requireNotNegative(mass, "mass");
        result.model = model;
        result.mass = mass;
        copyTo(result.center_of_mass, shared->centerOfVolume());
        if (mass > 0.0) {
            copySolid(makeSolidBodyOfMass(shared, mass), result.center_of_mass, result.inertia);
        }
        giveFields(result, *options, struct_size, "ambient_rigid_body_options");
    });
}

ambient_status ambient_rigid_body_create(ambient_world* world, const ambient_rigid_body_options* options,
                                         ambient_rigid_body** body) {
    return guarded([&] {
        required(body, "body");
        required(options, "options");
        const auto given = wholeOf(*options, defaultRigidBodyOptions(), "ambient_rigid_body_options");
        *body = handleOf<ambient_rigid_body>(std::make_shared<OwnRigidBody>(sharedOf(world, "world"), given));
    });
}

void ambient_rigid_body_destroy(ambient_rigid_body* body) {
    destroy(body, "body");
}

void* ambient_rigid_body_get_address(ambient_rigid_body* body) {
    void* address = nullptr;
    if (body) guarded([&] { address = objectOf(body, "body").body.get(); });
    return address;
}

ambient_status ambient_fluid_add_rigid_body(ambient_fluid* fluid, ambient_rigid_body* body) {
    return guarded([&] {
        OwnRigidBody& own = objectOf(body, "body");
        own.enter(sharedOf(fluid, "fluid"), [&own](btFluidAction& action) {
            action.addBody(own.body.get(), own.model, btFluidTransform(own.meshFromBullet.inverse()));
        });
    });
}

ambient_status ambient_rigid_body_get_state(const ambient_rigid_body* body, ambient_body_state* state) {
    return guarded([&] {
        const OwnRigidBody& from = objectOf(body, "body");
        ambient_body_state& to = required(state, "state");
        const Twist twist = from.velocity();
        copyTo(to.position, btFluidPose(from.body->getCenterOfMassTransform()).position);
        const Quaternion turn = from.worldFromMesh().orientation;
        std::copy(turn.coeffs().data(), turn.coeffs().data() + 4, to.orientation);
        copyTo(to.angular_velocity, twist.angular);
        copyTo(to.linear_velocity, twist.linear);
        to.time = from.world->time;
    });
}

ambient_status ambient_rigid_body_set_state(ambient_rigid_body* body, const ambient_body_state* state) {
    return guarded([&] { objectOf(body, "body").put(required(state, "state")); });
}

ambient_status ambient_rigid_body_apply_wrench(ambient_rigid_body* body, const double wrench[6]) {
    return guarded([&] {
        btRigidBody& pushed = *objectOf(body, "body").body;
        const Wrench load = finiteSpatial<Wrench>(&required(wrench, "wrench"), "wrench");
        pushed.applyCentralForce(btFluidFiniteVector(load.linear, "force"));
        pushed.applyTorque(btFluidFiniteVector(load.angular, "torque"));
        pushed.activate(true);
    });
}

ambient_status ambient_rigid_bodies_get_transforms(const ambient_rigid_body* const* bodies, size_t count,
                                                   float* transforms) {
    return guarded([&] {
        if (count == 0) return;
        required(bodies, "bodies");
        required(transforms, "transforms");
        for (std::size_t i = 0; i < count; ++i) // all before any output
            objectOf(bodies[i], "a body");
        for (std::size_t i = 0; i < count; ++i) {
            const Pose pose = objectOf(bodies[i], "a body").worldFromMesh();
            float* const to = transforms + 7 * i;
            for (int k = 0; k < 3; ++k)
                to[k] = static_cast<float>(pose.position[k]);
            for (int k = 0; k < 4; ++k)
                to[3 + k] = static_cast<float>(pose.orientation.coeffs()[k]);
        }
    });
}
