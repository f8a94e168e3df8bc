// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/ParallelLoop.h"

#include <gtest/gtest.h>
#include <omp.h>

namespace test {

/// Until the end of the scope, runs the loops of a step in this way with the given number of threads, and OpenMP's
/// loops with the same number.
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

/// Laws whose loops run in one thread: small grids gain nothing by threads.
class InOneThread : public ::testing::Test {
    const Threads m_alone{1, ambient::LoopThreads::Serial};
};

} // namespace test
