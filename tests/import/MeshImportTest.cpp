// SPDX-License-Identifier: Zlib
#include "MeshImport/MeshImport.h"

#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshFiles.h"
#include "core/Mesh/MeshTestShapes.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

/// assimp leaks memory on broken files; under a leak sanitizer only our own leaks shall fail a test.
extern "C" const char* __lsan_default_suppressions() {
    return "leak:libassimp";
}

namespace ambient::mesh_import_test {
namespace {

using test::asciiStlOf;
using test::binaryStlOf;
using test::gltfOf;
using test::objOf;
using test::plyOf;

std::string writeFile(const std::string& name, const std::string& content) {
    const std::string path = (std::filesystem::path(testing::TempDir()) / name).string();
    std::ofstream(path, std::ios::binary) << content;
    return path;
}

/// The refusal of a bad file: one line with its path at the start.
std::string refusalOf(const std::string& path) {
    try {
        importMesh(path);
    } catch (const MeshImportError& e) {
        const std::string message = e.what();
        EXPECT_EQ(message.rfind(path + ": ", 0), 0u) << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
        return message.substr(path.size() + 2);
    }
    return "accepted";
}

TEST(MeshImport, EveryFormatGivesTheSameUsableMesh) {
    const TriangleMesh cone = makeCone(0.5, 1.25, 200);
    for (const std::string& path :
         {writeFile("cone.obj", objOf(cone)), writeFile("cone.STL", asciiStlOf(cone)),
          writeFile("cone_binary.stl", binaryStlOf(cone)), writeFile("cone.ply", plyOf(cone))}) {
        SCOPED_TRACE(path);
        const TriangleMesh mesh = importMesh(path);
        const MeshReport report = checkMesh(mesh);
        EXPECT_TRUE(report.usable()) << report.issues.front().message;
        EXPECT_EQ(report.vertexCount, cone.vertexCount());
        EXPECT_EQ(report.faceCount, cone.faceCount());
        EXPECT_NEAR(report.volume / enclosedVolume(cone), 1.0, 1e-6); // single precision
    }
}

TEST(MeshImport, GltfAppliesNodeTransformsAndKeepsMirroredBodiesOutward) {
    const TriangleMesh box = makeBox({1, 2, 3}, 48);
    for (const char* scale : {"[2,2,2]", "[2,2,-2]"}) {
        const MeshReport report = checkMesh(importMesh(writeFile("box.gltf", gltfOf(box, scale))));
        EXPECT_TRUE(report.usable()) << report.issues.front().message;
        EXPECT_EQ(report.vertexCount, box.vertexCount());
        EXPECT_NEAR(report.volume, 48.0, 1e-4);
        EXPECT_LT((report.centroid - Vector3(5, 6, 7)).norm(), 1e-5);
    }
}

TEST(MeshImport, NamesInGltfFilesMayHavePercentCodes) {
    const TriangleMesh box = makeBox({1, 2, 3}, 48);
    const std::string whole = gltfOf(box, "[1,1,1]"), start = "\"data:";
    const std::size_t from = whole.find(start), to = whole.find('"', from + 1) + 1;
    std::string bytes;
    for (const Vector3& p : box.vertices)
        for (int c = 0; c < 3; ++c)
            test::append(bytes, static_cast<float>(p[c]));
    for (const auto& f : box.faces)
        for (int v : f)
            test::append(bytes, static_cast<std::uint16_t>(v));
    const std::vector<std::pair<std::string, std::string>> names = {{"plain.bin", "plain.bin"},
                                                                    {"a%20box%20%c3%A4.bin", "a box \u00e4.bin"},
                                                                    {"100%25.bin", "100%.bin"},
                                                                    {"50%.bin", "50%.bin"},
                                                                    {"as%20it%20stands.bin", "as%20it%20stands.bin"}};
    for (const auto& [uri, name] : names) {
        SCOPED_TRACE(uri);
        writeFile(name, bytes);
        std::string text = whole;
        const MeshReport report =
            checkMesh(importMesh(writeFile("named.gltf", text.replace(from, to - from, '"' + uri + '"'))));
        EXPECT_TRUE(report.usable()) << report.issues.front().message;
        EXPECT_NEAR(report.volume, 6.0, 1e-5);
    }
    std::string text = whole;
    EXPECT_THROW(importMesh(writeFile("named.gltf", text.replace(from, to - from, "\"no%20box.bin\""))),
                 MeshImportError);
}

TEST(MeshImport, PolygonsBecomeTrianglesAndNormalsDoNotSplitVertices) {
    const std::string cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n"
                             "vn 0 0 -1\nvn 0 0 1\nvn 0 -1 0\nvn 1 0 0\nvn 0 1 0\nvn -1 0 0\n"
                             "f 4//1 3//1 2//1 1//1\nf 5//2 6//2 7//2 8//2\nf 1//3 2//3 6//3 5//3\n"
                             "f 2//4 3//4 7//4 6//4\nf 3//5 4//5 8//5 7//5\nf 4//6 1//6 5//6 8//6\n";
    const MeshReport report = checkMesh(importMesh(writeFile("cube.obj", cube)));
    EXPECT_TRUE(report.usable());
    EXPECT_EQ(report.vertexCount, 8);
    EXPECT_EQ(report.faceCount, 12);
    EXPECT_NEAR(report.volume, 1.0, 1e-15);
}

// Numbers without a digit before the point, of which the importing library counts none.
TEST(MeshImport, ObjNumbersMayBeginWithTheirPoint) {
    const std::string faces = "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n";
    const std::string brief = "# .5 of a body\nv .5 0 0\r\nv\t-.5 +.5e0 .0\nvn .6 .8 0\nv 0 -.5E-0 1.\nv 0. 0 -.75\n";
    const std::string whole = "v 0.5 0 0\nv -0.5 0.5 0\nv 0 -0.5 1\nv 0 0 -0.75\n";
    const TriangleMesh mesh = importMesh(writeFile("short.obj", brief + faces));
    const TriangleMesh same = importMesh(writeFile("whole.obj", whole + faces));
    EXPECT_EQ(mesh.vertices, same.vertices);
    EXPECT_EQ(mesh.faces, same.faces);
    EXPECT_EQ(mesh.faceCount(), 4);
}

TEST(MeshImport, SmallMeshesAreNotWeldedTogether) {
    const TriangleMesh grain = makeSphere(1e-6, 320);
    const MeshReport report = checkMesh(importMesh(writeFile("grain.obj", objOf(grain))));
    EXPECT_TRUE(report.usable());
    EXPECT_EQ(report.vertexCount, grain.vertexCount());
}

TEST(MeshImport, DefectsComeThroughForTheReportToName) {
    TriangleMesh mesh = makeBox({1, 1, 1}, 12);
    mesh.faces.pop_back();
    EXPECT_TRUE(checkMesh(importMesh(writeFile("open.stl", asciiStlOf(mesh)))).has(MeshDefect::OpenEdge));
    mesh.faces.push_back({0, 1, 1});
    EXPECT_TRUE(checkMesh(importMesh(writeFile("degenerate.stl", binaryStlOf(mesh)))).has(MeshDefect::DegenerateFace));
}

TEST(MeshImport, NanPositionsAreNamedByTheReportOrTheRefusal) {
    TriangleMesh mesh = makeBox({1, 1, 1}, 12);
    mesh.vertices[3].y() = std::numeric_limits<double>::quiet_NaN();
    for (const std::string& path : {writeFile("nan.obj", objOf(mesh)), writeFile("nan_binary.stl", binaryStlOf(mesh)),
                                    writeFile("nan.ply", plyOf(mesh))}) {
        try {
            EXPECT_TRUE(checkMesh(importMesh(path)).has(MeshDefect::NonFiniteVertex)) << path;
        } catch (const MeshImportError& e) {
            EXPECT_EQ(std::string(e.what()).rfind(path + ": cannot be read as a mesh", 0), 0u) << e.what();
        }
    }
}

TEST(MeshImport, BadFilesAreRefusedInOneLine) {
    const std::string directory = testing::TempDir();
    EXPECT_EQ(refusalOf(directory + "/nowhere.obj"), "no such file");
    EXPECT_EQ(refusalOf(""), "no such file");
    std::filesystem::create_directories(directory + "/folder.obj");
    EXPECT_EQ(refusalOf(directory + "/folder.obj"), "is a directory, not a mesh file");
    EXPECT_EQ(refusalOf("/dev/null"), "is not a regular file");
    EXPECT_NE(refusalOf(writeFile("body.txt", "v 0 0 0")).find("unsupported"), std::string::npos);
    EXPECT_NE(refusalOf(writeFile("body", "v 0 0 0")).find("unsupported"), std::string::npos);
    for (const char* extension : {"obj", "stl", "ply", "gltf", "glb"}) {
        EXPECT_EQ(refusalOf(writeFile(std::string("empty.") + extension, "")), "is empty");
        EXPECT_NE(refusalOf(writeFile(std::string("words.") + extension, "This is a letter.\nIt has no faces.\n")),
                  "accepted");
    }
    EXPECT_NE(refusalOf(writeFile("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n")), "accepted");
    EXPECT_NE(refusalOf(writeFile("lines.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nl 1 2 3\n")), "accepted");
}

TEST(MeshImport, RubbishNeverCrashes) {
    std::mt19937 random(17);
    std::uniform_int_distribution<int> byte(0, 255);
    for (const char* extension : {"obj", "stl", "ply", "gltf", "glb"}) {
        for (int size : {1, 4, 83, 84, 133, 134, 500, 5000}) {
            for (int i = 0; i < 10; ++i) {
                std::string content;
                for (int k = 0; k < size; ++k)
                    content += static_cast<char>(byte(random));
                const std::string path = writeFile(std::string("rubbish.") + extension, content);
                try {
                    checkMesh(importMesh(path));
                } catch (const MeshImportError& e) {
                    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
                }
            }
        }
    }
}

TEST(MeshImport, TruncatedFilesNeverCrash) {
    const TriangleMesh box = makeBox({1, 1, 1}, 48);
    for (const auto& [name, content] :
         std::vector<std::pair<std::string, std::string>>{{"cut.obj", objOf(box)},
                                                          {"cut.stl", binaryStlOf(box)},
                                                          {"cut_ascii.stl", asciiStlOf(box)},
                                                          {"cut.ply", plyOf(box)},
                                                          {"cut.gltf", gltfOf(box, "[1,1,1]")}}) {
        for (std::size_t length = 1; length < content.size(); length += 1 + content.size() / 60) {
            try {
                repairMesh(importMesh(writeFile(name, content.substr(0, length))));
            } catch (const MeshImportError& e) {
                EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
            }
        }
    }
}

} // namespace
} // namespace ambient::mesh_import_test
