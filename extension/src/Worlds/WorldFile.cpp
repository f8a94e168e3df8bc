// SPDX-License-Identifier: Zlib
#include "Worlds/WorldFile.h"

#include "FileBytes.h"
#include "FilePath.h"
#include "Worlds/RobotBody.h"
#include "Worlds/SceneBodies.h"
#include "Worlds/WorldReader.h"

#include <algorithm>

namespace ambient {
using nlohmann::json;

// The last of two equal keys would count in silence.
json parseJson(const std::string& text) {
    std::vector<std::set<std::string>> keys;
    const auto watch = [&keys](int, json::parse_event_t event, json& parsed) {
        if (event == json::parse_event_t::object_start) keys.emplace_back();
        if (event == json::parse_event_t::object_end && !keys.empty()) keys.pop_back();
        if (event == json::parse_event_t::key && !keys.back().insert(parsed.get<std::string>()).second)
            throw WorldFileError("the key '" + parsed.get<std::string>() + "' stands twice in one object");
        return true;
    };
    try {
        return json::parse(text, watch);
    } catch (const json::exception& error) {
        // "[json.exception.parse_error.101] parse error at line 3, column 5: ..."
        const std::string what = error.what();
        const std::size_t end = what.find("] ");
        throw WorldFileError("is no JSON: " + (end == std::string::npos ? what : what.substr(end + 2)));
    }
}

WorldRegion readRegion(const WorldValue& value) {
    const WorldObject object(value, "region");
    WorldRegion region;
    region.path = value.path;
    region.low = object.at("min").vector();
    region.high = object.at("max").vector();
    if (!(region.low.array() < region.high.array()).all()) object.at("max").refuse("is not above min on all axes");
    region.medium = readMedium(object.at("medium"));
    if (region.medium.fluid.isVacuum) object.at("medium").refuse("a region cannot be a vacuum");
    region.priority = object.whole("priority", -1000000, 1000000, 0);
    return region;
}

WorldWall readWall(const WorldValue& value) {
    const WorldObject object(value, "wall");
    WorldWall wall;
    wall.path = value.path;
    wall.normal = object.direction("normal", Vector3::UnitZ());
    wall.offset = object.number("offset", 0.0);
    wall.isCoupled = object.flag("coupled", true);
    wall.touch = readTouch(object);
    return wall;
}

std::optional<WorldCoupling> readCoupling(const WorldValue& value) {
    if (value.value.is_boolean()) return value.value.get<bool>() ? std::make_optional(WorldCoupling()) : std::nullopt;
    const WorldObject object(value, "coupling");
    WorldCoupling coupling;
    coupling.reach = object.positive("reach", coupling.reach);
    coupling.faces = object.whole("faces", 20, 5120, coupling.faces);
    coupling.degree = object.whole("degree", 1, 8, coupling.degree);
    coupling.drag = object.choice("drag", {"mutual", "one_way", "own"}, coupling.drag);
    return coupling;
}

namespace {

void readSettings(const WorldObject& object, WorldDescription& world) {
    world.name = object.text("name", world.name);
    if (object.has("description") && object.at("description").value != "")
        world.description = object.text("description", "");
    if (object.has("$schema")) object.text("$schema", "");
    world.gravity = object.vector("gravity", world.gravity);
    world.seconds = object.positive("seconds", world.seconds);
    world.timeStep = object.positive("dt", world.timeStep);
    if (world.timeStep > kLongestWorldStep) object.at("dt").refuse("is above 0.05 s");
    if (world.seconds / world.timeStep > kMostWorldSteps)
        (object.has("seconds") ? object.at("seconds") : object.at("dt")).refuse("gives more than 2e6 steps");
    world.solver = object.choice("solver", {"stock", "fluid"}, world.solver);
    world.forces.model =
        object.choice("model", {"default", "surface2026b", "paper001", "rbd", "uwrbd", "gwtf"}, world.forces.model);
    world.forces.tangentialDrag = object.notNegative("tangential_drag", world.forces.tangentialDrag);
    if (world.forces.tangentialDrag > 0.0 && world.forces.model == "rbd")
        object.at("tangential_drag").refuse("needs a fluid: the model is rbd");
    world.iterations = object.whole("iterations", 1, 10000, world.iterations);
}

void readBodies(const WorldObject& object, WorldDescription& world) {
    WorldNames bodies, joints;
    const std::vector<WorldValue> given = object.list("bodies");
    for (std::size_t i = 0; i < given.size(); ++i) {
        WorldValue value = given[i];
        if (given.size() - i <= world.scenes.places.size())
            value.path = world.scenes.places[world.scenes.places.size() - (given.size() - i)];
        world.bodies.push_back(readBody(value, "body" + std::to_string(world.bodies.size())));
        bodies.take(world.bodies.back().name, value.path);
    }
    for (const WorldValue& value : object.list("articulated_bodies")) {
        world.articulatedBodies.push_back(readArticulatedBody(value, world));
        bodies.take(world.articulatedBodies.back());
    }
    for (const WorldValue& value : object.list("joints")) {
        world.joints.push_back(readJoint(value, world.bodies));
        WorldJoint& joint = world.joints.back();
        if (joint.name.empty()) joint.name = "joint" + std::to_string(world.joints.size() - 1);
        joints.take(joint.name, value.path);
    }
}

/// Walls felt by bodies through the fluid are mirrors. They must be perpendicular to each other.
void requireMirrors(const WorldDescription& world) {
    if (!world.coupling) return;
    std::vector<const WorldWall*> mirrors;
    for (const WorldWall& wall : world.walls) {
        if (!wall.isCoupled) continue;
        for (const WorldWall* other : mirrors)
            if (std::fabs(wall.normal.dot(other->normal)) > 1e-6)
                throw WorldFileError(wall.path + ".normal: is not perpendicular to " + other->path +
                                     ".normal, as walls of a coupling are; \"coupled\": false leaves it out");
        mirrors.push_back(&wall);
    }
}

bool hasGridSurface(const WorldDescription& world) {
    return world.grid && world.grid->box.surface;
}

} // namespace

void requireGrid(const WorldBody& body, const WorldDescription& world) {
    if (body.isResolved && !world.grid)
        throw WorldFileError(body.path + ".resolved: the world has no grid that could resolve it");
}

void requireGrid(const WorldArticulatedBody& body, const WorldDescription& world) {
    if (hasGridSurface(world)) throw WorldFileError(body.path + ": a grid with a surface takes no articulated bodies");
}

WorldArticulatedBody readArticulatedBody(const WorldValue& value, const WorldDescription& world) {
    WorldArticulatedBody body =
        readArticulatedBody(value, "articulated" + std::to_string(world.articulatedBodies.size()));
    if (body.robotFile.empty()) return body;
    std::optional<bool> fixedBase;
    if (value.value.contains("fixed_base")) fixedBase = body.hasFixedBase;
    try {
        takeRobot(body, utf8Of(pathIn(world.folder, body.robotFile)), fixedBase, world);
    } catch (const RobotFileError& error) {
        throw WorldFileError(value.path + ".robot: " + error.what());
    }
    return body;
}

WorldDescription readWorld(const WorldValue& value, WorldDescription world, bool mayBeEmpty) {
    const WorldObject object(value, "world");
    readSettings(object, world);
    world.medium = readMedium(object.at("medium"));
    for (const WorldValue& region : object.list("regions"))
        world.regions.push_back(readRegion(region));
    // The later one of two overlapping regions counts: the order decides.
    std::stable_sort(world.regions.begin(), world.regions.end(),
                     [](const WorldRegion& a, const WorldRegion& b) { return a.priority < b.priority; });
    for (const WorldValue& wall : object.list("walls"))
        world.walls.push_back(readWall(wall));
    readBodies(object, world);
    if (object.has("coupling")) world.coupling = readCoupling(object.at("coupling"));
    requireMirrors(world);
    if (object.has("grid")) world.grid = readGrid(object.at("grid"), world);
    for (const WorldBody& body : world.bodies)
        requireGrid(body, world);
    for (const WorldArticulatedBody& body : world.articulatedBodies)
        requireGrid(body, world);
    for (const WorldValue& mooring : object.list("moorings"))
        world.moorings.push_back(readMooring(mooring, world));
    for (const WorldValue& thruster : object.list("thrusters"))
        world.thrusters.push_back(readThruster(thruster, world));
    if (!mayBeEmpty && world.bodies.empty() && world.articulatedBodies.empty() && !hasGridSurface(world))
        throw WorldFileError("bodies: there is none, and no articulated body");
    return world;
}

bool WorldDescription::needsFluidSolver() const {
    return !articulatedBodies.empty() ||
           std::any_of(bodies.begin(), bodies.end(), [](const WorldBody& body) { return body.shape.isDeforming(); });
}

WorldDescription parseWorld(const std::string& text, const std::string& source, const std::string& folder) {
    WorldDescription world;
    world.name = utf8Of(pathFromUtf8(source).stem());
    world.folder = folder;
    try {
        json parsed = parseJson(text);
        expandScenes(parsed, world);
        return readWorld(WorldValue{parsed, ""}, std::move(world), false);
    } catch (const WorldFileError& error) {
        throw WorldFileError(source + ": " + error.what());
    }
}

} // namespace ambient
