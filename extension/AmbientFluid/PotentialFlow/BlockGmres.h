// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/MultipoleField.h"

#include <functional>

namespace ambient {

/// How far solveInLockstep() goes.
struct GmresOptions {
    double tolerance = 1e-6;              ///< wanted residual of each column over its right-hand side
    int restart = 40;                     ///< directions kept before it starts again from what it has
    int mostIterations = 200;             ///< applications of the operator
    std::function<void(double)> progress; ///< called with a fraction in [0, 1]; default: nobody listens
};

/// What it reached.
struct GmresReport {
    int iterations = 0;    ///< applications of the operator
    double residual = 0.0; ///< largest relative residual of the columns
};

/// GMRES [Saad1986] for six right-hand sides with a Krylov space each, all of them advanced by one application of the
/// operator. Stops where every column is solved, or nothing more is gained. Sums are over fixed blocks of rows: the
/// same bytes for any number of threads. \param apply (x, result): result = A x \param x receives the solution; starts
/// from zero
GmresReport solveInLockstep(const std::function<void(const SixRows&, SixRows&)>& apply, const SixRows& load, SixRows& x,
                            const GmresOptions& options);

} // namespace ambient
