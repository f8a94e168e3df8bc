// SPDX-License-Identifier: Zlib
#pragma once

#include <BulletDynamics/Dynamics/btDynamicsWorld.h>

#include <memory>
#include <utility>

namespace ambient {

/// An action of a world, or none. Leaves the world at its end.
template <class Action>
class WorldAction {
  public:
    WorldAction() = default;
    ~WorldAction() { reset(); }
    WorldAction(const WorldAction&) = delete;
    WorldAction& operator=(const WorldAction&) = delete;

    /// Adds an action in place of the one before. \param world outlives this
    void enter(btDynamicsWorld& world, std::unique_ptr<Action> action) {
        reset();
        m_world = &world;
        m_action = std::move(action);
        world.addAction(m_action.get());
    }
    /// Removes the action from its world and deletes it.
    void reset() {
        if (m_action) m_world->removeAction(m_action.get());
        m_action.reset();
    }
    Action* get() const { return m_action.get(); }
    Action* operator->() const { return m_action.get(); }
    explicit operator bool() const { return m_action != nullptr; }

  private:
    btDynamicsWorld* m_world = nullptr;
    std::unique_ptr<Action> m_action;
};

} // namespace ambient
