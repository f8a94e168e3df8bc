// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_LEVELS_OF_DETAIL_H
#define BT_FLUID_LEVELS_OF_DETAIL_H

#include "BulletAmbientFluid/btFluidLevelOfDetail.h"

#include <vector>

class btFluidLog;
class btFluidRigidBodies;
class btFluidRigidBody;
class btRigidBody;

/// Levels of detail of the rigid bodies of a btFluidAction (btFluidAction::getLevelsOfDetail()): fixed for single
/// bodies, or chosen at every step under a budget. Part of the action's state. Default: full detail for all.
class btFluidLevelsOfDetail
{
public:
	/// Called by btFluidAction. Both arguments outlive this object.
	btFluidLevelsOfDetail(btFluidRigidBodies& bodies, btFluidLog& log);

	/// Fixes the level of one body, also under a budget. Pose and velocity stay. The first change of level of a model
	/// takes some 20 ms. Does not wake sleeping bodies.
	/// \throws std::invalid_argument if the body is not in the fluid
	void set(const btRigidBody* body, btFluidLevelOfDetail detail);
	/// Returns the level of a body to the budget, or to full detail without a budget, from the next step on.
	/// \throws std::invalid_argument if the body is not in the fluid
	void clear(const btRigidBody* body);
	/// Present level of a body; full detail for a body outside the fluid.
	btFluidLevelOfDetail get(const btRigidBody* body) const;

	/// Chooses levels by distance from the next step on. Takes some 20 ms per model in use, once, here or in addBody();
	/// steps allocate nothing.
	/// \throws std::invalid_argument, with nothing changed, naming the field that is out of range
	void setBudget(const btFluidLevelOfDetailBudget& budget);
	/// Returns all bodies without a level of their own to full detail.
	void clearBudget();

	// --- called by btFluidAction -----------------------------------------------------------------------------------

	/// Prepares for a body that was added.
	void takeNewBody(const btRigidBody* body);
	/// Chooses the levels of the coming plans. Call btFluidRigidBodies::look() first.
	void choose();

private:
	/// A body under the budget, with its distance from the focus [m].
	struct Place
	{
		double m_distance;
		int m_index;
		btFluidRigidBody* m_body;
	};

	btFluidRigidBodies& m_bodies;
	btFluidLog& m_log;
	btFluidLevelOfDetailBudget m_budget;
	bool m_hasBudget = false;
	std::vector<Place> m_order;  ///< buffer of choose()
};

#endif  // BT_FLUID_LEVELS_OF_DETAIL_H
