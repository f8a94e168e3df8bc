// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeMetric.h"

#include <functional>

namespace ambient {

/// A sequence of shapes reduced to 6x6 tensors: all that motion needs of it.
/// The gauge frame is one in which the shapes move little and closed sequences close: each frame is placed against the
/// one before by the variational step of the placing metric (its rigid registration where it has no such step), and in
/// loops the motion left over after the period is spread evenly, g_k <- exp(-log(G) k/n) g_k. Its origin is the mean of
/// the points of frame 0, its axes are those of frame 0.
struct ReducedSequence {
    std::vector<double> times;        ///< of the frames; loops: and of the end of the period [s]
    bool isClosed = false;            ///< whether the sequence is a loop
    std::vector<Pose> gaugeFromInput; ///< one per frame
    std::vector<Pose> placed;         ///< one per frame: frame 0's input coordinates from its own, by the placing alone
    Pose placedHolonomy;   ///< by the placing alone: frame 0 after the period, or the last frame, from frame 0
    int iterations = 0;    ///< most of Newton's iterations of a frame, in placing
    double residual = 0.0; ///< greatest of the placing, relative

    /// Reductions of one metric at the frames, about the origin of the gauge frame, in its axes.
    struct Metric {
        std::vector<ShapeReduction> at; ///< one per frame
        bool isLinear = true;           ///< ShapeMetric::isLinear()
    };
    std::vector<Metric> metrics;    ///< in the order given
    std::vector<Vector3> meanPoint; ///< mean of the points, weighted by Shape::weight, gauge frame [m]
    double size = 0.0;              ///< root mean square distance of the points of frame 0 from their mean [m]

    int frameCount() const { return static_cast<int>(gaugeFromInput.size()); } ///< frames
    int stepCount() const { return static_cast<int>(times.size()) - 1; }       ///< steps from frame to frame
};

/// Options of reduceSequence().
struct ReductionOptions {
    /// Called with a fraction in [0, 1], from the calling thread; its exceptions are passed on.
    std::function<void(double fraction)> progress;
};

/// Reduces a sequence in several metrics at once. Velocities are derivatives of the polynomials through five frames.
/// Frames are read a few at a time, in parallel; the same bytes for any number of threads.
/// \param metrics at least one; the first places the frames
/// \throws std::invalid_argument for invalid frames (requireValidFrames); std::runtime_error if a frame cannot be
/// placed
ReducedSequence reduceSequence(const ShapeFrames& frames, const std::vector<const ShapeMetric*>& metrics,
                               const ReductionOptions& options = {});

} // namespace ambient
