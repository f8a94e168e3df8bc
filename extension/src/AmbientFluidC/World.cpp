// SPDX-License-Identifier: Zlib
#include "Calls.h"
#include "OwnRigidBody.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <algorithm>

using namespace ambient;
using namespace ambient::c;

OwnWorld::OwnWorld() : btMultiBodyDynamicsWorld(&dispatcher, &broadphase, &solver, &configuration) {
    getDispatchInfo().m_deterministicOverlappingPairs = true; // for equal steps after restoreState()
}

OwnWorld::~OwnWorld() {
    for (const auto& plane : m_planes)
        removeRigidBody(plane.get());
}

void OwnWorld::addPlane(const btVector3& normal, btScalar offset, btScalar friction) {
    auto shape = std::make_unique<btStaticPlaneShape>(normal, offset);
    auto plane = std::make_unique<btRigidBody>(0, nullptr, shape.get());
    plane->setFriction(friction);
    m_shapes.push_back(std::move(shape));
    m_planes.push_back(std::move(plane));
    addRigidBody(m_planes.back().get());
}

void OwnWorld::add(OwnRigidBody& body, bool collides) {
    const CollisionFilter filter(body.body->isStaticObject(), collides);
    m_bodies.push_back(&body);
    colliders.insert(body.body.get());
    addRigidBody(body.body.get(), filter.group, filter.mask);
}

void OwnWorld::remove(OwnRigidBody& body) {
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) { // what lies on the body may sleep
        const btPersistentManifold& contact = *dispatcher.getManifoldByIndexInternal(i);
        if (contact.getBody0() == body.body.get()) contact.getBody1()->activate();
        if (contact.getBody1() == body.body.get()) contact.getBody0()->activate();
    }
    removeRigidBody(body.body.get());
    colliders.erase(body.body.get());
    m_bodies.erase(std::find(m_bodies.begin(), m_bodies.end(), &body));
}

void OwnWorld::forgetCallersObjects() {
    for (int i = getNumMultibodies() - 1; i >= 0; --i)
        if (multiBodies.count(getMultiBody(i)) == 0) removeMultiBody(getMultiBody(i));
    for (int i = getNumCollisionObjects() - 1; i >= 0; --i) {
        btCollisionObject* const object = getCollisionObjectArray()[i];
        const bool isPlane = std::any_of(m_planes.begin(), m_planes.end(),
                                         [object](const auto& plane) { return plane.get() == object; });
        if (!isPlane && colliders.count(object) == 0) removeCollisionObject(object);
    }
}

std::shared_ptr<OwnWorld> OwnWorld::behind(btDynamicsWorld& world) {
    auto* const own = dynamic_cast<OwnWorld*>(&world);
    return own ? own->shared_from_this() : nullptr;
}

ambient_status ambient_world_create(const double gravity[3], ambient_world** world) {
    return guarded([&] {
        required(world, "world");
        const btVector3 downwards = btFluidFiniteVector(gravityOf(gravity), "gravity");
        auto made = std::make_shared<OwnWorld>();
        made->setGravity(downwards);
        *world = handleOf<ambient_world>(std::move(made));
    });
}

void ambient_world_destroy(ambient_world* world) {
    if (world) guarded([&] { leftBy(world, "world")->forgetCallersObjects(); });
}

void* ambient_world_get_address(ambient_world* world) {
    void* address = nullptr;
    if (world) guarded([&] { address = static_cast<btDynamicsWorld*>(&objectOf(world, "world")); });
    return address;
}

ambient_status ambient_world_add_plane(ambient_world* world, const double normal[3], double offset, double friction) {
    return guarded([&] {
        OwnWorld& to = objectOf(world, "world");
        const Vector3 n = requireDirection(vectorOf(&required(normal, "normal")), "normal");
        requireNotNegative(friction, "friction");
        to.addPlane(btFluidVector(n), btFluidFinite(offset, "offset"), btFluidFinite(friction, "friction"));
    });
}

ambient_status ambient_world_step(ambient_world* world, double duration) {
    return guarded([&] {
        OwnWorld& stepped = objectOf(world, "world");
        requirePositive(duration, "duration");
        stepped.stepSimulation(btFluidFinite(duration, "duration"), 0);
        stepped.time += duration;
    });
}

ambient_status ambient_world_save_state(ambient_world* world, void* bytes, size_t* size) {
    return guarded([&] {
        OwnWorld& saved = objectOf(world, "world");
        std::size_t& room = required(size, "size");
        const std::vector<unsigned char> state = saved.saveState();
        if (bytes && room < state.size())
            throw std::invalid_argument("size is " + std::to_string(room) + ", the state has " +
                                        std::to_string(state.size()) + " bytes");
        if (bytes) std::copy(state.begin(), state.end(), static_cast<unsigned char*>(bytes));
        room = state.size();
    });
}

ambient_status ambient_world_restore_state(ambient_world* world, const void* bytes, size_t size) {
    return guarded([&] {
        OwnWorld& restored = objectOf(world, "world");
        const auto* const first = static_cast<const unsigned char*>(bytes);
        if (!first) throw std::invalid_argument("bytes is null");
        restored.restoreState({first, first + size});
    });
}
