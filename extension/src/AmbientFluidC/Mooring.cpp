// SPDX-License-Identifier: Zlib
#include "OwnRigidBody.h"
#include "WetMultiBody.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMooring.h"

#include <algorithm>
#include <limits>
#include <stdexcept>

using namespace ambient;
using namespace ambient::c;

/// Keeps the fluid, and what it holds of the library, alive.
struct ambient::c::MooredLine {
    MooredLine() = default;
    ~MooredLine() {
        if (!mooring) return;
        auto& all = fluid->moorings;
        all.erase(std::find(all.begin(), all.end(), mooring.get()));
    }
    MooredLine(const MooredLine&) = delete;
    MooredLine& operator=(const MooredLine&) = delete;

    std::shared_ptr<WorldFluid> fluid;
    std::shared_ptr<const void> held[2]; ///< multi-bodies and rigid bodies of the library; null: the caller's, places
    std::unique_ptr<btFluidMooring> mooring;
};

namespace {

struct End {
    btFluidCarrier carrier;
    Vector3 point;
    std::shared_ptr<const void> held;
};

End endOf(const ambient_mooring_end& given, const WorldFluid& fluid, const char* name) {
    const std::string prefix = std::string(name) + ": ";
    End end;
    end.point = finiteVector(given.point, name);
    if (given.rigid_body && given.multi_body)
        throw std::invalid_argument(prefix + "has a rigid body and a multi-body; an end has one of them");
    if (given.rigid_body) {
        btRigidBody& body = rigidBodyFor(fluid, given.rigid_body, name);
        end.held = OwnRigidBody::behind(body);
        end.carrier = btFluidCarrier(&body, "mooring");
    } else if (given.multi_body) {
        const std::shared_ptr<WetMultiBody> kept = sharedOf(given.multi_body, name);
        end.held = kept;
        if (kept->fluid.get() != &fluid) throw std::invalid_argument(prefix + "the multi-body is of another fluid");
        end.point = kept->frameOf(given.link).inverse() * end.point;
        end.carrier = btFluidCarrier(kept->body, given.link - 1, "mooring");
    }
    return end;
}

ambient_mooring_options defaultMooringOptions(bool isCable) {
    const CableDef def;
    ambient_mooring_options options{};
    options.struct_size = sizeof options;
    options.is_cable = isCable;
    options.segments = def.segments;
    options.length = def.length;
    options.mass = def.mass;
    options.diameter = def.diameter;
    options.stiffness = def.stiffness;
    options.seabed_friction = isCable ? def.seabedFriction : 0.0;
    options.normal_drag = def.normalDrag;
    options.tangential_drag = def.tangentialDrag;
    options.added_mass = def.addedMass;
    return options;
}

CableDef cableOf(const ambient_mooring_options& options, double breakingLoad) {
    CableDef def;
    def.length = options.length;
    def.mass = options.mass;
    def.diameter = options.diameter;
    def.stiffness = options.stiffness;
    def.normalDrag = options.normal_drag;
    def.tangentialDrag = options.tangential_drag;
    def.addedMass = options.added_mass;
    def.seabedFriction = options.seabed_friction;
    def.breakingLoad = breakingLoad;
    def.segments = options.segments;
    return def;
}

CatenaryLineDef catenaryOf(const ambient_mooring_options& options, double breakingLoad) {
    CatenaryLineDef def;
    def.line = {options.length, options.weight, options.stiffness, options.seabed_friction};
    def.breakingLoad = breakingLoad;
    return def;
}

} // namespace

ambient_status ambient_mooring_options_init(ambient_mooring_options* options, size_t struct_size, int32_t is_cable) {
    return guarded([&] {
        requireSizeOf<ambient_mooring_options>(struct_size, "ambient_mooring_options");
        required(options, "options") = defaultMooringOptions(is_cable != 0);
    });
}

ambient_status ambient_mooring_create(ambient_fluid* fluid, const ambient_mooring_end* first,
                                      const ambient_mooring_end* second, const ambient_mooring_options* options,
                                      ambient_mooring** mooring) {
    return guarded([&] {
        required(mooring, "mooring");
        const ambient_mooring_options given = options ? *options : defaultMooringOptions(false);
        requireSizeOf<ambient_mooring_options>(given.struct_size, "ambient_mooring_options");
        requireNotNegative(given.breaking_load, "ambient_mooring_options: breaking_load");
        constexpr double never = std::numeric_limits<double>::infinity();
        const double load = given.breaking_load > 0.0 ? given.breaking_load : never;
        const double bed = given.has_seabed ? btFluidFinite(given.seabed, "ambient_mooring_options: seabed") : -never;
        const auto line = std::make_shared<MooredLine>();
        line->fluid = sharedOf(fluid, "fluid");
        const End from = endOf(required(first, "first"), *line->fluid, "first");
        const End to = endOf(required(second, "second"), *line->fluid, "second");
        line->held[0] = from.held;
        line->held[1] = to.held;
        const btFluidAction& action = line->fluid->action;
        line->mooring = given.is_cable ? std::make_unique<btFluidMooring>(action, from.carrier, from.point, to.carrier,
                                                                          to.point, cableOf(given, load), bed)
                                       : std::make_unique<btFluidMooring>(action, from.carrier, from.point, to.carrier,
                                                                          to.point, catenaryOf(given, load), bed);
        line->fluid->moorings.push_back(line->mooring.get());
        *mooring = handleOf<ambient_mooring>(line);
    });
}

void ambient_mooring_destroy(ambient_mooring* mooring) {
    destroy(mooring, "mooring");
}

ambient_status ambient_mooring_apply(ambient_mooring* mooring, double duration) {
    return guarded([&] {
        requireNotNegative(duration, "duration");
        objectOf(mooring, "mooring").mooring->apply(btScalar(btFluidFinite(duration, "duration")));
    });
}

ambient_status ambient_mooring_reel(ambient_mooring* mooring, double length, double rate) {
    return guarded([&] { objectOf(mooring, "mooring").mooring->getLine().reel(length, rate); });
}

ambient_status ambient_mooring_get_state(const ambient_mooring* mooring, ambient_mooring_state* state) {
    return guarded([&] {
        const btFluidMooring& from = *objectOf(mooring, "mooring").mooring;
        requireSizeOf<ambient_mooring_state>(required(state, "state").struct_size, "ambient_mooring_state");
        const MooringLine& line = from.getLine();
        *state = {static_cast<uint32_t>(sizeof *state),
                  line.isBroken(),
                  static_cast<int32_t>(line.points().size()),
                  0,
                  line.length(),
                  {line.tension(0), line.tension(1)},
                  line.largestTension()};
    });
}

ambient_status ambient_mooring_get_points(const ambient_mooring* mooring, double* points, int32_t count) {
    return guarded([&] {
        const std::vector<Vector3> all = objectOf(mooring, "mooring").mooring->getPoints();
        if (static_cast<std::size_t>(std::max(count, 0)) != all.size())
            throw std::invalid_argument("count: is " + std::to_string(count) + "; the line has " +
                                        std::to_string(all.size()) + " points");
        if (all.empty()) return;
        required(points, "points");
        for (std::size_t i = 0; i < all.size(); ++i)
            copyTo(points + 3 * i, all[i]);
    });
}
