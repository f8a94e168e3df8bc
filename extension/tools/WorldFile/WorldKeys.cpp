// SPDX-License-Identifier: Zlib
#include "WorldFile/WorldKeys.h"

#include <stdexcept>

namespace ambient {

const std::vector<WorldKeySet>& worldKeySets() {
    static const std::vector<WorldKeySet> sets = {
        {"world", {{"$schema"}, {"name"}, {"description"}, {"gravity"}, {"seconds"}, {"dt"}, {"solver"}, {"iterations"}, {"model"}, {"medium", true}, {"regions"}, {"walls"}, {"bodies"}, {"joints"}, {"articulated_bodies"}, {"coupling"}}},
        {"medium", {{"fluid"}, {"density"}, {"viscosity"}, {"velocity"}, {"surface"}}},
        {"surface", {{"height"}, {"above"}, {"depth"}, {"wave_type"}, {"waves"}}},
        {"surface_wave", {{"amplitude", true}, {"wavelength"}, {"period"}, {"direction"}, {"phase"}}},
        {"region", {{"min", true}, {"max", true}, {"medium", true}, {"priority"}}},
        {"wall", {{"normal"}, {"offset"}, {"coupled"}, {"friction"}, {"restitution"}}},
        {"body", {{"name"}, {"shape", true}, {"static"}, {"mass"}, {"density"}, {"center_of_mass"}, {"inertia"}, {"position"}, {"orientation"}, {"velocity"}, {"angular_velocity"}, {"friction"}, {"restitution"}, {"rolling_friction"}, {"model"}, {"coupled"}, {"collide"}, {"can_sleep"}, {"separation_angle"}, {"wake_factor"}}},
        {"sphere", {{"type", true}, {"radius", true}, {"faces"}, {"position"}, {"orientation"}}},
        {"box", {{"type", true}, {"size", true}, {"faces"}, {"position"}, {"orientation"}}},
        {"ellipsoid", {{"type", true}, {"radii", true}, {"faces"}, {"position"}, {"orientation"}}},
        {"cylinder", {{"type", true}, {"radius", true}, {"length", true}, {"faces"}, {"position"}, {"orientation"}}},
        {"capsule", {{"type", true}, {"radius", true}, {"length", true}, {"faces"}, {"position"}, {"orientation"}}},
        {"cone", {{"type", true}, {"radius", true}, {"length", true}, {"faces"}, {"position"}, {"orientation"}}},
        {"mesh", {{"type", true}, {"file", true}, {"scale"}, {"sheet_thickness"}, {"position"}, {"orientation"}}},
        {"frames", {{"type", true}, {"file", true}, {"faces_file"}, {"frames_per_second"}, {"loop"}, {"interpolation"}, {"scale"}, {"speed"}}},
        {"wave", {{"type", true}, {"shape", true}, {"along"}, {"across"}, {"wavelength", true}, {"frequency", true}, {"amplitude", true}, {"keys"}, {"speed"}}},
        {"joint", {{"name"}, {"type", true}, {"parent"}, {"child", true}, {"position"}, {"axis"}, {"lower"}, {"upper"}, {"motor"}, {"collide"}}},
        {"joint_motor", {{"target_velocity", true}, {"max_force", true}}},
        {"articulated_body", {{"name"}, {"fixed_base"}, {"position"}, {"orientation"}, {"velocity"}, {"angular_velocity"}, {"drive"}, {"collide"}, {"links", true}}},
        {"link", {{"name", true}, {"parent"}, {"position"}, {"orientation"}, {"joint"}, {"shape"}, {"mass"}, {"density"}, {"center_of_mass"}, {"inertia"}, {"friction"}, {"restitution"}, {"separation_angle"}, {"wake_factor"}}},
        {"link_joint", {{"type", true}, {"axis"}, {"lower"}, {"upper"}, {"initial_position"}, {"initial_velocity"}, {"motor"}}},
        {"link_motor", {{"target_position"}, {"target_velocity"}, {"stiffness"}, {"damping"}, {"max_force"}}},
        {"oscillation", {{"offset"}, {"amplitude", true}, {"frequency", true}, {"phase"}}},
        {"coupling", {{"reach"}, {"faces"}, {"degree"}}},
    };
    return sets;
}

const WorldKeySet& worldKeys(const std::string& object) {
    for (const WorldKeySet& set : worldKeySets())
        if (set.object == object) return set;
    throw std::logic_error("no object of a world file is called " + object);
}

} // namespace ambient
