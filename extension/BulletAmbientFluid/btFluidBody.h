// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_BODY_H
#define BT_FLUID_BODY_H

#include "AmbientFluid/Dynamics/Integrators.h"

#include <LinearMath/btTransform.h>

#include <memory>
#include <string>

class btRigidBody;

/// The wet side of one btRigidBody: its Kirchhoff state and the bookkeeping between that and what Bullet is given.
/// Made and stepped by btFluidAction; users read it.
///
/// One Bullet step, seen from here (mode B):
///   plan    the Kirchhoff equations are integrated through the coming step, alone, from the state;
///   give    Bullet gets the velocity of the plan's end, less what Bullet will itself add (gravity, last user force);
///   Bullet  solves contacts and joints with an effective mass M_eff <= K and moves the pose;
///   take    velocity changes that nobody announced are impulses of contacts, joints or users: they are added to the
///           planned momentum as M_eff du. Without any, pose and momentum ARE the plan's.
class btFluidBody
{
public:
	/// \throws std::invalid_argument when the body is null, static or kinematic, has a locked inertia axis, or the
	/// model is null
	btFluidBody(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
	            const ambient::Pose& bodyFromMesh, std::shared_ptr<const ambient::FluidMedium> medium,
	            const ambient::ForceSet& forces, double time);
	/// Restores the rigid body's mass, inertia, damping and flags, and leaves it the fluid body's velocity.
	~btFluidBody();

	btFluidBody(const btFluidBody&) = delete;
	btFluidBody& operator=(const btFluidBody&) = delete;

	btRigidBody* getRigidBody() const { return m_body; }
	const ambient::KirchhoffEquations& equations() const { return *m_equations; }
	/// State at the end of the last step.
	const ambient::FluidBodyState& state() const { return m_state; }
	/// What the last integration did.
	const ambient::IntegrationReport& integrationReport() const { return m_report; }

	/// Mass and body-axes inertia that Bullet's solver works with: the largest with K - M_eff >= 0 [kg], [kg m^2].
	double getEffectiveMass() const { return m_effectiveMass; }
	const ambient::Vector3& getEffectiveInertia() const { return m_effectiveInertia; }

	/// False once the state stopped being finite (or a user's medium threw): the fluid leaves the body alone from then
	/// on.
	bool isHealthy() const { return m_failure.empty(); }
	/// Why, in a few words; empty while healthy.
	const std::string& failure() const { return m_failure; }

	// --- the rest is called by btFluidAction ---------------------------------------------------------------------

	/// True once after a failure: it is to be reported now.
	bool takeUnreportedFailure();

	/// New medium; the velocity is kept, the momentum follows.
	void setMedium(std::shared_ptr<const ambient::FluidMedium> medium);

	/// Where impulses of the step in progress act about: the centre of mass when Bullet solved it [m].
	ambient::Vector3 getSolvedPosition() const;
	/// u . j for the velocity change u that an impulse j gives (about getSolvedPosition(), world axes) [J]: with the
	/// effective mass, which Bullet's solver used, and with the full K.
	double effectiveResponse(const ambient::Momentum& impulse) const;
	double trueResponse(const ambient::Momentum& impulse) const;
	/// Impulse that the contacts of this step take beyond what Bullet's solver found, as above.
	void addContactCorrection(const ambient::Momentum& impulse) { m_contactCorrection += impulse; }

	/// Take, then plan, then give. \param solverRevisions how much one solve advances the body's update revision
	void step(double timeStep, int solverRevisions, const ambient::IntegratorOptions& options, double sleepingSpeed);

private:
	/// What the solver did in the elapsed step, read from the rigid body.
	struct SolvedStep
	{
		ambient::Wrench userWrench;       ///< user forces during the step, about the centre of mass, world axes
		ambient::Twist externalVelocity;  ///< what Bullet added for forces and gravity
		ambient::Twist solvedVelocity;    ///< Bullet's velocity after the solve
		ambient::Twist unannounced;  ///< solved - given - external, zero up to rounding when nothing touched the body
		bool velocityReplaced = false;  ///< somebody set the velocity, or the body was asleep
		bool untouched = false;         ///< no unannounced change of velocity or pose
	};

	void applyEffectiveMass();
	void restoreRigidBody();
	SolvedStep readSolvedStep(double timeStep, int solverRevisions) const;
	void takeStep(double timeStep, const SolvedStep& solved, const ambient::IntegratorOptions& options);
	void plan(double timeStep, const ambient::Wrench& userWrench, const ambient::IntegratorOptions& options);
	void give(double timeStep);
	void writePose();
	void keepAwake(double sleepingSpeed);
	void rest(double timeStep);
	void fail(const std::string& why);

	btRigidBody* m_body;
	std::unique_ptr<ambient::KirchhoffEquations> m_equations;
	ambient::FluidBodyState m_state;
	ambient::IntegrationReport m_report;

	double m_effectiveMass = 0.0;
	ambient::Vector3 m_effectiveInertia = ambient::Vector3::Zero();
	ambient::Momentum m_contactCorrection;  ///< about the centre of mass at the step's start, world axes

	// The plan of the step in progress, and what it was made for.
	ambient::FluidBodyState m_planned;
	double m_plannedTimeStep = -1.0;  ///< negative: no plan
	ambient::Wrench m_plannedUserWrench;

	// What Bullet was left with at the end of the last step.
	btTransform m_givenTransform;
	btVector3 m_givenLinearVelocity;
	btVector3 m_givenAngularVelocity;
	int m_givenRevision = 0;
	bool m_wasAsleep = false;

	// What the rigid body had before.
	double m_bareMass = 0.0;
	btVector3 m_bareInertia;
	btScalar m_linearDamping;
	btScalar m_angularDamping;
	int m_flags;

	std::string m_failure;
	bool m_failureReported = false;
};

#endif  // BT_FLUID_BODY_H
