// SPDX-License-Identifier: Zlib
#include "ExactContacts.h"

#include "BulletAmbientFluid/Base/btFluidWorldKind.h"
#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidConstraintSolver.h"
#include "BulletAmbientFluid/btFluidMultiBodyConstraintSolver.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"

#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>

#include <stdexcept>

namespace ambient::c {

class ExactContacts::Solver {
  public:
    virtual ~Solver() = default;
    virtual void add(btFluidSolvedBodies& bodies) = 0;
    virtual void remove(btFluidSolvedBodies& bodies) = 0;
    virtual void install(btDynamicsWorld& world) = 0;

    std::weak_ptr<ExactContacts> owner;
};

namespace {

void setSolver(btDynamicsWorld& world, btConstraintSolver* solver) {
    // setConstraintSolver() of this class leaves the islands with their former solver.
    if (auto* multiBody = dynamic_cast<btMultiBodyDynamicsWorld*>(&world))
        multiBody->setMultiBodyConstraintSolver(static_cast<btMultiBodyConstraintSolver*>(solver));
    else
        world.setConstraintSolver(solver);
}

template <class Base>
class SharedSolver final : public Base, public ExactContacts::Solver {
  public:
    SharedSolver() : Base(static_cast<btFluidSolvedBodies*>(nullptr)) {}

    void add(btFluidSolvedBodies& bodies) override { this->addBodies(bodies); }
    void remove(btFluidSolvedBodies& bodies) override { this->removeBodies(bodies); }
    void install(btDynamicsWorld& world) override { setSolver(world, this); }
};

std::unique_ptr<ExactContacts::Solver> solverFor(btDynamicsWorld& world) {
    const btFluidWorldKind kind = btFluidKindOf(world);
    if (kind == BT_FLUID_ONE_SOLVER_WORLD) return std::make_unique<SharedSolver<btFluidConstraintSolver>>();
    if (kind != BT_FLUID_MULTI_BODY_WORLD)
        throw std::invalid_argument("exact contacts: not by this function in this kind of world; " +
                                    btFluidWayToExactMode(kind));
    if (!dynamic_cast<btMultiBodyConstraintSolver*>(world.getConstraintSolver()))
        throw std::invalid_argument("exact contacts: the btMultiBodyDynamicsWorld has been given a solver by "
                                    "setConstraintSolver(); give it its own by setMultiBodyConstraintSolver() first");
    return std::make_unique<SharedSolver<btFluidMultiBodyConstraintSolver>>();
}

} // namespace

std::shared_ptr<ExactContacts> ExactContacts::join(btDynamicsWorld& world, btFluidAction& fluid) {
    auto* const present = dynamic_cast<Solver*>(world.getConstraintSolver());
    std::shared_ptr<ExactContacts> joined = present ? present->owner.lock() : nullptr;
    if (!joined) {
        joined.reset(new ExactContacts(world));
        joined->m_solver->owner = joined;
    }
    joined->m_solver->add(fluid);
    return joined;
}

ExactContacts::ExactContacts(btDynamicsWorld& world)
    : m_world(world), m_solver(solverFor(world)), m_worldsOwn(world.getConstraintSolver()) {
    m_solver->install(world);
}

ExactContacts::~ExactContacts() {
    if (dynamic_cast<Solver*>(m_world.getConstraintSolver()) == m_solver.get()) setSolver(m_world, m_worldsOwn);
}

void ExactContacts::leave(btFluidAction& fluid) {
    m_solver->remove(fluid);
}

} // namespace ambient::c
