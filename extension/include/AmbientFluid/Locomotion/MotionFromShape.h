// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ReducedSequence.h"

namespace ambient {

/// How a sequence of shapes becomes a motion in time.
enum class MotionScheme {
    /// Derivatives of the frames, splines, and integration on the group of rigid motions. Fourth order. Default.
    Connection,
    /// The paper's: each pair of frames has the discrete momentum. Second order. [Gross2023, eqs. 4 and 5]
    Variational,
    /// Chord and mean shape of each pair, for frames that come in live. Second order, errors a sixth of Variational's.
    Midpoint
};

/// Loads and choices of MotionFromShape.
struct MotionOptions {
    MotionScheme scheme = MotionScheme::Connection; ///< default: fourth order
    Pose start;                                     ///< worldFromInput of frame 0; default: the input is the world
    int cycles = 1;                                 ///< of a loop, one after the other; open sequences: 1
    /// Inertia metrics: the constant momentum, about the world's origin; default 0. Only for them.
    Momentum momentum;
    /// Dissipation metrics: a constant external wrench, about the world's origin; default 0. Only for them.
    Wrench wrench;
    Vector3 gravity = Vector3::Zero(); ///< acceleration, world axes [m/s^2]; default 0
    /// Dissipation metrics: mass that gravity acts on [kg], at the mean of the points by weight; default 0. Inertia
    /// metrics fall with all their mass: right in a vacuum.
    double mass = 0.0;
    std::function<void(double fraction)> progress; ///< called with a fraction in [0, 1]; its exceptions are passed on
};

/// How well a motion is determined and solved.
struct MotionReport {
    int iterations = 0;      ///< most of a frame, of Newton's method (placing or variational step)
    double residual = 0.0;   ///< greatest momentum left over, relative to the momenta in balance
    double leastRatio = 1.0; ///< least of the locked tensor's eigenvalues over its greatest, rotations scaled by the
                             ///< gyration length
    int leastFrame = 0;      ///< the frame that has it
    Twist leastTwist;        ///< its direction, in the input frame of that frame
    int singularFrames = 0;  ///< frames with a direction that nothing resists: they get no motion along it
    double timeError = -1.0; ///< estimate [m]: Connection against Variational after the period, turns times the
                             ///< size; negative: none (other schemes, loads, metrics without a variational step)
};

/// The motion of a sequence of shapes.
struct Motion {
    std::vector<Pose> poses; ///< worldFromInput of each frame: maps the given coordinates to the world; cycle by cycle
    std::vector<double> times; ///< of these poses [s]
    Pose advance;              ///< of frame 0 in the first cycle, or to the last frame of an open sequence, in the
                               ///< frame of frame 0: poses[0]^-1 times the pose after the period
    double period = 0.0;       ///< of the advance [s]
    MotionReport report;       ///< accuracy and degeneracy
};

/// The motion that a sequence of shapes makes by itself: momentum mu = K xi + h is 0 or constant, or resistance
/// balances the loads. First order in time, with no inertia beside the metric's. [Gross2023, sec. 3], [Shapere1989]
/// Invariant under rigid motions of any input frame. The same bytes for any number of threads.
/// \throws std::invalid_argument for invalid frames, options or loads that the metric does not know;
///         std::runtime_error if a step has no solution
Motion solveMotion(const ShapeFrames& frames, const ShapeMetric& metric, const MotionOptions& options = {});

/// The same of a reduced sequence, by MotionScheme::Connection: costs microseconds per frame.
/// \param metric of the sequence, an index \param isInertia of that metric: which loads apply
Motion solveMotion(const ReducedSequence& sequence, const MotionOptions& options, int metric, bool isInertia);

} // namespace ambient
