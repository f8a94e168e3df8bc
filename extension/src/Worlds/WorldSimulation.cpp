// SPDX-License-Identifier: Zlib
#include "Worlds/WorldSimulation.h"

#include "AmbientFluid/Forces/TangentialDragForce.h"
#include "AmbientFluid/Math/Requirements.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidRegions.h"
#include "Output/MotionCsv.h"
#include "Worlds/SteeredCurrent.h"
#include "Worlds/WorldMedia.h"

#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

namespace ambient {
namespace {

/// \param content of the world, when it is made
btFluidAction::btFluidActionConstructionInfo actionInfo(const WorldDescription& description,
                                                        const WorldSimulationOptions& options,
                                                        const std::unique_ptr<FileWorld>& content) {
    btFluidAction::btFluidActionConstructionInfo info;
    if (description.forces.model != "rbd") info.m_forces = ForceSet::named(description.forces.model);
    if (description.forces.tangentialDrag > 0.0)
        info.m_forces.add(std::make_shared<TangentialDragForce>(description.forces.tangentialDrag));
    if (options.log)
        info.m_log = [log = options.log, &content](const std::string& line) {
            log(content ? content->withName(line) : line);
        };
    info.m_announceMode = false; // the user of a file has chosen the mode
    return info;
}

void addRegionTo(btFluidAction& fluid, const WorldRegion& region, const WorldDescription& description) {
    fluid.getRegions().add(std::make_shared<btFluidRegion>(
        btFluidVector(region.low), btFluidVector(region.high),
        makeMedium(region.medium, description.gravity, description.folder), region.priority));
}

void setMedia(btFluidAction& fluid, const WorldDescription& description) {
    if (description.forces.model == "rbd") return;
    if (auto medium = makeMedium(description.medium, description.gravity, description.folder))
        fluid.setMedium(std::move(medium));
    for (const WorldRegion& region : description.regions)
        addRegionTo(fluid, region, description);
}

FileWorldOptions contentOptions(const WorldDescription& description, const WorldSimulationOptions& options) {
    FileWorldOptions content;
    content.timeStep = options.timeStep;
    content.isVacuum = description.forces.model == "rbd";
    content.log = options.log;
    content.progress = options.progress;
    content.buildModel = options.buildModel;
    if (!content.buildModel)
        content.buildModel = [](const TriangleMesh& mesh, const FluidBodyDef& def) {
            return FluidBodyModel::build(mesh, def);
        };
    content.buildShape = options.buildShape;
    if (content.buildShape) return content;
    const bool isLocal = description.forces.model == "gwtf"; // paper 000's inertia, as in the samples
    content.buildShape = [isLocal](const ShapeSequence& sequence, FluidBodyDef def) {
        if (isLocal) def.addedMassMethod = AddedMassMethod::Local;
        return DeformingModel::build(sequence, def);
    };
    return content;
}

} // namespace

WorldSimulation::WorldSimulation(const WorldDescription& description, const WorldSimulationOptions& options)
    : m_description(description), m_timeStep(options.timeStep), m_dispatcher(&m_configuration) {
    const bool hasMultiBodies = options.takesMultiBodies || !description.articulatedBodies.empty();
    if (hasMultiBodies)
        m_world = std::make_unique<btMultiBodyDynamicsWorld>(&m_dispatcher, &m_broadphase, &m_stockMultiBodySolver,
                                                             &m_configuration);
    else
        m_world =
            std::make_unique<btDiscreteDynamicsWorld>(&m_dispatcher, &m_broadphase, &m_stockSolver, &m_configuration);
    m_world->setGravity(btFluidVector(description.gravity));
    m_world->getSolverInfo().m_numIterations = description.iterations;
    m_fluid = std::make_unique<btFluidAction>(m_world.get(), actionInfo(description, options, m_content));
    m_world->addAction(m_fluid.get());
    if (hasMultiBodies) {
        m_multiBodySolver = std::make_unique<btFluidMultiBodyConstraintSolver>(*m_fluid);
        static_cast<btMultiBodyDynamicsWorld&>(*m_world).setMultiBodyConstraintSolver(m_multiBodySolver.get());
    } else if (options.solver == "fluid" || description.needsFluidSolver()) {
        m_fluidSolver = std::make_unique<btFluidConstraintSolver>(*m_fluid);
        m_world->setConstraintSolver(m_fluidSolver.get());
    }
    setMedia(*m_fluid, description);
    FileWorldOptions content = contentOptions(description, options);
    content.solve = [this](btFluidSolvedBodies& bodies) {
        if (m_fluidSolver) m_fluidSolver->addBodies(bodies);
        if (m_multiBodySolver) m_multiBodySolver->addBodies(bodies);
    };
    m_content = std::make_unique<FileWorld>(description, *m_world, *m_fluid, content);
}

WorldSimulation::~WorldSimulation() {
    m_content.reset();
    m_world->removeAction(m_fluid.get());
    // The stock solvers outlive the world, which the others do not.
    if (m_multiBodySolver)
        static_cast<btMultiBodyDynamicsWorld&>(*m_world).setMultiBodyConstraintSolver(&m_stockMultiBodySolver);
    else
        m_world->setConstraintSolver(&m_stockSolver);
    m_fluid.reset();
}

void WorldSimulation::step() {
    m_content->actuate();
    m_world->stepSimulation(btScalar(m_timeStep), 0);
    ++m_steps;
    m_content->countTurns();
}

bool WorldSimulation::takesCurrent() const {
    const WorldMedium& medium = m_description.medium;
    return m_description.forces.model != "rbd" && !medium.fluid.isVacuum && medium.waveCount() == 0 &&
           !m_description.grid;
}

void WorldSimulation::addRegion(const WorldRegion& region) {
    addRegionTo(*m_fluid, region, m_description);
}

void WorldSimulation::setCurrent(const Vector3& velocity) {
    if (velocity == m_current) return;
    requireFinite(velocity, "current");
    if (!takesCurrent()) throw std::invalid_argument("current: a vacuum, waves and water on a grid take none");
    if (!m_fileMedium) m_fileMedium = m_fluid->getMedium();
    SteeredMedium& next = m_steered[m_steered[0].medium && m_fluid->getMedium() == m_steered[0].medium ? 1 : 0];
    if (!next.medium) {
        next.current = std::make_shared<SteeredCurrent>();
        next.medium = makeMedium(m_description.medium, m_description.gravity, m_description.folder, next.current);
    }
    next.current->set(velocity);
    m_fluid->setMedium(velocity.isZero(0.0) ? m_fileMedium : next.medium); // bodies keep their velocities
    m_current = velocity;
}

std::string WorldSimulation::rows() const {
    std::string text;
    for (const FileWorld::Moving& moving : m_content->moving()) {
        const FileWorld::Motion motion = m_content->motionOf(moving);
        text += motionRow(time(), moving.name, motion.worldFromShown, motion.velocity) + "\n";
    }
    return text;
}

} // namespace ambient
