// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/Immersion.h"
#include "BulletAmbientFluid/btFluidRegion.h"
#include "PythonWorld.h"
#include "Worlds/LiveBody.h"

namespace ambient::python {

/// \file
/// Handles of a world's parts. They keep the world alive.

/// A part of a world's list by its present index.
template <class Handle>
Handle handleOf(const std::shared_ptr<PythonWorld>& world, int index) {
    return {world, world->indexOf(Handle::kList, index)};
}

/// A rigid or deforming body.
struct BodyHandle {
    static constexpr LiveWorld::List kList = LiveWorld::List::Bodies;
    std::shared_ptr<PythonWorld> world;
    PartIndex index; ///< in the description

    btRigidBody& body() const { return *world->content().bodies()[static_cast<std::size_t>(index)]; }
    const WorldBody& description() const { return world->live().description().bodies[static_cast<std::size_t>(index)]; }
    LiveBody live() const { return {world->live(), index}; }
    int row() const { return live().row(); }                            ///< as LiveBody
    const FileWorld::Moving& moving() const { return live().moving(); } ///< as LiveBody
};

/// A joint between bodies.
struct JointHandle {
    static constexpr LiveWorld::List kList = LiveWorld::List::Joints;
    std::shared_ptr<PythonWorld> world;
    PartIndex index;

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
    static constexpr LiveWorld::List kList = LiveWorld::List::ArticulatedBodies;
    std::shared_ptr<PythonWorld> world;
    PartIndex index;

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
    static constexpr LiveWorld::List kList = LiveWorld::List::Thrusters;
    std::shared_ptr<PythonWorld> world;
    PartIndex index; ///< in the description

    Thruster& get() const { return world->content().thrusters()[static_cast<std::size_t>(index)]->getThruster(); }
    const WorldThruster& description() const {
        return world->live().description().thrusters[static_cast<std::size_t>(index)];
    }
};

/// A mooring line.
struct MooringHandle {
    static constexpr LiveWorld::List kList = LiveWorld::List::Moorings;
    std::shared_ptr<PythonWorld> world;
    PartIndex index; ///< in the description

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
