// SPDX-License-Identifier: Zlib
#include "Worlds/FileWorld.h"

#include "AmbientFluid/Articulated/JointMotion.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "BulletAmbientFluid/Base/btFluidForgottenContacts.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "Worlds/RobotBody.h"
#include "Worlds/RobotMeshes.h"

#include <BulletDynamics/Featherstone/btMultiBodyConstraint.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>
#include <cstdio>

namespace ambient {
namespace {

void setTouch(btCollisionObject& object, const WorldTouch& touch) {
    object.setFriction(btScalar(touch.friction));
    object.setRollingFriction(btScalar(touch.rollingFriction));
    object.setRestitution(btScalar(touch.restitution));
}

bool equal(const TriangleMesh& a, const TriangleMesh& b) {
    return a.faces == b.faces && a.vertices == b.vertices;
}

/// Makes the grid follow the body with this name. If there is no such body, the grid stays.
void follow(const FileWorld& content, const WorldDescription& description, const std::string& name) {
    for (std::size_t i = 0; i < content.bodies().size(); ++i)
        if (description.bodies[i].name == name) content.grid()->setFollowed(content.bodies()[i]);
    for (std::size_t i = 0; i < content.multiBodies().size(); ++i)
        if (description.articulatedBodies[i].name == name) content.grid()->setFollowed(content.multiBodies()[i].get());
}

} // namespace

FileWorld::FileWorld(const WorldDescription& description, btDiscreteDynamicsWorld& world, btFluidAction& fluid,
                     const FileWorldOptions& options)
    : m_description(description), m_world(world), m_fluid(fluid), m_options(options) {
    m_progress.parts = static_cast<int>(description.bodies.size());
    for (const WorldArticulatedBody& body : description.articulatedBodies)
        m_progress.parts += static_cast<int>(body.links.size());
    try {
        if (description.grid) addGrid(*description.grid);
        for (const WorldWall& wall : description.walls)
            addWall(wall);
        for (const WorldBody& body : description.bodies)
            addBody(body);
        for (const WorldArticulatedBody& body : description.articulatedBodies)
            addArticulated(body);
        for (const WorldJoint& joint : description.joints)
            addJoint(joint);
        if (description.coupling) addCoupling(*description.coupling);
        if (m_grid) follow(*this, description, description.grid->followed); // the bodies came after it
        for (const WorldMooring& mooring : description.moorings)
            addMooring(mooring);
        for (const WorldThruster& thruster : description.thrusters)
            addThruster(thruster);
    } catch (...) {
        m_coupling.reset();
        takeOut({});
        throw;
    }
}

FileWorld::~FileWorld() {
    m_coupling.reset();
    takeOut({});
}

FileWorld::Extent FileWorld::extent() const {
    return {m_shapes.size(), m_rigidBodies.size(), m_bodies.size(), m_joints.size(),  m_multiBodies.size(),
            m_limits.size(), m_colliders.size(),   m_moving.size(), m_standing.size()};
}

void FileWorld::takeOut(const Extent& since) {
    for (std::size_t i = since.joints; i < m_joints.size(); ++i)
        m_world.removeConstraint(m_joints[i].get());
    for (std::size_t i = since.limits; i < m_limits.size(); ++i)
        multiBodyWorld().removeMultiBodyConstraint(m_limits[i].get());
    for (std::size_t i = since.colliders; i < m_colliders.size(); ++i)
        m_world.removeCollisionObject(m_colliders[i].get());
    for (std::size_t i = since.multiBodies; i < m_multiBodies.size(); ++i) {
        m_fluid.removeMultiBody(m_multiBodies[i].get());
        multiBodyWorld().removeMultiBody(m_multiBodies[i].get());
    }
    for (std::size_t i = since.rigidBodies; i < m_rigidBodies.size(); ++i) {
        m_fluid.removeBody(m_rigidBodies[i].get());
        if (m_grid) m_grid->removeResolved(m_rigidBodies[i].get());
        m_world.removeRigidBody(m_rigidBodies[i].get());
    }
    m_joints.resize(since.joints);
    m_turning.resize(since.joints);
    m_limits.resize(since.limits);
    m_colliders.resize(since.colliders);
    m_multiBodies.resize(since.multiBodies);
    m_trees.resize(std::min(m_trees.size(), since.multiBodies));
    m_motors.resize(std::min(m_motors.size(), since.multiBodies));
    m_rigidBodies.resize(since.rigidBodies);
    m_bodies.resize(since.bodies);
    m_moving.resize(since.moving);
    m_standing.resize(since.standing);
    m_shapes.resize(since.shapes);
}

template <class Function>
void FileWorld::madeAt(const std::string& path, Function&& make) {
    const Extent before = extent();
    try {
        make();
    } catch (const WorldFileError&) {
        takeOut(before);
        throw;
    } catch (const std::invalid_argument& error) {
        takeOut(before);
        throw WorldFileError(path + ": " + error.what());
    }
}

void FileWorld::addWall(const WorldWall& wall) {
    madeAt(wall.path, [&] {
        placeWall(wall);
        couple(wall);
    });
}

void FileWorld::addBody(const WorldBody& body) {
    madeAt(body.path, [&] {
        tellShare(0.0);
        if (body.shape.isDeforming()) {
            addDeforming(body);
        } else {
            MeshRemarks remarks;
            const TriangleMesh mesh = meshOf(body.shape, m_description.folder, &remarks);
            tellShare(kMeshShare);
            if (body.isStatic)
                addStatic(body, mesh);
            else
                addRigid(body, mesh, remarks);
            if (body.isStatic) tell(remarks.warnings);
        }
        couple(m_bodies.size() - 1);
    });
    ++m_progress.made;
}

void FileWorld::addArticulated(const WorldArticulatedBody& body) {
    tell(body.notes);
    madeAt(body.path, [&] {
        if (body.robotFile.empty()) {
            placeArticulated(body);
        } else {
            WorldArticulatedBody robot = body;
            tell(mendRobotMeshes(robot.links, m_description.folder));
            tell(joinFixedOverlaps(robot.links, m_description.folder));
            placeArticulated(robot);
        }
        couple(body, *m_multiBodies.back());
    });
}

void FileWorld::addJoint(const WorldJoint& joint) {
    madeAt(joint.path, [&] { placeJoint(joint); });
}

void FileWorld::addMooring(const WorldMooring& mooring) {
    madeAt(mooring.path, [&] { placeMooring(mooring); });
}

void FileWorld::addThruster(const WorldThruster& thruster) {
    madeAt(thruster.path, [&] { placeThruster(thruster); });
}

void FileWorld::tell(const std::vector<std::string>& lines) const {
    for (const std::string& line : lines) {
        if (m_options.log)
            m_options.log(line);
        else
            std::fprintf(stderr, "%s\n", line.c_str());
    }
}

void FileWorld::tellShare(double share) const {
    if (m_options.progress && m_progress.made < m_progress.parts)
        m_options.progress((m_progress.made + share) / m_progress.parts);
}

btMultiBodyDynamicsWorld& FileWorld::multiBodyWorld() {
    return static_cast<btMultiBodyDynamicsWorld&>(m_world);
}

std::shared_ptr<const FluidBodyModel> FileWorld::modelOf(const TriangleMesh& mesh, const WorldSurfaceFlow& flow) {
    FluidBodyDef def = modelDefOf(flow);
    for (const BuiltModel& built : m_models)
        if (built.detail == flow.detail && equal(built.mesh, mesh) && areSameDefs(built.def, def)) return built.model;
    if (m_options.progress)
        def.progress = [this](double fraction) { tellShare(kMeshShare + (1.0 - kMeshShare) * fraction); };
    std::shared_ptr<const FluidBodyModel> model = m_options.buildModel(mesh, def);
    def.progress = nullptr;
    model = modelOfDetail(model, flow.detail).model;
    m_models.push_back({mesh, def, flow.detail, std::move(model)});
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

double FileWorld::densityAt(const Vector3& place) const {
    const FluidMedium* const medium = m_fluid.getMedium().get();
    if (!medium) return 0.0;
    const DividedMedium* const divided = medium->divided();
    return (divided ? divided->below() : *medium).sample(place, m_fluid.getTime()).density;
}

void FileWorld::placeWall(const WorldWall& wall) {
    WorldBody plane;
    plane.touch = wall.touch;
    WorldCollisionShape shape;
    shape.shape = std::make_unique<btStaticPlaneShape>(btFluidVector(wall.normal), btScalar(wall.offset));
    makeBody(plane, std::move(shape), 0.0, Vector3::Zero(), {});
}

void FileWorld::addStatic(const WorldBody& body, const TriangleMesh& mesh) {
    m_bodies.push_back(makeBody(body, collisionShapeOf(body.shape, mesh, m_description.folder, {}, true), 0.0,
                                Vector3::Zero(), body.worldFromFrame));
    if (m_grid && body.isResolved) m_grid->addObstacle(m_bodies.back(), mesh);
    m_standing.push_back({body.name, std::make_shared<TriangleMesh>(mesh), body.worldFromFrame, isConvex(body.shape)});
}

void FileWorld::addRigid(const WorldBody& body, const TriangleMesh& mesh, const MeshRemarks& remarks) {
    const WorldCavity cavity =
        cavityOf(body.mass.flooding, mesh, m_description.folder, densityAt(body.worldFromFrame.position));
    const WorldMassFrame masses = massFrameOf(body.mass, &mesh, body.path, cavity, body.flow.porosity);
    tell(remarks.lines(body.mass, masses.mass));
    const Pose bodyFromFrame = masses.frameFromBody.inverse();
    const TriangleMesh inBody = movedMesh(mesh, bodyFromFrame);
    const std::shared_ptr<const FluidBodyModel> model = body.isWet ? modelOf(inBody, body.flow) : nullptr;
    btRigidBody* made = makeBody(body, collisionShapeOf(body.shape, mesh, m_description.folder, bodyFromFrame, false),
                                 masses.mass, masses.moments, body.worldFromFrame * masses.frameFromBody);
    m_bodies.push_back(made);
    if (m_grid && body.isResolved)
        m_grid->addResolved(made, model);
    else if (model) {
        m_fluid.addBody(made, model);
        chooseWaves(body, made, inBody, bodyFromFrame);
    }
    Moving moving;
    moving.name = body.name;
    moving.body = made;
    moving.shownFromBody = masses.frameFromBody.orientation;
    moving.centerOfMass = masses.frameFromBody.position;
    moving.mass = masses.mass;
    moving.cavity = cavity;
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
    FluidBodyDef def = modelDefOf(body.flow);
    if (m_options.progress) def.progress = [this](double fraction) { tellShare(fraction); };
    const std::shared_ptr<const DeformingModel> shape = m_options.buildShape(sequence, def);
    for (const std::string& warning : shape->rest()->report().warnings)
        tell({body.shape.path + ": " + warning});
    const Pose bodyFromAuthor = shape->bodyFromAuthor(shape->firstPhase() + body.shape.phase);
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
    if (body.shape.phase != 0.0) { // starts from a held shape, as at the first key
        drive->setSpeed(0);
        drive->setPhase(btScalar(shape->firstPhase() + body.shape.phase));
        drive->setSpeed(btScalar(body.shape.speed));
    }
    if (body.collides) drive->setCollisionHull(followed);
    if (body.shape.phase == 0.0 && body.shape.speed != 1.0) drive->setSpeed(btScalar(body.shape.speed));
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
    if (m_options.isVacuum) return;
    if (m_coupling) throw WorldFileError("coupling: the world has one already");
    btFluidCoupling::btFluidCouplingConstructionInfo info;
    info.m_reach = coupling.reach;
    info.m_faces = coupling.faces;
    info.m_degree = coupling.degree;
    if (coupling.drag != "mutual")
        info.m_drag = coupling.drag == "own" ? ambient::DragInFlow::No : ambient::DragInFlow::OneWay;
    try {
        m_coupling.enter(m_world, std::make_unique<btFluidCoupling>(m_fluid, info));
        for (const WorldWall& wall : m_description.walls)
            couple(wall);
    } catch (const std::invalid_argument& error) {
        m_coupling.reset();
        throw WorldFileError(std::string("coupling: ") + error.what());
    }
    for (std::size_t i = 0; i < m_bodies.size(); ++i)
        couple(i);
    for (std::size_t i = 0; i < m_multiBodies.size(); ++i)
        couple(m_description.articulatedBodies[i], *m_multiBodies[i]);
}

void FileWorld::addGrid(const WorldGrid& grid) {
    if (m_options.isVacuum) return;
    if (m_grid) throw WorldFileError("grid: the world has one already");
    btFluidGrid::btFluidGridConstructionInfo info;
    info.m_box = grid.box;
    info.m_flow = grid.state;
    info.m_interval = grid.interval;
    info.m_log = m_options.log;
    madeAt("grid", [&] { m_grid.enter(m_world, std::make_unique<btFluidGrid>(m_fluid, info)); }); // after the fluid
    if (m_options.solve) m_options.solve(*m_grid.get());
    follow(*this, m_description, grid.followed);
}

void FileWorld::couple(const WorldWall& wall) {
    if (m_coupling && wall.isCoupled) m_coupling->addWall(btFluidVector(wall.normal), btScalar(wall.offset));
}

void FileWorld::couple(std::size_t body) {
    if (m_coupling && !m_description.bodies[body].isCoupled) m_coupling->setCoupled(m_bodies[body], false);
}

void FileWorld::couple(const WorldArticulatedBody& body, const btMultiBody& multiBody) {
    if (m_coupling && body.isCoupled) m_coupling->setCoupled(&multiBody, true);
}

void FileWorld::forgetContacts() {
    std::vector<btCollisionObject*> objects;
    for (const auto& body : m_rigidBodies)
        objects.push_back(body.get());
    for (const auto& collider : m_colliders)
        objects.push_back(collider.get());
    btFluidForgetContacts(m_world, objects);
}

} // namespace ambient
