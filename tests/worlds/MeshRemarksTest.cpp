// SPDX-License-Identifier: Zlib
// Suspicious meshes in worlds: millimetres read as metres, and hollows filled by a density.
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "LiveWorldTesting.h"
#include "regression/RunProgram.h"

#include <gtest/gtest.h>

#include <sstream>

namespace mesh_remarks_test {

using ambient::TriangleMesh;
using ambient::Vector3;
using nlohmann::json;

namespace {

std::string objOf(const TriangleMesh& mesh) {
    std::ostringstream text;
    text.precision(17);
    for (const Vector3& v : mesh.vertices)
        text << "v " << v.x() << " " << v.y() << " " << v.z() << "\n";
    for (const auto& face : mesh.faces)
        text << "f " << face[0] + 1 << " " << face[1] + 1 << " " << face[2] + 1 << "\n";
    return text.str();
}

/// A ball, and the wall of its hollow. \param turned whether the wall faces the hollow
TriangleMesh shell(bool turned) {
    TriangleMesh mesh = ambient::makeSphere(0.5, 320);
    const TriangleMesh wall = ambient::makeSphere(0.4, 80);
    const int first = mesh.vertexCount();
    mesh.vertices.insert(mesh.vertices.end(), wall.vertices.begin(), wall.vertices.end());
    for (auto face : wall.faces) {
        if (turned) std::swap(face[1], face[2]);
        mesh.faces.push_back({face[0] + first, face[1] + first, face[2] + first});
    }
    return mesh;
}

/// A world's remarks about a body of a mesh file. \param rest further keys of the shape and of the body
std::vector<std::string> remarksOn(const TriangleMesh& mesh, const std::string& ofShape, const std::string& ofBody) {
    const ScratchFolder folder;
    const std::string file = folder.write("mesh.obj", objOf(mesh));
    const test::RunWorld world(R"({"medium": "water", "bodies": [{"shape": {"type": "mesh", "file": ")" + file + "\"" +
                               ofShape + "}" + ofBody + "}]}");
    std::vector<std::string> lines = world.log;
    for (std::string& line : lines)
        if (const std::size_t at = line.find(file); at != std::string::npos) line.replace(at, file.size(), "FILE");
    return lines;
}

/// Of a mesh in a robot's link. \param element with its attributes after the file
std::vector<std::string> robotRemarks(const TriangleMesh& mesh, const std::string& scale) {
    const ScratchFolder folder;
    folder.write("mesh.obj", objOf(mesh));
    const std::string robot = folder.write(
        "r.urdf", R"(<robot name="r"><link name="a"><inertial><mass value="9"/><inertia ixx="1" ixy="0" ixz="0" iyy="1"
        iyz="0" izz="1"/></inertial><collision><geometry><mesh filename="mesh.obj")" +
                      scale + "/></geometry></collision></link></robot>");
    const test::RunWorld world(R"({"medium": "water", "articulated_bodies": [{"robot": ")" + robot + "\"}]}");
    return world.log;
}

} // namespace

TEST(MeshRemarks, AskForTheUnitsOfAMeshOfMillimetres) {
    const TriangleMesh large = ambient::makeSphere(500.0, 80);
    const auto lines = remarksOn(large, "", R"(, "density": 500)");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].rfind("bodies[0].shape.file: FILE: mesh: the diagonal of its box is ", 0), 0U) << lines[0];
    EXPECT_NE(lines[0].find(" m; if its units are millimetres, scale it by 0.001"), std::string::npos) << lines[0];
    EXPECT_TRUE(remarksOn(large, R"(, "scale": 0.001)", R"(, "density": 500)").empty());
    EXPECT_EQ(remarksOn(large, "", R"(, "static": true)").size(), 1U);
    EXPECT_EQ(remarksOn(ambient::makeSphere(1e-4, 80), "", R"(, "density": 500)").size(), 1U);
    EXPECT_TRUE(remarksOn(ambient::makeSphere(0.5, 80), "", R"(, "density": 500)").empty());
    const auto robot = robotRemarks(large, "");
    ASSERT_EQ(robot.size(), 1U);
    EXPECT_NE(robot[0].find("r.urdf:2: <mesh>"), std::string::npos) << robot[0];
    EXPECT_NE(robot[0].find("millimetres"), std::string::npos) << robot[0];
    EXPECT_TRUE(robotRemarks(large, R"( scale="0.001 0.001 0.001")").empty());
}

TEST(MeshRemarks, SayThatADensityFillsAHollow) {
    for (const bool turned : {true, false}) {
        const auto lines = remarksOn(shell(turned), "", R"(, "density": 500)");
        ASSERT_EQ(lines.size(), 1U);
        char mass[20];
        std::snprintf(mass, sizeof mass, "%.4g kg", 500.0 * ambient::enclosedVolume(ambient::makeSphere(0.5, 320)));
        EXPECT_EQ(lines[0],
                  "bodies[0].shape.file: FILE: pieces of its surface inside another are left out, and the density "
                  "makes it a solid of " +
                      std::string(mass) +
                      "; give the mass and the inertia of a shell by the keys 'mass' and 'inertia', and water in the "
                      "hollow by "
                      "the key 'flooded'");
        const auto ofMass = remarksOn(shell(turned), "", R"(, "mass": 100)");
        ASSERT_EQ(ofMass.size(), 1U);
        EXPECT_NE(ofMass[0].find("the inertia is that of a solid"), std::string::npos) << ofMass[0];
        EXPECT_TRUE(remarksOn(shell(turned), "", R"(, "mass": 100, "inertia": [15, 15, 15])").empty());
        const std::string water = R"(, "density": 2700, "flooded": [{"type": "sphere", "radius": 0.39}])";
        EXPECT_TRUE(remarksOn(shell(turned), "", water).empty());
        EXPECT_TRUE(remarksOn(shell(turned), "", R"(, "static": true)").empty());
        EXPECT_TRUE(robotRemarks(shell(turned), "").empty()); // the body has a mass and an inertia
    }
}

TEST(MeshRemarks, AreWarningsOfTheToolsCommands) {
    const ScratchFolder folder;
    const std::string large = folder.write("large.obj", objOf(ambient::makeSphere(500.0, 80))),
                      hollow = folder.write("hollow.obj", objOf(shell(true)));
    EXPECT_NE(runProgram(test::toolWord() + " check " + large).out.find("if its units are millimetres"),
              std::string::npos);
    EXPECT_NE(runProgram(test::toolWord() + " check " + hollow).out.find("a density makes the body a solid"),
              std::string::npos);
    EXPECT_NE(runProgram(test::toolWord() + " check --json " + hollow).out.find("a density makes the body a solid"),
              std::string::npos);
    const std::string world = folder.write("world.json", R"({"medium": "water", "seconds": 0.01, "bodies": [
        {"shape": {"type": "mesh", "file": "large.obj"}, "density": 500}]})");
    const ProgramResult result = runProgram(test::toolWord() + " simulate " + world);
    EXPECT_EQ(result.exitCode, 0);
    EXPECT_NE(result.err.find("world.json: bodies[0].shape.file: large.obj: mesh: the diagonal"), std::string::npos)
        << result.err;
}

} // namespace mesh_remarks_test
