// SPDX-License-Identifier: Zlib
#include "Worlds/LiveWorld.h"

#include "Worlds/SaveWorld.h"
#include "Worlds/SceneBodies.h"
#include "Worlds/WorldMedia.h"
#include "Worlds/WorldReader.h"

#include <algorithm>
#include <utility>

namespace ambient {

using nlohmann::json;

LiveWorld::LiveWorld(json file, const std::string& folder, WorldSimulationOptions options) : m_file(std::move(file)) {
    WorldDescription start;
    start.name = "world";
    start.folder = folder;
    expandScenes(m_file, start);
    m_description = readWorld(WorldValue{m_file, ""}, std::move(start), true);
    options.timeStep = m_description.timeStep;
    options.solver = m_description.solver;
    m_simulation = std::make_unique<WorldSimulation>(m_description, options);
    // Saved states are then repeated to the bit, also with contacts.
    m_simulation->world().getDispatchInfo().m_deterministicOverlappingPairs = true;
}

std::string LiveWorld::pathOf(const char* list) const {
    const std::size_t count = m_file.contains(list) ? m_file.at(list).size() : 0;
    return std::string(list) + "[" + std::to_string(count) + "]";
}

template <class Part, class Add>
int LiveWorld::append(const char* list, const json& object, std::vector<Part>& parts, Part part, Add&& add) {
    parts.push_back(std::move(part));
    try {
        add(parts.back());
    } catch (...) {
        parts.pop_back();
        throw;
    }
    m_file[list].push_back(object);
    return static_cast<int>(parts.size()) - 1;
}

WorldNames LiveWorld::names() const {
    WorldNames names;
    for (const WorldBody& body : m_description.bodies)
        names.take(body.name, body.path);
    for (const WorldArticulatedBody& body : m_description.articulatedBodies)
        names.take(body);
    return names;
}

int LiveWorld::addBody(const json& object) {
    const WorldValue value{object, pathOf("bodies")};
    WorldBody body = readBody(value, "body" + std::to_string(m_description.bodies.size()));
    names().take(body.name, value.path);
    requireGrid(body, m_description);
    if (body.shape.isDeforming() && !m_simulation->hasFluidSolver())
        value.refuse("a shape that changes needs the solver 'fluid'");
    return append("bodies", object, m_description.bodies, std::move(body),
                  [this](const WorldBody& added) { m_simulation->content().addBody(added); });
}

int LiveWorld::addJoint(const json& object) {
    const WorldValue value{object, pathOf("joints")};
    WorldJoint joint = readJoint(value, m_description.bodies);
    if (joint.name.empty()) joint.name = "joint" + std::to_string(m_description.joints.size());
    WorldNames names;
    for (const WorldJoint& other : m_description.joints)
        names.take(other.name, other.path);
    names.take(joint.name, value.path);
    return append("joints", object, m_description.joints, std::move(joint),
                  [this](const WorldJoint& added) { m_simulation->content().addJoint(added); });
}

void LiveWorld::setMotor(int index, double velocity, double force) {
    const auto at = static_cast<std::size_t>(index);
    WorldJoint& joint = m_description.joints[at];
    m_simulation->content().setMotor(at, velocity, force);
    json& object = m_file["joints"][at];
    if (force > 0.0) {
        joint.motorVelocity = velocity;
        joint.motorForce = force;
        object["motor"] = {{"target_velocity", velocity}, {"max_force", force}};
    } else {
        joint.motorVelocity.reset();
        object.erase("motor");
    }
}

int LiveWorld::addArticulatedBody(const json& object) {
    const WorldValue value{object, pathOf("articulated_bodies")};
    if (!m_simulation->takesMultiBodies()) value.refuse("the world was made without articulated bodies");
    WorldArticulatedBody body = readArticulatedBody(value, m_description);
    names().take(body);
    requireGrid(body, m_description);
    return append("articulated_bodies", object, m_description.articulatedBodies, std::move(body),
                  [this](const WorldArticulatedBody& added) { m_simulation->content().addArticulated(added); });
}

int LiveWorld::addWall(const json& object) {
    WorldWall wall = readWall(WorldValue{object, pathOf("walls")});
    return append("walls", object, m_description.walls, std::move(wall),
                  [this](const WorldWall& added) { m_simulation->content().addWall(added); });
}

int LiveWorld::addMooring(const json& object) {
    WorldMooring mooring = readMooring(WorldValue{object, pathOf("moorings")}, m_description);
    return append("moorings", object, m_description.moorings, std::move(mooring),
                  [this](const WorldMooring& added) { m_simulation->content().addMooring(added); });
}

int LiveWorld::addThruster(const json& object) {
    WorldThruster thruster = readThruster(WorldValue{object, pathOf("thrusters")}, m_description);
    return append("thrusters", object, m_description.thrusters, std::move(thruster),
                  [this](const WorldThruster& added) { m_simulation->content().addThruster(added); });
}

int LiveWorld::addRegion(const json& object) {
    WorldRegion region = readRegion(WorldValue{object, pathOf("regions")});
    return append("regions", object, m_description.regions, std::move(region),
                  [this](const WorldRegion& added) { m_simulation->addRegion(added); });
}

void LiveWorld::addCoupling(const json& object) {
    if (m_description.coupling) throw WorldFileError("coupling: the world has one already");
    const std::optional<WorldCoupling> coupling = readCoupling(WorldValue{object, "coupling"});
    if (!coupling) return;
    m_simulation->content().addCoupling(*coupling);
    m_description.coupling = coupling;
    m_file["coupling"] = object;
}

void LiveWorld::addGrid(const json& object) {
    if (m_description.grid) throw WorldFileError("grid: the world has one already");
    const WorldGrid grid = readGrid(WorldValue{object, "grid"}, m_description);
    WorldDescription withGrid = m_description;
    withGrid.grid = grid;
    for (const WorldBody& body : m_description.bodies)
        requireGrid(body, withGrid);
    for (const WorldArticulatedBody& body : m_description.articulatedBodies)
        requireGrid(body, withGrid);
    m_simulation->content().addGrid(grid);
    m_description.grid = grid;
    m_file["grid"] = object;
}

std::shared_ptr<const FluidMedium> LiveWorld::mediumOf(const json& object) const {
    return makeMedium(readMedium(WorldValue{object, "medium"}), m_description.gravity, m_description.folder);
}

void LiveWorld::setMedium(const json& object) {
    if (m_description.grid) throw WorldFileError("medium: the world has a grid, whose water it is");
    WorldMedium medium = readMedium(WorldValue{object, "medium"});
    m_simulation->fluid().setMedium(makeMedium(medium, m_description.gravity, m_description.folder));
    m_description.medium = std::move(medium);
    m_file["medium"] = object;
}

json LiveWorld::file(const std::string& folder) const {
    json saved = savedWorld(m_file, m_description, m_simulation->content(), m_simulation->fluid());
    if (!folder.empty()) moveFileNames(saved, m_description.folder, folder);
    return saved;
}

} // namespace ambient
