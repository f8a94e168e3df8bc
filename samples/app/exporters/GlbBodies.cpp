// SPDX-License-Identifier: Zlib
#include "drawing/BodyMarks.h"
#include "drawing/SplitNormals.h"
#include "drawing/SurfaceColours.h"
#include "exporters/GlbParts.h"
#include "exporters/KeyFrames.h"

#include <algorithm>
#include <cmath>

namespace samples {
namespace {

using Json = nlohmann::ordered_json;
using Vectors = std::vector<Eigen::Vector3f>;

constexpr int kMostMorphedBodies = 12;
constexpr std::size_t kMostMorphFloats = 600000;
constexpr int kPeakFrames = 240; ///< looked at for the largest slip speed
constexpr double kAngleTolerance = 1.0 * ambient::kPi / 180.0;

Vectors linearColours(const std::vector<Rgb>& screenColours, const std::vector<int>& sourceVertex) {
    Vectors result;
    result.reserve(sourceVertex.size());
    for (const int vertex : sourceVertex)
        result.push_back(linearOf(screenColours[static_cast<std::size_t>(vertex)]));
    return result;
}

class BodyWriter {
  public:
    explicit BodyWriter(GlbParts& parts) : m_parts(parts) {}

    void add(int body);

  private:
    /// A surface in the file, shared by all bodies of one mesh.
    struct SharedMesh {
        std::vector<int> sourceVertex;
        int positions, normals, triangles; ///< accessors
    };
    /// The result for a body's mesh.
    struct WrittenMesh {
        int index;
        std::vector<int> colourFrames; ///< of its morph targets
    };

    const RecordedBody& recorded(int body) const { return m_parts.record.bodies[static_cast<std::size_t>(body)]; }
    const BodySample& sample(int frame, int body) const { return m_parts.record.at(frame, body); }

    const SharedMesh& sharedMesh(const ambient::TriangleMesh& mesh);
    Json shapeMorphs(int body, const std::vector<int>& frames, const SharedMesh& shared);
    WrittenMesh addMesh(int body);
    std::vector<Rgb> peakColours(int body) const;
    std::vector<int> colourFrames(int body, std::size_t vertices) const;
    Json colourMorphs(int body, const std::vector<int>& frames, const SharedMesh& shared, const Vectors& peak);
    void animate(int body, int node, const std::vector<int>& colourFrames);

    GlbParts& m_parts;
    std::map<const ambient::TriangleMesh*, SharedMesh> m_meshes;
    std::map<std::size_t, int> m_zeros; ///< accessors of so many zero vectors
};

const BodyWriter::SharedMesh& BodyWriter::sharedMesh(const ambient::TriangleMesh& mesh) {
    const auto known = m_meshes.find(&mesh);
    if (known != m_meshes.end()) return known->second;
    const RenderMesh render = renderMeshOf(mesh);
    ambient::GltfWriter& gltf = m_parts.gltf;
    SharedMesh shared{render.sourceVertex, gltf.addVertexData(singlePrecision(render.positions), true),
                      gltf.addVertexData(singlePrecision(render.normals)), gltf.addTriangles(render.triangles)};
    return m_meshes.emplace(&mesh, std::move(shared)).first->second;
}

std::vector<Rgb> BodyWriter::peakColours(int body) const {
    std::vector<double> peak(recorded(body).mesh->vertices.size(), 0.0);
    for (const int frame : evenFrames(m_parts.lastFrame(body), kPeakFrames)) {
        const std::vector<double> speeds = slipSpeeds(m_parts.record, body, sample(frame, body));
        for (std::size_t v = 0; v < peak.size(); ++v)
            peak[v] = std::max(peak[v], speeds[v]);
    }
    return slipColours(peak, m_parts.slipScale);
}

std::vector<int> BodyWriter::colourFrames(int body, std::size_t vertices) const {
    constexpr int fewest = 4;
    const std::size_t affordable = kMostMorphFloats / (3 * vertices * m_parts.record.bodies.size());
    const int count = std::min(m_parts.options.colourKeys, static_cast<int>(affordable));
    if (m_parts.record.bodyCount() > kMostMorphedBodies || count < fewest) return {};
    return evenFrames(m_parts.lastFrame(body), count);
}

/// The colours at some times, as differences from the largest.
Json BodyWriter::colourMorphs(int body, const std::vector<int>& frames, const SharedMesh& shared, const Vectors& peak) {
    // Some readers look at the positions of every target.
    const auto [zeros, isNew] = m_zeros.try_emplace(peak.size(), 0);
    if (isNew) zeros->second = m_parts.gltf.addVertexData(Vectors(peak.size(), Eigen::Vector3f::Zero()), true);
    Json targets = Json::array();
    for (const int frame : frames) {
        const std::vector<double> speeds = slipSpeeds(m_parts.record, body, sample(frame, body));
        Vectors colours = linearColours(slipColours(speeds, m_parts.slipScale), shared.sourceVertex);
        for (std::size_t v = 0; v < colours.size(); ++v)
            colours[v] -= peak[v];
        targets.push_back({{"POSITION", zeros->second}, {"COLOR_0", m_parts.gltf.addVertexData(colours)}});
    }
    return targets;
}

/// The shapes of a deforming body at some times, as differences from its rest shape.
Json BodyWriter::shapeMorphs(int body, const std::vector<int>& frames, const SharedMesh& shared) {
    const Vectors rest = singlePrecision(renderMeshOf(*recorded(body).mesh).positions);
    Json targets = Json::array();
    for (const int frame : frames) {
        const RecordedBody shaped = shapedAs(recorded(body), sample(frame, body));
        Vectors moved;
        for (std::size_t v = 0; v < rest.size(); ++v)
            moved.push_back(shaped.mesh->vertices[static_cast<std::size_t>(shared.sourceVertex[v])].cast<float>() -
                            rest[v]);
        targets.push_back({{"POSITION", m_parts.gltf.addVertexData(moved, true)}});
    }
    return targets;
}

BodyWriter::WrittenMesh BodyWriter::addMesh(int body) {
    const SharedMesh& shared = sharedMesh(*recorded(body).mesh);
    Json mesh = {{"name", recorded(body).name}};
    Json primitive = {{"attributes", {{"POSITION", shared.positions}, {"NORMAL", shared.normals}}},
                      {"indices", shared.triangles}};
    std::vector<int> morphs;
    if (const int twin = recorded(body).ghostOf; twin >= 0) {
        primitive["material"] =
            m_parts.material("ghost " + std::to_string(twin % 8), categoryColour(twin), 0.55, kGhostOpacity);
    } else if (recorded(body).changes) {
        primitive["material"] = m_parts.material("body " + std::to_string(body % 8), categoryColour(body), 0.55);
        morphs = colourFrames(body, static_cast<std::size_t>(shared.sourceVertex.size()));
        if (!morphs.empty()) {
            primitive["targets"] = shapeMorphs(body, morphs, shared);
            mesh["weights"] = std::vector<float>(morphs.size(), 0.0f);
        }
    } else if (recorded(body).model && m_parts.slipScale > 0.0) {
        const Vectors peak = linearColours(peakColours(body), shared.sourceVertex);
        primitive["attributes"]["COLOR_0"] = m_parts.gltf.addVertexData(peak);
        primitive["material"] = m_parts.material("slip speed", Rgb::Ones(), 0.55);
        morphs = colourFrames(body, peak.size());
        if (!morphs.empty()) {
            primitive["targets"] = colourMorphs(body, morphs, shared, peak);
            mesh["weights"] = std::vector<float>(morphs.size(), 0.0f);
        }
    } else {
        primitive["material"] = m_parts.material("body " + std::to_string(body % 8), categoryColour(body), 0.55);
    }
    mesh["primitives"] = Json::array({primitive});
    for (const int frame : morphs)
        mesh["extras"]["targetNames"].push_back((recorded(body).changes ? "shape at " : "slip speed at ") +
                                                shortNumber(sample(frame, body).time) + " s");
    return {m_parts.gltf.add("meshes", mesh), morphs};
}

void BodyWriter::add(int body) {
    const ambient::Pose& start = sample(0, body).worldFromBody;
    const Rgb plain = linearOf(categoryColour(body));
    const WrittenMesh mesh = addMesh(body);
    Json node = {{"name", recorded(body).name},
                 {"mesh", mesh.index},
                 {"translation", jsonOf(start.position)},
                 {"rotation", jsonOf(start.orientation)}};
    if (m_parts.shot.enlargement != 1.0) node["scale"] = jsonOf(ambient::Vector3::Constant(m_parts.shot.enlargement));
    node["extras"] = {{"kind", "body"},
                      {"mass", recorded(body).mass},
                      {"radius", m_parts.drawnRadius(body)},
                      {"plainColour", {plain.x(), plain.y(), plain.z()}}};
    const int index = m_parts.gltf.add("nodes", node);
    m_parts.children.push_back(index);
    animate(body, index, mesh.colourFrames);
}

void BodyWriter::animate(int body, int node, const std::vector<int>& colourFrames) {
    const KeyTolerance tolerance{0.01 * m_parts.drawnRadius(body), kAngleTolerance};
    const KeyFrames keys = keyFramesOf(m_parts.record, body, m_parts.lastFrame(body), tolerance);
    Vectors positions;
    for (const int frame : keys.positions)
        positions.push_back(sample(frame, body).worldFromBody.position.cast<float>());
    std::vector<Eigen::Vector4f> orientations;
    for (const int frame : keys.orientations) {
        const Eigen::Vector4f q = coefficientsOf(sample(frame, body).worldFromBody.orientation);
        const bool turnsTheLongWay = !orientations.empty() && q.dot(orientations.back()) < 0.0f;
        orientations.push_back(turnsTheLongWay ? Eigen::Vector4f(-q) : q);
    }
    m_parts.animate(node, "translation", m_parts.keyTimes(keys.positions), m_parts.gltf.addKeys(positions));
    m_parts.animate(node, "rotation", m_parts.keyTimes(keys.orientations), m_parts.gltf.addKeys(orientations));
    if (!colourFrames.empty()) m_parts.animateMorphs(node, colourFrames); // all vertices in the colour of the time
}

} // namespace

void addBodies(GlbParts& parts) {
    BodyWriter writer(parts);
    for (int body = 0; body < parts.record.bodyCount(); ++body)
        writer.add(body);
}

} // namespace samples
