// SPDX-License-Identifier: Zlib
#include "Bindings.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "Conversions.h"
#include "PythonWorld.h"

#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <algorithm>

namespace py = pybind11;

namespace ambient::python {
namespace {

using World = PythonWorld;

/// Name of a part as in names(), of a static body, or "wall".
std::string nameOf(World& world, const btCollisionObject& object) {
    const WorldDescription& description = world.live().description();
    if (const btMultiBodyLinkCollider* const link = btMultiBodyLinkCollider::upcast(&object)) {
        const auto& trees = world.content().multiBodies();
        const auto tree =
            std::find_if(trees.begin(), trees.end(), [&](const auto& one) { return one.get() == link->m_multiBody; });
        const WorldArticulatedBody& body =
            description.articulatedBodies[static_cast<std::size_t>(tree - trees.begin())];
        return body.name + "/" + body.links[static_cast<std::size_t>(link->m_link + 1)].name;
    }
    const auto& bodies = world.content().bodies();
    const auto body = std::find(bodies.begin(), bodies.end(), btRigidBody::upcast(&object));
    return body == bodies.end() ? "wall" : description.bodies[static_cast<std::size_t>(body - bodies.begin())].name;
}

py::list contactsOf(World& world) {
    py::list contacts;
    const btDispatcher& dispatcher = *world.simulation().world().getDispatcher();
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
        const btPersistentManifold& manifold = *const_cast<btDispatcher&>(dispatcher).getManifoldByIndexInternal(i);
        for (int k = 0; k < manifold.getNumContacts(); ++k) {
            const btManifoldPoint& point = manifold.getContactPoint(k);
            py::dict contact;
            contact["bodies"] =
                py::make_tuple(nameOf(world, *manifold.getBody0()), nameOf(world, *manifold.getBody1()));
            contact["point"] = arrayOf(btFluidVector(point.getPositionWorldOnB()));
            contact["normal"] = arrayOf(btFluidVector(point.m_normalWorldOnB));
            contact["distance"] = double(point.getDistance());
            contact["impulse"] = double(point.getAppliedImpulse());
            contacts.append(contact);
        }
    }
    return contacts;
}

py::dict surfacesOf(World& world) {
    py::dict surfaces;
    world.live();
    for (const FileWorld::Moving& moving : world.content().moving())
        if (moving.mesh) surfaces[py::str(moving.name)] = arraysOf(*moving.mesh);
    for (const FileWorld::Standing& standing : world.content().standing())
        surfaces[py::str(standing.name)] = arraysOf(movedMesh(*standing.mesh, standing.worldFromMesh));
    return surfaces;
}

} // namespace

void bindContacts(py::module_& module) {
    auto world = py::reinterpret_borrow<py::class_<World, std::shared_ptr<World>>>(module.attr("World"));
    world.def(
        "contacts", &contactsOf,
        "Points at which parts touch or nearly touch, of the last step: a list of dicts.\n\nbodies: names of the two, "
        "as "
        "in names, 'wall' for a plane; point on the second one, world [m]; normal from the second to the first, "
        "world; distance [m], below 0 if they overlap; impulse along the normal in the last step [N s]. save() and "
        "restore() empty the list.");
    world.def(
        "surfaces", &surfacesOf,
        "Meshes of all parts, to be drawn: a dict by name of vertices [m] and triangles, arrays of shape (n, 3) and "
        "(m, 3).\n\nOf the rows of state about the centre of mass, axes of the shape, and at rest if it changes; of "
        "static bodies and fixed bases in the world.");
}

} // namespace ambient::python
