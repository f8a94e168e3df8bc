// SPDX-License-Identifier: Zlib
#include "AmbientFluidWeb/WebWorld.h"

#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/SampleRows.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidRegions.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

namespace ambient::web {

using nlohmann::json;

namespace {

struct Removable {
    const char* key;
    LiveWorld::List list;
};
constexpr Removable kRemovable[] = {{"bodies", LiveWorld::List::Bodies},
                                    {"joints", LiveWorld::List::Joints},
                                    {"articulated_bodies", LiveWorld::List::ArticulatedBodies},
                                    {"moorings", LiveWorld::List::Moorings},
                                    {"thrusters", LiveWorld::List::Thrusters}};

json parsed(const std::string& text, const char* what) {
    const json value = json::parse(text, nullptr, false);
    if (value.is_discarded()) throw std::invalid_argument(std::string(what) + ": is not JSON");
    return value;
}

template <class Vector>
json listOf(const Vector& vector) {
    return std::vector<double>(vector.data(), vector.data() + vector.size());
}

json wrenchOf(const Wrench& wrench) {
    return {{"torque", listOf(wrench.angular)}, {"force", listOf(wrench.linear)}};
}

template <class Parts>
json namesOf(const Parts& parts) {
    json names = json::array();
    for (const auto& part : parts)
        names.push_back(part.name);
    return names;
}

void append(std::vector<double>& numbers, const Vector3& vector) {
    numbers.insert(numbers.end(), vector.data(), vector.data() + 3);
}

} // namespace

WebWorld::WebWorld(const std::string& file, const std::string& folder, bool takesMultiBodies,
                   std::function<void(const std::string&)> log) {
    WorldSimulationOptions options;
    options.log = std::move(log);
    options.takesMultiBodies = takesMultiBodies;
    m_live = std::make_unique<LiveWorld>(parsed(file, "world"), folder, options);
}

int WebWorld::add(const std::string& list, const std::string& object) {
    const json value = parsed(object, list.c_str());
    using Add = int (LiveWorld::*)(const json&);
    static const std::pair<const char*, Add> lists[] = {
        {"bodies", &LiveWorld::addBody},      {"joints", &LiveWorld::addJoint},
        {"walls", &LiveWorld::addWall},       {"articulated_bodies", &LiveWorld::addArticulatedBody},
        {"moorings", &LiveWorld::addMooring}, {"thrusters", &LiveWorld::addThruster},
        {"regions", &LiveWorld::addRegion}};
    for (const auto& [name, add] : lists)
        if (list == name) return ((*m_live).*add)(value);
    if (list == "coupling")
        m_live->addCoupling(value);
    else if (list == "grid")
        m_live->addGrid(value);
    else if (list == "medium")
        m_live->setMedium(value);
    else
        throw std::invalid_argument(list + ": worlds have no such parts");
    return 0;
}

std::string WebWorld::remove(const std::string& list, int index) {
    const auto found = std::find_if(std::begin(kRemovable), std::end(kRemovable),
                                    [&](const Removable& entry) { return list == entry.key; });
    if (found == std::end(kRemovable)) throw std::invalid_argument(list + ": is no list that parts leave");
    json gone = json::array();
    for (const LiveWorld::Removed& removed : m_live->remove(found->list, index))
        for (const Removable& entry : kRemovable)
            if (entry.list == removed.list) gone.push_back({entry.key, removed.index});
    return gone.dump();
}

std::string WebWorld::about() {
    const WorldDescription& description = m_live->description();
    json bodies = json::array();
    for (std::size_t i = 0; i < description.bodies.size(); ++i) {
        const LiveBody body(*m_live, static_cast<int>(i));
        const int row = body.row();
        bodies.push_back({{"name", body.description().name},
                          {"row", row},
                          {"mass", row < 0 ? 0.0 : body.moving().mass},
                          {"deforms", row >= 0 && body.moving().deforming}});
    }
    const json about = {{"time_step", description.timeStep},
                        {"gravity", listOf(description.gravity)},
                        {"rows", namesOf(simulation().content().moving())},
                        {"static_bodies", namesOf(simulation().content().standing())},
                        {"bodies", bodies},
                        {"joints", namesOf(description.joints)},
                        {"articulated_bodies", namesOf(description.articulatedBodies)},
                        {"moorings", namesOf(description.moorings)},
                        {"thrusters", namesOf(description.thrusters)},
                        {"regions", description.regions.size()}};
    return about.dump();
}

std::string WebWorld::readout(int index) {
    const btRigidBody* const rigid = &body(index).body();
    const btFluidAction& fluid = simulation().fluid();
    const btFluidBody* const wet = fluid.getFluidBody(rigid);
    if (!wet) throw std::invalid_argument(body(index).description().name + ": is not in the fluid");
    const FluidReadout out = fluid.getReadout(rigid);
    json terms = json::object();
    const auto add = [&](const TermReadout& term) {
        terms[std::string(term.name)] = wrenchOf(term.wrench);
        terms[std::string(term.name)]["power"] = term.power;
    };
    for (int i = 0; i < out.termCount; ++i)
        add(out.terms[static_cast<std::size_t>(i)]);
    for (const TermReadout* term : {&out.powerLimit, &out.weight, &out.immersion})
        add(*term);
    json readout = {{"terms", terms},
                    {"total", wrenchOf(out.total())},
                    {"kineticEnergy", out.kineticEnergy},
                    {"submergedVolume", out.submergedVolume},
                    {"wettedArea", out.wettedArea},
                    {"centerOfBuoyancy", listOf(out.centerOfBuoyancy)},
                    {"failure", nullptr}};
    if (!wet->isHealthy()) readout["failure"] = wet->failure();
    return readout.dump();
}

void WebWorld::readState() {
    const std::vector<FileWorld::Moving>& moving = simulation().content().moving();
    numbers.resize(moving.size() * StateRows::kColumns);
    m_rows.write(simulation().content(), numbers.data());
    places.resize(moving.size() * 7);
    const double* row = numbers.data();
    float* place = places.data();
    for (const FileWorld::Moving& part : moving) {
        const Quaternion turn(row[6], row[3], row[4], row[5]);
        const Vector3 origin = Vector3(row[0], row[1], row[2]) - turn * part.centerOfMass;
        for (int k = 0; k < 3; ++k)
            *place++ = static_cast<float>(origin[k]);
        for (int k = 3; k < 7; ++k)
            *place++ = static_cast<float>(row[k]);
        row += StateRows::kColumns;
    }
}

void WebWorld::readMotion(int index) {
    numbers.resize(StateRows::kColumns);
    StateRows::writeRow(body(index).motion(), numbers.data());
}

void WebWorld::readMesh(bool isStanding, int index) {
    const FileWorld& content = simulation().content();
    const auto at = static_cast<std::size_t>(index);
    numbers.clear();
    faces.clear();
    const std::shared_ptr<const TriangleMesh> mesh =
        isStanding ? content.standing().at(at).mesh : content.moving().at(at).mesh;
    if (!mesh) return;
    for (const Vector3& vertex : mesh->vertices) {
        if (isStanding)
            append(numbers, content.standing()[at].worldFromMesh * vertex);
        else
            append(numbers, vertex + content.moving()[at].centerOfMass);
    }
    for (const auto& face : mesh->faces)
        faces.insert(faces.end(), face.begin(), face.end());
}

void WebWorld::readDeformed(int index) {
    const btFluidBody* const wet = simulation().fluid().getFluidBody(&body(index).body());
    if (!wet || !wet->getDrive())
        throw std::invalid_argument(body(index).description().name + ": does not change its shape");
    std::vector<btVector3> points;
    wet->getDrive()->vertices(points);
    numbers.clear();
    for (const btVector3& point : points)
        append(numbers, btFluidVector(point));
}

void WebWorld::readHeights(int region, const double* points, int count) {
    btFluidAction& fluid = simulation().fluid();
    if (region >= fluid.getRegions().size()) throw std::out_of_range("region: there is no such region");
    const std::shared_ptr<const FluidMedium> medium =
        region < 0 ? fluid.getMedium() : fluid.getRegions().at(region).getMedium();
    if (!medium || !medium->divided()) throw std::invalid_argument("the medium has no surface");
    std::vector<Vector3> verticals(static_cast<std::size_t>(count));
    for (Vector3& place : verticals) {
        place = Vector3(points[0], points[1], points[2]);
        points += 3;
    }
    std::vector<SurfaceSample> samples(verticals.size());
    medium->divided()->surface().sampleMany(verticals.data(), count, simulation().time(), samples.data());
    if (findInvalid(samples.data(), count) >= 0)
        throw std::invalid_argument("the surface is not finite there: points within 1e12 m are needed");
    numbers.clear();
    for (const SurfaceSample& sample : samples)
        numbers.push_back(sample.height);
}

void WebWorld::readMooring(int index) {
    const btFluidMooring& mooring = *simulation().content().moorings().at(static_cast<std::size_t>(index));
    const MooringLine& line = mooring.getLine();
    numbers = {line.tension(0), line.tension(1), line.length(), line.isBroken() ? 1.0 : 0.0};
    for (const Vector3& point : mooring.getPoints())
        append(numbers, point);
}

void WebWorld::readThruster(int index) {
    const Thruster& thruster = simulation().content().thrusters().at(static_cast<std::size_t>(index))->getThruster();
    numbers = {thruster.speed(), thruster.thrust(), thruster.torque(), thruster.power()};
}

} // namespace ambient::web
