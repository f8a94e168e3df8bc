// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_RESOLVED_BODY_H
#define BT_FLUID_RESOLVED_BODY_H

#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Body/LockedAxes.h"
#include "AmbientFluidGrid/FluidGrid.h"
#include "AmbientFluidGrid/GridBody.h"
#include "BulletAmbientFluid/btFluidPresence.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"
#include "BulletAmbientFluidGrid/btFluidResolved.h"

#include <memory>
#include <string>

class btFluidRigidBodyHost;
class btFluidScalingWatch;
class btFluidStateReader;
class btFluidStateWriter;

/// A rigid body of Bullet that a grid resolves: its dry mass moves in the flow, which gives it added mass, drag and
/// lift by pressure and friction. Made and stepped by btFluidGrid.
///
/// A step: Bullet's solver starts from a forecast of the velocity at the step's end and solves contacts and joints with
/// the 6x6 of body and added mass (btFluidSolver); their impulses, the weight less that of the displaced fluid, and
/// forces of users go into the projection of the grid, which gives velocity and pose. Kinematic, static and sleeping
/// bodies have prescribed motion. Changes by users have the effects of docs/rules.md: mass, pose, velocity, damping and
/// locked axes are read as those of a wet body (btFluidRigidBodyHost).
class btFluidResolvedBody final : public btFluidSolvedBody, public btFluidResolved
{
public:
	static constexpr double kLeastSpeed = 5e-3;  ///< of a body that stays awake [m/s]

	/// \param shape model and placement; the inertia is the rigid body's. The motion is prescribed for good without a
	/// model, or if the body is static or kinematic now \param density of the fluid [kg/m^3]
	/// \param isAfloat whether the grid has a surface
	/// \throws std::invalid_argument, with nothing changed, as btFluidRigidBodyHost
	btFluidResolvedBody(btRigidBody* body, const ambient::FluidBody& shape, double density, bool isAfloat);
	~btFluidResolvedBody() override;  ///< leaves the rigid body as it is: release() restores it
	btFluidResolvedBody(const btFluidResolvedBody&) = delete;
	btFluidResolvedBody& operator=(const btFluidResolvedBody&) = delete;

	btRigidBody* getRigidBody() const { return m_body; }  ///< of btFluidGrid::addResolved(); possibly deleted
	const ambient::Twist& getVelocity() const override { return m_memory.m_present; }
	bool isExact() const override { return m_memory.m_isExact; }
	const ambient::Wrench& getFluidWrench() const override { return m_memory.m_fluid; }
	const ambient::Wrench& getContactImpulse() const override { return m_memory.m_lastContact; }
	bool isInGrid() const override { return m_memory.m_isInGrid; }
	bool isPrescribed() const override { return m_memory.m_isPrescribed; }
	const std::string& failure() const override { return m_failure; }
	/// Tells a body that the flow around it is that of its motion already: it does not enter the grid in the next step.
	void resume() { m_memory.m_isInGrid = true; }

	bool beginSolve(btScalar timeStep, btFluidFreeMotion& motion) override;
	void endSolve(const btVector3& linearChange, const btVector3& angularChange) override;
	void endSolveInGroup(const ambient::Momentum& impulse) override;
	void serializeOwn(btRigidBodyData& data) const override;

	// --- called by btFluidResolvedBodies ---------------------------------------------------------------------------

	/// Whether the rigid body was in the world at the last look(). Outside the world it is not touched.
	bool isPresent() const { return m_isPresent; }
	/// State of the rigid body's address in the world.
	enum Place
	{
		OUTSIDE,  ///< of the world, perhaps deleted
		INSIDE,
		REPLACED  ///< deleted, with another object at its address in the world
	};
	/// Finds out where the rigid body is, without touching an object that is in no list of the world.
	Place look(const btCollisionWorld& world);
	/// Whether a live body is the one of the constructor.
	bool isOf(const btRigidBody& body) const;
	/// Takes the result of a step of Bullet. \param solverRevisions increments of the body's update revision per solve
	/// \returns false if a solver of Bullet's own has solved contacts of the body
	bool collect(double timeStep, int solverRevisions);
	/// Sets state and loads of the body in the grid for a step of the grid.
	/// \param steps of the world since the last step of the grid
	void give(ambient::GridBody& to, const ambient::FluidGrid& grid, double duration, int steps);
	/// Takes the state after a step of the grid. \param isFinite false: the grid started anew; the forecast stays
	void take(const ambient::GridBody& from, double duration, bool isFinite);
	/// Sets velocity and pose of the rigid body for the next solve. \param timeStep expected [s]
	void publish(double timeStep);
	/// Whether the collision shape was scaled since the last call: the mesh in the grid was not. Not for obstacles.
	bool takesScaling();
	/// Gives mass, inertia, damping and flags back to the rigid body, and its velocity.
	void release();
	/// For btFluidGrid::saveState(). \param present false: does not touch the rigid body
	void save(btFluidStateWriter& out, bool present) const;
	/// Reads what save() has written. \param apply false: only reads past it
	void load(btFluidStateReader& in, bool present, bool apply);

private:
	/// State that is kept from step to step; world axes, about the centre of mass.
	struct Memory
	{
		ambient::Pose m_pose;                                ///< at the end of the last step of the grid
		ambient::Twist m_velocity;                           ///< at the end of the last step of the grid
		ambient::Twist m_present;                            ///< at the end of the last step of the world
		ambient::Wrench m_residual;                          ///< of the fluid beside added mass: forecast [N m, N]
		ambient::Wrench m_pending;                           ///< impulse of the grid for its next projection
		ambient::Wrench m_contact, m_loads;                  ///< impulses since the last step of the grid
		ambient::Wrench m_kicks;                             ///< the same, of impulses and velocities set by users
		ambient::Wrench m_lastContact, m_fluid;              ///< of the last step of the grid
		ambient::Vector3 m_push = ambient::Vector3::Zero();  ///< by recovery, since then [m]
		ambient::Quaternion m_turn = ambient::Quaternion(1, 0, 0, 0);  ///< the same
		/// m_isExact: solved by a btFluidSolver, otherwise the rigid body's velocity is the input of the next solve.
		bool m_isInGrid = false, m_isPrescribed = false, m_isExact = true;
	};

	/// Weight less that of the displaced fluid; the weight alone in water with a surface.
	ambient::Wrench ownWeight() const;
	/// Momentum of body and added mass in a motion along axes that are not locked.
	ambient::Wrench wetMomentum(const ambient::Twist& motion) const;
	/// Velocity change by an impulse with the 6x6 of body and added mass, on axes that are not locked.
	ambient::Twist wetChange(const ambient::Wrench& impulse) const;
	/// Computes the values that depend on the mass of the rigid body.
	void takeInertia();
	/// Sets m_submerged and what follows from it.
	void setSubmerged(double share);
	/// Gives the rigid body the mass for a solver: its own one, or an effective one for a solver of Bullet's own.
	void installMass(bool isExact);
	/// Adopts mass, locked axes and flags that a user has set; the velocity stays. \returns true for another mass
	bool acceptSettings();
	/// Adopts pose, velocity, impulses and damping of users since the last step.
	void acceptUserChange(btScalar timeStep);
	/// Continues with the rigid body's velocity after a prescribed motion.
	void endPrescribed();
	/// Adds an impulse of a user, which acts at once.
	void kick(const ambient::Wrench& impulse);
	/// Velocity that the rigid body has after release().
	ambient::Twist velocityAfterRelease() const;
	/// Moves the body as a user has moved the rigid body.
	void follow(const ambient::Pose& from, const ambient::Pose& to);
	void collectPrescribed();
	void collectExact(double timeStep);
	/// \returns true without contacts
	bool collectDropIn(double timeStep, int solverRevisions);
	/// Adds up the motion of the rigid body beside its velocity.
	void noteRecovery(double timeStep);
	/// Stops the body and lets it go. \param why in a few words
	void fail(const std::string& why);
	/// Runs a function if the rigid body is finite; an exception stops the body. \returns whether the body is healthy
	/// afterwards
	template <class Function>
	bool contain(const Function& function);

	btRigidBody* m_body;
	btFluidWatchedObject m_watched;                  ///< m_body
	std::unique_ptr<btFluidScalingWatch> m_scaling;  ///< never null
	std::unique_ptr<btFluidRigidBodyHost> m_host;    ///< null: the motion is prescribed for good
	ambient::FluidBody m_shape;
	double m_density;
	/// In water with a surface: the grid's pressure carries the body, and the weight is the load. The added mass is
	/// that of the submerged share.
	bool m_isAfloat;
	double m_submerged = 1.0;                                  ///< share of the volume below the surface
	ambient::SpatialInertia m_wholeAdded;                      ///< added mass under water; body axes
	ambient::SpatialInertia m_added, m_wet;                    ///< added mass, and with the body's own; body axes
	ambient::Matrix6 m_wetInverse = ambient::Matrix6::Zero();  ///< body axes
	btFluidMobility m_mobility;                                ///< body axes
	Memory m_memory;
	ambient::Wrench m_stepContact;  ///< of the solve in progress
	ambient::Twist m_solved;        ///< of the rigid body after the solve
	int m_solvedRevision = 0;       ///< of the rigid body after the solve
	bool m_isSolved = false, m_isPresent = false;
	std::string m_failure;
};

#endif  // BT_FLUID_RESOLVED_BODY_H
