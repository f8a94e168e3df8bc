// SPDX-License-Identifier: Zlib
#include "WorldFile/FileWorld.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"

#include <BulletDynamics/Featherstone/btMultiBodyConstraint.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

namespace ambient {
namespace {

/// A part of the world is made; what it refuses gets its place in the file.
template <class Function>
void madeAt(const std::string& path, Function&& make) {
    try {
        make();
    } catch (const WorldFileError&) {
        throw;
    } catch (const std::invalid_argument& error) {
        throw WorldFileError(path + ": " + error.what());
    }
}

void setTouch(btCollisionObject& object, const WorldTouch& touch) {
    object.setFriction(btScalar(touch.friction));
    object.setRollingFriction(btScalar(touch.rollingFriction));
    object.setRestitution(btScalar(touch.restitution));
}

bool equal(const TriangleMesh& a, const TriangleMesh& b) {
    return a.faces == b.faces && a.vertices == b.vertices;
}

bool equal(const FluidBodyDef& a, const FluidBodyDef& b) {
    if (a.separationAngle != b.separationAngle || a.wakeFactor != b.wakeFactor) return false;
    if (!a.addedMass || !b.addedMass) return !a.addedMass && !b.addedMass;
    return a.addedMass->matrix == b.addedMass->matrix && a.addedMass->fluidDensity == b.addedMass->fluidDensity;
}

} // namespace

FileWorld::FileWorld(const WorldDescription& description, btDiscreteDynamicsWorld& world, btFluidAction& fluid,
                     const FileWorldOptions& options)
    : m_description(description), m_world(world), m_fluid(fluid), m_options(options) {
    try {
        for (const WorldWall& wall : description.walls)
            addWall(wall);
        for (const WorldBody& body : description.bodies)
            madeAt(body.path, [&] { addBody(body); });
        for (const WorldArticulatedBody& body : description.articulatedBodies)
            madeAt(body.path, [&] { addArticulated(body); });
        for (const WorldJoint& joint : description.joints)
            madeAt(joint.path, [&] { addJoint(joint); });
        if (description.coupling && !options.isVacuum) madeAt("coupling", [&] { addCoupling(*description.coupling); });
    } catch (...) {
        takeOut();
        throw;
    }
}

FileWorld::~FileWorld() {
    takeOut();
}

void FileWorld::takeOut() {
    if (m_coupling) m_world.removeAction(m_coupling.get());
    for (const auto& joint : m_joints)
        m_world.removeConstraint(joint.get());
    for (const auto& limit : m_limits)
        multiBodyWorld().removeMultiBodyConstraint(limit.get());
    for (const auto& collider : m_colliders)
        m_world.removeCollisionObject(collider.get());
    for (const auto& multiBody : m_multiBodies) {
        m_fluid.removeMultiBody(multiBody.get());
        multiBodyWorld().removeMultiBody(multiBody.get());
    }
    for (const auto& body : m_rigidBodies) {
        m_fluid.removeBody(body.get());
        m_world.removeRigidBody(body.get());
    }
}

btMultiBodyDynamicsWorld& FileWorld::multiBodyWorld() {
    return static_cast<btMultiBodyDynamicsWorld&>(m_world);
}

FileWorld::Motion FileWorld::motionOf(const Moving& moving) const {
    Motion motion;
    if (moving.multiBody) {
        const btFluidMultiBody& wet = *m_fluid.getFluidMultiBodies().find(moving.multiBody);
        wet.motion().evaluate(wet.state());
        motion.worldFromShown = wet.motion().dynamics().worldFromLinks()[static_cast<std::size_t>(moving.link)];
        motion.velocity = wet.motion().twistInWorld(moving.link);
    } else {
        motion.worldFromShown = btFluidPose(moving.body->getWorldTransform());
        motion.velocity.angular = btFluidVector(m_fluid.getAngularVelocity(moving.body));
        motion.velocity.linear = btFluidVector(m_fluid.getLinearVelocity(moving.body));
        if (moving.deforming) motion.worldFromShown = m_fluid.getFluidBody(moving.body)->state().worldFromBody;
    }
    Quaternion& orientation = motion.worldFromShown.orientation;
    if (moving.isTurned()) orientation = orientation * moving.shownFromBody.conjugate();
    return motion;
}

std::shared_ptr<const FluidBodyModel> FileWorld::modelOf(const TriangleMesh& mesh, const WorldSurfaceFlow& flow) {
    const FluidBodyDef def = modelDefOf(flow);
    for (const BuiltModel& built : m_models)
        if (equal(built.mesh, mesh) && equal(built.def, def)) return built.model;
    m_models.push_back({mesh, def, m_options.buildModel(mesh, def)});
    return m_models.back().model;
}

btRigidBody* FileWorld::makeBody(const WorldBody& body, WorldCollisionShape shape, double mass, const Vector3& moments,
                                 const Pose& worldFromBody) {
    btRigidBody::btRigidBodyConstructionInfo info(btScalar(mass), nullptr, shape.shape.get(), btFluidVector(moments));
    info.m_startWorldTransform = btFluidTransform(worldFromBody);
    m_shapes.push_back(std::move(shape));
    m_rigidBodies.push_back(std::make_unique<btRigidBody>(info));
    btRigidBody* made = m_rigidBodies.back().get();
    setTouch(*made, body.touch);
    made->setAngularVelocity(btFluidVector(body.velocity.angular));
    made->setLinearVelocity(btFluidVector(body.velocity.linear));
    if (body.collides)
        m_world.addRigidBody(made);
    else
        m_world.addRigidBody(made, 0, 0);
    if (!body.canSleep) made->setActivationState(DISABLE_DEACTIVATION);
    return made;
}

void FileWorld::addWall(const WorldWall& wall) {
    WorldBody plane;
    plane.touch = wall.touch;
    WorldCollisionShape shape;
    shape.shape = std::make_unique<btStaticPlaneShape>(btFluidVector(wall.normal), btScalar(wall.offset));
    makeBody(plane, std::move(shape), 0.0, Vector3::Zero(), {});
}

void FileWorld::addBody(const WorldBody& body) {
    if (body.shape.isDeforming()) return addDeforming(body);
    const TriangleMesh mesh = meshOf(body.shape, m_description.folder);
    if (body.isStatic)
        addStatic(body, mesh);
    else
        addRigid(body, mesh);
}

void FileWorld::addStatic(const WorldBody& body, const TriangleMesh& mesh) {
    m_bodies.push_back(
        makeBody(body, collisionShapeOf(body.shape, mesh, {}, true), 0.0, Vector3::Zero(), body.worldFromFrame));
    m_standing.push_back({body.name, std::make_shared<TriangleMesh>(mesh), body.worldFromFrame, isConvex(body.shape)});
}

void FileWorld::addRigid(const WorldBody& body, const TriangleMesh& mesh) {
    const WorldMassFrame masses = massFrameOf(body.mass, &mesh, body.path);
    const Pose bodyFromFrame = masses.frameFromBody.inverse();
    const TriangleMesh inBody = movedMesh(mesh, bodyFromFrame);
    const std::shared_ptr<const FluidBodyModel> model = body.isWet ? modelOf(inBody, body.flow) : nullptr;
    btRigidBody* made = makeBody(body, collisionShapeOf(body.shape, mesh, bodyFromFrame, false), masses.mass,
                                 masses.moments, body.worldFromFrame * masses.frameFromBody);
    m_bodies.push_back(made);
    if (model) m_fluid.addBody(made, model);
    Moving moving;
    moving.name = body.name;
    moving.body = made;
    moving.shownFromBody = masses.frameFromBody.orientation;
    moving.mass = masses.mass;
    moving.inertia = masses.moments;
    moving.mesh = std::make_shared<TriangleMesh>(movedMesh(inBody, {moving.shownFromBody, Vector3::Zero()}));
    moving.model = model;
    moving.isConvex = isConvex(body.shape);
    m_moving.push_back(std::move(moving));
}

void FileWorld::addDeforming(const WorldBody& body) {
    ShapeSequence sequence = sequenceOf(body.shape, m_description.folder);
    const double volume = enclosedVolume(sequence.mesh(0));
    sequence.mass = body.mass.mass ? *body.mass.mass : *body.mass.density * volume;
    const std::shared_ptr<const DeformingModel> shape = m_options.buildShape(sequence, modelDefOf(body.flow));
    const Pose bodyFromAuthor = shape->bodyFromAuthor(shape->firstPhase());
    const Vector3 moments = shape->body().bodyInertia.matrix().diagonal().head<3>();
    WorldCollisionShape collision;
    auto hull = std::make_unique<btConvexHullShape>();
    btConvexHullShape* followed = hull.get();
    hull->setMargin(btScalar(1e-3));
    collision.shape = std::move(hull);
    std::vector<Vector3> vertices;
    shape->vertices(shape->firstPhase(), vertices);
    for (const Vector3& vertex : vertices)
        followed->addPoint(btFluidVector(vertex), false);
    followed->recalcLocalAabb();
    btRigidBody* made =
        makeBody(body, std::move(collision), shape->mass(), moments, body.worldFromFrame * bodyFromAuthor.inverse());
    m_bodies.push_back(made);
    btFluidShapeDrive* drive = m_fluid.addBody(made, shape);
    if (body.collides) drive->setCollisionHull(followed);
    if (body.shape.speed != 1.0) drive->setSpeed(btScalar(body.shape.speed));
    Moving moving;
    moving.name = body.name;
    moving.body = made;
    moving.mass = shape->mass();
    moving.inertia = moments;
    moving.model = shape->rest();
    moving.mesh = {moving.model, &moving.model->mesh()};
    moving.deforming = shape;
    moving.isConvex = false;
    m_moving.push_back(std::move(moving));
}

void FileWorld::addCoupling(const WorldCoupling& coupling) {
    btFluidCoupling::btFluidCouplingConstructionInfo info;
    info.m_reach = coupling.reach;
    info.m_faces = coupling.faces;
    info.m_degree = coupling.degree;
    if (coupling.drag != "mutual")
        info.m_drag = coupling.drag == "own" ? ambient::DragInFlow::No : ambient::DragInFlow::OneWay;
    m_coupling = std::make_unique<btFluidCoupling>(m_fluid, info);
    for (const WorldWall& wall : m_description.walls)
        if (wall.isCoupled) m_coupling->addWall(btFluidVector(wall.normal), btScalar(wall.offset));
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        if (!m_description.bodies[i].isCoupled) m_coupling->setCoupled(m_bodies[i], false);
    m_world.addAction(m_coupling.get());
}

} // namespace ambient
