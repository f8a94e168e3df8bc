// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_RESOLVED_BODY_H
#define BT_FLUID_RESOLVED_BODY_H

#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluidGrid/FluidGridDef.h"
#include "AmbientFluidGrid/GridBody.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"

#include <LinearMath/btTransform.h>

#include <string>

class btRigidBody;
class btFluidStateReader;
class btFluidStateWriter;

/// A rigid body of Bullet that a grid resolves: its dry mass moves in the flow, which gives it added mass, drag and
/// lift by pressure and friction. Made and stepped by btFluidGrid.
///
/// A step: Bullet's solver starts from a forecast of the velocity at the step's end and solves contacts and joints with
/// the 6x6 of body and added mass (btFluidSolver); their impulses, the weight less that of the displaced fluid, and
/// forces of users go into the projection of the grid, which gives velocity and pose. Kinematic, static and sleeping
/// bodies have prescribed motion.
class btFluidResolvedBody final : public btFluidSolvedBody
{
public:
	static constexpr double kLeastSpeed = 5e-3;  ///< of a body that stays awake [m/s]

	/// \param shape model, placement and inertia of a dynamic body; without a model the motion is prescribed
	/// \param density of the fluid [kg/m^3]
	btFluidResolvedBody(btRigidBody* body, const ambient::FluidBody& shape, double density);
	/// Calls release() unless that was done.
	~btFluidResolvedBody() override { release(); }
	btFluidResolvedBody(const btFluidResolvedBody&) = delete;
	btFluidResolvedBody& operator=(const btFluidResolvedBody&) = delete;

	btRigidBody* getRigidBody() const { return m_body; }  ///< of btFluidGrid::addResolved()
	/// Velocity at the end of the last step, about the centre of mass, world axes. With a solver of Bullet's own
	/// btRigidBody::getLinearVelocity() holds the input of the next solve instead.
	const ambient::Twist& getVelocity() const { return m_memory.m_present; }
	/// Mean wrench of the fluid in the last step of the grid, without buoyancy, about the centre of mass, world axes
	/// [N m, N]. Zero for bodies with prescribed motion and outside the box.
	const ambient::Wrench& getFluidWrench() const { return m_memory.m_fluid; }
	/// Impulse of contacts and joints in the last step of the grid, about the centre of mass, world axes.
	const ambient::Wrench& getContactImpulse() const { return m_memory.m_lastContact; }
	bool isInGrid() const { return m_memory.m_isInGrid; }  ///< in the last step: its centre of mass was in the box
	/// Kinematic, static or asleep in the last step.
	bool isPrescribed() const { return m_memory.m_isPrescribed; }
	/// Reason for which the fluid no longer acts on the body, in a few words; empty while healthy.
	const std::string& failure() const { return m_failure; }

	bool beginSolve(btScalar timeStep, btFluidFreeMotion& motion) override;
	void endSolve(const btVector3& linearChange, const btVector3& angularChange) override;
	void endSolveInGroup(const ambient::Momentum& impulse) override;

	// --- called by btFluidGrid -------------------------------------------------------------------------------------

	/// Takes the result of a step of Bullet. \returns false if a solver of Bullet's own has solved contacts of the body
	bool collect(double timeStep);
	/// Sets state and loads of the body in the grid for a step of the grid.
	void give(ambient::GridBody& to, const ambient::FluidGridDef& box, double duration);
	/// Takes the state after a step of the grid. \param isFinite false: the grid started anew; the forecast stays
	/// \param steps of the world since the last step of the grid
	void take(const ambient::GridBody& from, double duration, int steps, bool isFinite);
	/// Sets velocity and pose of the rigid body for the next solve. \param timeStep expected [s]
	void publish(double timeStep);
	/// Gives mass, inertia, damping and flags back to the rigid body.
	void release();
	void save(btFluidStateWriter& out) const;  ///< for btFluidGrid::saveState()
	/// Reads what save() has written. \param apply false: only reads past it
	void load(btFluidStateReader& in, bool apply);

private:
	/// Numbers that go from step to step.
	struct Memory
	{
		ambient::Pose m_pose;                                ///< at the end of the last step of the grid
		ambient::Twist m_velocity;                           ///< at the end of the last step of the grid
		ambient::Twist m_present;                            ///< at the end of the last step of the world
		ambient::Wrench m_residual;                          ///< of the fluid beside added mass: forecast [N m, N]
		ambient::Wrench m_start;                             ///< momentum of the fluid around a body that is new
		ambient::Wrench m_pending;                           ///< impulse of the grid for its next projection
		ambient::Wrench m_contact, m_loads;                  ///< impulses since the last step of the grid
		ambient::Wrench m_lastContact, m_fluid;              ///< of the last step of the grid
		ambient::Vector3 m_push = ambient::Vector3::Zero();  ///< by penetration recovery, since then [m]
		ambient::Quaternion m_turn = ambient::Quaternion(1, 0, 0, 0);  ///< by penetration recovery, since then
		btTransform m_left;                                            ///< of the rigid body after publish()
		btVector3 m_leftLinear, m_leftAngular;                         ///< of the rigid body after publish()
		bool m_isInGrid = false, m_isPrescribed = false, m_isExact = true;
	};

	/// Weight, buoyancy and forces of users, about the centre of mass, world axes.
	ambient::Wrench outerWrench() const;
	/// As outerWrench(), without users.
	ambient::Wrench ownWeight() const;
	/// Velocity change by an impulse with the 6x6 of body and added mass.
	ambient::Twist wetChange(const ambient::Wrench& impulse) const;
	/// Impulse by a velocity change with the mass that Bullet's body has.
	ambient::Wrench bulletImpulse(const btVector3& linear, const btVector3& angular) const;
	/// Adds up the motion of the rigid body beside its velocity.
	void noteRecovery(double timeStep);
	/// Stops the body and lets it go. \param why name of the property that is not finite
	void fail(const char* why);
	/// Name of a property of the rigid body that is not finite; null if all are.
	const char* findNonFinite() const;

	btRigidBody* m_body;
	ambient::FluidBody m_shape;
	double m_density;
	ambient::Matrix6 m_added = ambient::Matrix6::Zero();       ///< body axes
	ambient::Matrix6 m_wetInverse = ambient::Matrix6::Zero();  ///< body axes
	btFluidMobility m_mobility;                                ///< body axes
	Memory m_memory;
	ambient::Wrench m_stepContact;              ///< of the solve in progress
	btVector3 m_solvedLinear, m_solvedAngular;  ///< of the rigid body after the solve
	bool m_isSolved = false, m_isReleased = false;
	btScalar m_linearDamping = 0, m_angularDamping = 0;
	int m_flags = 0;
	std::string m_failure;
};

#endif  // BT_FLUID_RESOLVED_BODY_H
