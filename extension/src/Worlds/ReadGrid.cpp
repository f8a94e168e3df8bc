// SPDX-License-Identifier: Zlib
#include "Worlds/GridState.h"
#include "Worlds/WorldReader.h"

#include <stdexcept>

namespace ambient {
namespace {

/// Letters of the sides in the order of FluidGridDef::sides.
constexpr const char* kSides[] = {"low x", "high x", "low y", "high y", "low z", "high z"};

GridSideKind kindOf(const WorldValue& value) {
    const std::string kind = value.text();
    const std::vector<std::pair<std::string, GridSideKind>> kinds = {{"wall", GridSideKind::Wall},
                                                                     {"slip_wall", GridSideKind::SlipWall},
                                                                     {"periodic", GridSideKind::Periodic},
                                                                     {"inflow", GridSideKind::Inflow},
                                                                     {"open", GridSideKind::Open}};
    std::vector<std::string> names;
    for (const auto& [name, known] : kinds) {
        if (name == kind) return known;
        names.push_back(name);
    }
    value.refuse("'" + kind + "' is no kind of a side" + didYouMean(kind, names));
}

/// \param stream of the water beyond an inflow or an open side, if the side does not say its own
GridSide readSide(const WorldValue& value, const Vector3& stream) {
    GridSide side;
    if (value.isText()) {
        side.kind = kindOf(value);
    } else {
        const WorldObject object(value, "grid_side");
        side.kind = kindOf(object.at("kind"));
        if (object.has("velocity")) {
            if (side.kind == GridSideKind::Periodic || side.kind == GridSideKind::SlipWall)
                object.at("velocity").refuse("a periodic side or a slip wall has no velocity");
            side.velocity = object.at("velocity").vector();
            return side;
        }
    }
    if (side.kind == GridSideKind::Inflow || side.kind == GridSideKind::Open) side.velocity = stream;
    return side;
}

void readSides(const WorldObject& object, FluidGridDef& box) {
    if (!object.has("sides")) return;
    const WorldValue sides = object.at("sides");
    if (!sides.value.is_array()) return box.sides.fill(readSide(sides, box.velocity));
    const std::vector<WorldValue> all = sides.elements();
    if (all.size() != box.sides.size())
        sides.refuse("is no list of six sides: low x, high x, low y, high y, low z, high z");
    for (std::size_t i = 0; i < all.size(); ++i)
        box.sides[i] = readSide(all[i], box.velocity);
    for (int axis = 0; axis < 3; ++axis)
        if ((box.side(axis, false).kind == GridSideKind::Periodic) !=
            (box.side(axis, true).kind == GridSideKind::Periodic))
            sides.refuse(std::string("of ") + kSides[2 * axis] + " and " + kSides[2 * axis + 1] +
                         " one is periodic, but not the other");
}

bool hasBody(const WorldDescription& world, const std::string& name) {
    for (const WorldBody& body : world.bodies)
        if (body.name == name) return true;
    for (const WorldArticulatedBody& body : world.articulatedBodies)
        if (body.name == name) return true;
    return false;
}

} // namespace

WorldGrid readGrid(const WorldValue& value, const WorldDescription& world) {
    const WorldObject object(value, "grid");
    const WorldMedium& medium = world.medium;
    if (medium.hasSurface || medium.fluid.isVacuum || !medium.profile.empty() || !medium.flows.empty())
        value.refuse("needs a medium without a surface, a profile and flows, and no vacuum");
    WorldGrid grid;
    FluidGridDef& box = grid.box;
    box.lowCorner = object.at("min").vector();
    box.spacing = object.positive("spacing", 0.0);
    const WorldValue cells = object.at("cells");
    const std::vector<double> counts = cells.numbers(3, 3);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        box.cells[axis] = static_cast<int>(counts[axis]);
        if (counts[axis] < 4 || counts[axis] > 512 || double(box.cells[axis]) != counts[axis])
            cells.refuse("are not three whole numbers from 4 to 512");
    }
    box.velocity = object.vector("velocity", world.medium.fluid.velocity);
    readSides(object, box);
    grid.interval = object.whole("interval", 1, 1000, 1);
    if (object.has("follow")) {
        grid.followed = object.at("follow").text();
        if (!hasBody(world, grid.followed)) object.at("follow").refuse("there is no body '" + grid.followed + "'");
    }
    try {
        requireValid(box);
    } catch (const std::invalid_argument& error) {
        value.refuse(error.what());
    }
    if (object.has("surface")) {
        if (!grid.followed.empty()) object.at("follow").refuse("a grid with a surface stays where it is");
        readGridSurface(object.at("surface"), world.gravity, box);
    }
    grid.probes = readGridProbes(object, box);
    if (object.has("state")) {
        try {
            grid.state = gridStateOf(object.at("state").text());
        } catch (const std::invalid_argument& error) {
            object.at("state").refuse(error.what());
        }
    }
    return grid;
}

} // namespace ambient
