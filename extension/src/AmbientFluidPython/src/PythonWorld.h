// SPDX-License-Identifier: Zlib
#pragma once

#include "Worlds/LiveWorld.h"
#include "Worlds/StateRows.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace ambient::python {

/// Rows of numbers behind arrays of Python. The last of these arrays ends the block.
struct StateBlock {
    static constexpr std::size_t kColumns = StateRows::kColumns;
    std::vector<double> values;
    std::size_t rows = 0;
};

class TargetPath;
class PythonWorld;

/// The index of a part in its list, which follows when parts before it are taken out of the world.
class PartIndex {
  public:
    PartIndex() : m_now(std::make_shared<const int>(0)) {}
    explicit PartIndex(std::shared_ptr<const int> now) : m_now(std::move(now)) {}
    /// \throws std::runtime_error if the part was taken out
    operator int() const {
        if (*m_now < 0) throw std::runtime_error("the part was removed from its world");
        return *m_now;
    }

  private:
    std::shared_ptr<const int> m_now; ///< below 0: taken out
};

/// A LiveWorld held by Python. One thread at a time may use the world: calls of other threads throw. Handles of parts
/// share the ownership.
class PythonWorld {
  public:
    /// As LiveWorld. \param takesMultiBodies a world for articulated bodies, also if there are none yet
    PythonWorld(const nlohmann::json& file, const std::string& folder, bool takesMultiBodies);

    /// The world, for a call from Python. \throws std::runtime_error while another thread steps it
    LiveWorld& live();
    WorldSimulation& simulation() { return live().simulation(); }
    const FileWorld& content() { return simulation().content(); }

    /// Steps of the world, with the state block. Call without Python's lock. \param steps >= 0
    /// \param pause called between two steps, every tenth of a second, with the number of finished steps. The call may
    /// read and change the world. Its exceptions end the run after whole steps
    void step(std::int64_t steps, const std::function<void(std::int64_t done)>& pause = {});

    /// The block behind arrays: the present state, updated at the end of each step() as long as an array refers to the
    /// block.
    std::shared_ptr<const StateBlock> state();
    /// Writes the state of now, after a change from Python.
    void refresh();

    /// Warnings of the fluid since the last call.
    std::vector<std::string> takeMessages();

    PartIndex indexOf(LiveWorld::List list, int index);
    /// Takes a part out, with all that hangs on it. Its handles then refuse.
    void remove(LiveWorld::List list, int index);

    /// WorldSimulation::restoreState(), and writes the state of now.
    void restoreState(const std::vector<unsigned char>& state);

    /// Why no file can hold this world; empty: one can.
    std::string whyUnsavable;
    bool isMediumObject = false; ///< the medium is an object of Python, which no file can hold either

    /// Targets of the motors set by Python, by the index of the articulated body; null: Python removed the motors.
    std::map<int, std::shared_ptr<TargetPath>> servos;

  private:
    class Busy;

    void fill();

    std::mutex m_messageMutex;
    std::vector<std::string> m_messages;
    std::unique_ptr<LiveWorld> m_live;
    std::map<LiveWorld::List, std::vector<std::shared_ptr<int>>> m_indices; ///< of handles, by present index
    StateRows m_rows;
    std::shared_ptr<StateBlock> m_block;
    std::atomic<std::thread::id> m_user{std::thread::id()}; ///< the stepping thread; none: its default
};

/// Steps many worlds at once, each by one thread. Call without Python's lock.
/// \param threads 0: one per processor
/// \param pause called about ten times a second, when all worlds have made the same number of steps; may throw
void stepWorlds(const std::vector<std::shared_ptr<PythonWorld>>& worlds, std::int64_t steps, int threads,
                const std::function<void()>& pause);

} // namespace ambient::python
