// SPDX-License-Identifier: Zlib
#include "WetMultiBody.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidThruster.h"

using namespace ambient;
using namespace ambient::c;

/// Keeps fluid and multi-body alive.
struct ambient::c::MountedThruster {
    MountedThruster(std::shared_ptr<WorldFluid> in, btRigidBody* body, const ThrusterDef& def)
        : fluid(std::move(in)), thruster(fluid->action, body, def) {
        fluid->thrusters.push_back(&thruster);
    }
    MountedThruster(std::shared_ptr<WetMultiBody> on, int link, const ThrusterDef& def)
        : fluid(on->fluid), multiBody(std::move(on)), thruster(fluid->action, multiBody->body, link, def) {
        fluid->thrusters.push_back(&thruster);
    }
    ~MountedThruster() {
        fluid->thrusters.erase(std::find(fluid->thrusters.begin(), fluid->thrusters.end(), &thruster));
    }
    MountedThruster(const MountedThruster&) = delete;
    MountedThruster& operator=(const MountedThruster&) = delete;

    std::shared_ptr<WorldFluid> fluid;
    std::shared_ptr<WetMultiBody> multiBody; ///< null: on a rigid body
    btFluidThruster thruster;
};

namespace {

ambient_thruster_options defaultThrusterOptions() {
    const ThrusterDef def;
    ambient_thruster_options options{};
    options.struct_size = sizeof options;
    options.is_right_handed = def.isRightHanded;
    copyTo(options.position, def.position);
    copyTo(options.axis, def.axis);
    options.diameter = def.diameter;
    options.thrust_coefficient = def.thrustCoefficient;
    options.torque_coefficient = def.torqueCoefficient;
    options.free_advance_ratio = def.freeAdvanceRatio;
    options.astern = def.astern;
    options.time_constant = def.timeConstant;
    options.fastest_speed = def.fastestSpeed;
    return options;
}

ThrusterDef thrusterDefOf(const ambient_thruster_options* given) {
    const ambient_thruster_options options = given ? *given : defaultThrusterOptions();
    requireSizeOf<ambient_thruster_options>(options.struct_size, "ambient_thruster_options");
    ThrusterDef def;
    def.position = finiteVector(options.position, "ambient_thruster_options: position");
    def.axis = requireDirection(vectorOf(options.axis), "ambient_thruster_options: axis");
    def.diameter = options.diameter;
    def.thrustCoefficient = options.thrust_coefficient;
    def.torqueCoefficient = options.torque_coefficient;
    def.freeAdvanceRatio = options.free_advance_ratio;
    def.astern = options.astern;
    def.isRightHanded = options.is_right_handed != 0;
    def.timeConstant = options.time_constant;
    def.fastestSpeed = options.fastest_speed;
    return def;
}

} // namespace

ambient_status ambient_thruster_options_init(ambient_thruster_options* options, size_t struct_size) {
    return guarded([&] {
        requireSizeOf<ambient_thruster_options>(struct_size, "ambient_thruster_options");
        required(options, "options") = defaultThrusterOptions();
    });
}

ambient_status ambient_thruster_create(ambient_fluid* fluid, void* rigid_body, const ambient_thruster_options* options,
                                       ambient_thruster** thruster) {
    return guarded([&] {
        required(thruster, "thruster");
        auto in = sharedOf(fluid, "fluid");
        requireAddress(rigid_body, "rigid_body");
        *thruster = handleOf<ambient_thruster>(std::make_shared<MountedThruster>(
            std::move(in), static_cast<btRigidBody*>(rigid_body), thrusterDefOf(options)));
    });
}

ambient_status ambient_thruster_create_on_link(ambient_multi_body* multi_body, int32_t link,
                                               const ambient_thruster_options* options, ambient_thruster** thruster) {
    return guarded([&] {
        required(thruster, "thruster");
        auto on = sharedOf(multi_body, "multi_body");
        const Pose bulletFromLink = on->frameOf(link).inverse();
        ThrusterDef def = thrusterDefOf(options);
        def.position = bulletFromLink * def.position;
        def.axis = bulletFromLink.orientation * def.axis;
        *thruster = handleOf<ambient_thruster>(std::make_shared<MountedThruster>(std::move(on), link - 1, def));
    });
}

void ambient_thruster_destroy(ambient_thruster* thruster) {
    destroy(thruster, "thruster");
}

ambient_status ambient_thruster_set_command(ambient_thruster* thruster, double speed) {
    return guarded([&] { objectOf(thruster, "thruster").thruster.setCommand(btFluidFinite(speed, "speed")); });
}

ambient_status ambient_thruster_apply(ambient_thruster* thruster, double duration) {
    return guarded([&] {
        requireNotNegative(duration, "duration");
        objectOf(thruster, "thruster").thruster.apply(btFluidFinite(duration, "duration"));
    });
}

ambient_status ambient_thruster_get_state(const ambient_thruster* thruster, ambient_thruster_state* state) {
    return guarded([&] {
        const Thruster& from = objectOf(thruster, "thruster").thruster.getThruster();
        requireSizeOf<ambient_thruster_state>(required(state, "state").struct_size, "ambient_thruster_state");
        *state = {static_cast<uint32_t>(sizeof *state), 0, from.speed(), from.thrust(), from.torque(), from.power()};
    });
}

ambient_status ambient_thruster_get_command_for(const ambient_thruster* thruster, double thrust, double density,
                                                double* speed) {
    return guarded([&] {
        const Thruster& from = objectOf(thruster, "thruster").thruster.getThruster();
        required(speed, "speed");
        *speed = from.commandOf(thrust, density);
    });
}
