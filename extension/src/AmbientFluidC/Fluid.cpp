// SPDX-License-Identifier: Zlib
#include "FluidHandle.h"

#include "BulletAmbientFluid/Base/btFluidWorldKind.h"
#include "BulletAmbientFluid/btFluidConstraintSolver.h"
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"

#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

using namespace ambient;
using namespace ambient::c;

namespace {

btRigidBody* rigidBodyOf(const void* address) {
    return &required(static_cast<btRigidBody*>(const_cast<void*>(address)), "rigid_body");
}

/// Drive of a body that plays a shape. \throws std::invalid_argument if there is none
btFluidShapeDrive& driveOf(const ambient_fluid* fluid, const void* rigidBody) {
    btFluidAction& action = const_cast<ambient_fluid&>(required(fluid, "fluid")).action;
    const btFluidBody* wet = action.getFluidBody(rigidBodyOf(rigidBody));
    btFluidShapeDrive* drive = wet ? wet->getDrive() : nullptr;
    if (!drive) throw std::invalid_argument("rigid_body plays no shape in this fluid");
    return *drive;
}

void setSolver(btDynamicsWorld& world, btConstraintSolver* solver) {
    // Its setConstraintSolver() leaves the islands with the solver that they have.
    if (auto* multiBody = dynamic_cast<btMultiBodyDynamicsWorld*>(&world))
        multiBody->setMultiBodyConstraintSolver(static_cast<btMultiBodyConstraintSolver*>(solver));
    else
        world.setConstraintSolver(solver);
}

std::unique_ptr<btConstraintSolver> exactSolverFor(btDynamicsWorld& world, btFluidAction& action) {
    const btFluidWorldKind kind = btFluidKindOf(world);
    if (kind == BT_FLUID_ONE_SOLVER_WORLD) return std::make_unique<btFluidConstraintSolver>(action);
    if (kind != BT_FLUID_MULTI_BODY_WORLD)
        throw std::invalid_argument("exact contacts: not by this function in this kind of world; " +
                                    btFluidWayToExactMode(kind));
    if (!dynamic_cast<btMultiBodyConstraintSolver*>(world.getConstraintSolver()))
        throw std::invalid_argument("exact contacts: the btMultiBodyDynamicsWorld has been given a solver by "
                                    "setConstraintSolver(); give it its own by setMultiBodyConstraintSolver() first");
    return std::make_unique<btFluidMultiBodyConstraintSolver>(action);
}

void setExactContacts(ambient_fluid& fluid, bool on) {
    if (on == bool(fluid.exactSolver)) return;
    if (!on) {
        if (fluid.world->getConstraintSolver() == fluid.exactSolver.get()) setSolver(*fluid.world, fluid.ownSolver);
        fluid.exactSolver.reset();
        return;
    }
    fluid.exactSolver = exactSolverFor(*fluid.world, fluid.action);
    fluid.ownSolver = fluid.world->getConstraintSolver();
    setSolver(*fluid.world, fluid.exactSolver.get());
}

} // namespace

int32_t ambient_bullet_scalar_size(void) {
    return int32_t(sizeof(btScalar));
}

ambient_status ambient_fluid_create(void* dynamics_world, ambient_log_function log, void* user_data,
                                    ambient_fluid** fluid) {
    return guarded([&] {
        required(fluid, "fluid");
        btDynamicsWorld& world = required(static_cast<btDynamicsWorld*>(dynamics_world), "dynamics_world");
        btFluidAction::btFluidActionConstructionInfo info;
        if (log) info.m_log = [=](const std::string& line) { log(line.c_str(), user_data); };
        auto made = std::make_unique<ambient_fluid>(world, info);
        world.addAction(&made->action);
        *fluid = made.release();
    });
}

void ambient_fluid_destroy(ambient_fluid* fluid) {
    if (!fluid) return;
    guarded([&] {
        setExactContacts(*fluid, false);
        fluid->world->removeAction(&fluid->action);
        delete fluid;
    });
}

ambient_status ambient_fluid_set_medium(ambient_fluid* fluid, const ambient_medium* medium) {
    return guarded([&] { required(fluid, "fluid").action.setMedium(medium ? medium->medium : nullptr); });
}

ambient_status ambient_fluid_set_exact_contacts(ambient_fluid* fluid, int32_t on) {
    return guarded([&] { setExactContacts(required(fluid, "fluid"), on != 0); });
}

ambient_status ambient_fluid_set_model_cache(ambient_fluid* fluid, const char* folder) {
    return guarded([&] { required(fluid, "fluid").action.setModelCacheFolder(folder ? folder : ""); });
}

ambient_status ambient_fluid_add_body(ambient_fluid* fluid, void* rigid_body, const ambient_model* model) {
    return guarded([&] {
        btFluidAction& action = required(fluid, "fluid").action;
        if (model)
            action.addBody(rigidBodyOf(rigid_body), model->model);
        else
            action.addBody(rigidBodyOf(rigid_body));
    });
}

ambient_status ambient_fluid_remove_body(ambient_fluid* fluid, void* rigid_body) {
    return guarded([&] { required(fluid, "fluid").action.removeBody(rigidBodyOf(rigid_body)); });
}

ambient_status ambient_fluid_get_twist(const ambient_fluid* fluid, const void* rigid_body, double twist[6]) {
    return guarded([&] {
        const btFluidAction& action = required(fluid, "fluid").action;
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
        required(fluid, "fluid");
        requireSize(required(readout, "readout").struct_size, sizeof *readout, "ambient_readout");
        *readout = readoutOf(fluid->action.getReadout(rigidBodyOf(rigid_body)), fluid->forces);
    });
}

ambient_status ambient_fluid_add_deforming_body(ambient_fluid* fluid, void* rigid_body, const ambient_shape* shape) {
    return guarded(
        [&] { required(fluid, "fluid").action.addBody(rigidBodyOf(rigid_body), required(shape, "shape").model); });
}

ambient_status ambient_fluid_set_shape_speed(ambient_fluid* fluid, void* rigid_body, double speed, double ramp) {
    return guarded([&] { driveOf(fluid, rigid_body).setSpeed(btScalar(speed), btScalar(ramp)); });
}

ambient_status ambient_fluid_set_shape_phase(ambient_fluid* fluid, void* rigid_body, double phase) {
    return guarded([&] { driveOf(fluid, rigid_body).setPhase(btScalar(phase)); });
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
