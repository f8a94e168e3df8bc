// SPDX-License-Identifier: Zlib
#include "MeshImport/PlainMeshes.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshImport/MeshImport.h"
#include "NumberText.h"
#include "RunProgram.h"

#include <gtest/gtest.h>

#include <cstring>
#include <sstream>

namespace plain_meshes_test {

namespace {

/// Positions exact in single precision, as held by Assimp.
ambient::TriangleMesh exactSphere() {
    ambient::TriangleMesh mesh = ambient::makeSphere(0.3, 80);
    for (ambient::Vector3& vertex : mesh.vertices)
        vertex = vertex.cast<float>().cast<double>();
    return mesh;
}

std::string objOf(const ambient::TriangleMesh& mesh) {
    std::ostringstream text;
    text.precision(17);
    for (const ambient::Vector3& v : mesh.vertices)
        text << "v " << v.x() << " " << v.y() << " " << v.z() << "\n";
    for (const auto& f : mesh.faces)
        text << "f " << f[0] + 1 << " " << f[1] + 1 << "/7 " << f[2] + 1 << "//3\n";
    return text.str();
}

std::string stlOf(const ambient::TriangleMesh& mesh, bool isBinary) {
    std::ostringstream text;
    text.precision(17);
    std::string bytes(84, ' ');
    const auto count = static_cast<std::uint32_t>(mesh.faces.size());
    std::memcpy(&bytes[80], &count, sizeof count);
    text << "solid ball\n";
    for (const auto& face : mesh.faces) {
        std::string record(50, '\0');
        text << "facet normal 0 0 0\nouter loop\n";
        for (std::size_t k = 0; k < 3; ++k) {
            const ambient::Vector3& v = mesh.vertices[static_cast<std::size_t>(face[k])];
            const Eigen::Vector3f single = v.cast<float>();
            std::memcpy(&record[12 + 12 * k], single.data(), 12);
            text << "vertex " << v.x() << " " << v.y() << " " << v.z() << "\n";
        }
        text << "endloop\nendfacet\n";
        bytes += record;
    }
    return isBinary ? bytes : text.str() + "endsolid ball\n";
}

std::string plyOf(const ambient::TriangleMesh& mesh) {
    std::ostringstream text;
    text.precision(17);
    text << "ply\nformat ascii 1.0\nelement vertex " << mesh.vertices.size() << "\nproperty float x\nproperty float y\n"
         << "property float z\nelement face " << mesh.faces.size()
         << "\nproperty list uchar int vertex_indices\nend_header\n";
    for (const ambient::Vector3& v : mesh.vertices)
        text << v.x() << " " << v.y() << " " << v.z() << "\n";
    for (const auto& f : mesh.faces)
        text << "3 " << f[0] << " " << f[1] << " " << f[2] << "\n";
    return text.str();
}

std::string refusalOf(const std::string& path) {
    try {
        ambient::importPlainMesh(path);
    } catch (const ambient::MeshImportError& error) {
        return error.what();
    }
    return "";
}

} // namespace

TEST(PlainMeshes, AreThoseOfTheImportingLibrary) {
    const ScratchFolder folder;
    const ambient::TriangleMesh mesh = exactSphere();
    const std::string obj = objOf(mesh), crlf = "\xEF\xBB\xBF" + obj;
    for (const auto& [name, content] : std::vector<std::pair<std::string, std::string>>{
             {"a.obj", obj},
             {"mark.obj", crlf},
             {"a.stl", stlOf(mesh, false)},
             {"b.STL", stlOf(mesh, true)},
             {"a.ply", plyOf(mesh)},
             {"quads.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nf 1 2 3 4\nf -5 -1 -4\n"}}) {
        const std::string path = folder.write(name, content);
        const ambient::TriangleMesh plain = ambient::importPlainMesh(path), other = ambient::importMesh(path);
        EXPECT_EQ(plain.faces, other.faces) << name;
        EXPECT_EQ(plain.vertices, other.vertices) << name;
    }
}

TEST(PlainMeshes, RefuseInOneLine) {
    const ScratchFolder folder;
    const auto refusal = [&](const std::string& name, const std::string& content) {
        const std::string path = folder.write(name, content), text = refusalOf(path);
        EXPECT_EQ(text.rfind(path, 0), 0U) << text;
        EXPECT_EQ(text.find('\n'), std::string::npos) << text;
        return text.substr(std::min(path.size(), text.size()));
    };
    EXPECT_EQ(refusal("a.gltf", "{}"), ": unsupported kind of file; supported here are .obj, .stl and .ply");
    EXPECT_EQ(refusal("a.obj", ""), ": is empty");
    EXPECT_EQ(refusal("a.obj", "v 0 0 0\nv 1 x 0\n"), ":2: is no vertex of three numbers");
    EXPECT_EQ(refusal("a.obj", "v 0 0 0\nf 1 1 9\n"), ": a face names vertex 8, and there are 1");
    EXPECT_EQ(refusal("a.obj", "v 0 0 0\n"), ": has no triangles, at most points and lines; export it with its faces");
    EXPECT_EQ(refusal("a.stl", "solid\nvertex 0 0\n"), ":2: is no vertex of three numbers");
    EXPECT_EQ(refusal("a.stl", "solid\nvertex 0 0 0\n"), ": its last triangle has fewer than three vertices");
    EXPECT_NE(refusal("b.stl", stlOf(exactSphere(), true).substr(0, 200)).find("faces"), std::string::npos);
    EXPECT_EQ(refusalOf(folder.path("none.obj")), folder.path("none.obj") + ": no such file");
}

TEST(NumberText, IsReadToItsEnd) {
    for (const auto& [text, value, length] : std::vector<std::tuple<std::string, double, int>>{
             {"1.5", 1.5, 3}, {"-2e-3,", -2e-3, 5}, {".25x", 0.25, 3}, {"0x10", 0.0, 1}, {"7 8", 7.0, 1}}) {
        double read = -1.0;
        const auto [end, error] = ambient::numberFromText(text.data(), text.data() + text.size(), read);
        EXPECT_EQ(error, std::errc()) << text;
        EXPECT_EQ(end - text.data(), length) << text;
        EXPECT_EQ(read, value) << text;
    }
    for (const std::string text : {"", "x", " 1", "+1", "--1"}) {
        double read = -1.0;
        EXPECT_NE(ambient::numberFromText(text.data(), text.data() + text.size(), read).ec, std::errc()) << text;
    }
}

} // namespace plain_meshes_test
