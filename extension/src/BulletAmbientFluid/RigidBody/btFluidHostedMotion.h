// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_HOSTED_MOTION_H
#define BT_FLUID_HOSTED_MOTION_H

#include "BulletAmbientFluid/btFluidBody.h"
#include "BulletAmbientFluid/Base/btFluidBodySettings.h"
#include "BulletAmbientFluid/RigidBody/btFluidMadeWaves.h"
#include "BulletAmbientFluid/RigidBody/btFluidPlan.h"
#include "BulletAmbientFluid/RigidBody/btFluidSolvedInertia.h"
#include "BulletAmbientFluid/Host/btFluidReaction.h"
#include "BulletAmbientFluid/Host/btFluidRigidBodyHost.h"

#include <utility>

/// Effects of contacts, joints and users in an elapsed step.
struct btFluidStepOutcome
{
	ambient::Momentum m_kick;  ///< impulses of the solve, about the centre of mass at the step's start, world axes
	ambient::Vector3 m_taken =
		ambient::Vector3::Zero();  ///< linear part of them that stiff drag took up: not in m_kick
	ambient::Momentum m_lateKick;  ///< impulses after the solve, about the centre of mass at the step's end, world axes
	ambient::Twist m_velocity;     ///< with which Bullet moved the pose
	/// By the correction of joints, at the step's start, world axes: the solver has taken its energy out of m_kick.
	ambient::Quaternion m_turn = ambient::Quaternion::Identity();
	bool m_untouched = true;          ///< no impulse, no set velocity, and the pose follows m_velocity
	bool m_keepsPosition = false;     ///< the body stays where Bullet's solver has moved it
	bool m_replaced = false;          ///< a user set the velocity after the solve
	ambient::Twist m_newVelocity;     ///< the velocity set by the user, world axes
	const char* m_warning = nullptr;  ///< for the log; null: none
};

/// The Kirchhoff motion of a body together with Bullet's rigid body: adopts changes by users, plans steps with the
/// rigid body's loads, and moves the rigid body.
class btFluidHostedMotion
{
public:
	/// \throws std::invalid_argument as btFluidRigidBodyHost and KirchhoffMotion
	btFluidHostedMotion(btRigidBody* body, ambient::FluidBody shape, std::shared_ptr<const ambient::FluidMedium> medium,
	                    const btFluidBodySettings& settings, double time, btFluidSolveMode mode);

	btFluidHostedMotion(const btFluidHostedMotion&) = delete;
	btFluidHostedMotion& operator=(const btFluidHostedMotion&) = delete;

	btFluidRigidBodyHost& host() { return m_host; }               ///< Bullet's rigid body
	const btFluidRigidBodyHost& host() const { return m_host; }   ///< Bullet's rigid body
	btFluidBodyMotion& motion() { return m_motion; }              ///< state and equations
	const btFluidBodyMotion& motion() const { return m_motion; }  ///< state and equations
	btFluidPlan& plan() { return m_plan; }                        ///< the coming step
	const btFluidPlan& plan() const { return m_plan; }            ///< the coming step

	/// Solve mode of the last step.
	btFluidSolveMode mode() const { return m_mode; }
	/// Installs the mass properties of a mode. \returns true if the mode has changed
	bool setMode(btFluidSolveMode mode);
	/// Sets the mode of mass properties that are installed already.
	void restoreMode(btFluidSolveMode mode) { m_mode = mode; }
	const btFluidSolvedInertia& solved() const { return m_solved; }  ///< K and stiff drag as solvers see them

	/// \throws std::runtime_error that names the property of the rigid body that is not finite
	void requireFiniteInput() const;
	/// Adopts mass, inertia, locked axes and flags that a user has set. Keeps the velocity.
	/// \returns true if mass, inertia or locked axes have changed
	bool acceptSettings(btFluidBuffers& buffers);
	/// Adopts pose, velocity, impulses and damping of users since the last step. \param timeStep of the coming step [s]
	void acceptUserChange(btScalar timeStep, btFluidBuffers& buffers);

	/// Plans a step under the expected reaction. Loads of the user or a speed beyond all measure put the body at rest.
	/// \throws std::runtime_error if the result is not finite then
	void makePlan(double timeStep, const ambient::Wrench& userWrench, btFluidBuffers& buffers);
	/// The first half of makePlan() for a body that nothing holds, whose step is planned in a batch: adds it to the
	/// batch. finishPlan() follows. \tparam Batch as of btFluidPlan::start()
	/// \returns false if makePlan() is to be called in its place
	template <class Batch>
	bool startPlan(double timeStep, const ambient::Wrench& userWrench, btFluidBuffers& buffers, Batch& batch);
	/// The second half; calls makePlan() if the batch has refused the step. A FreeMotionBatch has its bytes.
	/// \param body of startPlan(), in the batch
	template <class Batch>
	void finishPlan(double timeStep, const Batch& batch, int body, btFluidBuffers& buffers);
	/// Records the impulses of the elapsed step, from which the reaction in the coming steps is expected. After a step
	/// without impulses, remakes a plan that expected some. Call it before apply().
	/// \param exact whether a btFluidConstraintSolver solved the step
	void takeReaction(const btFluidStepOutcome& outcome, bool exact, double timeStep, btFluidBuffers& buffers);
	/// Forgets the contacts and joints of past steps.
	void forgetReaction()
	{
		m_reaction.forget();
		m_hasSolvedTwist = false;
	}
	/// Forgets contacts, joints and waves of past steps: the body was at rest, elsewhere, or in another medium.
	void forgetPast()
	{
		forgetReaction();
		m_waves.forget();
	}
	/// Discards the plan after a velocity was set.
	void discardPlan()
	{
		m_plan.discard();
		m_waves.forgetSpeed();
	}
	const btFluidMadeWaves& waves() const { return m_waves; }  ///< the waves that the body has made
	/// Chooses the waves that the body makes; they start anew. Discards the plan.
	void setWavesMade(bool byHeave, std::shared_ptr<const ambient::FloatingModel> model)
	{
		m_waves.choose(byHeave, std::move(model));
		m_plan.discard();
	}
	/// Plans a step under the present loads of users, unless that plan exists.
	void makePlanIfStale(double timeStep, btFluidBuffers& buffers);
	/// Moves state and rigid body to the end of the elapsed step. Impulses beyond all measure put the body at rest.
	/// \throws std::runtime_error if the state is not finite then
	void apply(const btFluidStepOutcome& outcome, double timeStep, btFluidBuffers& buffers);

	/// Whether the body has no locked axes and does not change its shape: its energy follows from pose and momentum.
	bool isFree() const { return !m_motion.equations().body().deformation && !m_motion.equations().lockedAxes().any(); }

	/// Whether numbers beyond all measure have put the body at rest since the last call.
	bool takeStop() { return std::exchange(m_wasStopped, false); }

	/// Makes the equations anew, in exact mode without touching the rigid body. Keeps the momentum; discards the plan.
	/// \param pose of the body \param needsLoads whether a plan follows with the same buffers
	void rebuild(std::shared_ptr<const ambient::FluidMedium> medium, const ambient::Pose& pose, bool needsLoads,
	             btFluidBuffers& buffers);
	/// Takes the medium of the body's present place; wakes the body if that medium is new.
	void changeMedium(btFluidBuffers& buffers);
	/// Takes another level of detail. The velocity stays; the momentum changes only if K does. Discards the plan.
	/// \param method integrator of that level
	/// \param mediumThen returns the medium as the new model sees it
	void setModel(std::shared_ptr<const ambient::FluidBodyModel> model, ambient::Integrator method,
	              ambient::MediumSample& mediumThen, btFluidBuffers& buffers);
	/// Writes the forecast of contacts and joints, and the waves.
	void savePast(btFluidStateWriter& out) const;
	/// Reads the result of savePast(). \param apply false: only reads past the record
	void loadPast(btFluidStateReader& in, bool apply);
	/// Integrator of the present level of detail.
	void setIntegrator(ambient::Integrator method) { m_integrator = method; }

private:
	/// Takes gravity and inertia for a plan. \returns the options of the integration
	ambient::IntegratorOptions preparePlan(double timeStep, const ambient::Wrench& userWrench, btFluidBuffers& buffers);
	/// Turns a body by recovery of penetrations or joints. Keeps the momentum unless that would give energy.
	void turn(ambient::FluidBodyState& state, const ambient::Quaternion& push, btFluidBuffers& buffers) const;
	/// Gives the end of a step its momentum after all impulses. \returns whether the state is finite
	bool receiveMomentum(const btFluidStepOutcome& outcome, ambient::FluidBodyState& end,
	                     btFluidBuffers& buffers) const;
	/// Puts a state at rest. \throws std::runtime_error if the state is not finite then
	void restAt(const ambient::Pose& pose, ambient::FluidBodyState& state, btFluidBuffers& buffers);

	btFluidRigidBodyHost m_host;
	const btFluidBodySettings& m_settings;
	btFluidSolveMode m_mode;
	ambient::Integrator m_integrator;
	btFluidBodyMotion m_motion;
	btFluidSolvedInertia m_solved;
	btFluidPlan m_plan;
	btFluidMadeWaves m_waves;
	bool m_hasSolvedTwist = false, m_wasStopped = false;
	bool m_mayBeStiff = true;  ///< in steps in crowds
	// Used only by held bodies.
	btFluidReaction m_reaction;
	ambient::Twist m_solvedTwist;  ///< left by the last exact solve, relative to the medium, body axes
};

#endif  // BT_FLUID_HOSTED_MOTION_H
