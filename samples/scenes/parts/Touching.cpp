// SPDX-License-Identifier: Zlib
#include "scenes/parts/Touching.h"

#include "interface/SceneContext.h"

#include <algorithm>
#include <map>

namespace samples {

Touching touchingIn(const RunRecord& record, int frame, double reach) {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btCollisionWorld world(&dispatcher, &broadphase, &configuration);
    std::map<const ambient::TriangleMesh*, std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btCollisionObject>> objects;
    for (int body = 0; body < record.bodyCount(); ++body) {
        const ambient::TriangleMesh* mesh = record.bodies[static_cast<std::size_t>(body)].mesh.get();
        std::unique_ptr<btCollisionShape>& shape = shapes[mesh];
        if (!shape) shape = convexHullOf(mesh->vertices, 0.0);
        objects.push_back(std::make_unique<btCollisionObject>());
        objects.back()->setCollisionShape(shape.get());
        objects.back()->setWorldTransform(btFluidTransform(record.at(frame, body).worldFromBody));
        world.addCollisionObject(objects.back().get());
    }
    world.performDiscreteCollisionDetection();
    Touching touching;
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
        const btPersistentManifold& manifold = *dispatcher.getManifoldByIndexInternal(i);
        double nearest = 1e30;
        for (int k = 0; k < manifold.getNumContacts(); ++k)
            nearest = std::min(nearest, double(manifold.getContactPoint(k).getDistance()));
        touching.pairs += nearest < reach;
        touching.deepest = std::max(touching.deepest, -nearest);
    }
    for (const auto& object : objects)
        world.removeCollisionObject(object.get());
    return touching;
}

} // namespace samples
