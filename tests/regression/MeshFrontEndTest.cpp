// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/Primitives.h"
#include "RunProgram.h"
#include "TestPaths.h"

#include <nlohmann/json.hpp>

namespace mesh_front_end_test {

using ambient::TriangleMesh;
using ambient::Vector3;

namespace {

const std::string kTool = test::toolWord(); // a shell word, for any name of the folder

TriangleMesh moved(TriangleMesh mesh, const Vector3& shift) {
    for (Vector3& p : mesh.vertices)
        p += shift;
    return mesh;
}

TriangleMesh joined(TriangleMesh a, const TriangleMesh& b) {
    const int offset = a.vertexCount();
    a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
    for (const auto& f : b.faces)
        a.faces.push_back({f[0] + offset, f[1] + offset, f[2] + offset});
    return a;
}

nlohmann::json jsonOf(const std::string& command) {
    const ProgramResult result = runProgram(kTool + command);
    EXPECT_EQ(result.exitCode, 0) << command << ": " << result.err;
    return nlohmann::json::parse(result.out, nullptr, false);
}

bool canWrap() {
    const ScratchFolder folder;
    const std::string open = folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    return runProgram(kTool + " check --wrap " + open).err.find("has no OpenVDB") == std::string::npos;
}

} // namespace

// Died of a piece of index -1.
TEST(MeshFrontEnd, PiecesAndAFaceThatRepeatsAVertexAreNoTrouble) {
    const ScratchFolder folder;
    const TriangleMesh ball = ambient::makeSphere(1.0, 80);
    const std::string path = folder.write("balls.obj", objOf(joined(ball, moved(ball, {3, 0, 0}))) + "f 1 1 2\n");
    EXPECT_EQ(jsonOf(" check --json " + path)["repairs"][0], "removed 1 degenerate face");
    EXPECT_EQ(jsonOf(" added-mass --method local --quiet --format json " + path)["faces"], 160);
}

TEST(MeshFrontEnd, TwoCubesThatOverlapAreTheBar) {
    const ScratchFolder folder;
    const TriangleMesh cube = ambient::makeBox({1, 1, 1}, 192);
    const double shift = 0.37;
    const std::string crossing = folder.write("crossing.obj", objOf(joined(cube, moved(cube, {shift, 0, 0}))));
    const nlohmann::json check = jsonOf(" check --json " + crossing);
    EXPECT_NEAR(check["volume"].get<double>(), 1.0 + shift, 1e-6); // the file has nine digits
    EXPECT_NE(check["repairs"].back().get<std::string>().find("united 2 pieces that touch or cross, exactly"),
              std::string::npos);
    EXPECT_EQ(check["components"], 1);
    EXPECT_NEAR(check["area"].get<double>(), 6.0 + 4.0 * shift, 1e-6);
    EXPECT_NEAR(check["centroid"][0].get<double>(), 0.5 * shift, 1e-6);
}

// Their faces coincide, so that the file has no pieces any more: the grid joins them. Measured 1.1e-4, 4e-3.
TEST(MeshFrontEnd, TwoCubesWithCommonFacesAreTheBarWithinACell) {
    if (!canWrap()) GTEST_SKIP() << "this build has no OpenVDB";
    const ScratchFolder folder;
    const TriangleMesh cube = ambient::makeBox({1, 1, 1}, 192);
    const std::string crossing = folder.write("crossing.obj", objOf(joined(cube, moved(cube, {.5, 0, 0}))));
    const nlohmann::json check = jsonOf(" check --json " + crossing);
    EXPECT_NEAR(check["volume"].get<double>(), 1.5, 0.001);
    EXPECT_EQ(check["components"], 1);
    EXPECT_NEAR(check["area"].get<double>(), 8.0, 0.04);
    EXPECT_NEAR(check["centroid"][0].get<double>(), 0.25, 0.001);
}

// Measured on a cube of 192 faces without three of them: 1.5e-4.
TEST(MeshFrontEnd, ACubeWithoutAFaceIsTheCubeWhenWrapped) {
    const ScratchFolder folder;
    const TriangleMesh cube = ambient::makeBox({1, 1, 1}, 1200);
    TriangleMesh open = cube;
    open.faces.erase(open.faces.begin() + 500);
    const std::string path = folder.write("open.obj", objOf(open));
    if (!canWrap()) {
        expectRefusal(kTool + " check --wrap " + path, "--wrap: this build has no OpenVDB");
        expectRefusal(kTool + " check " + path, "open.obj", "this build has no OpenVDB");
        return;
    }
    expectRefusal(kTool + " check " + path, "open.obj", "if it is a solid with holes, --wrap closes them");
    EXPECT_NEAR(jsonOf(" check --wrap --json " + path)["volume"].get<double>(), 1.0, 0.01);
}

TEST(MeshFrontEnd, TheUsableMeshCanBeWritten) {
    const ScratchFolder folder;
    TriangleMesh mesh = ambient::makeBox({1, 2, 3}, 48);
    mesh.faces.push_back(mesh.faces[3]);
    const std::string path = folder.write("twice.obj", objOf(mesh)), written = folder.path("once.obj");
    EXPECT_EQ(runProgram(kTool + " check --output " + written + " " + path).exitCode, 0);
    const nlohmann::json check = jsonOf(" check --json " + written);
    EXPECT_TRUE(check["repairs"].empty());
    EXPECT_EQ(check["faces"], 48);
    EXPECT_EQ(check["volume"], 6.0);
    mesh.faces.resize(20);
    expectRefusal(kTool + " check --output " + folder.path("open2.obj") + " " + folder.write("open.obj", objOf(mesh)),
                  "open.obj");
    EXPECT_EQ(folder.listing().find("open2"), std::string::npos);
}

} // namespace mesh_front_end_test
