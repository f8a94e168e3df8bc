// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/ParallelLoop.h"

namespace ambient {

/// Calls function(index) for each index in [0, count), on the threads of ParallelLoop: each call writes numbers of its
/// own. A step has hundreds of such loops. Threads that waited for each other at the end of each one would stand still
/// beside other programs.
template <class Function>
void inParallel(int count, const Function& function) {
    static ParallelLoop loop; // one for each place in the code: each has a function of its own type
    loop.run(count, function);
}

} // namespace ambient
