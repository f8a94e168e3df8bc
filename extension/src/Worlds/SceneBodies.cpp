// SPDX-License-Identifier: Zlib
#include "Worlds/SceneBodies.h"

#include "FilePath.h"
#include "MeshImport/SceneImport.h"
#include "Worlds/WorldNumbers.h"
#include "Worlds/WorldReader.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

using nlohmann::json;

constexpr const char* kMassKeys[] = {"mass", "density", "static"};

std::vector<SceneNode> nodesOf(const WorldObject& scene, const std::string& folder) {
    const WorldValue file = scene.at("file");
    try {
        return importScene(utf8Of(pathIn(folder, file.text())));
    } catch (const MeshImportError& error) {
        file.refuse(error.what());
    }
}

/// From the scene, with its axes and in its unit, to the world [m].
Pose worldFromScene(const WorldObject& scene) {
    Pose pose = scene.pose();
    if (scene.choice("up", {"y", "z"}, "y") == "y")
        pose.orientation = pose.orientation * Quaternion(std::sqrt(0.5), std::sqrt(0.5), 0.0, 0.0); // y up to z up
    return pose;
}

json shapeOf(const SceneNode& node, double scale) {
    json vertices = json::array(), triangles = json::array();
    for (const Vector3& vertex : node.mesh.vertices)
        vertices.push_back(numbers(Vector3(scale * vertex)));
    for (const TriangleMesh::Face& face : node.mesh.faces)
        triangles.push_back({face[0], face[1], face[2]});
    return {{"type", "mesh"}, {"vertices", std::move(vertices)}, {"triangles", std::move(triangles)}};
}

/// The keys of a body: those of its node, then the scene's masses, then what the file says of this node.
json bodyOf(const WorldObject& scene, const SceneNode& node, const json& own) {
    const double scale = scene.positive("scale", 1.0);
    const Pose frame = worldFromScene(scene);
    const Pose& inScene = node.sceneFromNode;
    json body = {{"name", node.name}, {"shape", shapeOf(node, scale)}};
    writePose(body, {(frame.orientation * inScene.orientation).normalized(),
                     frame.position + frame.orientation * Vector3(scale * inScene.position)});
    if (std::none_of(std::begin(kMassKeys), std::end(kMassKeys), [&](const char* key) { return own.contains(key); }))
        for (const char* key : kMassKeys)
            if (scene.has(key)) body[key] = scene.at(key).value;
    for (const auto& [key, value] : own.items())
        (key == "sheet_thickness" ? body["shape"] : body)[key] = value;
    return body;
}

/// What the file says of the nodes by their names. \throws WorldFileError at a name that no node has
json ownKeys(const WorldObject& scene, const std::vector<SceneNode>& nodes) {
    if (!scene.has("nodes")) return json::object();
    const WorldValue given = scene.at("nodes");
    if (!given.value.is_object()) given.refuse("is no object with the names of nodes");
    std::vector<std::string> names;
    for (const SceneNode& node : nodes)
        names.push_back(node.name);
    for (const auto& [name, keys] : given.value.items()) {
        const WorldValue value{keys, given.path + "." + name};
        if (std::find(names.begin(), names.end(), name) == names.end())
            value.refuse("the file has no node with triangles of this name" + didYouMean(name, names));
        if (keys != false) WorldObject(value, "scene_node");
    }
    return given.value;
}

} // namespace

void expandScenes(json& file, WorldDescription& world) {
    if (!file.is_object() || !file.contains("scenes")) return;
    json bodies = file.value("bodies", json::array());
    if (!bodies.is_array()) return; // readWorld() refuses it
    for (const WorldValue& value : WorldValue{file["scenes"], "scenes"}.elements()) {
        const WorldObject scene(value, "scene");
        if (scene.has("mass") && scene.has("density")) scene.at("density").refuse("the scene has a mass already");
        const std::vector<SceneNode> nodes = nodesOf(scene, world.folder);
        const json own = ownKeys(scene, nodes);
        for (const SceneNode& node : nodes) {
            const json keys = own.value(node.name, json::object());
            if (keys == false) continue;
            bodies.push_back(bodyOf(scene, node, keys));
            world.scenes.places.push_back(value.path + ".nodes." + node.name);
        }
        world.scenes.files.emplace_back(value.path + ".file", scene.at("file").text());
    }
    file["bodies"] = std::move(bodies);
    file.erase("scenes");
}

} // namespace ambient
