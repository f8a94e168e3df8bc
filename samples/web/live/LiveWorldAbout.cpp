// SPDX-License-Identifier: Zlib
#include "Worlds/SaveWorld.h"
#include "Worlds/WorldReader.h"
#include "web/live/LiveWorld.h"

#include <nlohmann/json.hpp>

namespace samples {
namespace {

using ambient::Vector3;
using nlohmann::json;

json jsonOf(const Vector3& v) {
    return {v.x(), v.y(), v.z()};
}

json jsonOf(const ambient::WorldFluid& fluid) {
    if (fluid.isVacuum) return nullptr;
    return {{"density", fluid.density}, {"viscosity", fluid.viscosity}, {"velocity", jsonOf(fluid.velocity)}};
}

json jsonOf(const ambient::WorldMedium& medium) {
    json result = {{"fluid", jsonOf(medium.fluid)}, {"surface", nullptr}};
    if (medium.hasSurface)
        result["surface"] = {
            {"height", medium.height}, {"waves", medium.waveCount()}, {"above", jsonOf(medium.above->fluid)}};
    return result;
}

double radiusOf(const ambient::TriangleMesh* mesh) {
    double square = 0.0;
    if (mesh)
        for (const Vector3& vertex : mesh->vertices)
            square = std::max(square, vertex.squaredNorm());
    return std::sqrt(square);
}

} // namespace

std::string LiveWorld::about() const {
    const ambient::WorldDescription& world = m_description;
    json result = {{"name", world.name},
                   {"description", world.description},
                   {"model", world.forces.model},
                   {"solver", world.needsFluidSolver() ? "fluid" : world.solver},
                   {"needsFluidSolver", world.needsFluidSolver()},
                   {"timeStep", world.timeStep},
                   {"seconds", world.seconds},
                   {"gravity", jsonOf(world.gravity)},
                   {"medium", jsonOf(world.medium)},
                   {"hasContinued", m_hasContinued}};
    for (const char* list : {"bodies", "standing", "walls", "regions"})
        result[list] = json::array();
    for (const ambient::FileWorld::Moving& body : m_simulation->content().moving())
        result["bodies"].push_back({{"name", body.name},
                                    {"mass", body.mass},
                                    {"isConvex", body.isConvex},
                                    {"isDeforming", body.deforming != nullptr},
                                    {"isLink", body.multiBody != nullptr},
                                    {"radius", radiusOf(body.mesh.get())}});
    for (const ambient::FileWorld::Standing& body : m_simulation->content().standing()) {
        const ambient::Quaternion& q = body.worldFromMesh.orientation;
        result["standing"].push_back({{"name", body.name},
                                      {"isConvex", body.isConvex},
                                      {"radius", radiusOf(body.mesh.get())},
                                      {"position", jsonOf(body.worldFromMesh.position)},
                                      {"orientation", {q.x(), q.y(), q.z(), q.w()}}});
    }
    for (const ambient::WorldWall& wall : world.walls)
        result["walls"].push_back({{"normal", jsonOf(wall.normal)}, {"offset", wall.offset}});
    for (const ambient::WorldRegion& region : world.regions)
        result["regions"].push_back(
            {{"min", jsonOf(region.low)}, {"max", jsonOf(region.high)}, {"medium", jsonOf(region.medium)}});
    return result.dump();
}

std::string LiveWorld::saved() const {
    return savedWorld(ambient::parseJson(m_text), m_description, m_simulation->content(), m_simulation->fluid())
               .dump(1) +
           "\n";
}

} // namespace samples
