// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/LoopTeam.h"

#include <algorithm>
#include <chrono>
#include <omp.h>
#include <system_error>
#include <thread>

namespace ambient {
namespace {

constexpr std::uint64_t kInside = 0xffff, kOpen = 0x10000;
constexpr int kNumberAt = 17;                       // of the loop, in the gate
constexpr int kPortionsPerThread = 16;              // small ones: a thread that is switched out holds up few iterations
constexpr std::chrono::microseconds kShortWait(20); // below the cost of going to sleep and waking up

thread_local bool t_isInLoop = false;

/// Marks the thread as being in a parallel loop.
struct LoopMark {
    LoopMark() : before(t_isInLoop) { t_isInLoop = true; }
    ~LoopMark() { t_isInLoop = before; }
    LoopMark(const LoopMark&) = delete;
    LoopMark& operator=(const LoopMark&) = delete;
    bool before;
};

} // namespace

LoopTeam& LoopTeam::instance() {
    static LoopTeam* const team = new LoopTeam;
    return *team;
}

bool LoopTeam::isInLoop() {
    return t_isInLoop;
}

void LoopTeam::setSettings(const ParallelSettings& settings) {
    const std::lock_guard<std::mutex> use(m_use);
    m_settings = settings;
    m_by = settings.by;
    m_threads = settings.threads;
}

ParallelSettings LoopTeam::settings() {
    const std::lock_guard<std::mutex> use(m_use);
    return m_settings;
}

bool LoopTeam::tryRun(const LoopWork& work, LoopThreads by, int threads, const HostScheduler* host) {
    const std::unique_lock<std::mutex> use(m_use, std::try_to_lock);
    if (!use) return false;
    const LoopMark mark;
    const bool takesPart = by == LoopThreads::Library && !host; // else one of the tasks runs on the calling thread
    const int tasks = takesPart ? threads - 1 : threads;
    void* const ticket = open(work, tasks);
    try {
        callHelpers(by, tasks, ticket, host);
    } catch (...) { // of the user's function: the calling thread does the rest
    }
    takePortions(0);
    close();
    return true;
}

void* LoopTeam::open(const LoopWork& work, int tasks) {
    m_work = work;
    m_tasks = tasks;
    m_portion = std::max(1, work.count / (kPortionsPerThread * (tasks + 1)));
    m_next.store(0, std::memory_order_relaxed);
    for (int i = 0; i < tasks; ++i)
        m_isTaskTaken[static_cast<std::size_t>(i)].store(false, std::memory_order_relaxed);
    const std::uint64_t number = (m_gate.load(std::memory_order_relaxed) >> kNumberAt) + 1;
    m_gate.store(number << kNumberAt | kOpen, std::memory_order_release);
    return reinterpret_cast<void*>(static_cast<std::uintptr_t>(number));
}

void LoopTeam::callHelpers(LoopThreads by, int tasks, void* ticket, const HostScheduler* host) {
    if (host) return host->run(tasks, &runTask, ticket);
    if (by == LoopThreads::Function) return m_settings.function(tasks, &runTask, ticket);
    if (by == LoopThreads::Library) return wakeThreads(tasks, ticket);
#pragma omp parallel num_threads(tasks)
    runTask(ticket, omp_get_thread_num());
}

void LoopTeam::takePortions(int slot) {
    for (;;) {
        const std::int64_t begin = m_next.fetch_add(m_portion, std::memory_order_relaxed);
        if (begin >= m_work.count) return;
        const std::int64_t end = std::min<std::int64_t>(begin + m_portion, m_work.count);
        m_work.run(m_work.data, static_cast<int>(begin), static_cast<int>(end), slot);
    }
}

void LoopTeam::close() {
    const auto isEmpty = [this] { return (m_gate.load(std::memory_order_acquire) & kInside) == 0; };
    m_gate.fetch_and(~kOpen, std::memory_order_acq_rel);
    if (isEmpty()) return;
    const auto end = std::chrono::steady_clock::now() + kShortWait;
    while (std::chrono::steady_clock::now() < end)
        if (isEmpty()) return;
    std::unique_lock<std::mutex> lock(m_mutex);
    m_left.wait(lock, isEmpty);
}

bool LoopTeam::enter(const void* ticket) {
    std::uint64_t gate = m_gate.load(std::memory_order_relaxed);
    do {
        const auto number = static_cast<std::uintptr_t>(gate >> kNumberAt);
        if (!(gate & kOpen) || number != reinterpret_cast<std::uintptr_t>(ticket)) return false;
    } while (!m_gate.compare_exchange_weak(gate, gate + 1, std::memory_order_acq_rel, std::memory_order_relaxed));
    return true;
}

void LoopTeam::leave() {
    const std::uint64_t gate = m_gate.fetch_sub(1, std::memory_order_acq_rel) - 1;
    if ((gate & (kOpen | kInside)) != 0) return;
    const std::lock_guard<std::mutex> lock(m_mutex); // between the caller's look at the gate and its sleep
    m_left.notify_all();
}

void LoopTeam::runTask(void* ticket, int index) {
    LoopTeam& team = instance();
    if (!team.enter(ticket)) return;
    if (index >= 0 && index < team.m_tasks && !team.m_isTaskTaken[static_cast<std::size_t>(index)].exchange(true)) {
        const LoopMark mark;
        team.takePortions(index + 1);
    }
    team.leave();
}

void LoopTeam::wakeThreads(int tasks, void* ticket) {
    int started = 0;
    {
        const std::lock_guard<std::mutex> lock(m_mutex);
        for (; m_started < tasks && m_canStart; ++m_started) {
            try {
                std::thread([this] { sleepAndWork(); }).detach();
            } catch (const std::system_error&) { // fewer will do
                m_canStart = false;
                break;
            }
        }
        started = m_started;
        m_ticket = ticket;
        m_nextTask = 0;
        m_wanted = tasks;
    }
    if (started <= tasks) return m_wake.notify_all();
    for (int i = 0; i < tasks; ++i)
        m_wake.notify_one();
}

void LoopTeam::sleepAndWork() {
    std::unique_lock<std::mutex> lock(m_mutex);
    for (;;) {
        m_wake.wait(lock, [this] { return m_nextTask < m_wanted; });
        const int index = m_nextTask++;
        void* const ticket = m_ticket;
        lock.unlock();
        runTask(ticket, index);
        lock.lock();
    }
}

} // namespace ambient
