// SPDX-License-Identifier: Zlib
#include "OwnRigidBody.h"

#include "BulletAmbientFluid/Base/btFluidWorldKind.h"
#include "BulletAmbientFluid/btFluidConstraintSolver.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"
#include "BulletAmbientFluid/btFluidPresence.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"

#include <BulletDynamics/Dynamics/btDynamicsWorld.h>

using namespace ambient;
using namespace ambient::c;

namespace {

btRigidBody* rigidBodyOf(const void* address) {
    requireAddress(address, "rigid_body");
    return static_cast<btRigidBody*>(const_cast<void*>(address));
}

/// Puts a body into a fluid by `add`. A body of the library then keeps the fluid, and leaves it before its end.
void enterFluid(ambient_fluid* fluid, void* rigidBody, const std::function<void(btFluidAction&, btRigidBody*)>& add) {
    const std::shared_ptr<WorldFluid> to = sharedOf(fluid, "fluid");
    btRigidBody* const body = &rigidBodyFor(*to, rigidBody, "rigid_body");
    const auto addTo = [&](btFluidAction& action) { add(action, body); };
    if (const auto own = OwnRigidBody::behind(*body))
        own->enter(to, addTo);
    else
        addTo(to->action);
}

/// Drive of a body with a changing shape. \throws std::invalid_argument if there is none
btFluidShapeDrive& driveOf(const ambient_fluid* fluid, const void* rigidBody) {
    const btFluidBody* wet = objectOf(fluid, "fluid").action.getFluidBody(rigidBodyOf(rigidBody));
    btFluidShapeDrive* drive = wet ? wet->getDrive() : nullptr;
    if (!drive) throw std::invalid_argument("rigid_body plays no shape in this fluid");
    return *drive;
}

} // namespace

WorldFluid::WorldFluid(btDynamicsWorld& dynamicsWorld, const btFluidAction::btFluidActionConstructionInfo& info,
                       std::shared_ptr<Log> messages)
    : keptWorld(OwnWorld::behind(dynamicsWorld)), world(&dynamicsWorld), forces(info.m_forces),
      log(std::move(messages)), action(&dynamicsWorld, info) {
    world->addAction(&action);
    if (keptWorld) keptWorld->fluids.push_back(this);
}

WorldFluid::~WorldFluid() {
    if (keptWorld) keptWorld->fluids.erase(std::find(keptWorld->fluids.begin(), keptWorld->fluids.end(), this));
    setExactContacts(false);
    world->removeAction(&action);
}

void WorldFluid::setExactContacts(bool on) {
    if (on == bool(exactContacts)) return;
    if (on) {
        exactContacts = ExactContacts::join(*world, action);
        return;
    }
    exactContacts->leave(action);
    exactContacts.reset();
}

btRigidBody& ambient::c::rigidBodyFor(const WorldFluid& fluid, void* address, const char* argument) {
    requireAddress(address, argument);
    auto& body = *static_cast<btRigidBody*>(address);
    if (body.getWorldArrayIndex() >= 0 && btFluidIndexInWorld(*fluid.world, &body, body.getWorldArrayIndex()) < 0)
        throw std::invalid_argument(std::string(argument) + ": the rigid body is in another world than the fluid");
    return body;
}

int32_t ambient_bullet_scalar_size(void) {
    return int32_t(sizeof(btScalar));
}

ambient_status ambient_fluid_create(void* dynamics_world, ambient_log_function log, void* user_data,
                                    ambient_fluid** fluid) {
    return guarded([&] {
        required(fluid, "fluid");
        requireAddress(dynamics_world, "dynamics_world");
        btFluidAction::btFluidActionConstructionInfo info;
        std::shared_ptr<WorldFluid::Log> messages;
        if (log) {
            messages = std::make_shared<WorldFluid::Log>(WorldFluid::Log{log, user_data});
            info.m_log = [messages](const std::string& line) {
                if (messages->function) messages->function(line.c_str(), messages->userData);
            };
        }
        *fluid = handleOf<ambient_fluid>(
            std::make_shared<WorldFluid>(*static_cast<btDynamicsWorld*>(dynamics_world), info, std::move(messages)));
    });
}

void ambient_fluid_destroy(ambient_fluid* fluid) {
    if (!fluid) return;
    guarded([&] {
        const std::shared_ptr<WorldFluid> left = leftBy(fluid, "fluid");
        left->action.removeAllBodies(); // the caller may delete rigid bodies from now on
        if (left->log) left->log->function = nullptr;
    });
}

ambient_status ambient_fluid_set_medium(ambient_fluid* fluid, const ambient_medium* medium) {
    return guarded([&] { objectOf(fluid, "fluid").action.setMedium(sharedOrNull(medium, "medium")); });
}

ambient_status ambient_fluid_set_exact_contacts(ambient_fluid* fluid, int32_t on) {
    return guarded([&] { objectOf(fluid, "fluid").setExactContacts(on != 0); });
}

ambient_status ambient_fluid_set_model_cache(ambient_fluid* fluid, const char* folder) {
    return guarded([&] { objectOf(fluid, "fluid").action.setModelCacheFolder(folder ? folder : ""); });
}

ambient_status ambient_fluid_add_body(ambient_fluid* fluid, void* rigid_body, const ambient_model* model) {
    return guarded([&] {
        enterFluid(fluid, rigid_body, [model](btFluidAction& action, btRigidBody* body) {
            if (model)
                action.addBody(body, sharedOf(model, "model"));
            else
                action.addBody(body);
        });
    });
}

ambient_status ambient_fluid_remove_body(ambient_fluid* fluid, void* rigid_body) {
    return guarded([&] { objectOf(fluid, "fluid").action.removeBody(rigidBodyOf(rigid_body)); });
}

ambient_status ambient_fluid_get_twist(const ambient_fluid* fluid, const void* rigid_body, double twist[6]) {
    return guarded([&] {
        const btFluidAction& action = objectOf(fluid, "fluid").action;
        required(twist, "twist");
        const btRigidBody* body = rigidBodyOf(rigid_body);
        const btVector3 angular = action.getAngularVelocity(body), linear = action.getLinearVelocity(body);
        for (int k = 0; k < 3; ++k) {
            twist[k] = double(angular[k]);
            twist[3 + k] = double(linear[k]);
        }
    });
}

ambient_status ambient_fluid_get_readout(const ambient_fluid* fluid, const void* rigid_body, ambient_readout* readout) {
    return guarded([&] {
        const WorldFluid& from = objectOf(fluid, "fluid");
        requireSizeOf<ambient_readout>(required(readout, "readout").struct_size, "ambient_readout");
        *readout = readoutOf(from.action.getReadout(rigidBodyOf(rigid_body)), from.forces);
    });
}

ambient_status ambient_fluid_add_deforming_body(ambient_fluid* fluid, void* rigid_body, const ambient_shape* shape) {
    return guarded([&] {
        enterFluid(fluid, rigid_body, [shape](btFluidAction& action, btRigidBody* body) {
            action.addBody(body, sharedOf(shape, "shape"));
        });
    });
}

ambient_status ambient_fluid_set_shape_speed(ambient_fluid* fluid, void* rigid_body, double speed, double ramp) {
    return guarded(
        [&] { driveOf(fluid, rigid_body).setSpeed(btFluidFinite(speed, "speed"), btFluidFinite(ramp, "ramp")); });
}

ambient_status ambient_fluid_set_shape_phase(ambient_fluid* fluid, void* rigid_body, double phase) {
    return guarded([&] { driveOf(fluid, rigid_body).setPhase(btFluidFinite(phase, "phase")); });
}

ambient_status ambient_fluid_get_shape_phase(const ambient_fluid* fluid, const void* rigid_body, double* phase,
                                             double* speed) {
    return guarded([&] {
        const btFluidShapeDrive& drive = driveOf(fluid, rigid_body);
        required(phase, "phase") = double(drive.getPhase());
        if (speed) *speed = double(drive.getSpeed());
    });
}

ambient_status ambient_fluid_get_shape_vertices(const ambient_fluid* fluid, const void* rigid_body, double* vertices) {
    return guarded([&] {
        const btFluidShapeDrive& drive = driveOf(fluid, rigid_body);
        required(vertices, "vertices");
        std::vector<btVector3> points;
        drive.vertices(points);
        for (std::size_t v = 0; v < points.size(); ++v)
            for (int k = 0; k < 3; ++k)
                vertices[3 * v + static_cast<std::size_t>(k)] = double(points[v][k]);
    });
}
