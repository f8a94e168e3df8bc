// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_WET_BODIES_H
#define BT_FLUID_WET_BODIES_H

#include "BulletAmbientFluid/btFluidBody.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"

#include <memory>

namespace ambient
{
struct FloatingModel;
}
class btDynamicsWorld;
class btFluidLog;
class btFluidWetMultiBodies;
class btFluidRigidBodies;

/// The wet bodies of a btFluidAction as its solvers and couplings reach them, and the mode in which they are solved.
class btFluidWetBodies final : public btFluidSolvedBodies
{
public:
	/// All arguments outlive this object.
	btFluidWetBodies(btFluidRigidBodies& bodies, btFluidWetMultiBodies& multiBodies);

	btFluidSolvedBody* findSolvedBody(const btRigidBody* body) override;
	bool hasMovingSurfaces() const override;
	void addSolver() override { m_mode = BT_FLUID_EXACT; }
	btFluidWetMultiBodies* getMultiBodies() override { return &m_multiBodies; }
	std::shared_ptr<btFluidSolvedGroups> getGroups() override { return m_groups.lock(); }

	/// Sets the source of groups for solvers, which this object does not own.
	void setGroups(const std::weak_ptr<btFluidSolvedGroups>& groups) { m_groups = groups; }
	/// Moves a body that was stepped in this step by the flow of others (btFluidRigidBody::carry); does nothing if the
	/// body is not in the fluid, or not in the world.
	void carry(const btRigidBody* body, const ambient::Pose& pose, const ambient::Momentum& momentum);

	/// btFluidRigidBody::setWavesMade(). \throws std::invalid_argument if the body is not in the fluid
	void setWavesMade(const btRigidBody* body, bool byHeave, std::shared_ptr<const ambient::FloatingModel> model);

	/// Solve mode in the last step; before the first step: the expected one.
	btFluidSolveMode mode() const { return m_mode; }
	/// Restores a saved mode.
	void setMode(btFluidSolveMode mode) { m_mode = mode; }
	/// Reads the mode of the elapsed step. \param log announces each mode once; null: silent
	/// \param world of the bodies, for the way to the exact mode
	void takeMode(const btDynamicsWorld& world, btFluidLog* log);

private:
	btFluidRigidBodies& m_bodies;
	btFluidWetMultiBodies& m_multiBodies;
	std::weak_ptr<btFluidSolvedGroups> m_groups;
	btFluidSolveMode m_mode = BT_FLUID_DROP_IN;
	bool m_announced[2] = {false, false};
};

#endif  // BT_FLUID_WET_BODIES_H
