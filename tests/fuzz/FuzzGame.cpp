// SPDX-License-Identifier: Zlib
#include "FuzzGame.h"

#include "AmbientFluid/Media/UniformMedium.h"

#include <algorithm>
#include <cmath>

namespace fuzz {

using namespace ambient;

namespace {

std::shared_ptr<const FluidBodyModel> ballModel() {
    static const auto model = FluidBodyModel::build(makeSphere(0.1, 80));
    return model;
}

std::shared_ptr<const FluidBodyModel> plateModel() {
    static const auto model = FluidBodyModel::build(makeBox(Vector3(0.4, 0.3, 0.04), 80));
    return model;
}

/// Draws nowhere.
struct Drawer final : btIDebugDraw {
    void drawLine(const btVector3&, const btVector3&, const btVector3&) override {}
    void drawContactPoint(const btVector3&, const btVector3&, btScalar, int, const btVector3&) override {}
    void reportErrorWarning(const char*) override {}
    void draw3dText(const btVector3&, const char*) override {}
    void setDebugMode(int) override {}
    int getDebugMode() const override { return DBG_DrawWireframe; }
};

} // namespace

Game::Game(int kind) : m_kind(kind) {
    if (m_kind & 1)
        m_world =
            std::make_unique<btMultiBodyDynamicsWorld>(&m_dispatcher, &m_broadphase, &m_treeStock, &m_configuration);
    else
        m_world = std::make_unique<btDiscreteDynamicsWorld>(&m_dispatcher, &m_broadphase, &m_stock, &m_configuration);
    m_world->setGravity(btVector3(0, 0, btScalar(-9.81)));
    btTransform below = btTransform::getIdentity();
    below.setOrigin(btVector3(0, 0, -3));
    btRigidBody::btRigidBodyConstructionInfo floor(0, nullptr, &m_ground);
    floor.m_startWorldTransform = below;
    m_floor = std::make_unique<btRigidBody>(floor);
    m_world->addRigidBody(m_floor.get());
    makeFluid();
}

void Game::makeFluid() {
    btFluidAction::btFluidActionConstructionInfo info;
    info.m_log = [](const std::string& line) { requireOneLine(line); };
    m_fluid = std::make_unique<btFluidAction>(m_world.get(), info);
    m_fluid->setMedium(UniformMedium::water());
    m_world->addAction(m_fluid.get());
    if (!(m_kind & 2)) return;
    if (m_kind & 1) {
        m_treeSolver = std::make_unique<btFluidMultiBodyConstraintSolver>(*m_fluid);
        static_cast<btMultiBodyDynamicsWorld&>(*m_world).setMultiBodyConstraintSolver(m_treeSolver.get());
    } else {
        m_solver = std::make_unique<btFluidConstraintSolver>(*m_fluid);
        m_world->setConstraintSolver(m_solver.get());
    }
}

Game::~Game() = default;

Game::Body* Game::anyBody(Bytes& bytes) {
    return m_bodies.empty() ? nullptr : &m_bodies[bytes.take<std::uint8_t>() % m_bodies.size()];
}

Game::Tree* Game::anyTree(Bytes& bytes) {
    return m_trees.empty() ? nullptr : &m_trees[bytes.take<std::uint8_t>() % m_trees.size()];
}

void Game::call(Bytes& bytes) {
    const int choice = bytes.take<std::uint8_t>() % 16;
    Body* body = choice >= 2 && choice <= 6 ? anyBody(bytes) : nullptr;
    switch (choice) {
    case 0:
    case 1:
        return m_bodies.size() < 6 ? addBody(bytes) : step(bytes);
    case 2:
        return body ? wet(*body, bytes) : void();
    case 3:
        if (body) m_fluid->removeBody(body->body.get());
        return;
    case 4:
        return body ? change(*body, bytes) : void();
    case 5:
        return body ? deleteBody(std::size_t(body - m_bodies.data()), bytes) : void();
    case 6:
        if (!body) return;
        removeJoints(body->body.get());
        if (body->isInWorld)
            m_world->removeRigidBody(body->body.get());
        else
            m_world->addRigidBody(body->body.get());
        body->isInWorld = !body->isInWorld;
        return;
    case 7:
        return addJoint(bytes);
    case 8:
        return m_trees.size() < 2 ? addTree(bytes) : step(bytes);
    case 9:
        if (Tree* tree = anyTree(bytes)) deleteTree(std::size_t(tree - m_trees.data()), bytes);
        return;
    case 10:
        return setMedium(bytes);
    case 11:
        return changeRegions(bytes);
    case 12:
        return changeActors(bytes);
    case 13:
        return saveOrRestore(bytes);
    case 14:
        return look(bytes);
    default:
        return changeGrid(bytes);
    }
}

void Game::addBody(Bytes& bytes) {
    const bool isBall = bytes.take<std::uint8_t>() % 2 == 0;
    btCollisionShape* shape = isBall ? static_cast<btCollisionShape*>(&m_ball) : &m_plate;
    const btScalar mass = btScalar(0.5 + bytes.take<std::uint8_t>() / 16.0);
    btVector3 inertia;
    shape->calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, shape, inertia);
    info.m_startWorldTransform.setOrigin(vector(bytes, 2.0));
    Body made{std::make_unique<btRigidBody>(info), isBall ? ballModel() : plateModel(), true};
    m_world->addRigidBody(made.body.get());
    m_bodies.push_back(std::move(made));
    wet(m_bodies.back(), bytes);
}

void Game::wet(Body& body, Bytes& bytes) {
    const int how = bytes.take<std::uint8_t>() % 4;
    if (how < 3) trying([&] { m_fluid->addBody(body.body.get(), body.model); });
    if (how == 2) trying([&] { m_fluid->setStream(body.body.get(), Vector3(0.5, 0.0, 0.0)); });
}

void Game::change(Body& body, Bytes& bytes) {
    btRigidBody& b = *body.body;
    btTransform pose = b.getWorldTransform();
    btVector3 inertia;
    switch (bytes.take<std::uint8_t>() % 10) {
    case 0:
        return b.setLinearVelocity(vector(bytes, 5.0));
    case 1:
        return b.applyImpulse(vector(bytes, 3.0), vector(bytes, 0.1));
    case 2:
        return b.applyForce(vector(bytes, 50.0), vector(bytes, 0.1));
    case 3:
        pose.setOrigin(vector(bytes, 2.0));
        return b.setWorldTransform(pose);
    case 4: {
        const btScalar mass = btScalar(bytes.take<std::uint8_t>() % 4);
        b.getCollisionShape()->calculateLocalInertia(mass, inertia);
        return b.setMassProps(mass, mass > 0 ? inertia : btVector3(0, 0, 0));
    }
    case 5:
        return b.setLinearFactor(btVector3(1, btScalar(bytes.take<std::uint8_t>() % 2), 1));
    case 6:
        return b.setAngularFactor(btVector3(btScalar(bytes.take<std::uint8_t>() % 2), 1, 1));
    case 7:
        return b.setCollisionFlags(b.getCollisionFlags() ^ btCollisionObject::CF_KINEMATIC_OBJECT);
    case 8:
        return b.forceActivationState(bytes.take<std::uint8_t>() % 2 ? ISLAND_SLEEPING : ACTIVE_TAG);
    default:
        return b.setDamping(btScalar(0.1), btScalar(0.2));
    }
}

void Game::removeJoints(const btRigidBody* of) {
    for (std::size_t i = m_joints.size(); i-- > 0;) {
        if (&m_joints[i]->getRigidBodyA() != of && &m_joints[i]->getRigidBodyB() != of) continue;
        m_world->removeConstraint(m_joints[i].get());
        m_joints.erase(m_joints.begin() + std::ptrdiff_t(i));
    }
}

void Game::deleteBody(std::size_t index, Bytes& bytes) {
    btRigidBody* body = m_bodies[index].body.get();
    const int how = bytes.take<std::uint8_t>();
    if (how % 2 == 0) m_fluid->removeBody(body);
    removeJoints(body);
    m_thrusters.erase(
        std::remove_if(m_thrusters.begin(), m_thrusters.end(), [&](const auto& t) { return t.first == body; }),
        m_thrusters.end());
    if (m_bodies[index].isInWorld) m_world->removeRigidBody(body);
    m_bodies.erase(m_bodies.begin() + std::ptrdiff_t(index));
    if (how % 4 == 3) addBody(bytes); // often in the same memory
}

void Game::addJoint(Bytes& bytes) {
    Body* a = anyBody(bytes);
    Body* b = anyBody(bytes);
    const int kind = bytes.take<std::uint8_t>();
    if (!a || !a->isInWorld || !b->isInWorld || m_joints.size() > 6) return;
    if (a == b)
        m_joints.push_back(std::make_unique<btPoint2PointConstraint>(*a->body, btVector3(0, 0, btScalar(0.2))));
    else if (kind % 3 == 0)
        m_joints.push_back(std::make_unique<btPoint2PointConstraint>(*a->body, *b->body, btVector3(btScalar(0.2), 0, 0),
                                                                     btVector3(btScalar(-0.2), 0, 0)));
    else if (kind % 3 == 1)
        m_joints.push_back(std::make_unique<btHingeConstraint>(*a->body, *b->body, btVector3(btScalar(0.2), 0, 0),
                                                               btVector3(btScalar(-0.2), 0, 0), btVector3(0, 1, 0),
                                                               btVector3(0, 1, 0)));
    else
        m_joints.push_back(std::make_unique<btFixedConstraint>(*a->body, *b->body, btTransform::getIdentity(),
                                                               btTransform::getIdentity()));
    m_world->addConstraint(m_joints.back().get(), kind & 4);
}

void Game::addTree(Bytes& bytes) {
    if (!(m_kind & 1)) return;
    auto& world = static_cast<btMultiBodyDynamicsWorld&>(*m_world);
    const btScalar mass = btScalar(1.0 + bytes.take<std::uint8_t>() / 64.0);
    const bool isFixed = bytes.take<std::uint8_t>() % 4 == 0;
    btVector3 inertia;
    m_ball.calculateLocalInertia(mass, inertia);
    Tree made{std::make_unique<btMultiBody>(2, mass, inertia, isFixed, true), {}};
    for (int i = 0; i < 2; ++i)
        made.tree->setupRevolute(i, mass, inertia, i - 1, btQuaternion::getIdentity(), btVector3(0, 1, 0),
                                 btVector3(btScalar(0.15), 0, 0), btVector3(btScalar(0.15), 0, 0), true);
    made.tree->finalizeMultiDof();
    made.tree->setBasePos(vector(bytes, 1.5));
    world.addMultiBody(made.tree.get());
    for (int i = -1; i < 2; ++i) {
        made.colliders.push_back(std::make_unique<btMultiBodyLinkCollider>(made.tree.get(), i));
        made.colliders.back()->setCollisionShape(&m_ball);
        world.addCollisionObject(made.colliders.back().get(), btBroadphaseProxy::DefaultFilter,
                                 btBroadphaseProxy::AllFilter);
        if (i < 0)
            made.tree->setBaseCollider(made.colliders.back().get());
        else
            made.tree->getLink(i).m_collider = made.colliders.back().get();
    }
    btAlignedObjectArray<btQuaternion> rotations;
    btAlignedObjectArray<btVector3> origins;
    made.tree->forwardKinematics(rotations, origins);
    made.tree->updateCollisionObjectWorldTransforms(rotations, origins);
    m_trees.push_back(std::move(made));
    const std::vector<btFluidLinkModel> links(3, btFluidLinkModel{ballModel()});
    trying([&] { m_fluid->addMultiBody(m_trees.back().tree.get(), links); });
}

void Game::deleteTree(std::size_t index, Bytes& bytes) {
    auto& world = static_cast<btMultiBodyDynamicsWorld&>(*m_world);
    Tree& tree = m_trees[index];
    const int how = bytes.take<std::uint8_t>();
    if (how % 2 == 0) m_fluid->removeMultiBody(tree.tree.get());
    for (auto& collider : tree.colliders)
        world.removeCollisionObject(collider.get());
    world.removeMultiBody(tree.tree.get());
    m_trees.erase(m_trees.begin() + std::ptrdiff_t(index));
}

void Game::saveOrRestore(Bytes& bytes) {
    if (bytes.take<std::uint8_t>() % 2 == 0)
        m_saved = m_fluid->saveState();
    else
        trying([&] { m_fluid->restoreState(m_saved); });
}

void Game::look(Bytes& bytes) {
    Drawer drawer;
    m_fluid->debugDraw(&drawer);
    if (m_coupling) m_coupling->debugDraw(&drawer);
    if (m_grid) m_grid->debugDraw(&drawer);
    if (Body* body = anyBody(bytes)) {
        trying([&] { m_fluid->getReadout(body->body.get()); });
        m_fluid->getLinearVelocity(body->body.get());
        if (m_coupling) trying([&] { m_coupling->getCouplingWrench(body->body.get()); });
    }
    if (m_grid) trying([&] { m_saved = m_grid->saveState(); });
}

void Game::step(Bytes& bytes) {
    for (int steps = 1 + bytes.take<std::uint8_t>() % 4; steps > 0; --steps) {
        for (auto& [body, thruster] : m_thrusters)
            if (m_fluid->getFluidBody(body)) thruster->apply(btScalar(1.0 / 60));
        m_world->stepSimulation(btScalar(1.0 / 60), 0);
        requireFinite();
    }
}

void Game::requireFinite() const {
    const auto require = [](const btVector3& v) {
        if (!std::isfinite(double(v.x() + v.y() + v.z()))) std::abort();
    };
    for (const Body& body : m_bodies)
        require(body.body->getWorldTransform().getOrigin());
    for (const Tree& tree : m_trees)
        require(tree.tree->getBasePos());
}

void Game::end(Bytes& bytes) {
    const int order = bytes.take<std::uint8_t>();
    // As their headers require, the users of the fluid are deleted before the fluid; bodies before or after the fluid.
    const auto deleteFluid = [&] {
        for (btActionInterface* action :
             {static_cast<btActionInterface*>(m_coupling.get()), static_cast<btActionInterface*>(m_grid.get()),
              static_cast<btActionInterface*>(m_fluid.get())})
            if (action) m_world->removeAction(action);
        m_thrusters.clear();
        m_coupling.reset();
        m_grid.reset();
        if (order & 2) m_fluid.reset(); // the solvers see the deletion of the fluid
        m_solver.reset();
        m_treeSolver.reset();
        m_fluid.reset();
    };
    if (order & 1) deleteFluid();
    while (!m_joints.empty()) {
        m_world->removeConstraint(m_joints.back().get());
        m_joints.pop_back();
    }
    if (!m_fluid) makeFluid(); // a second one, for the same bodies
    while (!m_trees.empty())
        deleteTree(m_trees.size() - 1, bytes);
    while (!m_bodies.empty()) {
        Bytes none(nullptr, 0);
        if (m_bodies.back().isInWorld) m_world->removeRigidBody(m_bodies.back().body.get());
        m_bodies.pop_back();
    }
    m_world->stepSimulation(btScalar(1.0 / 60), 0);
    deleteFluid();
    m_world->removeRigidBody(m_floor.get());
    m_world.reset();
}

} // namespace fuzz
