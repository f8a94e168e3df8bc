// SPDX-License-Identifier: Zlib
#include "MeshImport/AnimationFile.h"

#include "MeshImport/FileLayout.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <stdexcept>

namespace ambient {
namespace {

bool isGltfText(const std::string& path) {
    std::string extension = std::filesystem::path(path).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension == ".gltf";
}

} // namespace

std::string gltfTextOfAnimation(const std::string& bytes, const std::string& path) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    if (bytes.rfind("glTF", 0) == 0) return gltfTextOf(bytes, folder);
    if (!isGltfText(path)) return "";
    requireGltfLayout(bytes, bytes.size(), folder);
    return bytes;
}

AnimationFile::AnimationFile(const std::string& bytes, const std::string& path)
    : m_isBvh(bytes.rfind("HIERARCHY", 0) == 0) {
    if (bytes.empty()) throw std::runtime_error("is empty");
    if (gltfTextOfAnimation(bytes, path).empty() && !m_isBvh)
        throw std::runtime_error("is neither glTF nor BVH by its content");
    m_scene = m_importer.ReadFile(path, 0);
    if (m_scene && m_scene->mRootNode) return;
    std::string why = m_importer.GetErrorString();
    std::replace(why.begin(), why.end(), '\n', ' ');
    throw std::runtime_error("cannot be read: " + why);
}

const aiAnimation& AnimationFile::animation() const {
    if (m_scene->mNumAnimations == 0) throw std::runtime_error("has no animation");
    return *m_scene->mAnimations[0];
}

} // namespace ambient
