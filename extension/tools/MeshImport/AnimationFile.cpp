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

AnimationFile::AnimationFile(const std::string& bytes, const std::string& path)
    : m_isBvh(bytes.rfind("HIERARCHY", 0) == 0) {
    const std::string folder = std::filesystem::path(path).parent_path().string();
    if (bytes.empty()) throw std::runtime_error("is empty");
    if (bytes.rfind("glTF", 0) == 0)
        m_gltfText = gltfTextOf(bytes, folder); // checks it
    else if (isGltfText(path))
        requireGltfLayout(m_gltfText = bytes, bytes.size(), folder);
    else if (!m_isBvh)
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
