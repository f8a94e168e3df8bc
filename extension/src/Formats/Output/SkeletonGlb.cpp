// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/JointMotion.h"
#include "Output/GltfParts.h"
#include "Output/JointTrack.h"

#include <cmath>
#include <map>

namespace ambient {
namespace {

using Json = nlohmann::ordered_json;

/// Writes the skeletons of several bodies, whose keys have the same times.
class SkeletonWriter {
  public:
    explicit SkeletonWriter(const std::vector<JointTrack>& tracks);
    std::string write();

  private:
    /// Pose of a link's node relative to the parent's node; of the base: in the file.
    Pose nodePose(const JointTrack& track, int link, const JointVector& positions) const;
    Pose basePose(const Pose& worldFromBase) const;
    const Quaternion& axesOf(int link) const { return m_restFromLink[static_cast<std::size_t>(link)]; }
    std::string nodeName(const JointTrack& track, int link);
    int addMesh(const JointTrack& track, int link);
    void addNodes(const JointTrack& track);
    void animate(const JointTrack& track, int link, int node);
    void addChannel(int node, const char* path, int keys);

    const std::vector<JointTrack>& m_tracks;
    GltfWriter m_gltf{"AmbientFluid for Bullet"};
    std::vector<std::size_t> m_frames; ///< samples whose times differ in single precision
    std::map<std::string, int> m_names;
    /// Axes of the nodes from those of the links of one body. At rest all nodes have the axes of the file, which makes
    /// their turns at rest exact in any precision.
    std::vector<Quaternion> m_restFromLink;
    int m_times = 0, m_nodes = 0;
    Json m_roots = Json::array(), m_samplers = Json::array(), m_channels = Json::array();
};

SkeletonWriter::SkeletonWriter(const std::vector<JointTrack>& tracks) : m_tracks(tracks) {
    std::vector<float> times;
    for (std::size_t i = 0; i < tracks.front().samples.size(); ++i) {
        const float time = static_cast<float>(tracks.front().samples[i].time);
        if (!times.empty() && !(time > times.back())) continue;
        times.push_back(time);
        m_frames.push_back(i);
    }
    m_times = m_gltf.addKeyTimes(times);
}

Pose SkeletonWriter::basePose(const Pose& worldFromBase) const {
    const Pose pose = gltfPose(worldFromBase);
    return {pose.orientation * axesOf(0).conjugate(), pose.position};
}

Pose SkeletonWriter::nodePose(const JointTrack& track, int link, const JointVector& positions) const {
    const ArticulatedLink& of = track.body->link(link);
    Quaternion parentFromChild;
    Matrix3 childFromParent;
    Vector3 fromParent;
    placeJoint(of.joint, positions.data() + track.body->firstPosition(link), parentFromChild, childFromParent,
               fromParent);
    const Vector3 joint =
        track.body->link(of.parent).joint.comFromPivot + parentFromChild * (fromParent - of.joint.comFromPivot);
    return {axesOf(of.parent) * parentFromChild * axesOf(link).conjugate(), axesOf(of.parent) * joint};
}

std::string SkeletonWriter::nodeName(const JointTrack& track, int link) {
    std::string name = track.links[static_cast<std::size_t>(link)].name;
    if (m_tracks.size() > 1 && !track.name.empty()) name = track.name + "/" + name;
    const int number = ++m_names[name]; // readers distinguish nodes by their names
    return number == 1 ? name : name + " " + std::to_string(number);
}

int SkeletonWriter::addMesh(const JointTrack& track, int link) {
    const JointTrack::Link& shown = track.links[static_cast<std::size_t>(link)];
    TriangleMesh mesh = *shown.mesh;
    for (Vector3& vertex : mesh.vertices)
        vertex = axesOf(link) * (vertex + track.body->link(link).joint.comFromPivot);
    return addGltfMesh(m_gltf, shown.name, mesh);
}

void SkeletonWriter::addChannel(int node, const char* path, int keys) {
    m_channels.push_back({{"sampler", m_samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
    m_samplers.push_back({{"input", m_times}, {"output", keys}, {"interpolation", "LINEAR"}});
}

void SkeletonWriter::animate(const JointTrack& track, int link, int node) {
    const JointType type = link == 0 ? JointType::Fixed : track.body->link(link).joint.type;
    if (link > 0 && type == JointType::Fixed) return;
    std::vector<Pose> poses;
    for (const std::size_t frame : m_frames) {
        const JointTrack::Sample& sample = track.samples[frame];
        poses.push_back(link == 0 ? basePose(sample.worldFromBase) : nodePose(track, link, sample.positions));
    }
    if (link == 0 || type == JointType::Prismatic || type == JointType::Planar)
        addChannel(node, "translation", addPlaceKeys(m_gltf, poses));
    if (type != JointType::Prismatic) addChannel(node, "rotation", addTurnKeys(m_gltf, poses));
}

void SkeletonWriter::addNodes(const JointTrack& track) {
    static const char* const kinds[] = {"fixed", "revolute", "prismatic", "spherical", "planar"};
    const JointVector zero = track.body->zeroPositions();
    m_restFromLink = {track.links.front().shownFromLink};
    for (int i = 1; i < track.body->linkCount(); ++i) {
        const ArticulatedLink& link = track.body->link(i);
        m_restFromLink.push_back((axesOf(link.parent) * link.joint.zeroParentFromChild).normalized());
    }
    std::vector<Json> children(static_cast<std::size_t>(track.body->linkCount()), Json::array());
    for (int i = 1; i < track.body->linkCount(); ++i)
        children[static_cast<std::size_t>(track.body->link(i).parent)].push_back(m_nodes + i);
    for (int i = 0; i < track.body->linkCount(); ++i) {
        Json node = {{"name", nodeName(track, i)}};
        if (i > 0) {
            const Vector3 place = nodePose(track, i, zero).position;
            node["translation"] = {float(place.x()), float(place.y()), float(place.z())};
        }
        const auto& mesh = track.links[static_cast<std::size_t>(i)].mesh;
        if (mesh && !mesh->faces.empty()) node["mesh"] = addMesh(track, i);
        if (!children[static_cast<std::size_t>(i)].empty()) node["children"] = children[static_cast<std::size_t>(i)];
        node["extras"] = {{"joint", i == 0 ? "base" : kinds[static_cast<int>(track.body->link(i).joint.type)]}};
        m_gltf.add("nodes", std::move(node));
        animate(track, i, m_nodes + i);
    }
    m_roots.push_back(m_nodes);
    m_nodes += track.body->linkCount();
}

std::string SkeletonWriter::write() {
    for (const JointTrack& track : m_tracks)
        addNodes(track);
    m_gltf.add("animations", {{"name", "joints"}, {"samplers", m_samplers}, {"channels", m_channels}});
    m_gltf.add("scenes", {{"name", "skeletons"}, {"nodes", m_roots}});
    m_gltf.json()["scene"] = 0;
    return m_gltf.glb();
}

} // namespace

std::string skeletonGlb(const std::vector<JointTrack>& tracks) {
    return SkeletonWriter(tracks).write();
}

} // namespace ambient
