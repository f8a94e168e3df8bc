// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/ParallelLoop.h"

#include <omp.h>

namespace test {

/// Runs the loops of a step by this way, on so many threads, and OpenMP's on as many, until the end of the scope.
class Threads {
  public:
    explicit Threads(int count, ambient::LoopThreads by = ambient::LoopThreads::Library)
        : m_before(ambient::parallelSettings()), m_openMpBefore(omp_get_max_threads()) {
        ambient::setParallelSettings({by, count, {}});
        omp_set_num_threads(count);
    }
    ~Threads() {
        ambient::setParallelSettings(m_before);
        omp_set_num_threads(m_openMpBefore);
    }
    Threads(const Threads&) = delete;
    Threads& operator=(const Threads&) = delete;

  private:
    ambient::ParallelSettings m_before;
    int m_openMpBefore;
};

} // namespace test
