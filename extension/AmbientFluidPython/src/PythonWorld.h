// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btFluidThruster.h"
#include "WorldFile/LiveWorld.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace ambient::python {

/// Rows of numbers that arrays of Python look at; lives as long as the last of them.
struct StateBlock {
    static constexpr std::size_t kColumns = 13; ///< position, orientation, angular and linear velocity
    std::vector<double> values;
    std::size_t rows = 0;
};

class TargetPath;

/// A LiveWorld as Python holds it. Used by one thread at a time: other threads are told so. Handles of parts hold it
/// by a shared pointer.
class PythonWorld {
  public:
    /// As LiveWorld. \param takesMultiBodies a world for articulated bodies, also if there are none yet
    PythonWorld(const nlohmann::json& file, const std::string& folder, bool takesMultiBodies);

    /// The world, for a call from Python. \throws std::runtime_error while another thread steps it
    LiveWorld& live();
    WorldSimulation& simulation() { return live().simulation(); }
    const FileWorld& content() { return simulation().content(); }

    /// Steps of the world, with thrusters and the state block. Call it without Python's lock. \param steps >= 0
    void step(std::int64_t steps);

    /// The block that arrays look at: of now, and written anew at the end of each step() while an array looks at it.
    std::shared_ptr<const StateBlock> state();
    /// Writes the state of now, after a change from Python.
    void refresh();

    /// Warnings of the fluid since the last call.
    std::vector<std::string> takeMessages();

    btFluidThruster* addThruster(std::unique_ptr<btFluidThruster> thruster);

    /// Why no file can hold this world; empty: one can.
    std::string whyUnsavable;
    bool isMediumObject = false; ///< the medium is an object of Python, which no file can hold either

    /// Targets of the motors that Python gave to articulated bodies, by their index; null: Python took the motors away.
    std::map<int, std::shared_ptr<TargetPath>> servos;

  private:
    class Busy;

    void fill();

    std::mutex m_messageMutex;
    std::vector<std::string> m_messages;
    std::unique_ptr<LiveWorld> m_live;
    std::vector<std::unique_ptr<btFluidThruster>> m_thrusters;
    std::vector<FileWorld::Motion> m_motions;
    std::shared_ptr<StateBlock> m_block;
    std::atomic<bool> m_isBusy{false};
};

/// Steps many worlds at once, each by one thread. Call it without Python's lock.
/// \param threads 0: one per processor
void stepWorlds(const std::vector<std::shared_ptr<PythonWorld>>& worlds, std::int64_t steps, int threads);

} // namespace ambient::python
