// SPDX-License-Identifier: Zlib
#include "GroupAddedMass.h"

#include "AddedMassSolve.h"
#include "AmbientFluid/Coupling/DenseCoupling.h"
#include "AmbientFluid/Mesh/MeshRefinement.h"
#include "AmbientFluid/Mesh/ReducedMesh.h"
#include "BodyOverlap.h"
#include "ToolInput.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>

namespace ambient {
namespace {

constexpr int kFewestFaces = 1000; ///< coarser meshes are refined: of a box, towards its edges
constexpr int kMostFaces = 8000;   ///< of all bodies: the time grows with the square, then the cube

Pose poseNamed(const std::string& text) {
    if (text.empty()) return Pose();
    const std::vector<double> n = listNamed("--at", text);
    if (n.size() != 3 && n.size() != 7) throw InputError("--at: '" + text + "' is neither x,y,z nor x,y,z,qx,qy,qz,qw");
    Pose pose{Quaternion::Identity(), Vector3(n[0], n[1], n[2])};
    if (n.size() == 3) return pose;
    const double length = std::hypot(std::hypot(n[3], n[4]), std::hypot(n[5], n[6]));
    if (!(length > 1e-6)) throw InputError("--at: '" + text + "': the quaternion is zero");
    pose.orientation = Quaternion(n[6], n[3], n[4], n[5]).normalized();
    return pose;
}

std::vector<MirrorPlane> wallsOf(const AddedMassCommandOptions& options) {
    std::vector<MirrorPlane> walls;
    for (const std::string& text : options.walls) {
        const std::vector<double> n = listNamed("--wall", text);
        if (n.size() != 4) throw InputError("--wall: '" + text + "' is not nx,ny,nz,d");
        const Vector3 normal(n[0], n[1], n[2]);
        if (!(normal.norm() > 0.0)) throw InputError("--wall: '" + text + "': the normal is zero");
        walls.push_back({normal, n[3]});
    }
    return walls;
}

std::vector<Reflection> imagesOf(const std::vector<MirrorPlane>& walls) {
    try {
        return imagesBy(walls);
    } catch (const std::invalid_argument& error) {
        throw InputError(std::string("--wall: ") + error.what());
    }
}

std::vector<Twist> twistsOf(const AddedMassCommandOptions& options) {
    std::vector<Twist> twists;
    if (options.twists.empty()) return twists;
    const std::vector<double> n = listNamed("--twists", options.twists);
    const std::size_t bodies = options.others.size() + 1;
    if (n.size() != 6 * bodies)
        throw InputError("--twists: " + std::to_string(n.size()) + " numbers, but " + std::to_string(bodies) +
                         (bodies == 1 ? " body has " : " bodies have ") + std::to_string(6 * bodies));
    for (std::size_t i = 0; i < n.size(); i += 6)
        twists.emplace_back(Vector3(n[i], n[i + 1], n[i + 2]), Vector3(n[i + 3], n[i + 4], n[i + 5]));
    return twists;
}

/// The surface of a member with triangles on which the coupling can be solved.
TriangleMesh solvedMesh(const GroupMember& member, std::size_t bodies, bool quiet) {
    const TriangleMesh& mesh = member.checked.mesh;
    const int share = std::max(kMostFaces / static_cast<int>(bodies), 320);
    if (mesh.faceCount() > share) {
        if (!quiet)
            spdlog::warn("{}: the coupling is solved on about {} of its {} faces", member.path, share,
                         mesh.faceCount());
        return reducedMesh(mesh, share);
    }
    const int wanted = std::min(kFewestFaces, share / 4);
    if (mesh.faceCount() >= wanted) return mesh;
    return refineEvenly(refineTowardsSharpEdges(mesh, wanted), wanted);
}

TriangleMesh inWorld(const TriangleMesh& mesh, const Pose& worldFromMesh) {
    TriangleMesh moved = mesh;
    for (Vector3& v : moved.vertices)
        v = worldFromMesh * v;
    return moved;
}

void requireApart(const std::vector<GroupMember>& members, const std::vector<MirrorPlane>& walls) {
    std::vector<TriangleMesh> placed;
    for (const GroupMember& member : members)
        placed.push_back(inWorld(member.checked.mesh, member.worldFromMesh));
    const auto name = [&](std::size_t i) { return "body " + std::to_string(i + 1) + " (" + members[i].path + ")"; };
    for (std::size_t i = 0; i < members.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (doOverlap(placed[i], placed[j]))
                throw InputError("--with: " + name(j) + " and " + name(i) + " overlap");
    for (const MirrorPlane& wall : walls) {
        bool anyInFront = false, anyBehind = false;
        for (std::size_t i = 0; i < members.size(); ++i) {
            bool inFront = false, behind = false;
            for (const Vector3& v : placed[i].vertices)
                (wall.normal.dot(v) > wall.offset ? inFront : behind) = true;
            if (inFront && behind) throw InputError("--wall: it cuts " + name(i));
            anyInFront = anyInFront || inFront;
            anyBehind = anyBehind || behind;
        }
        if (anyInFront && anyBehind) throw InputError("--wall: there are bodies on both sides of it");
    }
}

/// The other meshes. Each mesh is read only once.
std::vector<GroupMember> membersOf(const AddedMassCommandOptions& options, const CheckedMesh& first,
                                   const SpatialInertia& own) {
    std::vector<GroupMember> members(1);
    members[0] = {options.path, first, Pose(), Vector3::Zero(), own, 0};
    for (const AddedMassCommandOptions::Other& other : options.others) {
        const auto known = std::find_if(members.begin(), members.end(),
                                        [&](const GroupMember& member) { return member.path == other.path; });
        GroupMember member;
        if (known != members.end()) {
            member = *known;
        } else {
            member.path = other.path;
            member.checked =
                readUsableMesh(other.path, options.scale, {options.sheetThickness, options.wrap}, options.quiet);
            if (!options.quiet) warnAbout(other.path, member.checked.report);
            member.own = solveAddedMass(options, other.path, member.checked).perDensity.scaled(options.fluidDensity);
        }
        member.worldFromMesh = poseNamed(other.at);
        members.push_back(std::move(member));
    }
    for (GroupMember& member : members)
        member.about =
            pointNamed("--about", options.about.empty() ? "centroid" : options.about, member.checked.report.centroid);
    return members;
}

/// Added mass of a member alone, about its point, world axes.
Matrix6 ownBlock(const GroupMember& member) {
    const Quaternion meshFromWorld = member.worldFromMesh.orientation.conjugate();
    return member.own.changeFrame({meshFromWorld, member.about}).matrix();
}

} // namespace

bool isGroup(const AddedMassCommandOptions& options) {
    return !options.others.empty() || !options.walls.empty();
}

void requireValidGroup(const AddedMassCommandOptions& options) {
    if (!isGroup(options)) {
        if (!options.twists.empty()) throw InputError("--twists: there is neither --with nor --wall");
        return;
    }
    if (!options.given.empty()) throw InputError("--given: not with --with or --wall");
    if (options.format != "table" && options.format != "json")
        throw InputError("--format: " + options.format + " describes one body; with --with or --wall: table, json");
    for (const AddedMassCommandOptions::Other& other : options.others)
        poseNamed(other.at);
    imagesOf(wallsOf(options));
    twistsOf(options);
}

GroupAddedMass solveGroup(const AddedMassCommandOptions& options, const CheckedMesh& first, const SpatialInertia& own) {
    const auto start = std::chrono::steady_clock::now();
    GroupAddedMass group;
    group.members = membersOf(options, first, own);
    const std::vector<MirrorPlane> walls = wallsOf(options);
    requireApart(group.members, walls);
    std::vector<TriangleMesh> meshes;
    std::vector<std::string> paths;
    std::vector<DenseBody> bodies;
    for (GroupMember& member : group.members) {
        auto at = std::find(paths.begin(), paths.end(), member.path);
        if (at == paths.end()) {
            meshes.push_back(solvedMesh(member, group.members.size(), options.quiet));
            paths.push_back(member.path);
            at = paths.end() - 1;
        }
        const int mesh = static_cast<int>(at - paths.begin());
        member.solvedFaces = meshes[mesh].faceCount();
        bodies.push_back({mesh, member.worldFromMesh, member.about});
    }
    try {
        DenseCoupling coupling(meshes);
        coupling.place(bodies, imagesOf(walls));
        group.matrix = options.fluidDensity * coupling.addedMassByOthers();
        group.unknowns = coupling.unknowns();
        if (!options.twists.empty())
            for (const Wrench& wrench : coupling.gradient(twistsOf(options)))
                group.gradient.push_back(options.fluidDensity * wrench);
    } catch (const std::invalid_argument& error) {
        throw InputError(options.path + ": " + error.what());
    }
    for (std::size_t i = 0; i < group.members.size(); ++i)
        group.matrix.block<6, 6>(6 * static_cast<int>(i), 6 * static_cast<int>(i)) += ownBlock(group.members[i]);
    group.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return group;
}

void addTo(Json& json, const GroupAddedMass& group) {
    Json bodies = Json::array();
    for (const GroupMember& member : group.members) {
        const MeshReport& report = member.checked.report;
        const Vector3& p = member.worldFromMesh.position;
        const Quaternion& q = member.worldFromMesh.orientation;
        bodies.push_back({{"mesh", member.path},
                          {"faces", report.faceCount},
                          {"vertices", report.vertexCount},
                          {"volume", report.volume},
                          {"area", report.area},
                          {"at", {p.x(), p.y(), p.z(), q.x(), q.y(), q.z(), q.w()}},
                          {"centroid", toJson(Vector3(member.worldFromMesh * report.centroid))},
                          {"about", toJson(Vector3(member.worldFromMesh * member.about))},
                          {"added_mass_alone", toJson(ownBlock(member))},
                          {"coupling_faces", member.solvedFaces}});
    }
    json["bodies"] = bodies;
    Json rows = Json::array();
    for (int i = 0; i < group.matrix.rows(); ++i) {
        rows.push_back(Json::array());
        for (int j = 0; j < group.matrix.cols(); ++j)
            rows.back().push_back(group.matrix(i, j));
    }
    json["group_added_mass"] = rows;
    json["gradient"] = nullptr;
    if (!group.gradient.empty()) {
        json["gradient"] = Json::array();
        for (const Wrench& wrench : group.gradient) {
            Json six = Json::array();
            for (const double value : wrench.vector())
                six.push_back(value);
            json["gradient"].push_back(six);
        }
    }
    json["coupling_unknowns"] = group.unknowns;
    json["coupling_seconds"] = group.seconds;
}

void printGroup(const GroupAddedMass& group) {
    for (std::size_t i = 0; i < group.members.size(); ++i) {
        const Vector3 about = group.members[i].worldFromMesh * group.members[i].about;
        std::printf("\nBody %zu: %s, about (%.9g, %.9g, %.9g) m, coupled on %d faces\n", i + 1,
                    group.members[i].path.c_str(), about.x(), about.y(), about.z(), group.members[i].solvedFaces);
        for (std::size_t j = 0; j < group.members.size(); ++j) {
            std::printf("  momentum by the motion of body %zu\n", j + 1);
            printAddedMass(group.matrix.block<6, 6>(6 * static_cast<int>(i), 6 * static_cast<int>(j)));
        }
        if (!group.gradient.empty()) {
            const Wrench& g = group.gradient[i];
            std::printf("  gradient of the energy: torque (%.9g, %.9g, %.9g) N m, force (%.9g, %.9g, %.9g) N\n",
                        g.angular.x(), g.angular.y(), g.angular.z(), g.linear.x(), g.linear.y(), g.linear.z());
        }
    }
    std::printf("\n  axes of the first mesh; coupling: %d unknowns, %.3f s\n", group.unknowns, group.seconds);
}

} // namespace ambient
