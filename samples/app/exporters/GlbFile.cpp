// SPDX-License-Identifier: Zlib
#include "exporters/GlbFile.h"

#include "drawing/ShownFrames.h"
#include "drawing/Silhouette.h"
#include "drawing/SplitNormals.h"
#include "drawing/SurfaceColours.h"
#include "exporters/GlbExtras.h"
#include "exporters/GlbParts.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace samples {

using ambient::Vector3;
using Json = nlohmann::ordered_json;

GlbParts::GlbParts(const RunRecord& theRecord, const PlotSpec& theSpec, const GlbOptions& theOptions)
    : record(theRecord), spec(theSpec), options(theOptions), shot(frameRun(theRecord, ofAllTimes(theSpec), {})),
      slipScale(samples::slipScale(theRecord)), gltf("AmbientFluid for Bullet") {
    double largest = 0.0;
    for (int body = 0; body < record.bodyCount(); ++body) {
        largest = std::max(largest, radiusOf(record.bodies[static_cast<std::size_t>(body)]));
        for (int frame = 0; frame <= lastFrame(body); ++frame)
            extent.extend(record.at(frame, body).worldFromBody.position);
    }
    const Vector3 around = Vector3::Constant(shot.enlargement * largest);
    extent = Eigen::AlignedBox3d(extent.min() - around, extent.max() + around);
}

int GlbParts::lastFrame(int body) const {
    return lastShownFrame(record, spec, body);
}

double GlbParts::drawnRadius(int body) const {
    return shot.enlargement * radiusOf(record.bodies[static_cast<std::size_t>(body)]);
}

int GlbParts::material(const std::string& name, const Rgb& colour, double roughness, double opacity) {
    const auto [entry, isNew] = m_materials.try_emplace(name, 0);
    if (!isNew) return entry->second;
    const Rgb linear = linearOf(colour);
    Json made = {{"name", name},
                 {"pbrMetallicRoughness",
                  {{"baseColorFactor", {linear.x(), linear.y(), linear.z(), float(opacity)}},
                   {"metallicFactor", 0.0},
                   {"roughnessFactor", roughness}}}};
    if (opacity < 1.0) made["alphaMode"] = "BLEND";
    entry->second = gltf.add("materials", std::move(made));
    return entry->second;
}

int GlbParts::addNode(Json node, const std::string& kind) {
    node["extras"] = {{"kind", kind}};
    const int index = gltf.add("nodes", std::move(node));
    children.push_back(index);
    return index;
}

int GlbParts::addMesh(const std::string& name, const ambient::TriangleMesh& mesh, int materialIndex) {
    const RenderMesh render = renderMeshOf(mesh);
    const int positions = gltf.addVertexData(singlePrecision(render.positions), true);
    const int normals = gltf.addVertexData(singlePrecision(render.normals));
    const Json primitive = {{"attributes", {{"POSITION", positions}, {"NORMAL", normals}}},
                            {"indices", gltf.addTriangles(render.triangles)},
                            {"material", materialIndex}};
    return gltf.add("meshes", {{"name", name}, {"primitives", Json::array({primitive})}});
}

void GlbParts::addPlainMesh(const std::string& name, const ambient::TriangleMesh& mesh,
                            const ambient::Pose& worldFromMesh, int materialIndex, const std::string& kind) {
    const int index = addMesh(name, mesh, materialIndex);
    addNode({{"name", name},
             {"mesh", index},
             {"translation", jsonOf(worldFromMesh.position)},
             {"rotation", jsonOf(worldFromMesh.orientation)}},
            kind);
}

void GlbParts::animate(int node, const std::string& path, int times, int values, const char* interpolation) {
    channels.push_back({{"sampler", samplers.size()}, {"target", {{"node", node}, {"path", path}}}});
    samplers.push_back({{"input", times}, {"output", values}, {"interpolation", interpolation}});
}

void GlbParts::animateMorphs(int node, const std::vector<int>& frames) {
    const std::size_t count = frames.size();
    std::vector<float> weights(count * count, 0.0f);
    for (std::size_t i = 0; i < count; ++i)
        weights[i * count + i] = 1.0f;
    animate(node, "weights", keyTimes(frames), gltf.addKeys(weights));
}

int GlbParts::keyTimes(const std::vector<int>& frames) {
    const auto [entry, isNew] = m_keyTimes.try_emplace(frames, 0);
    if (!isNew) return entry->second;
    std::vector<float> times;
    for (const int frame : frames)
        times.push_back(static_cast<float>(record.at(frame).time));
    return entry->second = gltf.addKeyTimes(times);
}

std::vector<Eigen::Vector3f> singlePrecision(const std::vector<Vector3>& vectors) {
    std::vector<Eigen::Vector3f> result;
    result.reserve(vectors.size());
    for (const Vector3& v : vectors)
        result.push_back(v.cast<float>());
    return result;
}

Eigen::Vector4f coefficientsOf(const ambient::Quaternion& q) {
    return q.normalized().coeffs().cast<float>();
}

Json jsonOf(const Vector3& v) {
    return {float(v.x()), float(v.y()), float(v.z())};
}

Json jsonOf(const ambient::Quaternion& q) {
    const Eigen::Vector4f c = coefficientsOf(q);
    return {c.x(), c.y(), c.z(), c.w()};
}

std::string glbOf(const RunRecord& record, const PlotSpec& spec, const GlbOptions& options) {
    if (record.frameCount() == 0) throw std::invalid_argument("a .glb needs a body and a frame");
    GlbParts parts(record, spec, options);
    parts.gltf.json()["scene"] = 0;
    addBodies(parts);
    if (options.trails) addTrails(parts);
    addLines(parts);
    addScenery(parts);
    addWater(parts);
    addSlices(parts);
    parts.gltf.add("animations", {{"name", "run"}, {"samplers", parts.samplers}, {"channels", parts.channels}});
    addCamera(parts);
    const float half = std::sqrt(0.5f);
    const int world = parts.gltf.add(
        "nodes", {{"name", "world"}, {"rotation", {-half, 0.0f, 0.0f, half}}, {"children", parts.children}});
    parts.gltf.add("scenes", {{"name", record.scene},
                              {"nodes", {world}},
                              {"extras", glbExtras(record, spec, options, parts.slipScale, parts.shot.enlargement)}});
    return parts.gltf.glb();
}

} // namespace samples
