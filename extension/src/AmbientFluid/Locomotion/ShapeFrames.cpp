// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Locomotion/ShapeFrames.h"

#include "AmbientFluid/Locomotion/FrameLoops.h"
#include "AmbientFluid/Math/RigidRegistration.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

// Of the size of the shape: a last frame this near to the first is its copy; files have 7 digits or more.
constexpr double kSameShape = 1e-6;
// Of the size of the shape: shorter edges have no direction in double precision.
constexpr double kNoLength = 1e-14;

[[noreturn]] void refuse(const std::string& why) {
    throw std::invalid_argument("frames: " + why);
}

std::string name(int frame) {
    return "frame " + std::to_string(frame);
}

double sizeOf(const PointColumns& points) {
    Vector3 least = points.col(0), most = least;
    for (Eigen::Index j = 1; j < points.cols(); ++j) {
        least = least.cwiseMin(points.col(j));
        most = most.cwiseMax(points.col(j));
    }
    return (most - least).norm();
}

bool isSameShape(const PointColumns& a, const PointColumns& b) {
    const Pose aFromB = rigidRegistration(a, b);
    const PointColumns moved = (aFromB.orientation.toRotationMatrix() * b).colwise() + aFromB.position;
    return (moved - a).colwise().norm().maxCoeff() <= kSameShape * sizeOf(a);
}

template <std::size_t Count>
void requireIndices(const std::vector<std::array<int, Count>>& parts, const char* kind, int points) {
    for (std::size_t i = 0; i < parts.size(); ++i)
        for (std::size_t k = 0; k < Count; ++k) {
            const bool isThere = parts[i][k] >= 0 && parts[i][k] < points;
            if (isThere && parts[i][k] != parts[i][(k + 1) % Count]) continue;
            refuse(std::string(kind) + " " + std::to_string(i) + " names point " + std::to_string(parts[i][k]) +
                   (isThere ? " twice" : ", and there are " + std::to_string(points)));
        }
}

void requireFinite(int frame, const PointColumns& points) {
    if (points.allFinite()) return;
    for (Eigen::Index j = 0; j < points.cols(); ++j)
        if (!points.col(j).allFinite()) refuse(name(frame) + ", point " + std::to_string(j) + " is not finite");
}

void requireLengths(int frame, const PointColumns& points, const ShapeTopology& topology) {
    const double least = kNoLength * sizeOf(points);
    for (std::size_t i = 0; i < topology.edges.size(); ++i) {
        const auto& [a, b] = topology.edges[i];
        if (!((points.col(b) - points.col(a)).norm() > least))
            refuse(name(frame) + ": points " + std::to_string(a) + " and " + std::to_string(b) +
                   " are at the same place: segment " + std::to_string(i) + " has no length");
    }
}

void requireAreas(int frame, const PointColumns& points, const ShapeTopology& topology) {
    const double size = sizeOf(points), least = kNoLength * size * size;
    for (std::size_t i = 0; i < topology.faces.size(); ++i) {
        const auto& [a, b, c] = topology.faces[i];
        const Vector3 ab = points.col(b) - points.col(a), ac = points.col(c) - points.col(a);
        if (!(ab.cross(ac).norm() > least))
            refuse(name(frame) + ": face " + std::to_string(i) + " (points " + std::to_string(a) + ", " +
                   std::to_string(b) + ", " + std::to_string(c) + ") has no area");
    }
}

} // namespace

const Eigen::VectorXd* ShapeFrames::weights(int, Eigen::VectorXd&) const {
    return nullptr;
}

double ShapeFrames::time(int frame) const {
    return static_cast<double>(frame) / (frameCount() - (isClosed() ? 0 : 1));
}

RecordedFrames::RecordedFrames(std::vector<PointColumns> frames, ShapeTopology topology)
    : m_frames(std::move(frames)), m_topology(std::move(topology)) {
    if (m_frames.size() < 2) refuse("a motion needs two or more, and there are " + std::to_string(m_frames.size()));
    if (m_frames.front().cols() == 0) refuse("there are no points");
    for (int i = 0; i < frameCount(); ++i)
        if (m_frames[static_cast<std::size_t>(i)].cols() != m_frames.front().cols())
            refuse(name(i) + " has " + std::to_string(m_frames[static_cast<std::size_t>(i)].cols()) +
                   " points, frame 0 has " + std::to_string(pointCount()));
    setTimeStep(1.0 / (frameCount() - 1));
    m_period = 1.0;
}

void RecordedFrames::setWeights(Eigen::MatrixXd weights) {
    if (weights.rows() != pointCount() || (weights.cols() != 1 && weights.cols() != frameCount()))
        refuse("weights for " + std::to_string(weights.rows()) + " points and " + std::to_string(weights.cols()) +
               " frames do not fit");
    for (Eigen::Index i = 0; i < weights.cols(); ++i)
        for (Eigen::Index j = 0; j < weights.rows(); ++j)
            if (!(weights(j, i) >= 0.0) || !std::isfinite(weights(j, i)))
                refuse(name(static_cast<int>(i)) + ": the weight of point " + std::to_string(j) +
                       " is negative or not finite");
    m_weights = std::move(weights);
}

void RecordedFrames::setTimes(std::vector<double> times) {
    if (static_cast<int>(times.size()) != frameCount())
        refuse(std::to_string(times.size()) + " times for " + std::to_string(frameCount()) + " frames");
    if (!times.empty() && !std::isfinite(times[0])) refuse("the time of the first frame is not finite");
    for (std::size_t i = 1; i < times.size(); ++i)
        if (!(times[i] > times[i - 1]) || !std::isfinite(times[i] - times[0]))
            refuse("the time of " + name(static_cast<int>(i)) + " is not after that of the frame before");
    m_times = std::move(times);
    m_period = m_times.back() - m_times.front();
    if (m_isClosed) m_period *= static_cast<double>(frameCount()) / (frameCount() - 1); // a mean step after the last
}

void RecordedFrames::setTimeStep(double step) {
    if (!(step > 0.0) || !std::isfinite(step)) refuse("the time step " + std::to_string(step) + " s is not positive");
    m_times.resize(m_frames.size());
    for (std::size_t i = 0; i < m_times.size(); ++i)
        m_times[i] = step * static_cast<double>(i);
    m_period = m_isClosed ? m_times.back() + step : m_times.back();
}

void RecordedFrames::close() {
    if (m_isClosed) return;
    const double meanStep = m_period / (frameCount() - 1);
    if (isSameShape(m_frames.front(), m_frames.back())) {
        if (frameCount() < 3) refuse("a loop needs two different ones, and the last is the first");
        m_frames.pop_back();
        m_times.pop_back();
        if (m_weights.cols() > 1) m_weights.conservativeResize(Eigen::NoChange, m_weights.cols() - 1);
    } else {
        m_period += meanStep;
    }
    m_isClosed = true;
}

const PointColumns& RecordedFrames::points(int frame, PointColumns&) const {
    return m_frames[static_cast<std::size_t>(frame)];
}

const Eigen::VectorXd* RecordedFrames::weights(int frame, Eigen::VectorXd& scratch) const {
    if (m_weights.size() == 0) return nullptr;
    scratch = m_weights.col(m_weights.cols() == 1 ? 0 : frame);
    return &scratch;
}

void requireValidFrames(const ShapeFrames& frames, FrameElements needed) {
    const int count = frames.frameCount(), points = frames.pointCount();
    if (count < 2) refuse("a motion needs two or more, and there are " + std::to_string(count));
    const ShapeTopology& topology = frames.topology();
    requireIndices(topology.edges, "edge", points);
    requireIndices(topology.faces, "face", points);
    if (needed == FrameElements::Edges && topology.edges.empty()) refuse("there are no edges");
    if (needed == FrameElements::Faces && topology.faces.empty()) refuse("there are no faces");
    const std::function<void(double)> nobody;
    LoopProgress progress(nobody, count, 1.0);
    forFrames(
        count, progress, [] { return PointColumns(); },
        [&](PointColumns& scratch, int i) {
            const PointColumns& shape = frames.points(i, scratch);
            if (shape.cols() != points)
                refuse(name(i) + " has " + std::to_string(shape.cols()) + " points, frame 0 has " +
                       std::to_string(points));
            requireFinite(i, shape);
            if (i > 0 && !(frames.time(i) > frames.time(i - 1)))
                refuse("the time of " + name(i) + " is not after that of the frame before");
            if (needed == FrameElements::Edges) requireLengths(i, shape, topology);
            if (needed == FrameElements::Faces) requireAreas(i, shape, topology);
        });
}

} // namespace ambient
