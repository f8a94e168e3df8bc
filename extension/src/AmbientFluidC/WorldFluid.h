// SPDX-License-Identifier: Zlib
#pragma once

#include "Calls.h"
#include "ExactContacts.h"
#include "OwnWorld.h"

#include "BulletAmbientFluid/btFluidAction.h"

class btFluidCoupling;
class btFluidMooring;
class btFluidThruster;

/// \file
/// The fluid of a Bullet world behind the C interface. Not installed.

namespace ambient::c {

/// Multi-bodies and thrusters keep this object alive.
struct WorldFluid {
    /// Receives messages, until the handle is destroyed: the caller's data may end then.
    struct Log {
        ambient_log_function function;
        void* userData;
    };

    WorldFluid(btDynamicsWorld& dynamicsWorld, const btFluidAction::btFluidActionConstructionInfo& info,
               std::shared_ptr<Log> messages);
    ~WorldFluid();
    WorldFluid(const WorldFluid&) = delete;
    WorldFluid& operator=(const WorldFluid&) = delete;

    void setExactContacts(bool on);

    std::shared_ptr<OwnWorld> keptWorld; ///< null: a world of the caller's own
    btDynamicsWorld* world;
    ForceSet forces;
    std::shared_ptr<Log> log; ///< null: standard error
    btFluidAction action;
    std::shared_ptr<ExactContacts> exactContacts;
    std::vector<btFluidCoupling*> couplings; ///< in the order of their creation
    std::vector<btFluidMooring*> moorings;   ///< in the order of their creation
    std::vector<btFluidThruster*> thrusters; ///< in the order of their creation
};

/// The body at an address given by the caller, for what acts in this fluid's world.
/// \throws std::invalid_argument naming the argument if the body is in another world; it may be in none
btRigidBody& rigidBodyFor(const WorldFluid& fluid, void* address, const char* argument);

} // namespace ambient::c
