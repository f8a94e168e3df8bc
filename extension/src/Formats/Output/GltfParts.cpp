// SPDX-License-Identifier: Zlib
#include "Output/GltfParts.h"

#include <cmath>

namespace ambient {

Pose gltfPose(const Pose& worldFromBody) {
    const Quaternion upFromWorld(std::sqrt(0.5), -std::sqrt(0.5), 0.0, 0.0); // z up to y up
    return {upFromWorld * worldFromBody.orientation, upFromWorld * worldFromBody.position};
}

int addGltfMesh(GltfWriter& gltf, const std::string& name, const TriangleMesh& mesh) {
    std::vector<Eigen::Vector3f> positions;
    for (const Vector3& vertex : mesh.vertices)
        positions.emplace_back(vertex.cast<float>());
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (const TriangleMesh::Face& face : mesh.faces)
        triangles.push_back({static_cast<std::uint32_t>(face[0]), static_cast<std::uint32_t>(face[1]),
                             static_cast<std::uint32_t>(face[2])});
    nlohmann::ordered_json primitive = {{"attributes", {{"POSITION", gltf.addVertexData(positions, true)}}},
                                        {"indices", gltf.addTriangles(triangles)}};
    return gltf.add("meshes", {{"name", name}, {"primitives", nlohmann::ordered_json::array({primitive})}});
}

int addPlaceKeys(GltfWriter& gltf, const std::vector<Pose>& poses) {
    std::vector<Eigen::Vector3f> places;
    for (const Pose& pose : poses)
        places.emplace_back(pose.position.cast<float>());
    return gltf.addKeys(places);
}

int addTurnKeys(GltfWriter& gltf, const std::vector<Pose>& poses) {
    std::vector<Eigen::Vector4f> turns;
    for (const Pose& pose : poses) {
        const Eigen::Vector4f turn = pose.orientation.normalized().coeffs().cast<float>();
        const bool isFar = !turns.empty() && turn.dot(turns.back()) < 0.0f;
        turns.push_back(isFar ? Eigen::Vector4f(-turn) : turn);
    }
    return gltf.addKeys(turns);
}

} // namespace ambient
