// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_RIGID_BODY_H
#define BT_FLUID_RIGID_BODY_H

#include "AmbientFluid/Math/Prefetch.h"
#include "BulletAmbientFluid/Base/btFluidBodyHealth.h"
#include "BulletAmbientFluid/Base/btFluidCrowdKind.h"
#include "BulletAmbientFluid/Host/btFluidChangingBody.h"
#include "BulletAmbientFluid/RigidBody/btFluidDropInScheme.h"
#include "BulletAmbientFluid/RigidBody/btFluidExactScheme.h"
#include "BulletAmbientFluid/RigidBody/btFluidLevelOfDetailChoice.h"
#include "BulletAmbientFluid/RigidBody/btFluidRest.h"
#include "BulletAmbientFluid/Shapes/btFluidScalingWatch.h"
#include "BulletAmbientFluid/Base/btFluidExceptionText.h"
#include "BulletAmbientFluid/btFluidShapeDrive.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"

#include <functional>
#include <memory>

class btFluidStateReader;
class btFluidStateWriter;

/// The wet side of one btRigidBody: its Kirchhoff state, and the exchange with Bullet's rigid body. Made and stepped by
/// btFluidRigidBodies.
///
/// One Bullet step of a wet body:
///   plan    integrates the Kirchhoff equations through the coming step without contacts: momentum P + dP
///   (btFluidPlan); solve   starts from the velocity u = W (P + dP) at the body's present pose. Exact: the solver reads
///   u and W
///           (beginSolve) and returns the velocity change du by contacts and joints (endSolve).
///           Drop-in: Bullet's body holds u less gravity and user forces, and is solved with M_eff <= K;
///   collect adds the impulse K du (drop-in: M_eff du, scaled up contact by contact) to the planned momentum.
///           If du is zero, pose and momentum are those of the plan.
class btFluidRigidBody final : public btFluidChangingBody, public btFluidSolvedBody
{
public:
	/// \param shape model, placement and deformation; the inertia is the rigid body's
	/// \param mode expected solve mode; replaced by the mode of the solver that really solves the body
	/// \throws std::invalid_argument as btFluidRigidBodyHost and KirchhoffMotion do
	btFluidRigidBody(btRigidBody* body, ambient::FluidBody shape, std::shared_ptr<const ambient::FluidMedium> medium,
	                 const btFluidBodySettings& settings, double time, btFluidSolveMode mode);

	btRigidBody* getRigidBody() const override { return &m_hosted.host().body(); }
	bool isInWorld() const override { return findPlace() == INSIDE; }
	bool isMarked() const override { return m_hosted.host().isMarked(); }
	const ambient::FluidBody& getShape() const override { return m_hosted.motion().equations().body(); }
	const ambient::KirchhoffMotion& motion() const override { return m_hosted.motion().equations(); }
	const ambient::FluidBodyState& state() const override { return m_hosted.motion().state(); }
	ambient::Twist getVelocity() const override;
	double getWaveEnergy() const override { return m_hosted.waves().energy(); }
	const ambient::IntegrationReport& integrationReport() const override { return m_hosted.plan().report(); }
	btFluidSolveMode getMode() const override { return m_hosted.mode(); }
	const std::shared_ptr<const ambient::FluidMedium>& getMedium() const override { return m_hosted.motion().medium(); }
	const ambient::Vector3& getStream() const override { return motion().fluid().stream(); }
	const ambient::Vector3& getFluidImpulse() const override { return m_fluidImpulse; }
	btFluidLevelOfDetail getLevelOfDetail() const override { return m_detail.present(); }
	const btFluidLevelOfDetailModels* getLevelOfDetailModels() const override { return m_detail.models(); }
	const btFluidEffectiveMass& getEffectiveMass() const override { return m_hosted.solved().effectiveMass(); }
	btFluidShapeDrive* getDrive() const override { return m_drive.get(); }
	bool isHealthy() const override { return m_health.isHealthy(); }
	const std::string& failure() const override { return m_health.failure(); }

	// --- called by the constraint solver -------------------------------------------------------------------------

	bool beginSolve(btScalar timeStep, btFluidFreeMotion& motion) override;
	double energyOfTurn(const btVector3& linearChange, const btVector3& angularChange,
	                    const btVector3& turn) const override
	{
		return m_exact.energyOfTurn(linearChange, angularChange, turn);
	}
	void noteTurn(const btVector3& turn) override { m_exact.noteTurn(turn); }
	void endSolve(const btVector3& linearChange, const btVector3& angularChange) override;
	void endSolveInGroup(const ambient::Momentum& impulse) override;
	bool isOnGround() const override { return m_rest.isOnGround(); }
	void noteContact(bool onGround) override { m_rest.noteContact(onGround); }
	btVector3 surfaceVelocity(const btManifoldPoint& point, bool isA) const override;
	void serializeOwn(btRigidBodyData& data) const override;

	// --- called by btFluidRigidBodies
	// ---------------------------------------------------------------------------------

	/// True if a btFluidConstraintSolver has solved the step in progress.
	bool isSolvedExactly() const { return m_exact.hasSolved(); }
	/// Sets the count of bodies and joints that touch this one to zero; countTouch() follows for all its joints.
	/// \returns true if the body is afloat and asleep: countTouch() is to be called for all contacts too
	bool startsToCountTouches();
	/// Counts a body or joint that touches this one.
	void countTouch() { m_rest.countTouch(); }
	/// The exchange with a solver of Bullet's own.
	btFluidDropInScheme& dropIn() { return m_dropIn; }
	/// Failure and warnings.
	btFluidBodyHealth& health() { return m_health; }
	/// Where the rigid body's address is among the objects of the world.
	enum Place
	{
		OUTSIDE,  ///< not there: the body waits, or is deleted
		INSIDE,   ///< there, and still that of btFluidAction::addBody()
		REPLACED  ///< another object has the address: the body is deleted
	};
	Place findPlace() const;  ///< now; see Place
	/// Place of an address that is known. \param index among the world's objects; -1: outside
	Place placeAt(int index) const;
	int worldIndex() const { return m_worldIndex; }  ///< when the body was last inside
	/// Choice of the level of detail.
	btFluidLevelOfDetailChoice& detail() { return m_detail; }

	/// Restores mass, inertia, damping and flags of the rigid body and sets its physical velocity.
	void release();

	/// Takes the result of the solve, plans the next step, and installs the input of the next solve in Bullet's body.
	/// \param solverRevisions increments of the body's update revision per solve
	/// \param buffers of the calling thread
	/// \tparam Batch as of btFluidPlan::start(); that of crowdKind() if it is one
	/// \param batch takes the body if its next step can be planned together with others; null: not wanted
	/// \returns true if the batch has taken the body: its run() and endStep() are to follow
	template <class Batch>
	bool step(double timeStep, int solverRevisions, btFluidBuffers& buffers, Batch* batch);
	/// The rest of a step. \param body of step(), in the batch
	template <class Batch>
	void endStep(double timeStep, const Batch& batch, int body, btFluidBuffers& buffers);
	/// The crowds in which the body steps.
	btFluidCrowdKind crowdKind() const;
	/// True if the next step may be planned in a batch.
	bool isSmooth() const { return m_hosted.plan().suitsBatch() && motion().fluid().isConstant(); }

	/// Prefetches the body, which step() reads. Call it a few bodies ahead: thousands of bodies do not fit in the
	/// cache.
	void fetch() const { ambient::prefetch(this, sizeof *this); }
	/// Prefetches the equations of motion. Call this function after fetch(), because it reads a member of the body.
	void fetchMotion() const { ambient::prefetch(&motion(), sizeof(ambient::KirchhoffMotion)); }

	/// Moves a body that step() has stepped by the flow of others: not by a user, so that its contacts and joints stay
	/// known. Plans the next step anew. \param momentum as FluidBodyState::momentum
	void carry(const ambient::Pose& pose, const ambient::Momentum& momentum);

	/// Sets the velocity of the stream beside the medium; the body's velocity is kept. Plans the next step anew.
	void setStream(const ambient::Vector3& velocity);
	/// Sets the physical velocity of a dynamic body in the world, world axes, and wakes it. Null: that part remains.
	void setVelocity(const ambient::Vector3* linear, const ambient::Vector3* angular);

	/// Chooses the waves that the body makes, which start anew (btFluidMadeWaves::choose). Plans the next step anew.
	void setWavesMade(bool byHeave, std::shared_ptr<const ambient::FloatingModel> model);

	/// Advances the time only: replaces step() while the rigid body is outside the world and must not be touched.
	void skip(double timeStep);

	/// Replaces the medium; the velocity is kept, the momentum follows. A medium that throws here stops the body.
	void setMedium(std::shared_ptr<const ambient::FluidMedium> medium);

	/// Makes the drive of a body that was made with `shape` as its deformation.
	template <class Shape>
	void setDrive(std::shared_ptr<Shape> shape)
	{
		m_drive = std::make_unique<btFluidShapeDrive>(*this, std::move(shape));
	}
	void changeShape(const std::function<void()>& change, bool keepsVelocity) override;
	const ambient::Wrench& userWrench() const override { return m_hosted.plan().userWrench(); }

	/// Makes the models of all levels if they are missing. One thread at a time per action.
	void prepareLevelOfDetail() { m_detail.prepare(m_settings.m_details, motion().body().model); }
	/// Changes the level now and plans the coming step anew.
	void setLevelOfDetail(btFluidLevelOfDetail detail);

	/// Writes the state. \param withRigidBody false: does not touch the rigid body
	void save(btFluidStateWriter& out, bool withRigidBody) const;
	/// Reads the state. \param apply false: only reads past the body's record
	/// \param medium medium of the body at the time of saving
	void load(btFluidStateReader& in, bool withRigidBody, bool apply,
	          const std::shared_ptr<const ambient::FluidMedium>& medium);

private:
	void setMode(btFluidSolveMode mode);
	/// Integrator of a level of detail.
	ambient::Integrator integratorAt(btFluidLevelOfDetail detail) const;
	/// Changes the model to that of the wished level.
	void takeWishedLevelOfDetail(btFluidBuffers& buffers);
	/// Runs a change between two steps, which may throw, gives the rigid body a velocity, and repeats the plan: at
	/// once in drop-in mode, else at the next solve. Does not touch a rigid body outside the world. \param change gets
	/// the present velocity and returns the one afterwards, world axes
	void changeBetweenSteps(const std::function<ambient::Twist(const ambient::Twist&, btFluidBuffers&)>& change);
	/// Makes the plan of a restored state. \param isOfCrowd whether a crowd made it
	void restorePlan(double timeStep, const ambient::Wrench& userWrench, bool isOfCrowd, btFluidBuffers& buffers);
	/// Makes the plan of a restored state in a crowd of this body alone, with the bytes of any other crowd.
	template <class Crowd>
	void restorePlanOfCrowd(double timeStep, const ambient::Wrench& userWrench, btFluidBuffers& buffers, Crowd& crowd);
	/// Repeats a plan after a change between two steps; does nothing for a body that the next solve will not move.
	/// \param timeStep of the discarded plan; negative: there was none
	void planAnew(double timeStep, const ambient::Wrench& userWrench, btFluidBuffers& buffers);

	/// \param batch, \returns as of step(): finishStep() follows
	template <class Batch>
	bool stepActive(double timeStep, int solverRevisions, btFluidBuffers& buffers, Batch* batch);
	/// Whether numbers beyond all measure have put the body at rest since the last call; warns once.
	bool takeStop();
	/// Installs the plan in Bullet's body. \param untouched by contacts, joints and users \param isAfloat cut by a
	/// surface
	void finishStep(double timeStep, bool untouched, bool isAfloat);
	/// Gives the rigid body its velocities for the coming solve.
	void publish(double timeStep);
	/// Gives the rigid body the present velocity to interpolate with, world axes, and remembers its motion.
	void show(const ambient::Twist& velocity);
	/// Warns of a collision shape that was scaled while its body was wet.
	void warnOfScaling();
	/// Warns once of a jointed body that moves too far in a step.
	void warnOfLongStep(double timeStep);
	/// Warns once of motions beyond the theory of the waves that the body makes.
	void warnOfLargeWaves();
	/// Resets Bullet's count of the time at rest if the body is not at rest.
	void keepAwake(bool untouched, bool isUnbalanced);
	void rest(double timeStep, btFluidBuffers& buffers);
	void pause(double timeStep);
	/// Takes pose and velocity of a body that is kinematic, or static by its mass or flags.
	void follow(double timeStep, btFluidBuffers& buffers);
	void fail(const std::string& why);
	/// Velocity that the rigid body has after release().
	ambient::Twist velocityAfterRelease() const;
	/// Runs a function; an exception stops the body. \returns isHealthy() afterwards
	template <class Function>
	bool contain(Function&& function);

	const btFluidBodySettings& m_settings;
	mutable int m_worldIndex = 0;  ///< of the rigid body among the world's objects, when it was last there
	btFluidHostedMotion m_hosted;
	btFluidExactScheme m_exact;
	btFluidDropInScheme m_dropIn;
	btFluidLevelOfDetailChoice m_detail;
	btFluidBodyHealth m_health;
	btFluidRest m_rest;
	btFluidScalingWatch m_scaling;
	bool m_hasWarnedOfLongStep = false, m_hasWarnedOfStop = false, m_hasWarnedOfLargeWaves = false;
	ambient::Vector3 m_fluidImpulse = ambient::Vector3::Zero();
	std::unique_ptr<btFluidShapeDrive> m_drive;  ///< null: its shape does not change
	/// Medium of which m_suitsFloats is known.
	mutable std::shared_ptr<const ambient::FluidMedium> m_seenMedium;
	mutable bool m_suitsFloats = false;  ///< ambient::CrowdFloats::suits()
};

template <class Function>
bool btFluidRigidBody::contain(Function&& function)
{
	try
	{
		function();
	}
	catch (...)
	{
		fail(btFluidExceptionText());
	}
	return isHealthy();
}

#endif  // BT_FLUID_RIGID_BODY_H
