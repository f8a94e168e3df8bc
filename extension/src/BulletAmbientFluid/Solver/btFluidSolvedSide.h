// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_SOLVED_SIDE_H
#define BT_FLUID_SOLVED_SIDE_H

#include "BulletAmbientFluid/btFluidSolvedBody.h"

class btCollisionObject;

/// One wet body during a solve.
struct btFluidSolvedSide
{
	btFluidSolvedBody* m_body;          ///< the wet side, never null
	const btCollisionObject* m_object;  ///< the btRigidBody in the solver's arguments
	int m_solverBodyId;                 ///< index in Bullet's pool of solver bodies
	btFluidFreeMotion m_motion;         ///< free motion, and response
	btMatrix3x3 m_turn;                 ///< Taa: physical angular velocity = Taa times the solver's;
	                                    ///< of btFluidRowTransform::BARE only
	btMatrix3x3 m_angularResponse;      ///< angular variable per unit torque, world axes [1/(kg m^2)]
	/// Physical velocity change by all rows, world axes [m/s], [rad/s]; set at its end.
	btVector3 m_linearChange, m_angularChange;
	bool m_isGrouped;             ///< whether the body is in a group
	ambient::Momentum m_impulse;  ///< of its own contacts and joints; in a group; set at its end
};

#endif  // BT_FLUID_SOLVED_SIDE_H
