// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidHostedMotion.h"

#include "AmbientFluid/Dynamics/MediumChange.h"
#include "AmbientFluid/Dynamics/MomentumFrame.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Dynamics/StiffDrag.h"
#include "BulletAmbientFluid/Host/btFluidBulletMotion.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Media/btFluidMediumMap.h"
#include "BulletAmbientFluid/Base/btFluidStateRecords.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <cmath>
#include <stdexcept>
#include <string>

using namespace btFluidRecords;

namespace
{
ambient::SpatialInertia dryInertia(const btFluidRigidBodyHost& host)
{
	return ambient::SpatialInertia::ofBody(host.mass(), host.inertia().asDiagonal());
}

ambient::FluidBody withDryInertia(ambient::FluidBody shape, const btFluidRigidBodyHost& host)
{
	shape.bodyInertia = dryInertia(host);
	return shape;
}

/// Factor on IntegratorOptions::leastSpeed: relaxes the tolerance of slow motion where contacts or a water surface
/// limit the accuracy anyway.
double slownessFactor(bool isHeld, const ambient::FluidMedium* medium)
{
	// Contacts are solved to first order in the step: a more exact free motion is no use.
	if (isHeld) return 100.0;
	// The loads have a kink whenever a water surface passes a corner of the mesh.
	return medium && medium->divided() ? 10.0 : 1.0;
}
}  // namespace

btFluidHostedMotion::btFluidHostedMotion(btRigidBody* body, ambient::FluidBody shape,
                                         std::shared_ptr<const ambient::FluidMedium> medium,
                                         const btFluidBodySettings& settings, double time, btFluidSolveMode mode)
	: m_host(body),
	  m_settings(settings),
	  m_mode(mode),
	  m_integrator(settings.m_integrator.method),
	  m_motion(withDryInertia(std::move(shape), m_host), medium, settings.m_forces, m_host.gravity(),
               m_host.lockedAxes()),
	  m_solved(m_host, m_motion),
	  m_plan(m_motion),
	  m_waves(settings.m_makesWaves)
{
	btFluidBuffers buffers(settings.m_buffers);
	rebuild(std::move(medium), m_host.pose(), false, buffers);
	m_motion.setState(m_host.pose(), m_host.velocity(), time, buffers);
	m_host.remember(false);
	m_host.keep();
	body->activate();
}

bool btFluidHostedMotion::setMode(btFluidSolveMode mode)
{
	if (mode == m_mode) return false;
	m_mode = mode;
	if (mode == BT_FLUID_DROP_IN)
		m_solved.install();
	else
		m_host.install(m_host.mass(), m_host.inertia());
	return true;
}

void btFluidHostedMotion::requireFiniteInput() const
{
	if (const char* name = m_host.findNonFinite()) throw std::runtime_error(std::string(name) + " is not finite");
}

bool btFluidHostedMotion::acceptSettings(btFluidBuffers& buffers)
{
	m_host.keepFlags();
	const ambient::LockedAxes locked = m_host.lockedAxes();
	const bool locksChanged = !(locked == m_motion.equations().lockedAxes());
	const bool massChanged = m_host.takeMassChange();
	if (!massChanged && !locksChanged) return false;
	const ambient::Twist velocity = locked.freePartOf(m_motion.velocity(buffers));
	m_motion.setLockedAxes(locked);
	rebuild(m_motion.medium(), m_host.pose(), true, buffers);
	m_motion.setVelocity(velocity, buffers);
	return true;
}

void btFluidHostedMotion::acceptUserChange(btScalar timeStep, btFluidBuffers& buffers)
{
	const btFluidRigidBodyHost::UserChange change = m_host.readUserChange(timeStep);
	if (!change.any()) return;
	if (change.replaced) forgetReaction();
	if (change.moved) forgetPast();
	if (change.moved) m_motion.moveTo(m_host.pose(), buffers);
	if (change.replaced)
		m_motion.setVelocity(change.velocity, buffers);
	else
		m_motion.addImpulse(m_host.impulseOf(change.velocity, m_motion.state().worldFromBody.orientation), buffers);
	if (change.damping.any()) m_motion.setVelocity(change.damping(m_motion.velocity(buffers)), buffers);
	discardPlan();
	m_host.setVelocity(m_motion.velocity(buffers));
}

ambient::IntegratorOptions btFluidHostedMotion::preparePlan(double timeStep, const ambient::Wrench& userWrench,
                                                            btFluidBuffers& buffers)
{
	ambient::IntegratorOptions options = m_settings.m_integrator;
	options.userWrench = userWrench;
	options.leastSpeed *= slownessFactor(m_plan.isHeld(), m_motion.medium().get());
	options.method = m_integrator;
	m_motion.setGravity(m_host.gravity());
	if (m_motion.takeVaryingInertia(timeStep, buffers)) m_solved.take(m_mode);
	return options;
}

void btFluidHostedMotion::makePlan(double timeStep, const ambient::Wrench& userWrench, btFluidBuffers& buffers)
{
	ambient::IntegratorOptions options = preparePlan(timeStep, userWrench, buffers);
	const auto drag = m_solved.takeDrag(timeStep, m_mode, buffers);
	if (m_hasSolvedTwist && !m_solved.hasStiffDrag()) options.heldTwist = &m_solvedTwist;
	// Stiff drag takes a reaction's impulse up within the step: nothing of it is left to plan with.
	const ambient::Wrench reaction =
		m_solved.hasStiffDrag()
			? ambient::Wrench()
			: m_reaction.expected(timeStep, m_motion.inertia().inverse, m_motion.state().worldFromBody.orientation);
	if (m_plan.make(timeStep, options, reaction, m_waves.plan(m_motion, timeStep, buffers), drag, buffers)) return;
	// Loads of the user or a speed beyond all measure.
	m_wasStopped = true;
	forgetPast();
	m_plan.setHistory(ambient::LoadHistory());
	m_motion.setVelocity(ambient::Twist(), buffers);
	options.userWrench = ambient::Wrench();
	options.heldTwist = nullptr;
	const auto dragAtRest = m_solved.takeDrag(timeStep, m_mode, buffers);
	if (!m_plan.make(timeStep, options, ambient::Wrench(), ambient::Wrench(), dragAtRest, buffers))
		throw std::runtime_error("its state became non-finite");
}

void btFluidHostedMotion::takeReaction(const btFluidStepOutcome& outcome, bool exact, double timeStep,
                                       btFluidBuffers& buffers)
{
	if (outcome.m_untouched || outcome.m_replaced || m_motion.equations().lockedAxes().any())
	{
		forgetReaction();
		// A body that was let go moves as a free one, to the bit.
		if (outcome.m_untouched && m_plan.isForHeldBody())
			makePlan(timeStep, ambient::Wrench(m_plan.userWrench()), buffers);
		return;
	}
	const ambient::Twist& moved = outcome.m_velocity;
	const double length = m_motion.equations().body().model->length();
	m_reaction.record(outcome.m_kick, timeStep * (moved.angular.norm() + moved.linear.norm() / length));
	m_hasSolvedTwist = exact;
	if (!exact) return;
	ambient::Twist relative = outcome.m_velocity;
	relative.linear -= m_motion.mediumVelocity();
	m_solvedTwist = rotated(m_motion.state().worldFromBody.orientation.conjugate(), relative);
}

void btFluidHostedMotion::makePlanIfStale(double timeStep, btFluidBuffers& buffers)
{
	const ambient::Wrench user = m_host.userWrench();
	if (!m_plan.isFor(timeStep, user, m_host.gravity())) makePlan(timeStep, user, buffers);
}

void btFluidHostedMotion::apply(const btFluidStepOutcome& outcome, double timeStep, btFluidBuffers& buffers)
{
	if (outcome.m_untouched)
	{
		m_waves.moveFreely(m_motion.state().worldFromBody, m_plan.end().worldFromBody);
		if (m_plan.crowd().m_isOfFloats)
			m_motion.setState(m_plan.end(), m_plan.crowd().m_floatVelocity);
		else
			m_motion.setState(m_plan.end());
		m_host.setPose(m_motion.state().worldFromBody);
		return;
	}
	// Apply loads and impulses at the step's start, then free motion: energy removed by Bullet's solver stays removed.
	// Bullet's own motion, a rotation by the first velocity along a straight path, would raise the energy of a spinning
	// body.
	m_waves.moveUnderImpulses(outcome.m_velocity);
	ambient::Pose start = m_motion.state().worldFromBody;
	if (outcome.m_turn.w() != 1.0) start.orientation = (outcome.m_turn * start.orientation).normalized();
	const btTransform predicted =
		btFluidMovedByBullet(btFluidTransform(start), btFluidVector(outcome.m_velocity.linear),
	                         btFluidVector(outcome.m_velocity.angular), btScalar(timeStep));
	ambient::FluidBodyState end = m_plan.endAfter(outcome.m_kick, start.orientation, timeStep, buffers);
	// The momentum that remains after the solve with M_eff must not pull a held body out of its contacts and joints.
	if (outcome.m_keepsPosition) end.worldFromBody.position = start.position + timeStep * outcome.m_velocity.linear;
	const btTransform& actual = m_host.body().getCenterOfMassTransform();
	if (!btFluidIsSamePose(predicted, actual, m_motion.equations().body().model->length()))
	{
		// Recovery of penetrations and joints, or continuous collision, changes the pose, not the momentum.
		const ambient::Quaternion push = btFluidPose(actual * predicted.inverse()).orientation;
		turn(end, push, buffers);
		end.worldFromBody.position += btFluidVector(actual.getOrigin() - predicted.getOrigin());
	}
	if (!end.worldFromBody.isFinite() || !receiveMomentum(outcome, end, buffers)) restAt(start, end, buffers);
	m_motion.setState(end);
	m_host.setPose(end.worldFromBody);
}

void btFluidHostedMotion::turn(ambient::FluidBodyState& state, const ambient::Quaternion& push,
                               btFluidBuffers& buffers) const
{
	if (push.vec().norm() <= kBtFluidRounding) return;
	const double before = m_motion.relative(state.worldFromBody.orientation, state.momentum, buffers).m_energy;
	state.worldFromBody.orientation = (push * state.worldFromBody.orientation).normalized();
	if (m_motion.equations().body().deformation) return;
	const double after = m_motion.relative(state.worldFromBody.orientation, state.momentum, buffers).m_energy;
	// The same momentum in space is another energy in the turned body. A turn by no force gives none.
	if (after > before) state.momentum = std::sqrt(before / after) * state.momentum;
}

bool btFluidHostedMotion::receiveMomentum(const btFluidStepOutcome& outcome, ambient::FluidBodyState& end,
                                          btFluidBuffers& buffers) const
{
	ambient::Evaluation& atEnd = buffers->now;
	m_motion.equations().evaluate(end.worldFromBody, end.time, atEnd);
	end.momentum = m_plan.afterLeaving(end.momentum, atEnd);
	settle(m_motion.equations(), atEnd, end);
	end.momentum += outcome.m_lateKick;
	if (outcome.m_replaced) end.momentum = momentumOf(atEnd, outcome.m_newVelocity);
	end.momentum = admissible(m_motion.equations(), atEnd, end.momentum);
	return end.isFinite();
}

void btFluidHostedMotion::restAt(const ambient::Pose& pose, ambient::FluidBodyState& state, btFluidBuffers& buffers)
{
	m_wasStopped = true;
	forgetPast();
	m_plan.setHistory(ambient::LoadHistory());
	state.worldFromBody = pose;
	m_motion.equations().evaluate(pose, state.time, buffers->now);
	state.momentum = momentumOf(buffers->now, ambient::Twist());
	state.frameVelocity = buffers->now.medium().velocity;
	if (!state.isFinite()) throw std::runtime_error("its state became non-finite");
}

void btFluidHostedMotion::rebuild(std::shared_ptr<const ambient::FluidMedium> medium, const ambient::Pose& pose,
                                  bool needsLoads, btFluidBuffers& buffers)
{
	m_motion.rebuild(dryInertia(m_host), std::move(medium), m_settings.m_forces, pose, needsLoads, buffers);
	m_plan.discard();
	m_solved.dropDrag();
	m_solved.take(m_mode);
}

void btFluidHostedMotion::changeMedium(btFluidBuffers& buffers)
{
	const std::shared_ptr<const ambient::FluidMedium>& medium =
		m_settings.m_media.at(m_host.body().getCenterOfMassPosition());
	if (medium == m_motion.medium()) return;
	const ambient::SpatialInertia before = m_motion.evaluated(buffers).inertia().inertia;
	const ambient::Twist velocity = m_motion.velocity(buffers);
	m_waves.forget();
	rebuild(medium, m_host.pose(), true, buffers);
	const ambient::Evaluation& at = m_motion.evaluated(buffers);
	m_motion.setMomentum(momentumAfterMediumChange(m_motion.equations(), before, at, velocity), at);
	m_host.body().activate();
}

void btFluidHostedMotion::setModel(std::shared_ptr<const ambient::FluidBodyModel> model, ambient::Integrator method,
                                   ambient::MediumSample& mediumThen, btFluidBuffers& buffers)
{
	const ambient::Twist velocity = m_motion.velocity(buffers);
	const ambient::Matrix6 inertia = m_motion.evaluated(buffers).inertia().inertia.matrix();
	const ambient::Vector3 mediumVelocity = m_motion.evaluated(buffers).medium().velocity;
	buffers.clear();
	m_motion.setModel(std::move(model));
	m_integrator = method;
	m_plan.discard();
	const ambient::Evaluation& at = m_motion.evaluated(buffers);
	mediumThen = at.medium();
	if (inertia == at.inertia().inertia.matrix() && mediumVelocity == at.medium().velocity) return;
	m_motion.setVelocity(velocity, buffers);
	m_motion.takeInertia(at);
	m_solved.take(m_mode);
}

void btFluidHostedMotion::savePast(btFluidStateWriter& out) const
{
	out.write(m_reaction.count());
	write(out, m_reaction.newest());
	write(out, m_reaction.previous());
	out.write(m_reaction.motion());
	out.write(m_hasSolvedTwist);
	write(out, m_solvedTwist);
	m_waves.save(out);
}

void btFluidHostedMotion::loadPast(btFluidStateReader& in, bool apply)
{
	const int count = in.read<int>();
	const auto newest = readSpatialVector<ambient::Momentum>(in), previous = readSpatialVector<ambient::Momentum>(in);
	const double motion = in.read<double>();
	const bool hasSolvedTwist = in.read<bool>();
	const auto solvedTwist = readSpatialVector<ambient::Twist>(in);
	m_waves.load(in, apply);
	if (!apply) return;
	m_reaction.restore(count, newest, previous, motion);
	m_hasSolvedTwist = hasSolvedTwist;
	m_solvedTwist = solvedTwist;
}
