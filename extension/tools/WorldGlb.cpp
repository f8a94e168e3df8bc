// SPDX-License-Identifier: Zlib
#include "WorldGlb.h"

#include "Output/GltfParts.h"

namespace ambient {
namespace {

using Json = nlohmann::ordered_json;

Json nodeOf(const std::string& name, const Pose& pose) {
    const Vector3& p = pose.position;
    const Quaternion q = pose.orientation.normalized();
    return {{"name", name},
            {"translation", {float(p.x()), float(p.y()), float(p.z())}},
            {"rotation", {float(q.x()), float(q.y()), float(q.z()), float(q.w())}}};
}

void addChannel(Json& animation, int times, int keys, int node, const char* path) {
    animation["channels"].push_back(
        {{"sampler", animation["samplers"].size()}, {"target", {{"node", node}, {"path", path}}}});
    animation["samplers"].push_back({{"input", times}, {"output", keys}, {"interpolation", "LINEAR"}});
}

} // namespace

WorldGlb::WorldGlb(const FileWorld& content) : m_content(content), m_poses(content.moving().size()) {}

void WorldGlb::record(double time) {
    const float key = static_cast<float>(time);
    if (!m_times.empty() && !(key > m_times.back())) return;
    m_times.push_back(key);
    for (std::size_t i = 0; i < m_poses.size(); ++i) {
        const FileWorld::Moving& moving = m_content.moving()[i];
        const Pose shown = m_content.motionOf(moving).worldFromShown;
        m_poses[i].push_back(gltfPose({shown.orientation, shown.position - shown.orientation * moving.centerOfMass}));
    }
}

std::string WorldGlb::glb() const {
    GltfWriter gltf("AmbientFluid for Bullet");
    Json animation = {{"samplers", Json::array()}, {"channels", Json::array()}}, roots = Json::array();
    const int times = gltf.addKeyTimes(m_times);
    for (std::size_t i = 0; i < m_poses.size(); ++i) {
        const FileWorld::Moving& moving = m_content.moving()[i];
        Json node = nodeOf(moving.name, m_poses[i].front());
        if (moving.mesh)
            node["mesh"] =
                addGltfMesh(gltf, moving.name, movedMesh(*moving.mesh, {Quaternion::Identity(), moving.centerOfMass}));
        const int index = gltf.add("nodes", std::move(node));
        addChannel(animation, times, addPlaceKeys(gltf, m_poses[i]), index, "translation");
        addChannel(animation, times, addTurnKeys(gltf, m_poses[i]), index, "rotation");
        roots.push_back(index);
    }
    for (const FileWorld::Standing& standing : m_content.standing()) {
        Json node = nodeOf(standing.name, gltfPose(standing.worldFromMesh));
        node["mesh"] = addGltfMesh(gltf, standing.name, *standing.mesh);
        roots.push_back(gltf.add("nodes", std::move(node)));
    }
    if (!animation["channels"].empty()) gltf.add("animations", std::move(animation));
    gltf.add("scenes", {{"nodes", std::move(roots)}});
    gltf.json()["scene"] = 0;
    return gltf.glb();
}

} // namespace ambient
