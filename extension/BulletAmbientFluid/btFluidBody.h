// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_BODY_H
#define BT_FLUID_BODY_H

#include "AmbientFluid/Dynamics/ContinuedLoads.h"
#include "AmbientFluid/Math/Prefetch.h"
#include "BulletAmbientFluid/btFluidDetail.h"
#include "BulletAmbientFluid/btFluidEffectiveMass.h"
#include "BulletAmbientFluid/btFluidMedia.h"
#include "BulletAmbientFluid/btFluidRigidBodyLink.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"

#include <exception>
#include <memory>
#include <string>

class btFluidStateReader;
class btFluidStateWriter;

/// How contacts and joints of a wet body are solved. It follows from the solver that really solves the body.
enum btFluidSolveMode
{
	BT_FLUID_DROP_IN,  ///< "mode B": by a solver of Bullet's own, which is given an effective mass not above K
	BT_FLUID_EXACT     ///< "mode A": by a btFluidConstraintSolver, with the full K
};

/// The wet side of one btRigidBody: its Kirchhoff state and the bookkeeping between that and what Bullet is given.
/// Made and stepped by btFluidAction; users read it.
///
/// One Bullet step, seen from here:
///   plan    the Kirchhoff equations are integrated through the coming step, alone, from the state: momentum P + dP;
///   solve   Bullet starts from the velocity u = W (P + dP) that this momentum gives where the body is. Exact: its
///           solver asks for u and W (beginSolve) and reports the change du by contacts and joints (endSolve).
///           Drop-in: Bullet was left with u less what it will add itself, and solves with M_eff <= K;
///   take    du is the impulse K du (drop-in: M_eff du, scaled up contact by contact), added to the planned momentum.
///           Without any, pose and momentum ARE the plan's.
class btFluidBody : public btFluidSolvedBody
{
public:
	/// What all bodies of an action share; it outlives them.
	struct Settings
	{
		/// btFluidActionConstructionInfo::m_forces, with m_isSingle taken in.
		ambient::ForceSet m_forces;
		/// btFluidActionConstructionInfo::m_integrator.
		ambient::IntegratorOptions m_integrator;
		/// btFluidActionConstructionInfo::m_sleepingSpeed [m/s].
		double m_sleepingSpeed;
		/// Where which medium is, for bodies that move into another one.
		const btFluidMedia& m_media;
		/// Models of the coarser levels, shared by bodies of one shape.
		btFluidDetailCache& m_details;
	};

	/// \param mode how the body will be solved as far as one knows; it changes by itself
	/// \throws std::invalid_argument as btFluidRigidBodyLink and KirchhoffEquations do
	btFluidBody(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
	            const ambient::Pose& bodyFromMesh, std::shared_ptr<const ambient::FluidMedium> medium,
	            const Settings& settings, double time, btFluidSolveMode mode);

	btFluidBody(const btFluidBody&) = delete;
	btFluidBody& operator=(const btFluidBody&) = delete;

	/// As given to the constructor, never null; users may have deleted it while it was in no world.
	btRigidBody* getRigidBody() const { return &m_link.body(); }
	/// Inertia, forces and medium as of the last step; replaced when the mass or the medium changes.
	const ambient::KirchhoffEquations& equations() const { return *m_equations; }
	/// State at the end of the last step.
	const ambient::FluidBodyState& state() const { return m_state; }
	/// What the last integration did.
	const ambient::IntegrationReport& integrationReport() const { return m_report; }
	/// How the last step was solved; before the first: as given to the constructor.
	btFluidSolveMode getMode() const { return m_mode; }
	/// That the body is in; null in vacuum.
	const std::shared_ptr<const ambient::FluidMedium>& getMedium() const { return m_medium; }

	/// Which of its shape's models equations() holds.
	btFluidDetail getDetail() const { return m_detail; }
	/// The models of all levels and how well they fit; null as long as the body was only ever asked for full detail.
	const btFluidDetailModels* getDetailModels() const { return m_detailModels.get(); }

	/// Mass and body-axes inertia that Bullet's solver works with in drop-in mode: the largest with K - M_eff >= 0.
	const btFluidEffectiveMass& getEffectiveMass() const { return m_effective; }

	/// False once the state or an input stopped being finite, or a user's medium threw: the fluid leaves the body alone
	/// from then on.
	bool isHealthy() const { return !m_hasFailed; }
	/// Why, in a few words; empty while healthy.
	const std::string& failure() const { return m_failure; }

	// --- called by the constraint solver -------------------------------------------------------------------------

	bool beginSolve(btScalar timeStep, btFluidFreeMotion& motion) override;
	void endSolve(const btVector3& linearChange, const btVector3& angularChange) override;

	// --- called by btFluidAction ---------------------------------------------------------------------------------

	/// Whether the rigid body, which must be alive, is still the one that this was made for.
	bool isMarked() const { return m_link.isMarked(); }
	/// Whether a btFluidConstraintSolver has solved the step in progress.
	bool isSolvedExactly() const { return m_solve.m_done; }

	/// Gives the rigid body back its mass, inertia, damping, flags, and the fluid body's velocity.
	void release();

	/// Take, then plan, then leave Bullet what the next solve needs.
	/// \param solverRevisions how much one solve advances the body's update revision
	void step(double timeStep, int solverRevisions);

	/// Has what step() reads of this body on its way into the cache, some bodies ahead: thousands do not fit there.
	void fetch() const
	{
		const char* const begin = reinterpret_cast<const char*>(this);
		ambient::prefetch(begin, size_t(reinterpret_cast<const char*>(&m_solve.m_change) - begin));
	}
	/// The same of what the body points to, when the body itself has arrived.
	void fetchEquations() const { ambient::prefetch(m_equations.get(), sizeof(ambient::KirchhoffEquations)); }

	/// Instead of step() while the rigid body is not in the world and may not be touched.
	void skip(double timeStep)
	{
		m_state.time += timeStep;
		m_plannedTimeStep = -1.0;
	}

	/// True until takeReport() has told of a failure.
	bool hasNewFailure() const { return m_hasFailed && !m_reported; }
	/// Whether takeReport() will be true.
	bool hasReport() const { return !m_reported && (m_hasFailed || !m_warning.empty()); }
	/// True once after a failure, or once after an impulse that was not finite was left out: `line` is to be reported.
	bool takeReport(std::string& line);

	/// New medium; the velocity is kept, the momentum follows. A medium that throws here stops the body.
	void setMedium(std::shared_ptr<const ambient::FluidMedium> medium);

	/// Makes the models of all levels unless they are known; not while other threads do.
	void prepareDetail();
	/// Another level now; what was planned for the coming step is planned anew.
	void setDetail(btFluidDetail detail);
	/// Another level when the next step is planned: prepareDetail() comes first.
	void wishDetail(btFluidDetail detail) { m_wishedDetail = detail; }
	/// Whether its level is none of the budget's business.
	bool hasOwnDetail() const { return m_hasOwnDetail; }
	/// True from btFluidAction::setDetail() to clearDetail().
	void setOwnDetail(bool own) { m_hasOwnDetail = own; }
	/// Faces at a level; prepareDetail() comes first.
	int facesAt(btFluidDetail detail) const { return m_detailModels->of(detail)->faces().size(); }

	/// Where impulses of the step in progress act about: the centre of mass when Bullet solved it [m].
	ambient::Vector3 getSolvedPosition() const;
	/// u . j for the velocity change u that an impulse j gives [J].
	struct Responses
	{
		double m_effective;  ///< with the effective mass, which Bullet's solver used
		double m_true;       ///< with the full K: what the body really answers with
	};
	/// \param impulse about getSolvedPosition(), world axes
	Responses responsesTo(const ambient::Momentum& impulse) const;
	/// Impulse that the contacts of this step take beyond what Bullet's solver found, as above.
	void addContactCorrection(const ambient::Momentum& impulse) { m_contactCorrection += impulse; }
	/// Contacts or joints act on the body in this step: drop-in mode leaves it where Bullet's solver wants it.
	/// \param impulse that contacts gave it as Bullet found it, as above; zero for a joint
	void hold(const ambient::Momentum& impulse)
	{
		m_isHeld = true;
		m_contactImpulse += impulse;
	}

	/// \param withRigidBody false: the rigid body may not be touched
	void save(btFluidStateWriter& out, bool withRigidBody) const;
	/// \param apply false: only reads past the body's record
	/// \param medium that the body was in
	void load(btFluidStateReader& in, bool withRigidBody, bool apply,
	          const std::shared_ptr<const ambient::FluidMedium>& medium);

private:
	/// What contacts, joints and users did in the elapsed step.
	struct Taken
	{
		ambient::Momentum m_kick;      ///< impulses of the solve, about the centre of mass where the step started
		ambient::Momentum m_lateKick;  ///< impulses after it, about the centre of mass where it ended
		ambient::Twist m_velocity;     ///< that Bullet moved the pose with
		bool m_untouched = true;       ///< nothing of this, and the pose is where that velocity leads
		bool m_replaced = false;       ///< the velocity was set after the solve ...
		ambient::Twist m_newVelocity;  ///< ... to this
	};
	/// What the solver that asked for this body left behind.
	struct Solve
	{
		bool m_done = false;
		ambient::Twist m_change;
		btVector3 m_linearVelocity, m_angularVelocity;
		int m_revision = 0;
	};

	/// Velocity of the state, world axes, and the state with another one. plan() leaves it in m_velocity.
	ambient::Twist stateVelocity() const { return m_equations->twistInWorld(m_state); }
	void setStateVelocity(const ambient::Twist& velocity)
	{
		m_state.momentum = m_equations->momentumOf(m_state.worldFromBody, velocity, m_state.time);
	}
	void rebuildEquations(std::shared_ptr<const ambient::FluidMedium> medium);
	/// What Bullet's solver is to know of K, as it is at this pose and time, and the medium's velocity there.
	void refreshInertia(const ambient::Pose& pose, double time);
	/// The medium's velocity where the step in progress starts, at a share of it from 0 to 1, world axes [m/s].
	ambient::Vector3 frameVelocityWithin(double share) const;
	/// K as the solve of the step in progress sees it.
	const ambient::InvertibleInertia& solveInertia() const
	{
		return m_equations->inertiaVaries() ? m_solveInertia : m_equations->ownInertia();
	}
	/// A motion at the pose where the step in progress starts, relative to the medium.
	struct MotionAtStart
	{
		ambient::Momentum m_momentum;  ///< world axes
		ambient::Twist m_twist;        ///< body axes
		double m_energy;               ///< kinetic [J]
	};
	MotionAtStart motionAtStart(const ambient::Momentum& momentum) const
	{
		return motionAtStart(m_state.worldFromBody.orientation, momentum);
	}
	/// The same of a body that is turned as it is at another time.
	MotionAtStart motionAtStart(const ambient::Quaternion& worldFromBody, const ambient::Momentum& momentum) const;
	/// The motion of m_state.
	MotionAtStart motionNow() const;
	void setMode(btFluidSolveMode mode);
	/// Changes the model to that of the wished level; the velocity stays, and the momentum where K does.
	void takeWishedDetail();
	void acceptSettings();
	void acceptUserChange(btScalar timeStep);
	void requireFiniteInput() const;

	/// On the integrator's leastSpeed: how much more error of slow motion than in free motion makes no difference.
	double slownessFactor() const;
	void plan(double timeStep, const ambient::Wrench& userWrench);
	void planIfStale(double timeStep);
	/// Angular impulse that the plan's motion through the medium gave (Munk's moment), world axes.
	ambient::Vector3 plannedGyroscopicImpulse() const;
	/// The plan's motion as if the step did not move the body. \param energyNow of its motion now [J]
	MotionAtStart findPlannedMotionAtStart(double energyNow) const;
	void prepareFreeMotion();
	btFluidMobility mobility() const;

	void stepActive(double timeStep, int solverRevisions);
	/// What a solver of Bullet's own made of the velocity that the body was left with.
	struct StockSolve
	{
		ambient::Twist m_external;  ///< added for gravity and user forces
		ambient::Twist m_rest;      ///< solved - left - external: contacts, joints, impulses, set velocities
		bool m_kicked = false;      ///< m_rest is more than rounding
		bool m_updated = false;     ///< somebody set something, perhaps a velocity
		btFluidDamping m_damping;
	};
	StockSolve readStockSolve(btScalar timeStep, int solverRevisions) const;
	Taken takeExact(double timeStep) const;
	Taken takeDropIn(double timeStep, int solverRevisions);
	bool isExplainedByContacts(const StockSolve& solve) const;
	void acceptStockVelocity(const StockSolve& solve, bool replaced);
	bool acceptTeleport(double timeStep);
	void apply(const Taken& taken, double timeStep);
	/// Takes the medium of the place where the body has come to, if that is another one, and wakes it.
	void changeMedium();
	void leave(double timeStep);
	void keepAwake(bool untouched);
	void rest(double timeStep);
	void pause(double timeStep);
	void follow(double timeStep);
	void fail(const std::string& why);
	/// Runs what may throw; whatever it throws stops the body. \returns whether the body is healthy after it
	template <class Function>
	bool contain(Function&& function);

	btFluidRigidBodyLink m_link;
	const Settings& m_settings;
	std::unique_ptr<ambient::KirchhoffEquations> m_equations;
	std::shared_ptr<const ambient::FluidMedium> m_medium;
	ambient::FluidBodyState m_state;
	ambient::IntegrationReport m_report;
	ambient::LoadHistory m_history;
	btFluidSolveMode m_mode;

	ambient::Vector3 m_frameVelocity = ambient::Vector3::Zero();  ///< of the medium in m_state; world axes [m/s]
	btFluidEffectiveMass m_effective;
	ambient::Momentum m_contactCorrection;  ///< about the centre of mass at the step's start, world axes
	ambient::Momentum m_contactImpulse;     ///< likewise

	bool m_isHeld = false;
	bool m_wasHeld = false;       ///< something acted on the body in the last step
	bool m_hasDeparture = false;  ///< m_departure is where the step in progress starts
	bool m_isAsleep = false;
	bool m_hasOffset = false;  ///< the velocity that Bullet was left with allows for its gravity (drop-in mode)
	bool m_hasOwnDetail = false;
	bool m_hasFailed = false, m_reported = false;
	btFluidDetail m_detail = BT_FLUID_FULL_DETAIL, m_wishedDetail = BT_FLUID_FULL_DETAIL;
	std::string m_warning;

	// The plan of the step in progress, and what it was made for.
	ambient::FluidBodyState m_planned;
	double m_plannedTimeStep = -1.0;  ///< negative: no plan
	ambient::Wrench m_plannedUserWrench;
	ambient::Vector3 m_plannedGravity = ambient::Vector3::Zero();
	ambient::Momentum m_plannedMomentumAtStart;
	ambient::Twist m_velocity;      ///< where it starts, world axes
	ambient::Twist m_freeVelocity;  ///< that Bullet's solver is to start from, world axes

	// All above and m_solve.m_done are looked at in every step of every body: fetch().
	Solve m_solve;
	// Of what is held, or where the medium is not the same everywhere.
	ambient::InvertibleInertia m_solveInertia;  ///< K in m_state, where it varies
	ambient::KirchhoffEquations::Departure m_departure;
	btFluidMobility m_mobilityInBody;

	ambient::MediumSample m_mediumAtRest;  ///< when the body fell asleep

	std::shared_ptr<const btFluidDetailModels> m_detailModels;  ///< null as long as nobody asked for another level

	std::string m_failure;
	int m_userIndex = -1;  ///< of the rigid body when that happened
};

template <class Function>
bool btFluidBody::contain(Function&& function)
{
	try
	{
		function();
	}
	catch (const std::exception& error)
	{
		fail(error.what());
	}
	catch (...)
	{
		fail("an exception of a type that says nothing");
	}
	return isHealthy();
}

#endif  // BT_FLUID_BODY_H
