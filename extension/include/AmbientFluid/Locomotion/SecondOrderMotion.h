// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/MotionFromShape.h"

namespace ambient {

/// Options of solveSecondOrder().
struct SecondOrderOptions {
    Pose start;                        ///< worldFromInput of frame 0; default: the input is the world
    Momentum momentum;                 ///< at the start, about the world's origin; default 0
    int cycles = 1;                    ///< of a loop; open sequences: 1
    Vector3 gravity = Vector3::Zero(); ///< acceleration, world axes [m/s^2]; default 0
    double mass = 0.0;                 ///< that gravity acts on, at the mean of the points by weight [kg]; default 0
};

/// A motion with inertia and drag.
struct SecondOrderMotion {
    Motion motion;                  ///< poses and times; advance of the first cycle, which need not repeat itself
    std::vector<Momentum> momentum; ///< at these poses, about the world's origin
    int implicitSteps = 0;          ///< steps that were too stiff for the explicit method: first order there
};

/// The motion of a sequence with an inertia metric and a dissipation metric: eels that glide, bodies that sink.
/// mu = K xi + h, mu' = F - (R xi + h_R) in the world's frame. [Gross2023, sec. 3.1.2] has the drag of the last frame
/// and diverges where the time step times the rate of drag is above 2; here it is a Runge-Kutta method of fourth order
/// on splines of all four, with as many substeps as turn and drag ask for, and the implicit (K + dt R) xi = mu - h - dt
/// h_R where they ask for more than 64 a frame. The same bytes for any number of threads. \param inertia, drag metrics
/// of the sequence, by index \throws std::invalid_argument for options out of range
SecondOrderMotion solveSecondOrder(const ReducedSequence& sequence, int inertia, int drag,
                                   const SecondOrderOptions& options = {});

} // namespace ambient
