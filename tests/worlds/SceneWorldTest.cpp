// SPDX-License-Identifier: Zlib
// Scenes of glTF whose nodes are bodies, and the motion of worlds as glTF.
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshImport/SceneImport.h"
#include "TestPaths.h"
#include "WorldTesting.h"
#include "Worlds/SaveWorld.h"
#include "Worlds/WorldInput.h"
#include "import/MeshFiles.h"
#include "regression/GlbReader.h"
#include "regression/RunProgram.h"

#include <gtest/gtest.h>

namespace scene_world_test {

using ambient::Pose;
using ambient::TriangleMesh;
using ambient::Vector3;
using nlohmann::json;
using test::RunWorld;

namespace {

/// A box of 0.2 x 0.15 x 0.1 m in a tree of nodes: turned, scaled along one axis, mirrored, under a parent without a
/// mesh.
const char* const kNodes = R"([
    {"name": "frame", "translation": [1, 2, 3], "rotation": [0, 0.6, 0, 0.8], "scale": [2, 2, 2], "children": [1, 2]},
    {"name": "hull", "mesh": 0, "translation": [0, 0.5, 0], "rotation": [0.6, 0, 0, 0.8], "children": [3]},
    {"name": "mirror", "mesh": 0, "translation": [1, 0.5, 0], "scale": [-1, 1.5, 1]},
    {"name": "cabin", "mesh": 0, "translation": [0, 1, 0.2], "rotation": [0, 0, 0.6, 0.8], "scale": [0.5, 1, 0.7]},
    {"name": "quay", "mesh": 0, "translation": [-3, 0, 0]}])";

std::string sceneText(const std::string& nodes = kNodes) {
    json scene = json::parse(test::gltfOf(ambient::makeBox({0.2, 0.15, 0.1}, 12), "[1,1,1]"));
    scene["nodes"] = json::parse(nodes);
    scene["scenes"] = json::array({{{"nodes", json::array({0, 4})}}});
    return scene.dump();
}

/// A world with a scene. \param more further keys of the scene
std::string worldText(const std::string& file, const std::string& more) {
    return R"({"medium": "water", "gravity": [0, 0, 0], "scenes": [{"file": ")" + file + "\"" + more + "}]}";
}

void expectRefusedAt(const std::string& world, const std::string& place, const std::string& why) {
    try {
        ambient::parseWorld(world, "test.json", "");
        ADD_FAILURE() << world << " was taken";
    } catch (const ambient::WorldFileError& error) {
        const std::string what = error.what();
        EXPECT_EQ(what.rfind("test.json: " + place + ": ", 0), 0U) << what;
        EXPECT_NE(what.find(why), std::string::npos) << what;
    }
}

/// Distance of two sets of points: the largest one from a point of the first to the nearest of the second.
double distance(const std::vector<Vector3>& from, const std::vector<Vector3>& to) {
    double largest = 0.0;
    for (const Vector3& point : from) {
        double least = 1e9;
        for (const Vector3& other : to)
            least = std::min(least, (point - other).norm());
        largest = std::max(largest, least);
    }
    return largest;
}

} // namespace

TEST(SceneWorld, BodiesStandWhereTheNodesAre) {
    const ScratchFolder folder;
    const std::string file = folder.write("scene.gltf", sceneText());
    const TriangleMesh whole = ambient::importMesh(file); // in its own axes, y up
    const ambient::WorldDescription world = ambient::parseWorld(
        worldText(file, R"(, "density": 500, "scale": 0.5, "position": [1, 0, 2], "orientation": [0, 0, 0.6, 0.8])"),
        "test.json", "");
    ASSERT_EQ(world.bodies.size(), 4U);
    std::vector<Vector3> expected, found;
    const ambient::Quaternion turn(0.8, 0.0, 0.0, 0.6);
    for (const Vector3& p : whole.vertices)
        expected.push_back(Vector3(1, 0, 2) + turn * Vector3(0.5 * p.x(), -0.5 * p.z(), 0.5 * p.y()));
    double volume = 0.0;
    for (const ambient::WorldBody& body : world.bodies) {
        for (const Vector3& vertex : body.shape.mesh->vertices)
            found.push_back(body.worldFromFrame.position + body.worldFromFrame.orientation * vertex);
        const double own = ambient::enclosedVolume(*body.shape.mesh);
        EXPECT_GT(own, 0.0) << body.name; // also of the mirrored node
        volume += own;
    }
    EXPECT_LT(distance(found, expected) + distance(expected, found),
              2e-6); // single precision of the file; measured 5e-7
    EXPECT_NEAR(volume, ambient::enclosedVolume(whole) / 8.0, 1e-6 * volume);
    EXPECT_EQ(world.bodies[0].name, "hull");
    EXPECT_EQ(world.bodies[0].path, "scenes[0].nodes.hull");
}

TEST(SceneWorld, ANodeWithoutAFrameOfItsOwnKeepsItsOrigin) {
    const ScratchFolder folder;
    const std::vector<ambient::SceneNode> nodes = ambient::importScene(folder.write("scene.gltf", sceneText()));
    ASSERT_EQ(nodes.size(), 4U);
    EXPECT_EQ(nodes[3].name, "quay");
    EXPECT_LT((nodes[3].sceneFromNode.position - Vector3(-3, 0, 0)).norm(), 1e-6);
    EXPECT_LT(nodes[3].sceneFromNode.orientation.vec().norm(), 1e-6);
    EXPECT_LT((nodes[3].mesh.vertices[0].cwiseAbs() - Vector3(0.1, 0.075, 0.05)).norm(), 1e-6);
}

TEST(SceneWorld, KeysOfNodesReplaceThoseOfTheScene) {
    const ScratchFolder folder;
    const std::string file = folder.write("scene.gltf", sceneText());
    const std::string keys = R"(, "density": 500, "nodes": {"quay": {"static": true, "position": [0, 0, 7]},
        "hull": {"mass": 3, "velocity": [1, 0, 0], "friction": 0.9, "detail": "game"}, "mirror": false})";
    const ambient::WorldDescription world = ambient::parseWorld(worldText(file, keys), "test.json", "");
    ASSERT_EQ(world.bodies.size(), 3U);
    EXPECT_EQ(world.bodies[0].mass.mass, 3.0);
    EXPECT_FALSE(world.bodies[0].mass.density);
    EXPECT_EQ(world.bodies[0].touch.friction, 0.9);
    EXPECT_EQ(world.bodies[1].mass.density, 500.0);
    EXPECT_TRUE(world.bodies[2].isStatic);
    EXPECT_EQ(world.bodies[2].worldFromFrame.position, Vector3(0, 0, 7));
    // Joints and other bodies may name them.
    const std::string more = R"(, "density": 500}], "bodies": [{"shape": {"type": "sphere", "radius": 1}, "mass": 1}],
        "joints": [{"type": "fixed", "parent": "hull", "child": "cabin"}], "coupling": [{"x": 0)";
    json joined = json::parse(worldText(file, more));
    joined.erase("coupling");
    const ambient::WorldDescription two = ambient::parseWorld(joined.dump(), "test.json", "");
    EXPECT_EQ(two.bodies[0].path, "bodies[0]");
    EXPECT_EQ(two.joints[0].child, 2); // the child of the hull comes after it
}

TEST(SceneWorld, RefusalsNameTheScene) {
    const ScratchFolder folder;
    const std::string file = folder.write("scene.gltf", sceneText());
    expectRefusedAt(worldText(file, ""), "scenes[0].nodes.hull", "needs the key 'mass' or 'density'");
    expectRefusedAt(worldText(file, R"(, "mass": 1, "density": 1)"), "scenes[0].density", "a mass already");
    expectRefusedAt(worldText(file, R"(, "mass": 1, "nodes": {"hul": {}})"), "scenes[0].nodes.hul",
                    "did you mean 'hull'");
    expectRefusedAt(worldText(file, R"(, "mass": 1, "nodes": {"hull": {"masss": 1}})"), "scenes[0].nodes.hull.masss",
                    "unknown key");
    expectRefusedAt(worldText(file, R"(, "mass": 1, "nodes": {"hull": {"mass": -1}})"), "scenes[0].nodes.hull.mass",
                    "-1");
    expectRefusedAt(worldText(file, R"(, "mass": 1, "nodes": [])"), "scenes[0].nodes", "is no object");
    expectRefusedAt(worldText(file, R"(, "mass": 1, "up": "x")"), "scenes[0].up", "none of y, z");
    expectRefusedAt(worldText(folder.path("none.glb"), ""), "scenes[0].file", "no such file");
    expectRefusedAt(worldText(folder.write("a.obj", "v 0 0 0"), ""), "scenes[0].file", "is no scene");
    expectRefusedAt(R"({"medium": "water", "scenes": 3})", "scenes", "not a list");
    const std::string twins =
        R"([{"name": "a", "mesh": 0}, {"name": "a", "mesh": 0}, {"name": "b"}, {"name": "c"}, {"name": "d"}])";
    json scene = json::parse(sceneText(twins));
    scene["scenes"][0]["nodes"] = {0, 1};
    expectRefusedAt(worldText(folder.write("twins.gltf", scene.dump()), ""), "scenes[0].file", "two nodes 'a'");
    const std::string flat =
        R"([{"name": "a", "mesh": 0, "scale": [1, 0, 1]}, {"name": "b"}, {"name": "c"}, {"name": "d"}, {"name": "e"}])";
    expectRefusedAt(worldText(folder.write("flat.gltf", sceneText(flat)), ""), "scenes[0].file", "scale of 0");
}

TEST(SceneWorld, ASavedWorldHasTheBodiesWithTheirMeshes) {
    const ScratchFolder folder;
    const std::string file = folder.write("scene.gltf", sceneText());
    const std::string keys =
        R"(, "density": 500, "nodes": {"quay": {"static": true}, "hull": {"velocity": [1, 0, 0]}})";
    const std::string path = folder.write("world.json", worldText(file, keys));
    ambient::ReadWorld read = ambient::readWorldFile(path);
    EXPECT_EQ(ambient::filesOfWorld(read.description)[0].first, "scenes[0].file");
    const std::string later = folder.path("later.json");
    EXPECT_EQ(runProgram(test::toolWord() + " simulate " + path + " --seconds 0.1 --save " + later).exitCode, 0);
    const json saved = json::parse(readWholeFile(later));
    EXPECT_FALSE(saved.contains("scenes"));
    const ambient::WorldDescription again = ambient::readWorldFile(later).description;
    ASSERT_EQ(again.bodies.size(), 4U);
    EXPECT_GT((again.bodies[0].worldFromFrame.position - read.description.bodies[0].worldFromFrame.position).norm(),
              0.05);
    EXPECT_EQ(again.bodies[0].shape.mesh->vertices, read.description.bodies[0].shape.mesh->vertices);
    expectRefusal(test::toolWord() + " simulate " + path + " --glb " + file, "--glb", "scenes[0].file");
}

TEST(SceneWorld, TheMotionOfAWorldIsASceneAgain) {
    const ScratchFolder folder;
    const std::string file = folder.write("scene.gltf", sceneText());
    const std::string keys = R"(, "density": 500, "nodes": {"quay": {"static": true},
        "hull": {"velocity": [1, 0.2, 0], "angular_velocity": [1, 2, 3], "center_of_mass": [0.1, 0.05, 0]}})";
    const std::string world = folder.write("world.json", worldText(file, keys)), out = folder.path("out.glb");
    const ProgramResult run =
        runProgram(test::toolWord() + " simulate " + world + " --seconds 0.5 --csv - --glb " + out);
    ASSERT_EQ(run.exitCode, 0) << run.err;
    // At rest the nodes of the file are those of the scene.
    const std::vector<ambient::SceneNode> before = ambient::importScene(file), after = ambient::importScene(out);
    ASSERT_EQ(after.size(), before.size());
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(after[i].name, before[i].name);
        EXPECT_LT((after[i].sceneFromNode.position - before[i].sceneFromNode.position).norm(), 3e-6);
        EXPECT_LT(after[i].sceneFromNode.orientation.angularDistance(before[i].sceneFromNode.orientation), 1e-6);
        EXPECT_LT(distance(after[i].mesh.vertices, before[i].mesh.vertices), 1e-6);
    }
    // The last key of the hull is the last row of the table, seen from the centre of mass.
    const GlbReader glb(readWholeFile(out));
    const json& animation = glb.json["animations"][0];
    const Eigen::MatrixXf times = glb.numbers(animation["samplers"][0]["input"]);
    EXPECT_EQ(times.cols(), 31);
    EXPECT_NEAR(times(times.cols() - 1), 0.5, 1e-6);
    const Eigen::Vector3f place = glb.numbers(animation["samplers"][0]["output"]).rightCols(1);
    const Eigen::Vector4f turn = glb.numbers(animation["samplers"][1]["output"]).rightCols(1);
    const Eigen::Vector3f center = place + Eigen::Quaternionf(turn) * Eigen::Vector3f(0.1f, 0.05f, 0.0f);
    const std::size_t row = run.out.rfind("0.5,hull,");
    ASSERT_NE(row, std::string::npos);
    double x = 0, y = 0, z = 0;
    ASSERT_EQ(std::sscanf(run.out.c_str() + row, "0.5,hull,%lf,%lf,%lf", &x, &y, &z), 3);
    EXPECT_LT((center.cast<double>() - Vector3(x, z, -y)).norm(), 3e-6);
    expectRefusal(test::toolWord() + " simulate " + test::exampleFolder() + "/eel.json --glb " + out, "--glb",
                  "changes its shape");
}

} // namespace scene_world_test
