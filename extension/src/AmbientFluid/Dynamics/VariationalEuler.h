// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"

namespace ambient {

/// One step of paper 000's variational integrator, with the Cayley map tau. With K and sigma of the start,
///     dtau^-1(h Y)^T (K Y + sigma) = m + h F(Y),    g moves by tau(h Y)
/// is solved for the twist Y of the step by Newton's method. m is the momentum of the state: that of the last step,
/// dtau^-1(-h Y_k)^T mu_k, at the pose that it led to; by dtau^-1(-h Y) = dtau^-1(h Y) Ad(tau(h Y)) it is transported
/// as spatial momentum, which is constant without loads to Newton's tolerance. As printed, with -h Y on the left too,
/// the equation is solved by the old twist for ever. The loads F are those at Y: the step is implicit in drag. If
/// Newton's method does not converge, the step is halved, up to six times; then it is a damped step. With locked axes
/// it is a step of symplectic Euler. [Soliman2024, alg. 1 and app. C.2, corrected]
///
/// tau is the Cayley map of 4x4 matrices, to which the printed differential belongs. The printed translation is that of
/// the Cayley map of the adjoint representation (cayleySE3), which lacks w (w . v)/4 of the numerator.
/// `buffers.now` holds the evaluation of the start; `buffers.next` is overwritten.
/// \param evaluations incremented by the number of load evaluations: about 10, six of them for the derivative of F
FluidBodyState variationalEulerStep(const KirchhoffMotion& motion, const FluidBodyState& s, double h,
                                    const Wrench& user, int& evaluations, MotionBuffers& buffers);

/// The Cayley map of 4x4 matrices, (1 - xi/2)^-1 (1 + xi/2), as the pose of the end in the start.
/// \param xi twist times time
Pose matrixCayley(const Twist& xi);

/// The transposed inverse right-trivialised differential of the Cayley map, dtau^-1(xi)^T, of a momentum.
/// tau is matrixCayley(). [Soliman2024, eq. 17] \param xi twist times time
Momentum cayleyTransported(const Twist& xi, const Momentum& momentum);

} // namespace ambient
