// SPDX-License-Identifier: Zlib
#pragma once

#include "BulletAmbientFluid/btFluidConstraintSolver.h"
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"
#include "WorldFile/FileWorld.h"

#include <functional>
#include <memory>
#include <string>

namespace ambient {

/// Options of a WorldSimulation, in place of what the file says.
struct WorldSimulationOptions {
    double timeStep = 1.0 / 240.0;                 ///< [s]
    std::string solver = "fluid";                  ///< stock, fluid; WorldDescription::needsFluidSolver() counts more
    std::function<void(double fraction)> progress; ///< while the added mass of a body is computed; default: nobody
    std::function<void(const std::string& line)> log; ///< warnings of the fluid; default: standard error
    /// FileWorldOptions::buildModel; default: FluidBodyModel::build.
    std::function<std::shared_ptr<const FluidBodyModel>(const TriangleMesh&, const FluidBodyDef&)> buildModel;
};

/// A world file as a Bullet world of its own. Deterministic: equal files and options give equal bytes.
class WorldSimulation {
  public:
    /// \param description outlives the simulation \throws WorldFileError naming the place in the file
    WorldSimulation(const WorldDescription& description, const WorldSimulationOptions& options);
    ~WorldSimulation();

    /// One step of Bullet.
    void step();
    double time() const { return m_steps * m_timeStep; } ///< [s]

    const FileWorld& content() const { return *m_content; }
    btDiscreteDynamicsWorld& world() { return *m_world; } ///< to read, and to pull at bodies
    btFluidAction& fluid() { return *m_fluid; }           ///< to read
    /// The rows of the table for the present time, one for each body that moves (Output/MotionCsv.h).
    std::string rows() const;

  private:
    double m_timeStep;
    int m_steps = 0;
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
};

} // namespace ambient
