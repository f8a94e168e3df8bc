// SPDX-License-Identifier: Zlib
#pragma once

#include "PythonWorld.h"
#include "Worlds/LiveBody.h"

namespace ambient::python {

/// \file
/// Handles of a world's parts. They keep the world alive.

/// A rigid or deforming body.
struct BodyHandle {
    std::shared_ptr<PythonWorld> world;
    int index = 0; ///< in the description

    btRigidBody& body() const { return *world->content().bodies()[static_cast<std::size_t>(index)]; }
    const WorldBody& description() const { return world->live().description().bodies[static_cast<std::size_t>(index)]; }
    LiveBody live() const { return {world->live(), index}; }
    int row() const { return live().row(); }                            ///< as LiveBody
    const FileWorld::Moving& moving() const { return live().moving(); } ///< as LiveBody
};

/// A joint between bodies.
struct JointHandle {
    std::shared_ptr<PythonWorld> world;
    int index = 0;

    btTypedConstraint& joint() const { return *world->content().joints()[static_cast<std::size_t>(index)]; }
    const WorldJoint& description() const {
        return world->live().description().joints[static_cast<std::size_t>(index)];
    }
};

/// The drive of a deforming body.
struct DriveHandle {
    BodyHandle body;

    btFluidShapeDrive& drive() const {
        return *body.world->simulation().fluid().getFluidBody(&body.body())->getDrive();
    }
};

/// An articulated body.
struct MultiBodyHandle {
    std::shared_ptr<PythonWorld> world;
    int index = 0;

    btMultiBody& multiBody() const { return *world->content().multiBodies()[static_cast<std::size_t>(index)]; }
    btFluidMultiBody& wet() const;
    const WorldArticulatedBody& description() const {
        return world->live().description().articulatedBodies[static_cast<std::size_t>(index)];
    }
};

/// Puts the motors set by Python on articulated bodies into the JSON of their world.
/// \throws std::invalid_argument naming a motor unfit for a file
void writeServos(const std::shared_ptr<PythonWorld>& world, nlohmann::json& file);

/// A thruster of a body or link.
struct ThrusterHandle {
    std::shared_ptr<PythonWorld> world;
    btFluidThruster* thruster = nullptr;

    Thruster& get() const {
        world->live();
        return thruster->getThruster();
    }
};

/// A mooring line.
struct MooringHandle {
    std::shared_ptr<PythonWorld> world;
    int index = 0; ///< in the description

    btFluidMooring& mooring() const { return *world->content().moorings()[static_cast<std::size_t>(index)]; }
    const WorldMooring& description() const {
        return world->live().description().moorings[static_cast<std::size_t>(index)];
    }
};

/// A region with a medium of its own.
struct RegionHandle {
    std::shared_ptr<PythonWorld> world;
    std::shared_ptr<btFluidRegion> region;
};

} // namespace ambient::python
