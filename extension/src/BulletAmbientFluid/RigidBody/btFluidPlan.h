// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_PLAN_H
#define BT_FLUID_PLAN_H

#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/LeftFluid.h"
#include "AmbientFluid/Dynamics/StiffDrag.h"
#include "BulletAmbientFluid/RigidBody/btFluidBodyMotion.h"
#include "BulletAmbientFluid/RigidBody/btFluidCrowdMemory.h"
#include "BulletAmbientFluid/RigidBody/btFluidHeave.h"

/// The motion of a body through the coming step without contacts and joints, and what a solver and an impulse make of
/// it. Independent of Bullet's rigid body.
///
///   make        integrates the Kirchhoff equations through the step: the planned end, momentum P + dP;
///   freeVelocity  u = W (P + dP) at the step's start, from which a solver starts;
///   endAfter    the end of the step if impulses acted: P + dP + impulse at the start, then free motion.
class btFluidPlan
{
public:
	/// \param motion outlives the plan
	explicit btFluidPlan(const btFluidBodyMotion& motion) : m_motion(motion) {}

	btFluidPlan(const btFluidPlan&) = delete;
	btFluidPlan& operator=(const btFluidPlan&) = delete;

	/// Plans a step from the state of the motion. \param options with the user's wrench of the step
	/// \param reaction expected of contacts and joints, about the centre of mass, world axes: path and loads are those
	/// of the held body, but the reaction is no part of the planned momentum that a solver sees
	/// \param waves load of the waves that the body has made, as `reaction`, but a load like any other
	/// \param drag stiffDrag() at the state over the step
	/// \returns false if the result is not finite
	bool make(double timeStep, const ambient::IntegratorOptions& options, const ambient::Wrench& reaction,
	          const ambient::Wrench& waves, const std::optional<ambient::DragModes>& drag, btFluidBuffers& buffers);
	/// The first half of make() for a body that nothing holds, whose step is planned in a batch: adds it to the batch.
	/// finish() follows, with the bytes of make(). Its drag is not stiff. \param options with the user's wrench of the
	/// step \tparam Batch ambient::FreeMotionBatch, or ambient::CrowdStep, which has bytes of its own \returns false if
	/// make() is to be called in its place
	template <class Batch>
	bool start(double timeStep, const ambient::IntegratorOptions& options, btFluidBuffers& buffers, Batch& batch);
	/// start() in a crowd of floats. \param heave null: the body makes no waves
	bool start(double timeStep, const ambient::Wrench& userWrench, const btFluidHeave* heave, btFluidBuffers& buffers,
	           ambient::CrowdFloats& batch);
	/// The second half. \param body of start(), in the batch
	/// \returns false if the batch has refused the step: make() is to be called
	template <class Batch>
	bool finish(const Batch& batch, int body, btFluidBuffers& buffers);
	/// True if the next step may be planned in a batch: nothing held the body, and the last step was smooth enough.
	bool suitsBatch() const
	{
		return m_report.isExtrapolated && m_report.evaluations == 1 && !m_isHeld && m_singleSteps == 0;
	}
	/// Discards the plan; the loads of earlier steps stay.
	void discard() { m_timeStep = -1.0; }
	/// True if the plan was made for this step [s], user's wrench and gravity [m/s^2].
	bool isFor(double timeStep, const ambient::Wrench& userWrench, const ambient::Vector3& gravity) const
	{
		return m_timeStep == timeStep && m_userWrench.vector() == userWrench.vector() && m_gravity == gravity;
	}

	/// The step of make() [s]; negative if there is no plan.
	double timeStep() const { return m_timeStep; }
	/// The user's wrench of make(), world axes, about the centre of mass.
	const ambient::Wrench& userWrench() const { return m_userWrench; }
	/// True if the last make() expected a reaction or had IntegratorOptions::heldTwist: end() is then not the end of
	/// free motion.
	bool isForHeldBody() const { return m_isForHeldBody; }
	/// Gravity of make(), world axes [m/s^2].
	const ambient::Vector3& gravity() const { return m_gravity; }
	/// Report of the last integration.
	const ambient::IntegrationReport& report() const { return m_report; }
	/// State at the step's end, in the frame of its start.
	const ambient::FluidBodyState& end() const { return m_end; }
	/// Velocity at the step's start, world axes, about the centre of mass.
	const ambient::Twist& velocity() const { return m_velocity; }
	/// Velocity from which a solver starts, world axes, about the centre of mass: contains all loads of the step.
	const ambient::Twist& freeVelocity() const { return m_freeVelocity; }
	/// Part of freeVelocity() that the planned momentum does not have: of Munk's moment on a held body.
	const ambient::Twist& shownVelocity() const { return m_shownVelocity; }

	/// Plans a step without any load: the impulse of a solve then contains all loads.
	void dropLoads(double timeStep);
	/// State at the end of the step if an impulse acted at its start. Parts that leave the fluid have not yet shed
	/// their momentum. \param impulse about the centre of mass at the start, world axes \param worldFromBody at the
	/// start
	ambient::FluidBodyState endAfter(const ambient::Momentum& impulse, const ambient::Quaternion& worldFromBody,
	                                 double timeStep, btFluidBuffers& buffers);
	/// Change of the energy by a turn at the step's start, after an impulse and without a force, of a body without
	/// locked axes that does not change its shape [J].
	double energyOfTurn(const ambient::Momentum& impulse, const ambient::Quaternion& turn) const;
	/// Momentum after parts have left the fluid on the path of endAfter(), world axes. \param atEnd evaluation of its
	/// end
	ambient::Momentum afterLeaving(const ambient::Momentum& momentumAtEnd, ambient::Evaluation& atEnd) const
	{
		return ambient::afterLeaving(m_motion.equations(), m_pathStart, atEnd, momentumAtEnd);
	}

	/// True if contacts, joints or users acted in the last step: the coming one is then planned for a held body.
	bool isHeld() const { return m_isHeld; }
	void setHeld(bool held) { m_isHeld = held; }  ///< see isHeld()
	/// Loads at the start of the last steps.
	const ambient::LoadHistory& history() const { return m_history; }
	/// For restored states. \param history of the saved plan
	void setHistory(const ambient::LoadHistory& history) { m_history = history; }

	/// For plans in crowds; for restored states, m_after is the saved m_before.
	btFluidCrowdMemory& crowd() { return m_crowd; }
	const btFluidCrowdMemory& crowd() const { return m_crowd; }  ///< the same
	/// True if the next plan for a step of this length may follow the present one in a crowd without an evaluation: the
	/// end of that plan is the state, and neither medium nor inertia have changed.
	bool followsCrowd(double timeStep) const
	{
		return m_crowd.m_isOfCrowd && m_timeStep == timeStep && m_crowd.m_after.time == m_motion.state().time;
	}

private:
	/// Begins a plan that is made in a batch.
	void begin(double timeStep, const ambient::Wrench& userWrench);
	/// Takes an accepted step in a crowd of floats. The end has the momentum of K in the middle of the step.
	void takeFloat(const ambient::CrowdFloats::Step& step, const ambient::FloatPast& after);
	/// Takes the velocities at the start of a step in a crowd; they have no more energy than the body has on its way.
	void takeLimited(const ambient::FreeMotionBatch::Start& start, btFluidBuffers& buffers);
	/// Takes the velocities at the start of a step in a batch.
	void takeVelocities(const ambient::FreeMotionBatch::Start& start, btFluidBuffers& buffers);
	/// Velocity of the momentum's frame within the step, world axes [m/s]. \param share of the step, 0 to 1
	ambient::Vector3 frameVelocityWithin(double share, btFluidBuffers& buffers) const;
	/// Takes the end of the plan to the frame of the step's start.
	void takeEndToStartFrame(btFluidBuffers& buffers);
	/// Relative motion of the state.
	btFluidBodyMotion::Relative motionNow(btFluidBuffers& buffers) const;
	/// Momentum that parts leaving the fluid take along on the planned path, world axes.
	ambient::Momentum plannedShedMomentum(btFluidBuffers& buffers);
	/// Planned motion with the pose held at the step's start. \param energyNow kinetic energy at the step's start [J]
	btFluidBodyMotion::Relative findMotionAtStart(double energyNow, btFluidBuffers& buffers);
	void prepareFreeMotion(btFluidBuffers& buffers);

	const btFluidBodyMotion& m_motion;
	ambient::LoadHistory m_history;
	ambient::IntegrationReport m_report;
	ambient::FluidBodyState m_end;
	double m_timeStep = -1.0;
	ambient::Wrench m_userWrench;
	ambient::Vector3 m_gravity = ambient::Vector3::Zero();
	ambient::Momentum m_momentumAtStart;  ///< state's momentum + all loads of the step, at the start's pose, world axes
	ambient::Twist m_velocity, m_freeVelocity, m_shownVelocity;
	ambient::Momentum m_reaction;  ///< impulse of the expected reaction, world axes
	bool m_hasReaction = false, m_isForHeldBody = false;
	bool m_isHeld = false;
	int m_singleSteps = 0;  ///< to be planned by make() before the next attempt in a batch
	btFluidCrowdMemory m_crowd;
	bool m_hasPathStart = false;  ///< m_pathStart belongs to the start of the step in progress
	// Used only by held bodies and in non-uniform media.
	ambient::PathStart m_pathStart;
};

#endif  // BT_FLUID_PLAN_H
