// SPDX-License-Identifier: Zlib
#include "PythonWorld.h"

#include "AmbientFluid/Math/ParallelLoop.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "SharedModels.h"

#include <algorithm>
#include <set>
#include <stdexcept>

namespace ambient::python {

/// Marks a world as stepped by this thread.
class PythonWorld::Busy {
  public:
    explicit Busy(PythonWorld& world) : m_world(world) {
        if (m_world.m_isBusy.exchange(true)) throw std::runtime_error("the world is being stepped by another thread");
    }
    ~Busy() { m_world.m_isBusy = false; }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;

  private:
    PythonWorld& m_world;
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
    if (m_isBusy) throw std::runtime_error("the world is being stepped by another thread");
    return *m_live;
}

void PythonWorld::step(std::int64_t steps) {
    const Busy busy(*this);
    WorldSimulation& simulation = m_live->simulation();
    const btScalar timeStep = btScalar(m_live->description().timeStep);
    for (std::int64_t i = 0; i < steps; ++i) {
        for (const auto& thruster : m_thrusters)
            thruster->apply(timeStep);
        simulation.step();
    }
    if (m_block && m_block.use_count() > 1) fill();
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
    const WorldSimulation& simulation = m_live->simulation();
    simulation.content().motions(m_motions);
    double* row = m_block->values.data();
    for (std::size_t i = 0; i < m_block->rows; ++i, row += StateBlock::kColumns) {
        const FileWorld::Motion& motion = m_motions[i];
        const Vector3& p = motion.worldFromShown.position;
        const auto& q = motion.worldFromShown.orientation.coeffs();
        std::copy(p.data(), p.data() + 3, row);
        std::copy(q.data(), q.data() + 4, row + 3);
        std::copy(motion.velocity.angular.data(), motion.velocity.angular.data() + 3, row + 7);
        std::copy(motion.velocity.linear.data(), motion.velocity.linear.data() + 3, row + 10);
    }
}

std::vector<std::string> PythonWorld::takeMessages() {
    const std::lock_guard<std::mutex> lock(m_messageMutex);
    std::vector<std::string> taken;
    taken.swap(m_messages);
    return taken;
}

btFluidThruster* PythonWorld::addThruster(std::unique_ptr<btFluidThruster> thruster) {
    m_thrusters.push_back(std::move(thruster));
    return m_thrusters.back().get();
}

void stepWorlds(const std::vector<std::shared_ptr<PythonWorld>>& worlds, std::int64_t steps, int threads) {
    std::set<const PythonWorld*> seen;
    for (const auto& world : worlds)
        if (!seen.insert(world.get()).second) throw std::invalid_argument("worlds: one of them stands there twice");
    ParallelLoop::runOnThreads(static_cast<int>(worlds.size()), threads,
                               [&](int i) { worlds[static_cast<std::size_t>(i)]->step(steps); });
}

} // namespace ambient::python
