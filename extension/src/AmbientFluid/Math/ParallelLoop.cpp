// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/ParallelLoop.h"

#include "AmbientFluid/Math/LoopTeam.h"

#include <algorithm>
#include <chrono>
#include <omp.h>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

std::atomic<const HostScheduler*> hostScheduler{nullptr};

int mostLoopThreads(int wanted) {
    return std::min(wanted > 0 ? wanted : omp_get_max_threads(), kMostLoopThreads);
}

/// The host's scheduler if it has several threads now; `threads` becomes their number if that is less.
const HostScheduler* useHost(int& threads) {
    const HostScheduler* const host = hostScheduler.load(std::memory_order_acquire);
    const int hosted = host ? std::min(host->threads(), threads) : 1;
    if (hosted < 2) return nullptr;
    threads = hosted;
    return host;
}

} // namespace

void setParallelSettings(const ParallelSettings& settings) {
    if (settings.threads < 0 || settings.threads > kMostLoopThreads)
        throw std::invalid_argument("setParallelSettings: " + std::to_string(settings.threads) +
                                    " threads are not in the range 0 to " + std::to_string(kMostLoopThreads));
    if (settings.by == LoopThreads::Function && !settings.function)
        throw std::invalid_argument("setParallelSettings: the function is missing");
    if (LoopTeam::isInLoop()) throw std::logic_error("setParallelSettings: called from within a parallel loop");
    LoopTeam::instance().setSettings(settings);
}

ParallelSettings parallelSettings() {
    if (LoopTeam::isInLoop()) throw std::logic_error("parallelSettings: called from within a parallel loop");
    return LoopTeam::instance().settings();
}

void setHostScheduler(const HostScheduler* scheduler) {
    hostScheduler = scheduler;
}

int ParallelLoop::slots() {
    return mostLoopThreads(LoopTeam::instance().threads()) + 1;
}

void ParallelLoop::Failure::note(int index) {
    const std::lock_guard<std::mutex> lock(m_mutex);
    if (m_exception && m_index < index) return;
    m_exception = std::current_exception();
    m_index = index;
}

void ParallelLoop::runChunks(int count, int slots, Chunk chunk, const void* data) {
    LoopTeam& team = LoopTeam::instance();
    const LoopThreads by = team.by();
    int threads = std::min({mostLoopThreads(team.threads()), slots - 1, count});
    // The function and OpenMP run even a single task: the function may be the way to another thread.
    const bool isAlone = threads < 2 && by != LoopThreads::Function && by != LoopThreads::OpenMp;
    if (count < 2 || slots < 2 || isAlone || by == LoopThreads::Serial || LoopTeam::isInLoop()) {
        if (count > 0) chunk(data, 0, count, 0);
        return;
    }
    if (by == LoopThreads::Automatic) return runMeasured(count, threads, chunk, data);
    const HostScheduler* const host = by == LoopThreads::Host ? useHost(threads) : nullptr;
    const bool isHostless = by == LoopThreads::Host && !host;
    if (isHostless || !team.tryRun({chunk, data, count}, by, threads, host)) chunk(data, 0, count, 0);
}

void ParallelLoop::runMeasured(int count, int threads, Chunk chunk, const void* data) {
    if (m_isMeasured.exchange(true, std::memory_order_acquire)) return chunk(data, 0, count, 0);
    using Clock = std::chrono::steady_clock;
    const auto start = Clock::now();
    const bool wanted = m_trial.wantsThreads();
    bool threaded = false;
    if (wanted) {
        const HostScheduler* const host = useHost(threads);
        threaded = LoopTeam::instance().tryRun({chunk, data, count}, LoopThreads::Library, threads, host);
    }
    if (!threaded) chunk(data, 0, count, 0);
    if (threaded == wanted)
        m_trial.record(threaded, count, std::chrono::duration<double>(Clock::now() - start).count());
    m_isMeasured.store(false, std::memory_order_release);
}

void ParallelLoop::runChunksOnThreads(int count, int threads, Chunk chunk, const void* data) {
    const int used = std::min(mostLoopThreads(threads > 0 ? threads : LoopTeam::instance().threads()), count);
    if (used < 2 || LoopTeam::isInLoop() ||
        !LoopTeam::instance().tryRun({chunk, data, count}, LoopThreads::Library, used, nullptr))
        if (count > 0) chunk(data, 0, count, 0);
}

} // namespace ambient
