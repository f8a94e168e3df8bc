// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/LocalMetrics.h"
#include "AmbientFluid/Locomotion/MotionFromShape.h"
#include "AmbientFluid/Math/SE3.h"

#include <cmath>
#include <functional>
#include <random>

/// Sequences of shapes for tests, by formulas.
namespace test_shapes {

using namespace ambient;

/// Edges of a polyline through points in order.
inline ShapeTopology polyline(int points) {
    ShapeTopology topology;
    for (int i = 0; i + 1 < points; ++i)
        topology.edges.push_back({i, i + 1});
    return topology;
}

/// Polyline of length 1 of equal segments with angles theta(s) [rad] at their middles s, in the plane z = 0; the mean
/// of the middles is the origin.
inline PointColumns chain(int segments, const std::function<double(double s)>& theta) {
    PointColumns points = PointColumns::Zero(3, segments + 1);
    Vector3 mean = Vector3::Zero();
    for (int i = 0; i < segments; ++i) {
        const double angle = theta((i + 0.5) / segments);
        points.col(i + 1) = points.col(i) + Vector3(std::cos(angle), std::sin(angle), 0.0) / segments;
        mean += 0.5 * (points.col(i) + points.col(i + 1)) / segments;
    }
    return points.colwise() - mean;
}

/// A loop of `count` frames shape(t), t in [0, 1), period 1 s.
inline RecordedFrames loopOf(int count, ShapeTopology topology, const std::function<PointColumns(double t)>& shape) {
    std::vector<PointColumns> frames;
    for (int k = 0; k <= count; ++k)
        frames.push_back(shape(static_cast<double>(k) / count));
    RecordedFrames sequence(std::move(frames), std::move(topology));
    sequence.close();
    return sequence;
}

/// A travelling wave of angles, amplitude * cos 2 pi (waves s - t).
inline RecordedFrames wave(int count, int segments, double amplitudeInDegrees, double waves) {
    return loopOf(count, polyline(segments + 1), [=](double t) {
        return chain(segments, [=](double s) {
            return amplitudeInDegrees * kPi / 180.0 * std::cos(2.0 * kPi * (waves * s - t));
        });
    });
}

inline Vector3 randomVector(std::mt19937& random, double size) {
    std::normal_distribution<double> normal;
    return size * Vector3(normal(random), normal(random), normal(random));
}

/// The same frames, each moved by its own random rigid motion.
inline RecordedFrames displaced(const RecordedFrames& frames, double turn, double distance, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<PointColumns> moved;
    std::vector<double> times;
    PointColumns scratch;
    for (int i = 0; i < frames.frameCount(); ++i) {
        Pose pose{expSO3(randomVector(random, turn)), randomVector(random, distance)};
        if (i == 0) pose = {};
        moved.push_back((pose.orientation.toRotationMatrix() * frames.points(i, scratch)).colwise() + pose.position);
        times.push_back(frames.time(i));
    }
    if (frames.isClosed()) {
        moved.push_back(moved.front());
        times.push_back(frames.time(0) + frames.period());
    }
    RecordedFrames result(std::move(moved), frames.topology());
    result.setTimes(times);
    if (frames.isClosed()) result.close();
    return result;
}

inline Motion solved(const ShapeFrames& frames, const ShapeMetric& metric, MotionScheme scheme) {
    MotionOptions options;
    options.scheme = scheme;
    return solveMotion(frames, metric, options);
}

/// Distance of two motions of frame 0 by the period [m, rad].
inline double difference(const Pose& a, const Pose& b) {
    return (a.position - b.position).norm() + logSO3(a.orientation.conjugate() * b.orientation).norm();
}

} // namespace test_shapes
