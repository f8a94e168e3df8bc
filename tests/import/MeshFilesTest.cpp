// SPDX-License-Identifier: Zlib
#include "MeshFiles.h"

#include "AmbientFluid/Mesh/MeshRepair.h"
#include "AmbientFluid/Mesh/Primitives.h"
#include "MeshImport/FileLayout.h"
#include "MeshImport/MeshImport.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <utility>
#include <vector>

namespace ambient::mesh_files_test {
namespace {

std::string writeFile(const std::string& name, const std::string& content) {
    const std::string path = (std::filesystem::path(testing::TempDir()) / name).string();
    std::ofstream(path, std::ios::binary) << content;
    return path;
}

std::string refusalOf(const std::string& name, const std::string& content) {
    try {
        importMesh(writeFile(name, content));
    } catch (const MeshImportError& e) {
        return e.what();
    }
    return "accepted";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    return text.replace(place, from.size(), to);
}

TEST(MeshFiles, BinaryGltfIsReadHoweverItIsPutTogether) {
    const TriangleMesh box = makeBox({1, 2, 3}, 48);
    std::vector<test::GlbLayout> layouts;
    for (bool isPadded : {true, false})
        for (bool hasBody : {true, false})
            for (int tail : {0, 1, 17})
                for (int wrongLength : {0, -8, 1000000})
                    layouts.push_back({isPadded, hasBody, tail, wrongLength});
    for (const test::GlbLayout& layout : layouts) {
        const std::string path = writeFile("box.GLB", test::glbOf(box, layout));
        const MeshReport report = checkMesh(importMesh(path));
        EXPECT_TRUE(report.usable()) << layout.isPadded << layout.hasBody << layout.tail << layout.wrongLength;
        EXPECT_NEAR(report.volume, 6.0, 1e-6);
    }
}

TEST(MeshFiles, ABufferOfBinaryGltfThatIsNoFileIsRefusedByName) {
    std::string glb = test::glbOf(makeBox({1, 2, 3}, 48), {true, false, 0, 0});
    const std::size_t begin = glb.find("data:"), end = glb.find('"', begin);
    for (std::size_t i = begin; i < end; ++i) // of the same length; the folder itself
        glb[i] = (i - begin) % 2 == 0 ? '.' : '/';
    const std::string refusal = refusalOf("folder.glb", glb);
    EXPECT_NE(refusal.find("folder.glb: "), std::string::npos) << refusal;
    EXPECT_NE(refusal.find("not there, or cannot be read"), std::string::npos) << refusal;
}

TEST(MeshFiles, BytesAfterABinaryStlAreLeftOut) {
    const TriangleMesh box = makeBox({1, 2, 3}, 48);
    EXPECT_EQ(importMesh(writeFile("tail.stl", test::binaryStlOf(box) + "a note")).faceCount(), 48);
    std::string solid = test::binaryStlOf(box);
    solid.replace(0, 5, "solid");
    EXPECT_EQ(importMesh(writeFile("solid.stl", solid)).faceCount(), 48);
}

std::string utf16Of(const std::string& text, bool isBigEndian) {
    std::string bytes = isBigEndian ? "\xFE\xFF" : "\xFF\xFE";
    for (char c : text) {
        if (isBigEndian) bytes += '\0';
        bytes += c;
        if (!isBigEndian) bytes += '\0';
    }
    return bytes;
}

TEST(MeshFiles, TextMayHaveAByteOrderMark) {
    const TriangleMesh box = makeBox({1, 2, 3}, 48);
    const std::pair<std::string, std::string> texts[] = {
        {"marked.obj", test::objOf(box)}, {"marked.stl", test::asciiStlOf(box)}, {"marked.ply", test::plyOf(box)}};
    for (const auto& [name, text] : texts)
        for (const std::string& content : {"\xEF\xBB\xBF" + text, utf16Of(text, true), utf16Of(text, false)}) {
            const MeshReport report = checkMesh(importMesh(writeFile(name, content)));
            EXPECT_TRUE(report.usable()) << name;
            EXPECT_EQ(report.faceCount, 48) << name;
            EXPECT_NEAR(report.volume, 6.0, 1e-6) << name; // single precision
        }
}

TEST(MeshFiles, CharactersOutsideAsciiAreKeptOrReplaced) {
    const std::string utf16("\xFE\xFF\0o\0\xE9 \xAC\xD8\x3D\xDE\x00\xDE\x00\0v\0",
                            17); // o, e acute, euro, a face, half a pair, v, cut
    EXPECT_EQ(plainTextOf(utf16), "o\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80?v");
    EXPECT_EQ(plainTextOf("v 0 0 0"), std::nullopt);
    EXPECT_EQ(plainTextOf("\xFF"), std::nullopt);
}

TEST(MeshFiles, RefusalsNameARemedy) {
    for (const std::string& refusal :
         {refusalOf("letter.ply", "This is a letter.\n"), refusalOf("letter.gltf", "This is a letter.\n"),
          refusalOf("points.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\n")})
        EXPECT_NE(refusal.find("export"), std::string::npos) << refusal;
}

TEST(MeshFiles, CountsThatAFileCannotHoldAreRefusedByName) {
    const TriangleMesh box = makeBox({1, 2, 3}, 48);
    const auto expectRefusal = [](const std::string& name, const std::string& content, const std::string& why) {
        const std::string refusal = refusalOf(name, content);
        EXPECT_NE(refusal.find(name + ": "), std::string::npos) << refusal;
        EXPECT_NE(refusal.find(why), std::string::npos) << name << ": " << refusal;
    };
    for (const char* count : {"4000000000", "99999999999999", "2147483648"})
        for (const std::string& content : {test::plyOf(box), test::binaryPlyOf(box)}) {
            const std::string vertices = "element vertex " + std::to_string(box.vertexCount());
            expectRefusal("vertices.ply", replaced(content, vertices, std::string("element vertex ") + count), count);
            expectRefusal("faces.ply", replaced(content, "element face 48", std::string("element face ") + count),
                          count);
        }
    // Found by fuzzing: the importing library took the count from the name, and requested 103 GB.
    expectRefusal("name.ply", replaced(test::binaryPlyOf(box), "element vertex", "element 4294967295vertex"),
                  "'4294967295vertex'");
    // Found by fuzzing: after a zero byte the importing library began a new line, and took an index for a count.
    for (char end : {'\0', '\f', '\r'})
        expectRefusal("line.ply", replaced(test::plyOf(box), "\n3 ", std::string("\n3 ") + end + " 665536 "),
                      "a control character at byte ");
    std::string list = replaced(test::binaryPlyOf(box), "list uchar int", "list uint int");
    expectRefusal("list.ply", list, "'face' ");
    expectRefusal("list.ply", replaced(test::plyOf(box), "\n3 ", "\n3000000000 "), "'face' ");
    std::string stl = test::binaryStlOf(box);
    stl.replace(80, 4, "\xff\xff\xff\xff");
    expectRefusal("faces.stl", stl, "4294967295 faces");
    const std::string count = "\"count\":" + std::to_string(box.vertexCount());
    expectRefusal("count.gltf", replaced(test::gltfOf(box, "[1,1,1]"), count, "\"count\":4000000000"), "4000000000");
    expectRefusal("count.gltf", replaced(test::gltfOf(box, "[1,1,1]"), count, "\"count\":-1"), "count of -1");
    std::string glb = test::glbOf(box);
    glb.replace(12, 4, "\xff\xff\xff\x7f");
    expectRefusal("text.glb", glb, "2147483647 bytes");
    expectRefusal("deep.gltf", std::string(100000, '['), "nested");
}

TEST(MeshFiles, RequiredExtensionsAreNamed) {
    const std::string packed = replaced(test::gltfOf(makeBox({1, 2, 3}, 48), "[1,1,1]"), "{\"asset\"",
                                        "{\"extensionsRequired\":[\"EXT_meshopt_compression\"],\"asset\"");
    EXPECT_NE(refusalOf("packed.gltf", packed).find("it requires EXT_meshopt_compression"), std::string::npos)
        << refusalOf("packed.gltf", packed);
}

/// Changes bytes, numbers in the text, and the length.
std::string damaged(std::string content, std::mt19937& random) {
    const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
    const char* numbers[] = {"0", "-1", "1e999", "nan", "4294967295", "99999999999999999999", "2147483648", "3"};
    for (std::size_t changes = 1 + below(4); changes > 0 && content.size() > 8; --changes) {
        const std::size_t place = below(content.size());
        switch (below(5)) {
        case 0:
            content[place] = static_cast<char>(below(256));
            break;
        case 1:
            content.insert(place, numbers[below(8)]);
            break;
        case 2:
            content.erase(place, 1 + below(8));
            break;
        case 3:
            content.replace(place, std::min<std::size_t>(4, content.size() - place), "\xff\xff\xff\xff");
            break;
        default:
            if (below(4) == 0) content.resize(place);
            break;
        }
    }
    return content;
}

TEST(MeshFiles, DamagedFilesAreReadOrRefused) {
    const TriangleMesh box = makeBox({1, 1, 1}, 48);
    const std::vector<std::pair<std::string, std::string>> files = {
        {"damaged.obj", test::objOf(box)},       {"damaged.stl", test::asciiStlOf(box)},
        {"damaged.stl", test::binaryStlOf(box)}, {"damaged.ply", test::plyOf(box)},
        {"damaged.ply", test::binaryPlyOf(box)}, {"damaged.gltf", test::gltfOf(box, "[1,1,1]")},
        {"damaged.glb", test::glbOf(box)},       {"damaged.glb", test::glbOf(box, {false, false, 0, 0})}};
    std::mt19937 random(23);
    int read = 0;
    for (int trial = 0; trial < 60; ++trial)
        for (const auto& [name, content] : files) {
            try {
                repairMesh(importMesh(writeFile(name, damaged(content, random))));
                ++read;
            } catch (const MeshImportError& e) {
                EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
            }
        }
    EXPECT_GT(read, 100); // else the damage is too strong to test more than refusals
}

} // namespace
} // namespace ambient::mesh_files_test
