// SPDX-License-Identifier: Zlib
#include "exporters/GlbParts.h"

#include "drawing/LineDrawing.h"
#include "exporters/KeyFrames.h"
#include "interface/TubeMesh.h"

#include <optional>

namespace samples {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kShapes = 48; ///< of a line over the run, at most

/// Whether a tube leads along the points.
bool isTubular(const std::vector<ambient::Vector3>& points, std::size_t count) {
    if (points.size() < 2 || points.size() != count) return false;
    for (std::size_t i = 1; i < count; ++i)
        if ((points[i] - points[i - 1]).norm() < 1e-6) return false;
    return true;
}

/// A line as a tube, morphed from shape to shape.
class MovingLine {
  public:
    MovingLine(GlbParts& parts, std::size_t line)
        : m_parts(parts), m_line(line), m_radius(0.0015 * parts.extent.sizes().maxCoeff()) {
        for (const int frame : evenFrames(parts.record.frameCount() - 1, kShapes)) {
            const auto points = at(frame);
            if (m_frames.empty()) m_count = points.size();
            if (isTubular(points, m_count))
                m_frames.push_back(frame);
            else if (!m_frames.empty() && points.empty() && !m_end)
                m_end = frame;
        }
    }

    void add() {
        if (m_frames.empty()) return;
        ambient::GltfWriter& gltf = m_parts.gltf;
        const TubeMesh start = tubeAlong(at(m_frames.front()), m_radius);
        Json primitive = {{"attributes",
                           {{"POSITION", gltf.addVertexData(singlePrecision(start.positions), true)},
                            {"NORMAL", gltf.addVertexData(singlePrecision(start.normals))}}},
                          {"indices", gltf.addTriangles(start.triangles)},
                          {"material", m_parts.material("line", lineColour(), 0.8)}};
        for (const int frame : m_frames)
            primitive["targets"].push_back(target(start, tubeAlong(at(frame), m_radius)));
        const std::string& name = m_parts.record.lines[m_line].name;
        Json mesh = {{"name", name}, {"primitives", Json::array({primitive})}};
        mesh["weights"] = std::vector<float>(m_frames.size(), 0.0f);
        const int index = gltf.add("meshes", mesh);
        const int node = m_parts.addNode({{"name", name}, {"mesh", index}}, "line");
        m_parts.animateMorphs(node, m_frames);
        if (!m_end) return;
        const int times = gltf.addKeyTimes({static_cast<float>(m_parts.record.at(*m_end).time)});
        m_parts.animate(node, "scale", times, gltf.addKeys(std::vector<Eigen::Vector3f>{Eigen::Vector3f::Zero()}),
                        "STEP");
    }

  private:
    std::vector<ambient::Vector3> at(int frame) const {
        return linePointsAt(m_parts.record, m_line, m_parts.record.at(frame).time);
    }

    Json target(const TubeMesh& start, const TubeMesh& moved) {
        std::vector<Eigen::Vector3f> positions, normals;
        for (std::size_t i = 0; i < start.positions.size(); ++i) {
            positions.push_back((moved.positions[i] - start.positions[i]).cast<float>());
            normals.push_back((moved.normals[i] - start.normals[i]).cast<float>());
        }
        return {{"POSITION", m_parts.gltf.addVertexData(positions, true)},
                {"NORMAL", m_parts.gltf.addVertexData(normals)}};
    }

    GlbParts& m_parts;
    std::size_t m_line;
    double m_radius;
    std::size_t m_count = 0;
    std::vector<int> m_frames; ///< with a shape
    std::optional<int> m_end;  ///< the line is lost
};

} // namespace

void addLines(GlbParts& parts) {
    for (std::size_t line = 0; line < parts.record.lines.size(); ++line)
        MovingLine(parts, line).add();
}

} // namespace samples
