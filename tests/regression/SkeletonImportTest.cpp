// SPDX-License-Identifier: Zlib
// Damaged motion files are refused before the importing library relies on their counts.
#include "MeshImport/SkeletonImport.h"
#include "RunProgram.h"

#include <gtest/gtest.h>

namespace skeleton_import_test {

namespace {

/// A node turning by 90 degrees within a second, as glTF text. \param turns declared number of its keys
std::string gltfOf(int turns) {
    return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
"nodes":[{"name":"Hips","children":[1]},{"name":"Arm","translation":[0,0,1]}],
"buffers":[{"byteLength":40,"uri":"data:application/octet-stream;base64,AAAAAAAAgD8AAAAAAAAAAAAAAAAAAIA/AAAAAAAAAADzBDU/8wQ1Pw=="}],
"bufferViews":[{"buffer":0,"byteOffset":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":32}],
"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
{"bufferView":1,"componentType":5126,"count":)" +
           std::to_string(turns) + R"(,"type":"VEC4"}],
"animations":[{"samplers":[{"input":0,"output":1}],
"channels":[{"sampler":0,"target":{"node":1,"path":"rotation"}}]}]})";
}

std::string refusalOf(const std::string& path) {
    try {
        ambient::importSkeleton(path);
    } catch (const ambient::SkeletonImportError& error) {
        return error.what();
    }
    return "none";
}

} // namespace

TEST(SkeletonImport, ReadsTheTurnsOfATextFile) {
    const ScratchFolder folder;
    const ambient::SkeletonMotion motion = ambient::importSkeleton(folder.write("arm.gltf", gltfOf(2)));
    ASSERT_EQ(motion.times, (std::vector<double>{0.0, 1.0}));
    const int arm = motion.find("arm");
    ASSERT_GE(arm, 0);
    const auto& turns = motion.joints[static_cast<std::size_t>(arm)].rootFromJoint;
    EXPECT_NEAR(ambient::logSO3(turns[0].conjugate() * turns[1]).z(), 0.5 * ambient::kPi, 1e-6);
}

TEST(SkeletonImport, RefusesCountsBeyondTheBytesOfAFile) {
    const ScratchFolder folder;
    EXPECT_NE(refusalOf(folder.write("arm.gltf", gltfOf(3))), "none");
    for (const int turns : {1000, 2000000000}) {
        const std::string path = folder.write("arm.gltf", gltfOf(turns));
        const std::string refusal = refusalOf(path);
        EXPECT_EQ(refusal.rfind(path + ": ", 0), 0u) << refusal;
        EXPECT_EQ(refusal.find('\n'), std::string::npos) << refusal;
        // The message of the layout check: the importing library was not called.
        EXPECT_EQ(refusal.find("cannot be read: "), std::string::npos) << refusal;
    }
}

TEST(SkeletonImport, RefusesFilesOfAnotherContentThanTheirName) {
    const ScratchFolder folder;
    const std::string text = "no motion at all";
    const std::string binary = folder.write("arm.glb", text), bvh = folder.write("arm.bvh", text);
    EXPECT_EQ(refusalOf(binary), binary + ": is neither glTF nor BVH by its content");
    EXPECT_EQ(refusalOf(bvh), bvh + ": is neither glTF nor BVH by its content");
    const std::string empty = folder.write("empty.bvh", "");
    EXPECT_EQ(refusalOf(empty), empty + ": is empty");
    EXPECT_NE(refusalOf(folder.path("missing.bvh")), "none");
    const std::string whole = gltfOf(2);
    for (std::size_t length = 1; length < whole.size(); length += 37)
        EXPECT_NE(refusalOf(folder.write("cut.gltf", whole.substr(0, length))), "none") << length;
}

} // namespace skeleton_import_test
