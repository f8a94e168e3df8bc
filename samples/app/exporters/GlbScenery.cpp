// SPDX-License-Identifier: Zlib
#include "exporters/GlbParts.h"

#include "AmbientFluid/Mesh/Primitives.h"
#include "drawing/ShownFrames.h"
#include "exporters/KeyFrames.h"
#include "interface/TubeMesh.h"

#include <algorithm>
#include <limits>

namespace samples {
namespace {

using ambient::Vector3;
using Json = nlohmann::ordered_json;

/// Wide enough to be seen, but thinner than the bodies.
double trailRadius(const GlbParts& parts, int body) {
    return std::min(0.002 * parts.extent.sizes().maxCoeff(), 0.35 * parts.drawnRadius(body));
}

/// Frames at bends of a path, and some more for its colours; only after a motion of the body.
std::vector<int> trailFrames(const GlbParts& parts, int body, double radius) {
    constexpr int pieces = 200; // at least, for an evenly curved path
    const int last = parts.lastFrame(body), stride = std::max(1, last / pieces);
    const KeyTolerance tolerance{0.2 * radius, std::numeric_limits<double>::infinity()};
    std::vector<int> frames = keyFramesOf(parts.record, body, last, tolerance).positions;
    for (int frame = 0; frame <= last; frame += stride)
        frames.push_back(frame);
    std::sort(frames.begin(), frames.end());
    std::vector<int> apart;
    for (const int frame : frames) {
        const Vector3& at = parts.record.at(frame, body).worldFromBody.position;
        if (apart.empty() || (at - parts.record.at(apart.back(), body).worldFromBody.position).norm() > 0.5 * radius)
            apart.push_back(frame);
    }
    return apart;
}

int trailMaterial(GlbParts& parts) {
    const int index = parts.material("trail", Rgb::Ones(), 1.0);
    parts.gltf.json()["materials"][static_cast<std::size_t>(index)]["extensions"]["KHR_materials_unlit"] =
        Json::object();
    parts.gltf.useExtension("KHR_materials_unlit");
    return index;
}

void addTrail(GlbParts& parts, int body) {
    const double radius = trailRadius(parts, body);
    const std::vector<int> frames = trailFrames(parts, body, radius);
    if (frames.size() < 2) return;
    std::vector<Vector3> line;
    for (const int frame : frames)
        line.push_back(parts.record.at(frame, body).worldFromBody.position);
    const TubeMesh tube = tubeAlong(line, radius);
    std::vector<float> times;
    std::vector<Eigen::Vector3f> colours;
    for (const int point : tube.linePoint) {
        const double time = parts.record.at(frames[static_cast<std::size_t>(point)]).time;
        times.push_back(static_cast<float>(time));
        colours.push_back(linearOf(ColourMap::time().at(time / parts.record.last().time)));
    }
    ambient::GltfWriter& gltf = parts.gltf;
    const Json attributes = {{"POSITION", gltf.addVertexData(singlePrecision(tube.positions), true)},
                             {"NORMAL", gltf.addVertexData(singlePrecision(tube.normals))},
                             {"COLOR_0", gltf.addVertexData(colours)},
                             {"_TIME", gltf.addVertexNumbers(times)}};
    const Json primitive = {
        {"attributes", attributes}, {"indices", gltf.addTriangles(tube.triangles)}, {"material", trailMaterial(parts)}};
    const std::string name = "trail of " + parts.record.bodies[static_cast<std::size_t>(body)].name;
    const int mesh = gltf.add("meshes", {{"name", name}, {"primitives", Json::array({primitive})}});
    parts.addNode({{"name", name}, {"mesh", mesh}}, "trail");
}

void addGround(GlbParts& parts, double height) {
    const double half = 2.0 * parts.extent.sizes().maxCoeff();
    ambient::TriangleMesh square;
    square.vertices = {{-half, -half, 0.0}, {half, -half, 0.0}, {half, half, 0.0}, {-half, half, 0.0}};
    square.faces = {{0, 1, 2}, {0, 2, 3}};
    const Vector3 middle = parts.extent.center();
    parts.addPlainMesh("ground", square, {ambient::Quaternion::Identity(), {middle.x(), middle.y(), height}},
                       parts.material("ground", colourOf("#c9c3b4"), 0.95), "ground");
}

} // namespace

void addTrails(GlbParts& parts) {
    for (const int body : tracedBodies(parts.record, parts.spec))
        addTrail(parts, body);
}

void addScenery(GlbParts& parts) {
    if (parts.spec.ground) addGround(parts, *parts.spec.ground);
    for (const RecordedObstacle& obstacle : parts.record.obstacles)
        parts.addPlainMesh(obstacle.body.name, *obstacle.body.mesh, obstacle.worldFromBody,
                           parts.material("obstacle", colourOf("#8c8f96"), 0.8), "obstacle");
    for (const Vector3& mark : parts.spec.marks)
        parts.addPlainMesh("mark", ambient::makeSphere(0.008 * parts.extent.sizes().maxCoeff(), 320),
                           {ambient::Quaternion::Identity(), mark}, parts.material("mark", colourOf("#303030"), 0.6),
                           "mark");
}

void addCamera(GlbParts& parts) {
    const double aspect = PictureSize{}.aspect();
    const Camera& camera = parts.shot.camera;
    ambient::Matrix3 worldFromEye;
    worldFromEye << camera.right(), camera.up(), -camera.forward();
    const int index = parts.gltf.add("cameras", {{"name", "whole run"},
                                                 {"type", "perspective"},
                                                 {"perspective",
                                                  {{"aspectRatio", aspect},
                                                   {"yfov", camera.fieldOfView},
                                                   {"znear", camera.nearPlane()},
                                                   {"zfar", camera.farPlane()}}}});
    parts.children.push_back(
        parts.gltf.add("nodes", {{"name", "camera"},
                                 {"camera", index},
                                 {"translation", jsonOf(camera.eye())},
                                 {"rotation", jsonOf(ambient::Quaternion(worldFromEye))},
                                 {"extras", {{"kind", "camera"}, {"target", jsonOf(camera.target)}}}}));
}

} // namespace samples
