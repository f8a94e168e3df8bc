// SPDX-License-Identifier: Zlib
#include "AmbientFluidC/AmbientThreadsC.h"

#include "AmbientFluid/Math/ParallelLoop.h"
#include "Calls.h"

#include <stdexcept>
#include <string>

using namespace ambient;
using namespace ambient::c;

namespace {

LoopThreads loopThreadsOf(int32_t by) {
    switch (by) {
    case AMBIENT_THREADS_AUTOMATIC:
        return LoopThreads::Automatic;
    case AMBIENT_THREADS_SERIAL:
        return LoopThreads::Serial;
    case AMBIENT_THREADS_LIBRARY:
        return LoopThreads::Library;
    case AMBIENT_THREADS_HOST:
        return LoopThreads::Host;
    case AMBIENT_THREADS_OPENMP:
        return LoopThreads::OpenMp;
    default:
        throw std::invalid_argument("by is " + std::to_string(by) + ", which is no AMBIENT_THREADS_...");
    }
}

} // namespace

ambient_status ambient_set_threads(int32_t by, int32_t threads) {
    return guarded([&] { setParallelSettings({loopThreadsOf(by), threads, {}}); });
}

ambient_status ambient_set_parallel_for(ambient_parallel_for function, int32_t threads, void* user_data) {
    return guarded([&] {
        if (!function) throw std::invalid_argument("function is null");
        setParallelSettings({LoopThreads::Function, threads,
                             [=](int count, LoopTask task, void* data) { function(count, task, data, user_data); }});
    });
}
