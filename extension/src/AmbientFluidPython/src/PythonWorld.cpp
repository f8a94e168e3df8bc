// SPDX-License-Identifier: Zlib
#include "PythonWorld.h"

#include "AmbientFluid/Math/ParallelLoop.h"
#include "SharedModels.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <stdexcept>

namespace ambient::python {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPause{100}; ///< after which Python may have a word

[[noreturn]] void refuseOtherThread() {
    throw std::runtime_error("the world is being stepped by another thread");
}

} // namespace

/// Marks a world as stepped by this thread. A step in a pause of another one changes nothing.
class PythonWorld::Busy {
  public:
    explicit Busy(PythonWorld& world) : m_world(world) {
        m_isFirst = m_world.m_user.compare_exchange_strong(m_former, std::this_thread::get_id());
        if (!m_isFirst && m_former != std::this_thread::get_id()) refuseOtherThread();
    }
    ~Busy() {
        if (m_isFirst) m_world.m_user = std::thread::id();
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

  private:
    PythonWorld& m_world;
    std::thread::id m_former;
    bool m_isFirst;
};

PythonWorld::PythonWorld(const nlohmann::json& file, const std::string& folder, bool takesMultiBodies) {
    WorldSimulationOptions options;
    options.buildModel = sharedModel;
    options.buildShape = sharedShape;
    options.takesMultiBodies = takesMultiBodies;
    options.log = [this](const std::string& line) {
        const std::lock_guard<std::mutex> lock(m_messageMutex);
        m_messages.push_back(line);
    };
    m_live = std::make_unique<LiveWorld>(file, folder, options);
}

LiveWorld& PythonWorld::live() {
    const std::thread::id user = m_user;
    if (user != std::thread::id() && user != std::this_thread::get_id()) refuseOtherThread();
    return *m_live;
}

void PythonWorld::step(std::int64_t steps, const std::function<void(std::int64_t done)>& pause) {
    const Busy busy(*this);
    WorldSimulation& simulation = m_live->simulation();
    Clock::time_point last = Clock::now();
    for (std::int64_t done = 0; done < steps;) {
        simulation.step();
        if (++done == steps || !pause || Clock::now() - last < kPause) continue;
        refresh();
        pause(done);
        last = Clock::now();
    }
    refresh();
}

std::shared_ptr<const StateBlock> PythonWorld::state() {
    const std::size_t rows = live().simulation().content().moving().size();
    if (!m_block || m_block->rows != rows) { // arrays of before keep the old one
        m_block = std::make_shared<StateBlock>();
        m_block->rows = rows;
        m_block->values.resize(rows * StateBlock::kColumns);
    }
    fill();
    return m_block;
}

void PythonWorld::refresh() {
    if (m_block && m_block.use_count() > 1 && m_block->rows == m_live->simulation().content().moving().size()) fill();
}

void PythonWorld::fill() {
    m_rows.write(m_live->simulation().content(), m_block->values.data());
}

std::vector<std::string> PythonWorld::takeMessages() {
    const std::lock_guard<std::mutex> lock(m_messageMutex);
    std::vector<std::string> taken;
    taken.swap(m_messages);
    return taken;
}

void PythonWorld::restoreState(const std::vector<unsigned char>& state) {
    simulation().restoreState(state);
    refresh();
}

void stepWorlds(const std::vector<std::shared_ptr<PythonWorld>>& worlds, std::int64_t steps, int threads,
                const std::function<void()>& pause) {
    std::set<const PythonWorld*> seen;
    for (const auto& world : worlds)
        if (!seen.insert(world.get()).second) throw std::invalid_argument("worlds: one of them stands there twice");
    // Steps between two meetings of the threads, of earlier calls too: they take from half a pause to two.
    static std::atomic<std::int64_t> usual{16};
    for (std::int64_t done = 0; done < steps;) {
        const std::int64_t piece = std::min<std::int64_t>(usual, steps - done);
        const Clock::time_point start = Clock::now();
        ParallelLoop::runOnThreads(static_cast<int>(worlds.size()), threads,
                                   [&](int i) { worlds[static_cast<std::size_t>(i)]->step(piece); });
        const auto time = Clock::now() - start;
        if (time < kPause / 2 && piece == usual) usual = 2 * piece;
        if (time > 2 * kPause) usual = std::max<std::int64_t>(1, piece / 2);
        done += piece;
        if (done < steps) pause();
    }
}

} // namespace ambient::python
