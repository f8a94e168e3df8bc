// SPDX-License-Identifier: Zlib
#include "MeshImport/AnimationFile.h"

#include "FilePath.h"
#include "MeshImport/FileLayout.h"
#include "MeshImport/FrameReaders.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace ambient {
namespace {

/// JSON text of a glTF file, whose layout is checked; empty for other files.
std::string checkedGltfText(const std::string& bytes, const std::string& path) {
    const std::string folder = folderOfFile(path);
    if (bytes.rfind("glTF", 0) == 0) return gltfTextOf(bytes, folder);
    if (kindOfFile(path) != "gltf") return "";
    requireGltfLayout(bytes, bytes.size(), folder);
    return bytes;
}

/// The importing library takes the tangents of such weights for weights.
void requireReadableWeights(const std::string& path, const std::string& text) {
    if (text.empty()) return;
    const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
    try {
        const auto animations = document.value("animations", nlohmann::json::array());
        for (std::size_t a = 0; a < animations.size(); ++a)
            for (std::size_t c = 0; c < animations[a].at("channels").size(); ++c) {
                const nlohmann::json& channel = animations[a]["channels"][c];
                if (channel.at("target").value("path", "") != "weights") continue;
                const nlohmann::json& sampler =
                    animations[a].at("samplers").at(channel.at("sampler").get<std::size_t>());
                if (sampler.value("interpolation", "LINEAR") == "CUBICSPLINE")
                    refuseFrames(path, "animation " + std::to_string(a) + ", channel " + std::to_string(c) +
                                           ": weights of morph targets with CUBICSPLINE interpolation are not read; "
                                           "export them with LINEAR keys");
            }
    } catch (const nlohmann::json::exception&) {
        return; // the importing library reports the fault
    }
}

} // namespace

AnimationFile::AnimationFile(const std::string& path, AnimationUse use) {
    const std::string bytes = frameFileBytes(path);
    if (bytes.empty()) throw std::runtime_error("is empty");
    m_isBvh = bytes.rfind("HIERARCHY", 0) == 0;
    const std::string json = checkedGltfText(bytes, path);
    if (json.empty() && !m_isBvh) throw std::runtime_error("is neither glTF nor BVH by its content");
    if (use == AnimationUse::Shapes) requireReadableWeights(path, json);
    const std::string decoded = json.empty() || json != bytes ? "" : decodedGltfText(json, folderOfFile(path));
    m_scene = decoded.empty() ? m_importer.ReadFile(path, 0)
                              : m_importer.ReadFileFromMemory(decoded.data(), decoded.size(), 0, "gltf");
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
