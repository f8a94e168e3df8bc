// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/MultipoleField.h"

#include <functional>

namespace ambient {

/// Options of solveInLockstep().
struct GmresOptions {
    double tolerance = 1e-6;              ///< relative residual of each column at which the solution is accepted
    int restart = 40;                     ///< dimension of the Krylov spaces at which the iteration restarts
    int mostIterations = 200;             ///< applications of the operator
    std::function<void(double)> progress; ///< called with a fraction in [0, 1]; may be empty
};

/// Result of solveInLockstep().
struct GmresReport {
    int iterations = 0;    ///< applications of the operator
    double residual = 0.0; ///< largest relative residual of the columns
};

/// GMRES [Saad1986] for six right-hand sides with one application of the operator per step.
/// Each column has a separate Krylov space. Stops when all columns are solved or a cycle gains nothing more. Sums are
/// taken over fixed blocks of rows: the result is bitwise equal for any number of threads.
/// \param apply (x, result): result = A x
/// \param x receives the solution; the initial guess is zero
GmresReport solveInLockstep(const std::function<void(const SixRows&, SixRows&)>& apply, const SixRows& load, SixRows& x,
                            const GmresOptions& options);

} // namespace ambient
