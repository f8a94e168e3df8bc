// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_BODY_H
#define BT_FLUID_BODY_H

#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Dynamics/ShedMomentum.h"
#include "AmbientFluid/Math/Prefetch.h"
#include "BulletAmbientFluid/btFluidBuffers.h"
#include "BulletAmbientFluid/btFluidDetail.h"
#include "BulletAmbientFluid/btFluidEffectiveMass.h"
#include "BulletAmbientFluid/btFluidMediumMap.h"
#include "BulletAmbientFluid/btFluidRigidBodyHost.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"

#include <exception>
#include <memory>
#include <string>

class btFluidStateReader;
class btFluidStateWriter;

/// Solve mode of contacts and joints of a wet body; follows from the solver that really solves the body.
enum btFluidSolveMode
{
	BT_FLUID_DROP_IN,  ///< "mode B": a solver of Bullet's own with an effective mass not above K
	BT_FLUID_EXACT     ///< "mode A": a btFluidConstraintSolver with the full K
};

/// The wet side of one btRigidBody: its Kirchhoff state, and the exchange with Bullet's rigid body. Made and stepped by
/// btFluidAction; read-only for users.
///
/// One Bullet step of a wet body:
///   plan    integrates the Kirchhoff equations through the coming step without contacts: momentum P + dP;
///   solve   starts from the velocity u = W (P + dP) at the body's present pose. Exact: the solver reads u and W
///           (beginSolve) and returns the velocity change du by contacts and joints (endSolve).
///           Drop-in: Bullet's body holds u less gravity and user forces, and is solved with M_eff <= K;
///   take    adds the impulse K du (drop-in: M_eff du, scaled up contact by contact) to the planned momentum.
///           If du is zero, pose and momentum are those of the plan.
class btFluidBody : public btFluidSolvedBody
{
public:
	/// Data shared by all bodies of an action; outlives them.
	struct Settings
	{
		/// btFluidActionConstructionInfo::m_forces, with m_isSingle applied.
		ambient::ForceSet m_forces;
		/// btFluidActionConstructionInfo::m_integrator.
		ambient::IntegratorOptions m_integrator;
		/// btFluidActionConstructionInfo::m_sleepingSpeed [m/s].
		double m_sleepingSpeed;
		/// Media by place, for bodies that move into another medium.
		const btFluidMediumMap& m_media;
		/// Models of the coarser levels, shared by bodies of one shape.
		btFluidDetailCache& m_details;
		/// Buffers for evaluations outside of step().
		btFluidBufferPool& m_buffers;
	};

	/// \param shape model, placement and deformation; the inertia is the rigid body's
	/// \param mode expected solve mode; replaced by the mode of the solver that really solves the body
	/// \throws std::invalid_argument as btFluidRigidBodyHost and KirchhoffMotion do
	btFluidBody(btRigidBody* body, ambient::FluidBody shape, std::shared_ptr<const ambient::FluidMedium> medium,
	            const Settings& settings, double time, btFluidSolveMode mode);

	btFluidBody(const btFluidBody&) = delete;
	btFluidBody& operator=(const btFluidBody&) = delete;

	/// The constructor's argument, never null; possibly deleted by its user while outside the world.
	btRigidBody* getRigidBody() const { return &m_host.body(); }
	/// Equations of motion of the last step: inertia, forces and medium. Replaced if the mass or the medium changes.
	const ambient::KirchhoffMotion& motion() const { return *m_motion; }
	/// State at the end of the last step.
	const ambient::FluidBodyState& state() const { return m_state; }
	/// Velocity of state(), world axes, about the centre of mass. Exceptions of a user's medium pass through.
	ambient::Twist getVelocity() const { return twistInWorld(*m_motion, m_state); }
	/// Report of the last integration.
	const ambient::IntegrationReport& integrationReport() const { return m_report; }
	/// Solve mode of the last step; before the first step: the constructor's argument.
	btFluidSolveMode getMode() const { return m_mode; }
	/// Present medium of the body; null in vacuum.
	const std::shared_ptr<const ambient::FluidMedium>& getMedium() const { return m_medium; }

	/// Level of detail of the model in motion().
	btFluidDetail getDetail() const { return m_detail; }
	/// Models of all levels and their misfits; null until prepareDetail() is called.
	const btFluidDetailModels* getDetailModels() const { return m_detailModels.get(); }

	/// Mass and body-axes inertia of Bullet's solver in drop-in mode: the largest with K - M_eff >= 0.
	const btFluidEffectiveMass& getEffectiveMass() const { return m_effective; }

	/// False after the state or an input stopped being finite, or a user's medium threw. The fluid no longer acts on
	/// such a body.
	bool isHealthy() const { return !m_hasFailed; }
	/// Reason of the failure in a few words; empty while healthy.
	const std::string& failure() const { return m_failure; }

	// --- called by the constraint solver -------------------------------------------------------------------------

	bool beginSolve(btScalar timeStep, btFluidFreeMotion& motion) override;
	void endSolve(const btVector3& linearChange, const btVector3& angularChange) override;

	// --- called by btFluidAction ---------------------------------------------------------------------------------

	/// True if the memory of the rigid body still holds the body of the constructor, not a new one.
	bool isMarked() const { return m_host.isMarked(); }
	/// True if a btFluidConstraintSolver has solved the step in progress.
	bool isSolvedExactly() const { return m_solve.m_done; }

	/// Restores mass, inertia, damping and flags of the rigid body and sets its physical velocity.
	void release();

	/// Takes the result of the solve, plans the next step, and installs the input of the next solve in Bullet's body.
	/// \param solverRevisions increments of the body's update revision per solve
	/// \param buffers of the calling thread
	void step(double timeStep, int solverRevisions, btFluidBuffers& buffers);

	/// Prefetches the data that step() reads. Call it a few bodies ahead: thousands of bodies do not fit in the cache.
	void fetch() const
	{
		const char* const begin = reinterpret_cast<const char*>(this);
		ambient::prefetch(begin, size_t(reinterpret_cast<const char*>(&m_solve.m_change) - begin));
	}
	/// Prefetches the equations of motion. Call this function after fetch(), because it reads a member of the body.
	void fetchMotion() const { ambient::prefetch(m_motion.get(), sizeof(ambient::KirchhoffMotion)); }

	/// Advances the time only: replaces step() while the rigid body is outside the world and must not be touched.
	void skip(double timeStep)
	{
		m_state.time += timeStep;
		m_plannedTimeStep = -1.0;
	}

	/// True if a failure has not yet been fetched by takeReport().
	bool hasNewFailure() const { return m_hasFailed && !m_reported; }
	/// True if takeReport() has a line to return.
	bool hasReport() const { return !m_reported && (m_hasFailed || !m_warning.empty()); }
	/// Fetches a report: once after a failure, and once after a non-finite impulse was discarded.
	/// \returns true if `line` was written
	bool takeReport(std::string& line);

	/// Replaces the medium; the velocity is kept, the momentum follows. A medium that throws here stops the body.
	void setMedium(std::shared_ptr<const ambient::FluidMedium> medium);

	/// Makes the models of all levels if they are missing. One thread at a time per action.
	void prepareDetail();
	/// Changes the level now and plans the coming step anew.
	void setDetail(btFluidDetail detail);
	/// Changes the level when the next step is planned. Call prepareDetail() first.
	void wishDetail(btFluidDetail detail) { m_wishedDetail = detail; }
	/// True if the level is fixed by the user: a budget does not change it.
	bool hasOwnDetail() const { return m_hasOwnDetail; }
	/// \param own true from btFluidAction::setDetail() to clearDetail()
	void setOwnDetail(bool own) { m_hasOwnDetail = own; }
	/// Number of faces at a level. Call prepareDetail() first.
	int facesAt(btFluidDetail detail) const { return m_detailModels->of(detail)->faces().size(); }

	/// Reference point of the step's impulses: the centre of mass during Bullet's solve, world frame [m].
	ambient::Vector3 getSolvedPosition() const;
	/// Products u . j of an impulse j and its velocity change u [J].
	struct Responses
	{
		double m_effective;  ///< with the effective mass of Bullet's solver
		double m_true;       ///< with the full K
	};
	/// \param impulse about getSolvedPosition(), world axes
	Responses responsesTo(const ambient::Momentum& impulse) const;
	/// Adds an impulse that contacts of this step need beyond the result of Bullet's solver.
	/// \param impulse about getSolvedPosition(), world axes
	void addContactCorrection(const ambient::Momentum& impulse) { m_contactCorrection += impulse; }
	/// Marks the body as held by contacts or joints in this step: drop-in mode then keeps the position of Bullet's
	/// solver.
	/// \param impulse contact impulse of Bullet's solver, about getSolvedPosition(), world axes; zero for a joint
	void hold(const ambient::Momentum& impulse)
	{
		m_isHeld = true;
		m_contactImpulse += impulse;
	}

	/// Writes the state. \param withRigidBody false: does not touch the rigid body
	void save(btFluidStateWriter& out, bool withRigidBody) const;
	/// Reads the state. \param apply false: only reads past the body's record
	/// \param medium medium of the body at the time of saving
	void load(btFluidStateReader& in, bool withRigidBody, bool apply,
	          const std::shared_ptr<const ambient::FluidMedium>& medium);

private:
	/// Effects of contacts, joints and users in the elapsed step.
	struct Taken
	{
		ambient::Momentum m_kick;      ///< impulses of the solve, about the centre of mass at the step's start
		ambient::Momentum m_lateKick;  ///< impulses after the solve, about the centre of mass at the step's end
		ambient::Twist m_velocity;     ///< with which Bullet moved the pose
		bool m_untouched = true;       ///< no impulse, no set velocity, and the pose follows m_velocity
		bool m_replaced = false;       ///< a user set the velocity after the solve
		ambient::Twist m_newVelocity;  ///< the velocity set by the user, world axes
	};
	/// Result of the constraint solver, see endSolve().
	struct Solve
	{
		bool m_done = false;
		ambient::Twist m_change;
		btVector3 m_linearVelocity, m_angularVelocity;
		int m_revision = 0;
	};

	/// Evaluation of m_state, at hand or new.
	ambient::Evaluation& evaluated(btFluidBuffers& buffers) const;
	/// Velocity of the state, world axes. plan() stores this velocity in m_velocity.
	ambient::Twist stateVelocity(btFluidBuffers& buffers) const;
	void setStateVelocity(const ambient::Twist& velocity, btFluidBuffers& buffers);
	/// Replaces the state by that of a pose, a velocity in world axes, and a time.
	void setState(const ambient::Pose& pose, const ambient::Twist& velocity, double time, btFluidBuffers& buffers);
	void rebuildMotion(std::shared_ptr<const ambient::FluidMedium> medium, btFluidBuffers& buffers);
	/// Updates the solver's view of K, and the medium's velocity.
	void refreshInertia(const ambient::Evaluation& at);
	/// Velocity of the medium at the pose of the step's start, world axes [m/s]. \param share fraction of the step, 0
	/// to 1
	ambient::Vector3 frameVelocityWithin(double share, btFluidBuffers& buffers) const;
	/// K of the solve of the step in progress.
	const ambient::MomentumMap& solveInertia() const { return *m_inertia; }
	/// A motion relative to the medium at the pose of the step's start.
	struct MotionAtStart
	{
		ambient::Momentum m_momentum;  ///< world axes
		ambient::Twist m_twist;        ///< body axes
		double m_energy;               ///< kinetic [J]
	};
	MotionAtStart motionAtStart(const ambient::Momentum& momentum, btFluidBuffers& buffers) const
	{
		return motionAtStart(m_state.worldFromBody.orientation, momentum, buffers);
	}
	/// Motion of a body with another orientation.
	MotionAtStart motionAtStart(const ambient::Quaternion& worldFromBody, const ambient::Momentum& momentum,
	                            btFluidBuffers& buffers) const;
	/// The motion of m_state.
	MotionAtStart motionNow(btFluidBuffers& buffers) const;
	void setMode(btFluidSolveMode mode);
	/// Changes the model to that of the wished level. The velocity stays; the momentum changes only if K does.
	void takeWishedDetail(btFluidBuffers& buffers);
	void acceptSettings(btFluidBuffers& buffers);
	void acceptUserChange(btScalar timeStep, btFluidBuffers& buffers);
	void requireFiniteInput() const;

	/// Factor on IntegratorOptions::leastSpeed: relaxes the tolerance of slow motion where contacts or a water surface
	/// limit the accuracy anyway.
	double slownessFactor() const;
	void plan(double timeStep, const ambient::Wrench& userWrench, btFluidBuffers& buffers);
	void planIfStale(double timeStep, btFluidBuffers& buffers);
	/// Angular impulse of the planned motion through the medium (Munk's moment), world axes.
	ambient::Vector3 plannedGyroscopicImpulse() const;
	/// Planned motion with the pose held at the step's start. \param energyNow kinetic energy at the step's start [J]
	MotionAtStart findPlannedMotionAtStart(double energyNow, btFluidBuffers& buffers);
	void prepareFreeMotion(btFluidBuffers& buffers);
	/// Momentum that parts leaving the fluid take along on the planned path, world axes.
	ambient::Momentum plannedShedMomentum(btFluidBuffers& buffers);
	btFluidMobility mobility() const;

	void stepActive(double timeStep, int solverRevisions, btFluidBuffers& buffers);
	/// Change of the body's velocity by a solver of Bullet's own.
	struct StockSolve
	{
		ambient::Twist m_external;  ///< added for gravity and user forces
		ambient::Twist m_rest;      ///< solved - left - external: contacts, joints, impulses, set velocities
		bool m_kicked = false;      ///< m_rest is more than rounding
		bool m_updated = false;     ///< a user called a setter, perhaps of a velocity
		btFluidDamping m_damping;
	};
	StockSolve readStockSolve(btScalar timeStep, int solverRevisions) const;
	Taken takeExact(double timeStep) const;
	Taken takeDropIn(double timeStep, int solverRevisions, btFluidBuffers& buffers);
	bool isExplainedByContacts(const StockSolve& solve) const;
	void acceptStockVelocity(const StockSolve& solve, bool replaced, btFluidBuffers& buffers);
	bool acceptTeleport(double timeStep, btFluidBuffers& buffers);
	void apply(const Taken& taken, double timeStep, btFluidBuffers& buffers);
	/// Takes the medium of the body's present place; wakes the body if that medium is new.
	void changeMedium(btFluidBuffers& buffers);
	void leave(double timeStep);
	void keepAwake(bool untouched);
	void rest(double timeStep, btFluidBuffers& buffers);
	void pause(double timeStep);
	void follow(double timeStep, btFluidBuffers& buffers);
	void fail(const std::string& why);
	/// Runs a function; an exception stops the body. \returns isHealthy() afterwards
	template <class Function>
	bool contain(Function&& function);

	btFluidRigidBodyHost m_host;
	const Settings& m_settings;
	std::unique_ptr<ambient::KirchhoffMotion> m_motion;
	std::shared_ptr<const ambient::FluidMedium> m_medium;
	ambient::FluidBodyState m_state;
	ambient::IntegrationReport m_report;
	ambient::LoadHistory m_history;
	btFluidSolveMode m_mode;

	ambient::Vector3 m_frameVelocity = ambient::Vector3::Zero();  ///< of the medium in m_state, world axes [m/s]
	const ambient::MomentumMap* m_inertia = nullptr;              ///< K in m_state: m_motion's or m_varyingInertia
	btFluidEffectiveMass m_effective;
	ambient::Momentum m_contactCorrection;  ///< about the centre of mass at the step's start, world axes
	ambient::Momentum m_contactImpulse;     ///< about that point, world axes

	bool m_isHeld = false;
	bool m_wasHeld = false;       ///< contacts, joints or users acted in the last step
	bool m_hasPathStart = false;  ///< m_pathStart belongs to the start of the step in progress
	bool m_isAsleep = false;
	bool m_hasOffset = false;  ///< Bullet's velocity allows for gravity to be added (drop-in mode)
	bool m_hasOwnDetail = false;
	bool m_hasFailed = false, m_reported = false;
	btFluidDetail m_detail = BT_FLUID_FULL_DETAIL, m_wishedDetail = BT_FLUID_FULL_DETAIL;
	std::string m_warning;

	// The plan of the step in progress, and its inputs.
	ambient::FluidBodyState m_planned;
	double m_plannedTimeStep = -1.0;  ///< negative: no plan
	ambient::Wrench m_plannedUserWrench;
	ambient::Vector3 m_plannedGravity = ambient::Vector3::Zero();
	ambient::Momentum m_plannedMomentumAtStart;
	ambient::Twist m_velocity;      ///< at the start of the step, world axes
	ambient::Twist m_freeVelocity;  ///< start of Bullet's solver, world axes

	// Every step reads all members above and m_solve.m_done: fetch() prefetches them.
	Solve m_solve;
	// Used only by held bodies and in non-uniform media.
	ambient::MomentumMap m_varyingInertia;  ///< K in m_state, if K varies
	ambient::PathStart m_pathStart;
	btFluidMobility m_mobilityInBody;

	ambient::MediumSample m_mediumAtRest;  ///< medium at the moment of falling asleep

	std::shared_ptr<const btFluidDetailModels> m_detailModels;  ///< null until prepareDetail()

	std::string m_failure;
	int m_userIndex = -1;  ///< of the rigid body at the failure
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
		fail("an exception of an unknown type");
	}
	return isHealthy();
}

#endif  // BT_FLUID_BODY_H
