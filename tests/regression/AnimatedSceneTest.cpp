// SPDX-License-Identifier: Zlib
// Animated files of users as shape sequences.
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshImport/SequenceImport.h"
#include "RunProgram.h"
#include "RunScene.h"
#include "exporters/GlbFile.h"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cmath>
#include <cstdint>

namespace animated_scene_test {

using namespace samples;
using ambient::TriangleMesh;
using ambient::Vector3;

namespace {

/// Runs the scene with a user's file.
RunRecord playedFile(const std::string& file, double seconds, double fps = 0.0) {
    const auto scene = findSample("animated").create();
    ParameterValues values(scene->parameters());
    values.setFile("file", file);
    values.set("fps", fps);
    RunOptions options;
    options.duration = seconds;
    options.timeStep = 1.0 / 120.0;
    return runScene("animated", *scene, values, options);
}

std::string refusalOfFile(const std::string& file) {
    try {
        playedFile(file, 0.1);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

/// Invariants of a surface under changes of frame.
std::array<double, 5> measuresOf(const TriangleMesh& mesh) {
    const ambient::MassProperties solid = ambient::solidMassProperties(mesh, 1.0);
    const Vector3 moments = Eigen::SelfAdjointEigenSolver<ambient::Matrix3>(solid.inertia).eigenvalues();
    return {solid.mass, ambient::surfaceArea(mesh), moments[0], moments[1], moments[2]};
}

/// Appends numbers as they are in memory.
template <class T>
void append(std::string& bytes, const std::vector<T>& values) {
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

constexpr int kSkinKeys = 7;

double skinAngle(int key) {
    return ambient::kPi / 3.0 * std::sin(ambient::kPi * key / (kSkinKeys - 1));
}

/// The upper half of an ellipsoid swings with a joint at its middle.
TriangleMesh skinAt(const TriangleMesh& mesh, double angle) {
    const ambient::Quaternion turn = ambient::expSO3({0.0, angle, 0.0});
    TriangleMesh bent = mesh;
    for (Vector3& v : bent.vertices) {
        const double share = 1.0 / (1.0 + std::exp(-12.0 * v.z()));
        v = (share * (turn * v) + (1.0 - share) * v).eval();
    }
    return bent;
}

/// Writes the motion as a skin of two joints, in `kSkinKeys` keys within a second. \returns the name of the file
std::string writeSkin(const ScratchFolder& folder, const TriangleMesh& mesh) {
    std::string data;
    nlohmann::json views, accessors;
    const auto close = [&](std::size_t from, std::size_t count, int component, const char* type) {
        views.push_back({{"buffer", 0}, {"byteOffset", from}, {"byteLength", data.size() - from}});
        accessors.push_back(
            {{"bufferView", accessors.size()}, {"componentType", component}, {"count", count}, {"type", type}});
    };
    std::vector<float> positions, weights, times, turns, identity;
    std::vector<std::uint8_t> joints;
    std::vector<std::uint32_t> corners;
    for (const Vector3& v : mesh.vertices) {
        for (int k = 0; k < 3; ++k)
            positions.push_back(static_cast<float>(v[k]));
        const float share = static_cast<float>(1.0 / (1.0 + std::exp(-12.0 * v.z())));
        weights.insert(weights.end(), {share, 1.0F - share, 0.0F, 0.0F});
        joints.insert(joints.end(), {1, 0, 0, 0});
    }
    for (const auto& face : mesh.faces)
        for (const int corner : face)
            corners.push_back(static_cast<std::uint32_t>(corner));
    for (int joint = 0; joint < 2; ++joint)
        for (int k = 0; k < 16; ++k)
            identity.push_back(k % 5 == 0 ? 1.0F : 0.0F);
    for (int key = 0; key < kSkinKeys; ++key) {
        times.push_back(static_cast<float>(key) / (kSkinKeys - 1));
        const double half = 0.5 * skinAngle(key);
        turns.insert(turns.end(), {0.0F, static_cast<float>(std::sin(half)), 0.0F, static_cast<float>(std::cos(half))});
    }
    const std::size_t vertices = mesh.vertices.size();
    std::size_t from = 0;
    append(data, positions), close(from, vertices, 5126, "VEC3"), from = data.size();
    append(data, weights), close(from, vertices, 5126, "VEC4"), from = data.size();
    append(data, joints), close(from, vertices, 5121, "VEC4"), from = data.size();
    append(data, corners), close(from, corners.size(), 5125, "SCALAR"), from = data.size();
    append(data, identity), close(from, 2, 5126, "MAT4"), from = data.size();
    append(data, times), close(from, times.size(), 5126, "SCALAR"), from = data.size();
    append(data, turns), close(from, times.size(), 5126, "VEC4");
    folder.write("skin.bin", data);
    const nlohmann::json primitive = {{"attributes", {{"POSITION", 0}, {"WEIGHTS_0", 1}, {"JOINTS_0", 2}}},
                                      {"indices", 3}};
    const nlohmann::json document = {
        {"asset", {{"version", "2.0"}}},
        {"scene", 0},
        {"scenes", {{{"nodes", {0, 1}}}}},
        {"nodes",
         {{{"name", "body"}, {"mesh", 0}, {"skin", 0}}, {{"name", "root"}, {"children", {2}}}, {{"name", "tip"}}}},
        {"meshes", {{{"primitives", {primitive}}}}},
        {"skins", {{{"joints", {1, 2}}, {"inverseBindMatrices", 4}}}},
        {"animations",
         {{{"samplers", {{{"input", 5}, {"output", 6}}}},
           {"channels", {{{"sampler", 0}, {"target", {{"node", 2}, {"path", "rotation"}}}}}}}}},
        {"accessors", accessors},
        {"bufferViews", views},
        {"buffers", {{{"uri", "skin.bin"}, {"byteLength", data.size()}}}}};
    return folder.write("skin.gltf", document.dump());
}

} // namespace

TEST(AnimatedScene, AFileOfTheProjectsOwnComesBackIn) {
    const RunRecord fish = runScene("animated", {}, 0.6, 1.0 / 120.0); // one beat
    const ScratchFolder folder;
    const std::string file = folder.write(
        "fish.glb",
        glbOf(fish,
              findSample("animated").create()->plot(ParameterValues(findSample("animated").create()->parameters()))));
    const ambient::ShapeSequence back = ambient::importSequence(file, {"", 0.0, 1.0, true, false});
    EXPECT_NEAR(back.period, 0.6, 1e-6);
    EXPECT_GE(back.keys.size(), 24u);
    for (std::size_t k = 0; k < back.keys.size(); ++k) {
        const int frame = static_cast<int>(std::lround(120.0 * back.times[k]));
        const RecordedBody shaped = shapedAs(fish.bodies.front(), fish.at(frame));
        const auto expected = measuresOf(*shaped.mesh), found = measuresOf(back.mesh(static_cast<int>(k)));
        for (std::size_t i = 0; i < expected.size(); ++i)
            EXPECT_NEAR(found[i] / expected[i], 1.0, 1e-5) << k << ' ' << i;
    }
    // The skin swims as the fish did, whatever the axes of the file.
    const RunRecord again = playedFile(file, 0.6);
    const double way = fish.last().worldFromBody.position.norm();
    EXPECT_GT(way, 0.01);
    EXPECT_NEAR(again.last().worldFromBody.position.norm() / way, 1.0, 0.02);
}

TEST(AnimatedScene, AFolderOfShapesPlays) {
    const ScratchFolder folder;
    const TriangleMesh mesh = ambient::makeEllipsoid({0.3, 0.1, 0.1}, 320);
    std::filesystem::create_directory(folder.path("shapes"));
    for (int k = 0; k < 8; ++k) {
        TriangleMesh bent = mesh;
        for (Vector3& v : bent.vertices)
            v.y() += 0.5 * v.x() * v.x() * std::sin(2.0 * ambient::kPi * k / 8);
        folder.write("shapes/key" + std::to_string(k) + ".obj", objOf(bent));
    }
    const RunRecord record = playedFile(folder.path("shapes"), 0.5, 4.0);
    const RecordedBody& body = record.bodies.front();
    EXPECT_NEAR(body.shape->period(), 2.0, 1e-9);
    EXPECT_NEAR(body.mass, 998.0 * ambient::enclosedVolume(mesh), 0.005 * body.mass); // as dense as water
    EXPECT_GT(record.last().velocity.linear.norm(), 1e-3);
}

TEST(AnimatedScene, ASkinIsReadAtItsKeys) {
    const ScratchFolder folder;
    const TriangleMesh mesh = ambient::makeEllipsoid({0.2, 0.15, 0.5}, 320);
    const ambient::ShapeSequence s = ambient::importSequence(writeSkin(folder, mesh), {"", 0.0, 2.0, true, false});
    ASSERT_EQ(s.keys.size(), kSkinKeys - 1u); // the last is the first
    EXPECT_NEAR(s.period, 1.0, 1e-6);
    for (int k = 0; k + 1 < kSkinKeys; ++k) {
        const auto expected = measuresOf(skinAt(mesh, skinAngle(k))), found = measuresOf(s.mesh(k));
        EXPECT_NEAR(s.times[static_cast<std::size_t>(k)], double(k) / (kSkinKeys - 1), 1e-6);
        EXPECT_NEAR(found[0] / expected[0], 8.0, 1e-4);
        EXPECT_NEAR(found[1] / expected[1], 4.0, 1e-4);
        EXPECT_NEAR(found[2] / expected[2], 32.0, 1e-3);
    }
}

TEST(AnimatedScene, FilesThatCannotBePlayedAreRefusedByName) {
    const ScratchFolder folder;
    const auto contains = [](const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << part << ": " << text;
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
    };
    contains(refusalOfFile(folder.path("none.glb")), "none.glb");
    const std::string cubic = folder.write(
        "cubic.gltf",
        R"({"asset":{"version":"2.0"},"animations":[{"samplers":[{"input":0,"output":1,)"
        R"("interpolation":"CUBICSPLINE"}],"channels":[{"sampler":0,"target":{"node":0,"path":"weights"}}]}]})");
    contains(refusalOfFile(cubic), "animation 0, channel 0: weights of morph targets with CUBICSPLINE");
    std::filesystem::create_directory(folder.path("keys"));
    folder.write("keys/1.obj", objOf(ambient::makeEllipsoid({0.3, 0.1, 0.1}, 320)));
    folder.write("keys/2.obj", objOf(ambient::makeEllipsoid({0.3, 0.1, 0.1}, 500)));
    contains(refusalOfFile(folder.path("keys")), "2.obj");
    TriangleMesh turned = ambient::makeEllipsoid({0.3, 0.1, 0.1}, 320);
    for (Vector3& v : turned.vertices)
        v.x() *= -1.0;
    folder.write("keys/2.obj", objOf(turned));
    contains(refusalOfFile(folder.path("keys")), "key 1");
}

} // namespace animated_scene_test
