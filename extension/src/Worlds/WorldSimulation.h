// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btFluidConstraintSolver.h"
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"
#include "Worlds/FileWorld.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

namespace ambient {

class SteeredCurrent;

/// Options of a WorldSimulation, in place of those in the file.
struct WorldSimulationOptions {
    double timeStep = 1.0 / 240.0;                 ///< [s]
    std::string solver = "fluid";                  ///< stock, fluid; WorldDescription::needsFluidSolver() counts more
    std::function<void(double fraction)> progress; ///< FileWorldOptions::progress
    std::function<void(const std::string& line)> log; ///< warnings of fluid and meshes; default: standard error
    /// FileWorldOptions::buildModel; default: FluidBodyModel::build.
    std::function<std::shared_ptr<const FluidBodyModel>(const TriangleMesh&, const FluidBodyDef&)> buildModel;
    /// FileWorldOptions::buildShape; default: DeformingModel::build.
    std::function<std::shared_ptr<const DeformingModel>(const ShapeSequence&, const FluidBodyDef&)> buildShape;
    bool takesMultiBodies = false; ///< a world for articulated bodies, also if the description has none
};

/// A world file as a Bullet world of its own. Deterministic: equal files and options give equal bytes.
class WorldSimulation {
  public:
    /// \param description outlives the simulation \throws WorldFileError naming the place in the file
    WorldSimulation(const WorldDescription& description, const WorldSimulationOptions& options);
    ~WorldSimulation();

    /// One step of Bullet.
    void step();
    double time() const { return double(m_steps) * m_timeStep; } ///< [s]

    const FileWorld& content() const { return *m_content; }
    FileWorld& content() { return *m_content; }           ///< for more parts
    btDiscreteDynamicsWorld& world() { return *m_world; } ///< Bullet's
    btFluidAction& fluid() { return *m_fluid; }
    /// Adds a region, which the description has already. Bodies inside take its medium at once and keep their
    /// velocities. \throws WorldFileError as makeMedium()
    void addRegion(const WorldRegion& region);
    /// A velocity beside those of the file's medium, below its surface if it has one, from the next step on; at first
    /// 0. With 0 the medium is that of the file. World axes [m/s]. \throws std::invalid_argument if it is not finite,
    /// or if the world takes no current
    void setCurrent(const Vector3& velocity);
    const Vector3& current() const { return m_current; }
    /// Not in a vacuum, with waves, which run on water at rest, or with water on a grid.
    bool takesCurrent() const;
    const btFluidAction& fluid() const { return *m_fluid; }
    bool takesMultiBodies() const { return m_multiBodySolver != nullptr; } ///< whether Bullet has a multi-body world
    bool hasFluidSolver() const { return m_fluidSolver || m_multiBodySolver; } ///< exact mode

    /// State of all moving parts as bytes for restoreState() on the same machine: bodies in and out of the fluid, time
    /// of the world, phases and speeds of shapes. Both functions clear Bullet's contacts: a run after saving and a run
    /// after restoring are then equal to the bit, if btDispatcherInfo::m_deterministicOverlappingPairs is set.
    std::vector<unsigned char> saveState();
    /// \throws std::invalid_argument, with nothing changed, if the bytes are damaged or of another world
    void restoreState(const std::vector<unsigned char>& state);
    /// The rows of the table for the present time, one for each moving body (Output/MotionCsv.h).
    std::string rows() const;

  private:
    const WorldDescription& m_description;
    double m_timeStep;
    std::int64_t m_steps = 0;
    btDefaultCollisionConfiguration m_configuration;
    btCollisionDispatcher m_dispatcher;
    btDbvtBroadphase m_broadphase;
    btSequentialImpulseConstraintSolver m_stockSolver;
    btMultiBodyConstraintSolver m_stockMultiBodySolver;
    std::unique_ptr<btDiscreteDynamicsWorld> m_world;
    std::unique_ptr<btFluidAction> m_fluid;
    std::unique_ptr<btFluidConstraintSolver> m_fluidSolver;
    std::unique_ptr<btFluidMultiBodyConstraintSolver> m_multiBodySolver; ///< null: no articulated bodies
    std::unique_ptr<FileWorld> m_content;
    Vector3 m_current = Vector3::Zero();
    /// The file's medium with a current. Bodies know their velocity from their momentum and their medium: a medium
    /// must not change under them, so that each new current takes the other one of two.
    struct SteeredMedium {
        std::shared_ptr<SteeredCurrent> current;
        std::shared_ptr<const FluidMedium> medium;
    };
    SteeredMedium m_steered[2]; ///< null: not needed until now
    std::shared_ptr<const FluidMedium> m_fileMedium;
};

} // namespace ambient
