// SPDX-License-Identifier: Zlib
#include "OwnRigidBody.h"
#include "WetMultiBody.h"

#include "AmbientFluid/Math/Requirements.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidThruster.h"

using namespace ambient;
using namespace ambient::c;

/// Keeps fluid, multi-body and a rigid body of the library alive.
struct ambient::c::MountedThruster {
    MountedThruster(std::shared_ptr<WorldFluid> in, btRigidBody& body, const ThrusterDef& def)
        : fluid(std::move(in)), rigidBody(OwnRigidBody::behind(body)), thruster(fluid->action, &body, def) {
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
    std::shared_ptr<OwnRigidBody> rigidBody; ///< null: on a link, or a body of the caller
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
    options.dead_band = def.deadBand;
    options.table_density = def.tableDensity;
    return options;
}

/// The coefficients of a thruster as makers describe it.
void setCoefficients(const ThrusterDef& def, ambient_thruster_options& options) {
    options.diameter = def.diameter;
    options.thrust_coefficient = def.thrustCoefficient;
    options.torque_coefficient = def.torqueCoefficient;
    options.free_advance_ratio = def.freeAdvanceRatio;
    options.astern = def.astern;
    options.fastest_speed = def.fastestSpeed;
}

/// Calls a function for each row of `width` numbers.
template <class Function>
void forRows(const double* rows, std::uint64_t count, int width, const char* name, Function&& function) {
    constexpr std::uint64_t most = 100000;
    if (count > 0 && !rows) throw std::invalid_argument(std::string(name) + " is null, but has rows");
    if (count > most) throw std::invalid_argument(std::string(name) + " has more than 100000 rows");
    for (std::uint64_t i = 0; i < count; ++i)
        function(rows + i * static_cast<std::uint64_t>(width));
}

std::vector<ThrustPoint> tableOf(const double* rows, std::uint64_t count, const char* name) {
    std::vector<ThrustPoint> table;
    forRows(rows, count, 2, name, [&table](const double* row) { table.push_back({row[0], row[1]}); });
    return table;
}

/// Options with the fields of this version. \throws std::invalid_argument unless the caller's struct has them all
ambient_thruster_options& wholeOptions(ambient_thruster_options* options) {
    if (required(options, "options").struct_size != sizeof *options)
        throw std::invalid_argument("ambient_thruster_options: struct_size is not that of this version: call "
                                    "ambient_thruster_options_init first");
    return *options;
}

ThrusterDef thrusterDefOf(const ambient_thruster_options* given) {
    const ambient_thruster_options defaults = defaultThrusterOptions();
    const ambient_thruster_options options = given ? wholeOf(*given, defaults, "ambient_thruster_options") : defaults;
    ThrusterDef def;
    def.deadBand = options.dead_band;
    forRows(options.open_water, options.open_water_count, 3, "ambient_thruster_options: open_water",
            [&def](const double* row) {
                def.openWater.push_back({row[0], row[1], row[2]});
            });
    def.table = tableOf(options.table, options.table_count, "ambient_thruster_options: table");
    def.tableDensity = options.table_density;
    requirePositive(def.tableDensity, "ambient_thruster_options: table_density");
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
        giveFields(defaultThrusterOptions(), required(options, "options"), struct_size, "ambient_thruster_options");
    });
}

ambient_status ambient_thruster_options_set_bollard(ambient_thruster_options* options, double ahead, double astern,
                                                    double speed, double diameter, double density) {
    return guarded([&] {
        ambient_thruster_options& to = wholeOptions(options);
        setCoefficients(thrusterFromBollard(ahead, astern, speed, diameter, density), to);
    });
}

ambient_status ambient_thruster_options_set_table(ambient_thruster_options* options, const double* rows, size_t count,
                                                  double speed, double diameter, double density) {
    return guarded([&] {
        ambient_thruster_options& to = wholeOptions(options);
        const Thruster checked(thrusterFromTable(tableOf(rows, count, "rows"), speed, diameter, density));
        setCoefficients(checked.def(), to);
        to.table = rows;
        to.table_count = count;
        to.table_density = density;
        to.dead_band = 0.0; // the table has its own
    });
}

ambient_status ambient_thruster_create(ambient_fluid* fluid, void* rigid_body, const ambient_thruster_options* options,
                                       ambient_thruster** thruster) {
    return guarded([&] {
        required(thruster, "thruster");
        auto in = sharedOf(fluid, "fluid");
        btRigidBody& body = rigidBodyFor(*in, rigid_body, "rigid_body");
        if (!(body.getInvMass() > 0))
            throw std::invalid_argument("rigid_body has mass 0: a thruster would not move it");
        *thruster =
            handleOf<ambient_thruster>(std::make_shared<MountedThruster>(std::move(in), body, thrusterDefOf(options)));
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
