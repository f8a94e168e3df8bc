// SPDX-License-Identifier: Zlib
#include "MeshErrorOfMotion.h"

#include "AmbientFluid/Mesh/Decimation.h"
#include "AmbientFluid/Mesh/MeshReport.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <map>

namespace ambient {
namespace {

constexpr int kFewestFaces = 20; ///< of the coarse mesh

/// Some points of the frames, and the faces between them.
struct CoarseMesh {
    std::vector<int> points;
    std::vector<std::array<int, 3>> faces;
};

/// Collapses edges of the first frame into one of their ends, so that all points are given ones in every frame.
std::optional<CoarseMesh> coarseMeshOf(const RecordedFrames& frames) {
    PointColumns scratch;
    const PointColumns& points = frames.points(0, scratch);
    TriangleMesh given;
    for (Eigen::Index i = 0; i < points.cols(); ++i)
        given.vertices.push_back(points.col(i));
    given.faces = frames.topology().faces;
    if (!checkMesh(given).usable()) return std::nullopt;
    std::vector<char> isUsed(given.vertices.size(), 0);
    for (const auto& face : given.faces)
        for (const int point : face)
            isUsed[static_cast<std::size_t>(point)] = 1;
    if (std::count(isUsed.begin(), isUsed.end(), 0) > 0) return std::nullopt;           // masses inside
    const auto nowhere = [](const Vector3&) { return Vector3::Constant(1e30).eval(); }; // dearer than both ends
    const int wanted = std::max(kFewestFaces, given.faceCount() / 4);
    const TriangleMesh coarse = decimate(given, wanted, nowhere, Keep::SharpEdges);
    if (coarse.faceCount() > given.faceCount() / 2) return std::nullopt;
    std::map<std::array<double, 3>, int> pointAt;
    for (int i = 0; i < given.vertexCount(); ++i) {
        const Vector3& p = given.vertices[static_cast<std::size_t>(i)];
        pointAt.emplace(std::array<double, 3>{p.x(), p.y(), p.z()}, i);
    }
    CoarseMesh mesh;
    mesh.faces = coarse.faces;
    for (const Vector3& p : coarse.vertices) {
        const auto found = pointAt.find({p.x(), p.y(), p.z()});
        if (found == pointAt.end()) return std::nullopt;
        mesh.points.push_back(found->second);
    }
    return mesh;
}

PointColumns chosen(const PointColumns& points, const std::vector<int>& which) {
    PointColumns some(3, static_cast<Eigen::Index>(which.size()));
    for (std::size_t i = 0; i < which.size(); ++i)
        some.col(static_cast<Eigen::Index>(i)) = points.col(which[i]);
    return some;
}

/// The frames on the coarse mesh, with the times of the given ones.
RecordedFrames coarseFrames(const RecordedFrames& frames, const CoarseMesh& mesh) {
    std::vector<PointColumns> all;
    std::vector<double> times;
    PointColumns scratch;
    for (int i = 0; i < frames.frameCount(); ++i) {
        all.push_back(chosen(frames.points(i, scratch), mesh.points));
        times.push_back(frames.time(i));
    }
    if (frames.isClosed()) { // its period is that of a last frame, which closing drops
        all.push_back(all.front());
        times.push_back(times.front() + frames.period());
    }
    ShapeTopology topology;
    topology.faces = mesh.faces;
    RecordedFrames coarse(std::move(all), std::move(topology));
    coarse.setTimes(std::move(times));
    if (frames.isClosed()) coarse.close();
    return coarse;
}

/// Distance and turn of a pose, as one length.
double lengthOf(const Pose& pose, double size) {
    return std::hypot(pose.position.norm(), size * logSO3(pose.orientation).norm());
}

} // namespace

std::optional<MeshErrorOfMotion>
meshErrorOf(const Motion& motion, const RecordedFrames& frames, double size, const MotionOptions& options,
            const std::function<std::shared_ptr<const ShapeMetric>(const RecordedFrames&)>& metricOf) {
    Eigen::VectorXd scratch;
    if (frames.weights(0, scratch)) return std::nullopt; // of points, some of which the coarse mesh lacks
    const std::optional<CoarseMesh> mesh = coarseMeshOf(frames);
    if (!mesh) return std::nullopt;
    Motion other;
    try {
        const RecordedFrames coarse = coarseFrames(frames, *mesh);
        MotionOptions once = options;
        once.cycles = 1;
        other = solveMotion(coarse, *metricOf(coarse), once);
    } catch (const std::exception&) { // a shape that is too coarse for the metric
        return std::nullopt;
    }
    const double whole = lengthOf(motion.advance, size);
    if (!(whole > 1e-9 * size)) return std::nullopt; // no way that the error could be a share of
    const double ratio = double(frames.topology().faces.size()) / double(mesh->faces.size());
    const Pose between = motion.advance.inverse() * other.advance;
    return MeshErrorOfMotion{lengthOf(between, size) / whole / (ratio - 1.0), static_cast<int>(mesh->faces.size())};
}

} // namespace ambient
