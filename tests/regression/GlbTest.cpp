// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "GlbReader.h"
#include "RunProgram.h"
#include "RunScene.h"
#include "TestPaths.h"
#include "drawing/SplitNormals.h"
#include "drawing/SurfaceColours.h"
#include "exporters/GlbFile.h"
#include "exporters/KeyFrames.h"
#include "interface/TubeMesh.h"

#include <Eigen/Geometry>
#include <assimp/Importer.hpp>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

namespace glb_test {

using namespace samples;
using ambient::Vector3;

namespace {

/// A plate fluttering in air, and a specification with all elements in the picture.
struct PlateRun {
    RunRecord record = runScene("falling-plate", {{"faces", 320}}, 1.0);
    PlotSpec spec;
    std::string file;

    PlateRun() {
        spec.title = "A plate";
        spec.ground = -3.0;
        spec.marks = {Vector3::Zero()};
        file = glbOf(record, spec, {"falls", "a figure", {}, true, 6});
    }
};

const PlateRun& plateRun() {
    static const PlateRun run;
    return run;
}

/// Two balls of one mesh, without a fluid: one flies a parabola and spins, one stands.
RunRecord twoBalls() {
    RunRecord record;
    record.scene = "balls";
    record.timeStep = 0.01;
    const auto mesh = std::make_shared<ambient::TriangleMesh>(ambient::makeSphere(0.1, 320));
    record.bodies = {{"flying", 1.0, mesh}, {"standing", 1.0, mesh}};
    for (int frame = 0; frame <= 200; ++frame) {
        const double t = 0.01 * frame;
        BodySample flying, standing;
        flying.time = standing.time = t;
        flying.worldFromBody = {ambient::expSO3({0.0, 100.0 * t, 0.0}), {3.0 * t, 0.0, 8.0 * t - 4.905 * t * t}};
        standing.worldFromBody.position = {1.0, 2.0, 0.1};
        record.samples.insert(record.samples.end(), {flying, standing});
    }
    return record;
}

ambient::Quaternion quaternionOf(const Eigen::VectorXf& xyzw) {
    return ambient::Quaternion(Eigen::Vector4d(xyzw.cast<double>()));
}

/// The value of a channel at a time, computed as by readers of the file.
Eigen::VectorXf valueAt(const GlbReader::Keys& keys, double time, bool isRotation) {
    int next = 0;
    while (next + 1 < keys.times.size() && double(keys.times[next]) < time)
        ++next;
    if (next == 0) return keys.values.col(0);
    const double from = keys.times[next - 1], share = (time - from) / (double(keys.times[next]) - from);
    if (!isRotation) return (1.0f - float(share)) * keys.values.col(next - 1) + float(share) * keys.values.col(next);
    const ambient::Quaternion a = quaternionOf(keys.values.col(next - 1)), b = quaternionOf(keys.values.col(next));
    return a.slerp(share, b).coeffs().cast<float>();
}

} // namespace

TEST(Glb, IsMadeOfTwoChunksWhoseLengthsAreMultiplesOfFour) {
    const GlbReader glb(plateRun().file);
    EXPECT_EQ(glb.bytes.substr(0, 4), "glTF");
    EXPECT_EQ(glb.uintAt(4), 2u);
    EXPECT_EQ(glb.uintAt(8), glb.bytes.size());
    EXPECT_EQ(glb.bytes.substr(16, 4), "JSON");
    EXPECT_EQ(glb.uintAt(12) % 4, 0u);
    EXPECT_EQ(glb.bytes.substr(glb.dataStart - 4, 4), std::string("BIN\0", 4));
    EXPECT_EQ(glb.uintAt(glb.dataStart - 8) % 4, 0u);
    EXPECT_EQ(glb.dataStart + glb.uintAt(glb.dataStart - 8), glb.bytes.size());
    EXPECT_EQ(glb.json["asset"]["generator"], "AmbientFluid for Bullet");
}

TEST(Glb, EveryAccessorFillsItsViewAndItsBoundsAreThoseOfItsNumbers) {
    const GlbReader glb(plateRun().file);
    const std::size_t length = glb.json["buffers"][0]["byteLength"];
    int bounded = 0;
    for (std::size_t i = 0; i < glb.json["accessors"].size(); ++i) {
        const auto& accessor = glb.json["accessors"][i];
        const auto& view = glb.json["bufferViews"][accessor["bufferView"].get<std::size_t>()];
        const std::size_t offset = view["byteOffset"], size = view["byteLength"];
        EXPECT_EQ(offset % 4, 0u);
        EXPECT_LE(offset + size, length);
        EXPECT_EQ(size, 4 * accessor["count"].get<std::size_t>() * std::size_t(GlbReader::componentsOf(accessor)));
        if (!accessor.contains("min")) continue;
        ++bounded;
        const Eigen::MatrixXf numbers = glb.numbers(int(i));
        for (int row = 0; row < numbers.rows(); ++row) {
            EXPECT_EQ(accessor["min"][std::size_t(row)].get<float>(), numbers.row(row).minCoeff());
            EXPECT_EQ(accessor["max"][std::size_t(row)].get<float>(), numbers.row(row).maxCoeff());
        }
    }
    EXPECT_GE(bounded, 6); // times of three channels, positions of body, trail and ground
}

TEST(Glb, KeysAreThePosesOfTheRecord) {
    const PlateRun& run = plateRun();
    const GlbReader glb(run.file);
    ASSERT_EQ(glb.nodesOfKind("body").size(), 1u);
    std::map<float, const BodySample*> byTime;
    for (const BodySample& s : run.record.samples)
        byTime[float(s.time)] = &s;
    const auto positions = glb.keysOf(glb.nodesOfKind("body")[0], "translation");
    for (int key = 0; key < positions.times.size(); ++key) {
        ASSERT_EQ(byTime.count(positions.times[key]), 1u);
        const Eigen::Vector3f expected = byTime[positions.times[key]]->worldFromBody.position.cast<float>();
        EXPECT_EQ(Eigen::Vector3f(positions.values.col(key)), expected);
    }
    const auto turns = glb.keysOf(glb.nodesOfKind("body")[0], "rotation");
    for (int key = 0; key < turns.times.size(); ++key) {
        ASSERT_EQ(byTime.count(turns.times[key]), 1u);
        const Eigen::Vector4f q = turns.values.col(key);
        const Eigen::Vector4f expected = byTime[turns.times[key]]->worldFromBody.orientation.coeffs().cast<float>();
        EXPECT_LT(std::min((q - expected).norm(), (q + expected).norm()), 2e-7f); // 6e-8: normalised once more
        EXPECT_NEAR(q.norm(), 1.0f, 2e-7f);
        if (key > 0) {
            EXPECT_GE(q.dot(turns.values.col(key - 1)), 0.0f);
        }
    }
    for (const auto& keys : {positions, turns}) {
        EXPECT_EQ(keys.times[0], 0.0f);
        EXPECT_EQ(keys.times[keys.times.size() - 1], float(run.record.last().time));
        EXPECT_LT(keys.times.size(), run.record.frameCount() / 4);
    }
}

TEST(Glb, PosesBetweenTheKeysStayWithinOnePercentOfTheBodyAndOneDegree) {
    RunRecord balls = twoBalls();
    const PlotSpec spec;
    const std::string ballFile = glbOf(balls, spec);
    const std::pair<const RunRecord*, const std::string*> cases[] = {{&plateRun().record, &plateRun().file},
                                                                     {&balls, &ballFile}};
    for (const auto& [record, file] : cases) {
        const GlbReader glb(*file);
        for (int body = 0; body < record->bodyCount(); ++body) {
            const int node = glb.nodesOfKind("body")[std::size_t(body)];
            const double radius = glb.node(node)["extras"]["radius"];
            const auto positions = glb.keysOf(node, "translation"), turns = glb.keysOf(node, "rotation");
            for (int frame = 0; frame < record->frameCount(); ++frame) {
                const BodySample& s = record->at(frame, body);
                const Vector3 at = valueAt(positions, s.time, false).head<3>().cast<double>();
                EXPECT_LE((at - s.worldFromBody.position).norm(), 0.01 * radius + 1e-6);
                const ambient::Quaternion q = quaternionOf(valueAt(turns, s.time, true));
                EXPECT_LE(q.angularDistance(s.worldFromBody.orientation), ambient::kPi / 180.0 + 2e-5);
            }
        }
    }
}

TEST(Glb, BodyFacesOutwardAndKeepsItsVolume) {
    const PlateRun& run = plateRun();
    const GlbReader glb(run.file);
    const auto& primitive = glb.primitiveOf(glb.nodesOfKind("body")[0]);
    const Eigen::MatrixXf positions = glb.numbers(primitive["attributes"]["POSITION"]);
    const Eigen::MatrixXf normals = glb.numbers(primitive["attributes"]["NORMAL"]);
    const std::vector<std::uint32_t> triangles = glb.indices(primitive["indices"]);
    const double volume = run.record.bodies[0].model->volume();
    EXPECT_NEAR(signedVolume(positions, triangles) / volume, 1.0, 1e-5); // 2e-7
    EXPECT_EQ(triangles.size(), 3 * run.record.bodies[0].mesh->faces.size());
    for (int v = 0; v < normals.cols(); ++v)
        EXPECT_NEAR(normals.col(v).norm(), 1.0f, 1e-6f);
    const auto trail = glb.primitiveOf(glb.nodesOfKind("trail")[0]);
    EXPECT_GT(signedVolume(glb.numbers(trail["attributes"]["POSITION"]), glb.indices(trail["indices"])), 0.0);
}

TEST(Glb, ColoursAreLinearAndTheirMorphsAreTheSlipSpeedsOfTheirTimes) {
    const PlateRun& run = plateRun();
    const GlbReader glb(run.file);
    const int node = glb.nodesOfKind("body")[0];
    const auto& primitive = glb.primitiveOf(node);
    const Eigen::MatrixXf peak = glb.numbers(primitive["attributes"]["COLOR_0"]);
    const auto weights = glb.keysOf(node, "weights");
    ASSERT_EQ(primitive["targets"].size(), 6u);
    ASSERT_EQ(weights.times.size(), 6);
    EXPECT_GE(peak.minCoeff(), 0.0f);
    EXPECT_LE(peak.maxCoeff(), 1.0f);
    const RenderMesh render = renderMeshOf(*run.record.bodies[0].mesh);
    const double scale = glb.extras()["legend"]["maximum"];
    EXPECT_EQ(scale, slipScale(run.record));
    std::vector<double> largest(run.record.bodies[0].mesh->vertices.size(), 0.0);
    for (const BodySample& sample : run.record.samples) {
        const std::vector<double> speeds = slipSpeeds(run.record, 0, sample);
        for (std::size_t v = 0; v < speeds.size(); ++v)
            largest[v] = std::max(largest[v], speeds[v]);
    }
    const std::vector<Rgb> largestColours = slipColours(largest, scale);
    for (int v = 0; v < peak.cols(); ++v) { // 240 of the 241 frames are looked at
        const Rgb expected = linearOf(largestColours[std::size_t(render.sourceVertex[std::size_t(v)])]);
        EXPECT_LT((peak.col(v) - expected).norm(), 0.01f);
    }
    for (int key = 0; key < 6; ++key) {
        const int frame = static_cast<int>(std::lround(double(weights.times[key]) / run.record.timeStep));
        const std::vector<Rgb> colours = slipColours(slipSpeeds(run.record, 0, run.record.at(frame)), scale);
        const Eigen::MatrixXf morph = glb.numbers(primitive["targets"][std::size_t(key)]["COLOR_0"]);
        for (int v = 0; v < peak.cols(); ++v) {
            const Rgb expected = linearOf(colours[std::size_t(render.sourceVertex[std::size_t(v)])]);
            EXPECT_LT((peak.col(v) + morph.col(v) - expected).norm(), 2e-7f);
        }
        for (int target = 0; target < 6; ++target)
            EXPECT_EQ(weights.values(0, 6 * key + target), target == key ? 1.0f : 0.0f);
    }
}

TEST(Glb, SameRunGivesTheSameBytes) {
    EXPECT_EQ(PlateRun().file, plateRun().file);
}

TEST(Glb, BodiesOfOneMeshShareItsSurfaceAndAreEnlargedByAScale) {
    PlotSpec spec;
    spec.enlargement = 5.0;
    const GlbReader glb(glbOf(twoBalls(), spec));
    const std::vector<int> nodes = glb.nodesOfKind("body");
    ASSERT_EQ(nodes.size(), 2u);
    for (const char* attribute : {"POSITION", "NORMAL"})
        EXPECT_EQ(glb.primitiveOf(nodes[0])["attributes"][attribute],
                  glb.primitiveOf(nodes[1])["attributes"][attribute]);
    EXPECT_EQ(glb.primitiveOf(nodes[0])["indices"], glb.primitiveOf(nodes[1])["indices"]);
    EXPECT_EQ(glb.node(nodes[0])["scale"], nlohmann::json({5.0, 5.0, 5.0}));
    EXPECT_EQ(glb.extras()["enlargement"], 5.0);
    EXPECT_EQ(glb.nodesOfKind("trail").size(), 1u); // a body at rest leaves no trail
    EXPECT_FALSE(glb.extras().contains("legend"));  // no fluid, no slip
}

TEST(Glb, SaysWhatWasRun) {
    const SampleEntry& entry = findSample("falling-plate");
    const ParameterValues values(entry.create()->parameters());
    const PlateRun& run = plateRun();
    const GlbReader glb(glbOf(run.record, run.spec, {entry.description, entry.figure, values.all(), false, 0}));
    const nlohmann::json& extras = glb.extras();
    EXPECT_EQ(extras["scene"], "falling-plate");
    EXPECT_EQ(extras["description"], entry.description);
    EXPECT_EQ(extras["model"], "default");
    EXPECT_EQ(extras["solver"], "stock");
    EXPECT_EQ(extras["timeStep"], run.record.timeStep);
    EXPECT_EQ(extras["parameters"]["mass"]["unit"], "kg");
    EXPECT_EQ(extras["parameters"]["mass"]["value"], values["mass"]);
    EXPECT_EQ(extras["legend"]["unit"], "m/s");
    EXPECT_EQ(extras["medium"]["name"], "air");
    EXPECT_TRUE(glb.nodesOfKind("trail").empty());
    EXPECT_FALSE(glb.primitiveOf(glb.nodesOfKind("body")[0]).contains("targets"));
}

TEST(Glb, AssimpReadsItsNodesAndKeys) {
    const PlateRun& run = plateRun();
    const GlbReader glb(run.file);
    Assimp::Importer importer;
    const aiScene* scene = importer.ReadFileFromMemory(run.file.data(), run.file.size(), aiProcess_Triangulate, "glb");
    ASSERT_NE(scene, nullptr) << importer.GetErrorString();
    EXPECT_EQ(scene->mNumMeshes, glb.json["meshes"].size());
    EXPECT_EQ(scene->mNumCameras, 1u);
    ASSERT_EQ(scene->mNumAnimations, 1u);
    EXPECT_EQ(scene->mRootNode->mNumChildren, glb.json["nodes"].size() - 1);
    ASSERT_GE(scene->mAnimations[0]->mNumChannels, 1u);
    const aiNodeAnim& channel = *scene->mAnimations[0]->mChannels[0];
    const auto positions = glb.keysOf(glb.nodesOfKind("body")[0], "translation");
    ASSERT_EQ(int(channel.mNumPositionKeys), int(positions.times.size()));
    for (unsigned key = 0; key < channel.mNumPositionKeys; ++key) {
        const aiVector3D& v = channel.mPositionKeys[key].mValue;
        EXPECT_EQ(Eigen::Vector3f(v.x, v.y, v.z), Eigen::Vector3f(positions.values.col(int(key))));
    }
}

TEST(Glb, KeysOfTheProgramAreThoseOfItsCsv) {
    const ScratchFolder folder;
    const std::string run = test::samplesWord() + " --run wet-collisions --headless --quiet --seconds 0.3";
    ASSERT_EQ(runProgram(run + " --csv " + folder.path("a.csv") + " --glb " + folder.path("a.glb")).exitCode, 0);
    std::map<std::pair<std::string, long>, Eigen::Vector3f> positions; // by body and step
    std::istringstream csv(readWholeFile(folder.path("a.csv")));
    const auto stepAt = [](float time) { return std::lround(240.0 * double(time)); };
    std::string line, body;
    std::getline(csv, line);
    while (std::getline(csv, line)) {
        std::replace(line.begin(), line.end(), ',', ' ');
        std::istringstream numbers(line);
        float time;
        Eigen::Vector3f at;
        numbers >> time >> body >> at.x() >> at.y() >> at.z();
        positions[{body, stepAt(time)}] = at;
    }
    const GlbReader glb(readWholeFile(folder.path("a.glb")));
    ASSERT_EQ(glb.nodesOfKind("body").size(), 2u);
    for (const int node : glb.nodesOfKind("body")) {
        const auto keys = glb.keysOf(node, "translation");
        ASSERT_GE(keys.times.size(), 2);
        for (int key = 0; key < keys.times.size(); ++key) {
            const auto row = positions.find({glb.node(node)["name"], stepAt(keys.times[key])});
            ASSERT_NE(row, positions.end());
            // The nine digits of a double may round to the neighbouring float.
            EXPECT_LE((keys.values.col(key) - row->second).cwiseAbs().maxCoeff(), 1.2e-7f * row->second.norm());
        }
    }
    expectRefusal(run + " --glb " + folder.path("nowhere/a.glb"), "nowhere/a.glb");
    expectRefusal(run + " --glb " + folder.path("a.gltf"), "--glb", ".glb");
    EXPECT_EQ(folder.listing(), "a.csv a.glb ");
}

TEST(Glb, GroundAndMarksAreWhereTheSpecificationHasThem) {
    const GlbReader glb(plateRun().file);
    const int ground = glb.nodesOfKind("ground").at(0), mark = glb.nodesOfKind("mark").at(0);
    EXPECT_EQ(glb.node(ground)["translation"][2], -3.0);
    EXPECT_EQ(glb.node(mark)["translation"], nlohmann::json({0.0, 0.0, 0.0}));
    const auto positionsOf = [&](int node) { return glb.numbers(glb.primitiveOf(node)["attributes"]["POSITION"]); };
    EXPECT_EQ(positionsOf(ground).row(2).cwiseAbs().maxCoeff(), 0.0f);
    EXPECT_EQ(positionsOf(ground).cols(), 4);
    EXPECT_GT(signedVolume(positionsOf(mark), glb.indices(glb.primitiveOf(mark)["indices"])), 0.0);
}

TEST(Glb, ARecordWithoutFramesIsRefused) {
    EXPECT_THROW(glbOf({}, {}), std::invalid_argument);
}

TEST(SplitNormals, ABoxHasThreeNormalsPerCornerAndASphereOnePerVertex) {
    const RenderMesh box = renderMeshOf(ambient::makeBox({1.0, 2.0, 3.0}, 12));
    EXPECT_EQ(box.positions.size(), 24u);
    for (const Vector3& n : box.normals)
        EXPECT_EQ(n.cwiseAbs().maxCoeff(), 1.0);
    const ambient::TriangleMesh sphere = ambient::makeSphere(2.0, 1280);
    const RenderMesh smooth = renderMeshOf(sphere);
    EXPECT_EQ(int(smooth.positions.size()), sphere.vertexCount());
    for (std::size_t v = 0; v < smooth.positions.size(); ++v)
        EXPECT_GT(smooth.normals[v].dot(smooth.positions[v].normalized()), 0.9999); // 0.99999
}

TEST(SplitNormals, KeepFacesAndKnowTheirVertices) {
    const ambient::TriangleMesh mesh = ambient::makeCylinder(0.3, 1.0, 400);
    const RenderMesh render = renderMeshOf(mesh);
    ASSERT_EQ(render.triangles.size(), mesh.faces.size());
    EXPECT_GT(render.positions.size(), mesh.vertices.size()); // its two rims are hard
    for (std::size_t f = 0; f < mesh.faces.size(); ++f)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t vertex = render.triangles[f][k];
            EXPECT_EQ(render.sourceVertex[vertex], mesh.faces[f][k]);
            EXPECT_EQ(render.positions[vertex], mesh.corner(int(f), int(k)));
            EXPECT_GT(render.normals[vertex].dot(mesh.areaVector(int(f)).normalized()), std::cos(0.6));
        }
}

// The cross-section of a tube of six sides has the area 3 sqrt(3)/2 r^2.
TEST(TubeMesh, IsClosedAndItsBeginningCanBeDrawnAlone) {
    const TubeMesh tube = tubeAlong({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {3.0, 0.0, 0.0}}, 0.1);
    double volume = 0.0;
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    for (const auto& t : tube.triangles) {
        volume += tube.positions[t[0]].dot(tube.positions[t[1]].cross(tube.positions[t[2]])) / 6.0;
        for (std::size_t k = 0; k < 3; ++k)
            EXPECT_TRUE(edges.insert({t[k], t[(k + 1) % 3]}).second);
    }
    for (const auto& [from, to] : edges)
        EXPECT_EQ(edges.count({to, from}), 1u);
    EXPECT_NEAR(volume, 3.0 * 1.5 * std::sqrt(3.0) * 0.01, 1e-12);
    ASSERT_EQ(tube.triangles.size(), 6u + 2 * 12 + 6);
    for (std::size_t t = 0; t < 18; ++t) // the first cap and the first piece
        for (const std::uint32_t vertex : tube.triangles[t])
            EXPECT_LE(tube.positions[vertex].x(), 1.0);
}

TEST(KeyFrames, EvenMotionNeedsTwoAndASpinNeverTurnsTheWrongWay) {
    const RunRecord balls = twoBalls();
    const KeyFrames standing = keyFramesOf(balls, 1, 200, {1e-3, 1e-2});
    EXPECT_EQ(standing.positions, (std::vector<int>{0, 200}));
    EXPECT_EQ(standing.orientations, (std::vector<int>{0, 200}));
    // One radian per frame: at three frames slerp still turns forward, at four backward.
    const KeyFrames flying = keyFramesOf(balls, 0, 200, {1e-3, 1e-2});
    for (std::size_t i = 1; i < flying.orientations.size(); ++i)
        EXPECT_LE(flying.orientations[i] - flying.orientations[i - 1], 3);
    EXPECT_EQ(flying.positions.front(), 0);
    EXPECT_EQ(flying.positions.back(), 200);
}

} // namespace glb_test
