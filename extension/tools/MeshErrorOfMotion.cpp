// SPDX-License-Identifier: Zlib
#include "MeshErrorOfMotion.h"

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/MeshReport.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <map>

namespace ambient {
namespace {

using Edge = std::array<int, 2>;

Edge edgeOf(int a, int b) {
    return {std::min(a, b), std::max(a, b)};
}

/// A mesh of four times as many faces, through the same points and one more for each edge.
class Refinement {
  public:
    /// \param faces a closed surface
    Refinement(const std::vector<std::array<int, 3>>& faces, int pointCount) : m_pointCount(pointCount) {
        for (const auto& face : faces)
            for (std::size_t k = 0; k < 3; ++k)
                m_opposite[edgeOf(face[k], face[(k + 1) % 3])].push_back(face[(k + 2) % 3]);
        for (const auto& entry : m_opposite)
            m_pointOf.emplace(entry.first, pointCount + static_cast<int>(m_pointOf.size()));
        for (const auto& face : faces) {
            std::array<int, 3> middle{};
            for (std::size_t k = 0; k < 3; ++k)
                middle[k] = m_pointOf.at(edgeOf(face[k], face[(k + 1) % 3]));
            for (std::size_t k = 0; k < 3; ++k)
                m_faces.push_back({face[k], middle[k], middle[(k + 2) % 3]});
            m_faces.push_back(middle);
        }
    }

    const std::vector<std::array<int, 3>>& faces() const { return m_faces; }

    PointColumns points(const PointColumns& given) const {
        PointColumns all(3, m_pointCount + static_cast<Eigen::Index>(m_pointOf.size()));
        all.leftCols(m_pointCount) = given;
        for (const auto& [edge, point] : m_pointOf) {
            Vector3 middle = 0.5 * (given.col(edge[0]) + given.col(edge[1]));
            for (const int wing : m_opposite.at(edge)) {
                middle += 0.125 * given.col(wing);
                for (const int end : edge)
                    middle -= 0.0625 * given.col(beyond(edgeOf(end, wing), edge[0] + edge[1] - end));
            }
            all.col(point) = middle;
        }
        return all;
    }

  private:
    /// The point across an edge from another one.
    int beyond(const Edge& edge, int other) const {
        const std::vector<int>& both = m_opposite.at(edge);
        return both[0] == other ? both[1] : both[0];
    }

    int m_pointCount;
    std::map<Edge, std::vector<int>> m_opposite; ///< of each edge the third points of its two faces
    std::map<Edge, int> m_pointOf;               ///< of each edge the number of its middle
    std::vector<std::array<int, 3>> m_faces;
};

/// Whether the faces of the first frame are a closed surface with all points.
bool isClosedSurface(const RecordedFrames& frames) {
    PointColumns scratch;
    const PointColumns& points = frames.points(0, scratch);
    TriangleMesh mesh;
    for (Eigen::Index i = 0; i < points.cols(); ++i)
        mesh.vertices.push_back(points.col(i));
    mesh.faces = frames.topology().faces;
    std::vector<char> isUsed(mesh.vertices.size(), 0);
    for (const auto& face : mesh.faces)
        for (const int point : face)
            isUsed[static_cast<std::size_t>(point)] = 1;
    return checkMesh(mesh).usable() && std::count(isUsed.begin(), isUsed.end(), 0) == 0;
}

/// The frames on the finer mesh, with the times of the given ones.
RecordedFrames finerFrames(const RecordedFrames& frames, const Refinement& finer) {
    std::vector<PointColumns> all;
    std::vector<double> times;
    PointColumns scratch;
    for (int i = 0; i < frames.frameCount(); ++i) {
        all.push_back(finer.points(frames.points(i, scratch)));
        times.push_back(frames.time(i));
    }
    if (frames.isClosed()) { // a last frame, dropped by the closing, gives the period
        all.push_back(all.front());
        times.push_back(times.front() + frames.period());
    }
    ShapeTopology topology;
    topology.faces = finer.faces();
    RecordedFrames refined(std::move(all), std::move(topology));
    refined.setTimes(std::move(times));
    if (frames.isClosed()) refined.close();
    return refined;
}

/// Distance and turn of a pose, as one length.
double lengthOf(const Pose& pose, double size) {
    return std::hypot(pose.position.norm(), size * logSO3(pose.orientation).norm());
}

} // namespace

std::optional<MeshErrorOfMotion>
meshErrorOf(const Motion& motion, const RecordedFrames& frames, double size, const MotionOptions& options,
            const std::function<std::shared_ptr<const ShapeMetric>(const RecordedFrames&)>& metricOf) {
    const auto& faces = frames.topology().faces;
    Eigen::VectorXd scratch;
    if (metricOf(frames)->isDense() && faces.size() > kMostFacesOfError) return std::nullopt;
    if (frames.weights(0, scratch) || !isClosedSurface(frames)) return std::nullopt;
    const double whole = lengthOf(motion.advance, size);
    if (!(whole > 1e-9 * size)) return std::nullopt; // no travel to relate the error to
    Pose finer;
    const Refinement refinement(faces, frames.pointCount());
    try {
        MotionOptions once = options;
        once.cycles = 1;
        const RecordedFrames refined = finerFrames(frames, refinement);
        finer = solveMotion(refined, *metricOf(refined), once).advance;
    } catch (const std::exception&) { // too many faces for the metric, or a surface that crosses itself
        return std::nullopt;
    }
    constexpr double share = 4.0 / 3.0; // of the error in the change, if a quarter of the error is left
    return MeshErrorOfMotion{share * lengthOf(motion.advance.inverse() * finer, size) / whole,
                             static_cast<int>(refinement.faces().size())};
}

} // namespace ambient
