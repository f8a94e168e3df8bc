// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidPlan.h"

#include "AmbientFluid/Dynamics/ContinuedLoads.h"
#include "AmbientFluid/Dynamics/FirstOrderSteps.h"
#include "AmbientFluid/Dynamics/MomentumFrame.h"
#include "AmbientFluid/Math/SpatialPair.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

using Relative = btFluidBodyMotion::Relative;

namespace
{
/// Rounding and the error of the integration may raise the energy by this factor.
constexpr double kEnergySlack = 1.0 + 1e-4;
/// A body whose step a batch has refused will most likely be refused again: so many steps are not tried.
constexpr int kSingleSteps = 16;

/// Angular impulse of a planned motion through the medium (Munk's moment), world axes.
ambient::Vector3 travelImpulse(const btFluidBodyMotion& motion, const ambient::FluidBodyState& end, double timeStep)
{
	const ambient::FluidBodyState& state = motion.state();
	const ambient::Vector3 drift = timeStep * motion.mediumVelocity();
	const ambient::Vector3 travel = end.worldFromBody.position - state.worldFromBody.position - drift;
	return ambient::gyroscopicImpulse(travel, end.momentum.linear, state.momentum.linear);
}
}  // namespace

bool btFluidPlan::make(double timeStep, const ambient::IntegratorOptions& options, const ambient::Wrench& reaction,
                       const ambient::Wrench& waves, const std::optional<ambient::DragModes>& drag,
                       btFluidBuffers& buffers)
{
	const ambient::KirchhoffMotion& equations = m_motion.equations();
	const ambient::FluidBodyState& state = m_motion.state();
	m_singleSteps = std::max(0, m_singleSteps - 1);
	m_crowd.leave();
	m_gravity = equations.gravity();
	const ambient::Evaluation& at = m_motion.evaluated(buffers);
	// A held body will most likely be held in the next step. endAfter() then needs m_pathStart; computed there, it
	// would cost another sampling of the medium.
	m_hasPathStart = m_isHeld;
	if (m_hasPathStart) startPath(equations, at, m_pathStart);
	m_end = state;
	m_hasReaction = !reaction.vector().isZero(0.0);
	m_isForHeldBody = m_hasReaction || options.heldTwist;
	m_reaction = {timeStep * reaction.angular, timeStep * reaction.linear};
	ambient::IntegratorOptions held = options;
	if (m_hasReaction) held.userWrench += reaction;
	if (!waves.vector().isZero(0.0)) held.userWrench += waves;
	m_report = ambient::integrate(equations, m_end, timeStep, held, drag, &m_history, *buffers);
	m_timeStep = timeStep;
	m_userWrench = options.userWrench;
	if (!m_report.finite) return false;
	takeEndToStartFrame(buffers);
	prepareFreeMotion(buffers);
	return true;
}

void btFluidPlan::begin(double timeStep, const ambient::Wrench& userWrench)
{
	m_gravity = m_motion.equations().gravity();
	m_end = m_motion.state();
	m_hasPathStart = m_hasReaction = m_isForHeldBody = false;
	m_reaction = ambient::Momentum();
	m_userWrench = userWrench;
	m_timeStep = timeStep;
}

template <class Batch>
bool btFluidPlan::start(double timeStep, const ambient::IntegratorOptions& options, btFluidBuffers& buffers,
                        Batch& batch)
{
	constexpr bool kIsCrowd = std::is_same_v<Batch, ambient::CrowdStep>;
	if (kIsCrowd ? m_isHeld : !suitsBatch()) return false;
	const ambient::KirchhoffMotion& equations = m_motion.equations();
	const bool follows = followsCrowd(timeStep);
	begin(timeStep, options.userWrench);
	if constexpr (kIsCrowd)
	{
		if (!follows) m_crowd.m_medium = m_motion.evaluated(buffers).medium();
		m_crowd.join();
		return ambient::addToBatch(equations, m_end, timeStep, options, m_crowd.m_before, m_motion.inertia(),
		                           m_crowd.m_medium, batch);
	}
	else
	{
		m_crowd.leave();
		m_motion.evaluated(buffers);
		return ambient::addToBatch(equations, m_end, timeStep, options, m_history, *buffers, batch);
	}
}

bool btFluidPlan::start(double timeStep, const ambient::Wrench& userWrench, const btFluidHeave* heave,
                        btFluidBuffers& buffers, ambient::CrowdFloats& batch)
{
	if (m_isHeld) return false;
	begin(timeStep, userWrench);
	ambient::FloatPast past = m_crowd.m_floatAfter;
	if (past.time != m_end.time)
	{
		const ambient::Twist velocity = m_motion.velocity(buffers);
		past = {m_end.time, rotated(m_end.worldFromBody.orientation.conjugate(), velocity), ambient::Twist()};
	}
	m_crowd.joinFloats(past);
	return batch.add(m_motion.equations(), past, userWrench, m_end, heave ? &heave->waves() : nullptr,
	                 heave ? heave->lastPush() : 0.0);
}

template <class Batch>
bool btFluidPlan::finish(const Batch& batch, int body, btFluidBuffers& buffers)
{
	if constexpr (std::is_same_v<Batch, ambient::CrowdStep>)
	{
		if (!ambient::takeFromBatch(batch, body, m_end, m_report, m_crowd.m_after)) return false;
		takeLimited(batch.startOf(body), buffers);
	}
	else if constexpr (std::is_same_v<Batch, ambient::CrowdFloats>)
	{
		if (!batch.isAccepted(body)) return false;
		takeFloat(batch.step(body), batch.pastOf(body));
	}
	else
	{
		if (!ambient::takeFromBatch(batch, body, m_end, m_report))
		{
			m_singleSteps = kSingleSteps;
			return false;
		}
		const ambient::FreeMotionBatch::Start start = batch.startOf(body);
		if (start.freeEnergy <= kEnergySlack * start.energy)
			takeVelocities(start, buffers);
		else
			prepareFreeMotion(buffers);
	}
	return true;
}

void btFluidPlan::takeFloat(const ambient::CrowdFloats::Step& step, const ambient::FloatPast& after)
{
	const auto inFrame = [&step](const ambient::Quaternion& worldFromBody, ambient::Twist relative)
	{
		relative.linear -= step.stream;
		const ambient::Momentum momentum = step.inertia.momentumOf(rotated(worldFromBody.conjugate(), relative));
		return rotated(worldFromBody, momentum);
	};
	const ambient::Quaternion start = m_end.worldFromBody.orientation;
	m_crowd.m_floatAfter = after;
	m_crowd.m_floatVelocity = step.velocity;
	m_crowd.m_floatImpulse = step.impulse;
	m_report = ambient::IntegrationReport();
	m_report.substeps = m_report.evaluations = 1;
	m_end.worldFromBody = step.worldFromBody;
	m_end.time = after.time;
	m_end.frameVelocity = step.stream;
	m_end.momentum = inFrame(step.worldFromBody.orientation, m_crowd.m_floatVelocity);
	m_velocity = step.now;
	m_freeVelocity = m_crowd.m_floatVelocity;
	m_shownVelocity = ambient::Twist();
	m_momentumAtStart = inFrame(start, m_freeVelocity);
}

void btFluidPlan::takeLimited(const ambient::FreeMotionBatch::Start& start, btFluidBuffers& buffers)
{
	if (start.freeEnergy <= kEnergySlack * start.energy) return takeVelocities(start, buffers);
	// findMotionAtStart() without an evaluation.
	const ambient::SpatialPair end =
		rotated(m_end.worldFromBody.orientation.conjugate(), ambient::SpatialPair::of(m_end.momentum));
	const double most = std::max(start.energy, 0.5 * dot(end, m_motion.inertia().inverse * end));
	if (start.freeEnergy <= kEnergySlack * most) return takeVelocities(start, buffers);
	const double share = std::sqrt(most / start.freeEnergy);
	ambient::FreeMotionBatch::Start limited = start;
	limited.momentum = share * start.momentum;
	limited.free = share * start.free;
	takeVelocities(limited, buffers);
}

void btFluidPlan::takeVelocities(const ambient::FreeMotionBatch::Start& start, btFluidBuffers& buffers)
{
	m_momentumAtStart = start.momentum;
	m_freeVelocity = start.free;
	m_shownVelocity = ambient::Twist();
	m_freeVelocity.linear += frameVelocityWithin(1.0, buffers);
	m_velocity = start.now;
	m_velocity.linear += m_motion.mediumVelocity();
}

template bool btFluidPlan::start(double, const ambient::IntegratorOptions&, btFluidBuffers&, ambient::FreeMotionBatch&);
template bool btFluidPlan::start(double, const ambient::IntegratorOptions&, btFluidBuffers&, ambient::CrowdStep&);
template bool btFluidPlan::finish(const ambient::FreeMotionBatch&, int, btFluidBuffers&);
template bool btFluidPlan::finish(const ambient::CrowdFloats&, int, btFluidBuffers&);
template bool btFluidPlan::finish(const ambient::CrowdStep&, int, btFluidBuffers&);

void btFluidPlan::dropLoads(double timeStep)
{
	m_end = m_motion.state();
	m_end.worldFromBody.position += timeStep * m_motion.mediumVelocity();
	m_end.time += timeStep;
	m_momentumAtStart = m_motion.state().momentum;
}

double btFluidPlan::energyOfTurn(const ambient::Momentum& impulse, const ambient::Quaternion& turn) const
{
	const ambient::Quaternion& now = m_motion.state().worldFromBody.orientation;
	const ambient::Momentum momentum = m_momentumAtStart + impulse;
	return m_motion.relativeOfFree(turn * now, momentum).m_energy - m_motion.relativeOfFree(now, momentum).m_energy;
}

ambient::FluidBodyState btFluidPlan::endAfter(const ambient::Momentum& impulse,
                                              const ambient::Quaternion& worldFromBody, double timeStep,
                                              btFluidBuffers& buffers)
{
	const ambient::KirchhoffMotion& equations = m_motion.equations();
	ambient::FluidBodyState start = m_motion.state(), end = m_motion.state();
	start.momentum = m_momentumAtStart + impulse;
	start.worldFromBody.orientation = worldFromBody;
	if (!m_hasPathStart) startPath(equations, m_motion.evaluated(buffers), m_pathStart);
	if (!ambient::stepFreely(equations, m_motion.inertia(), frameVelocityWithin(0.5, buffers), start, timeStep, end))
	{
		ambient::Evaluation& at = m_motion.evaluated(buffers);
		if (!at.isAt(start.worldFromBody, start.time)) equations.evaluate(start.worldFromBody, start.time, at);
		end = ambient::freeMotion(equations, start, timeStep, *buffers);
	}
	end.time = m_end.time;
	end.lastSubstep = m_end.lastSubstep;
	return end;
}

ambient::Vector3 btFluidPlan::frameVelocityWithin(double share, btFluidBuffers& buffers) const
{
	const ambient::KirchhoffMotion& equations = m_motion.equations();
	const ambient::FluidBodyState& state = m_motion.state();
	if (equations.fluid().isUniform())
	{
		if (equations.fluid().isSteady()) return m_motion.mediumVelocity();
		equations.evaluate(state.worldFromBody, state.time + share * m_timeStep, buffers->next);
		return buffers->next.medium().velocity;
	}
	return m_motion.mediumVelocity();
}

void btFluidPlan::takeEndToStartFrame(btFluidBuffers& buffers)
{
	const ambient::KirchhoffMotion& equations = m_motion.equations();
	const ambient::Vector3& frame = m_motion.mediumVelocity();
	if (equations.fluid().isUniform() || m_end.frameVelocity == frame) return;
	ambient::Evaluation& atEnd = buffers->next;
	if (!atEnd.isAt(m_end.worldFromBody, m_end.time)) equations.evaluate(m_end.worldFromBody, m_end.time, atEnd);
	m_end.momentum = toFrame(atEnd, momentumInMedium(equations, atEnd, m_end), frame);
	m_end.frameVelocity = frame;
}

Relative btFluidPlan::motionNow(btFluidBuffers& buffers) const
{
	const ambient::Momentum& momentum = m_motion.state().momentum;
	if (m_motion.equations().body().deformation)
	{
		const ambient::Evaluation& at = m_motion.evaluated(buffers);  // inertia() is that of half the step
		const ambient::Twist twist = m_motion.equations().relativeTwist(at, momentum);
		return {momentum, twist, at.inertia().inertia.energy(twist)};
	}
	if (!m_report.isExtrapolated) return m_motion.relative(momentum, buffers);
	const ambient::LoadHistory::Entry& now = m_history[0];
	const ambient::Momentum ofTwist = now.momentum - m_motion.inertia().shapeMomentum.as<ambient::Momentum>();
	return {momentum, now.twist, 0.5 * dot(now.twist, ofTwist)};
}

ambient::Momentum btFluidPlan::plannedShedMomentum(btFluidBuffers& buffers)
{
	if (m_report.isExtrapolated) return m_report.shed;
	const ambient::KirchhoffMotion& equations = m_motion.equations();
	ambient::Evaluation& atEnd = buffers->next;
	if (!atEnd.isAt(m_end.worldFromBody, m_end.time)) equations.evaluate(m_end.worldFromBody, m_end.time, atEnd);
	if (!m_hasPathStart) startPath(equations, m_motion.evaluated(buffers), m_pathStart);
	m_hasPathStart = true;
	return shedMomentum(equations, m_pathStart, atEnd, m_end.momentum);
}

Relative btFluidPlan::findMotionAtStart(double energyNow, btFluidBuffers& buffers)
{
	// Remove the angular impulse of the planned travel: free motion from the start adds this impulse again. The result
	// in free motion is the momentum about a point that drifts with the medium, exactly.
	// The solver finds the whole impulse of contacts and joints: the expected reaction is removed too.
	const ambient::Momentum end = m_hasReaction ? m_end.momentum - m_reaction : m_end.momentum;
	ambient::Momentum momentum = end;
	momentum.angular -= travelImpulse(m_motion, m_end, m_timeStep);
	// Remove the momentum of parts that leave the water only if nothing holds the body: the end after an impulse loses
	// the momentum of those that do leave.
	if (!m_motion.equations().fluid().isUniform()) momentum = momentum - plannedShedMomentum(buffers);
	Relative motion = m_motion.relative(momentum, buffers);
	if (m_motion.equations().body().deformation) return motion;  // its muscles may give energy
	// The planned impulses brake and turn a light body several times within a long step. Applied at once, at the start
	// of the step, they must not raise its energy.
	if (motion.m_energy <= kEnergySlack * energyNow) return motion;
	const double most = std::max(energyNow, m_motion.relative(m_end.worldFromBody.orientation, end, buffers).m_energy);
	return motion.m_energy > kEnergySlack * most
	           ? m_motion.relative(std::sqrt(most / motion.m_energy) * momentum, buffers)
	           : motion;
}

void btFluidPlan::prepareFreeMotion(btFluidBuffers& buffers)
{
	const Relative now = motionNow(buffers);
	const Relative planned = findMotionAtStart(now.m_energy, buffers);
	m_momentumAtStart = planned.m_momentum;
	m_freeVelocity = planned.m_twist;
	m_shownVelocity = ambient::Twist();
	if (m_isHeld)
	{
		// Show lasting joints and contacts half of the rotation by the drift that follows them: the body is then held
		// about its present orientation, not always short of it. If a step turns the body by about half a radian or
		// more, the plan does not predict the rotation of a held body, and this term would raise its energy.
		constexpr double kLargestTurn = 0.5;
		ambient::Momentum shown = planned.m_momentum;
		shown.angular += 0.5 * travelImpulse(m_motion, m_end, m_timeStep);
		const ambient::Twist change = m_motion.relative(shown, buffers).m_twist - planned.m_twist;
		const double turn = m_timeStep * (planned.m_twist.angular.norm() + change.angular.norm());
		m_shownVelocity = std::clamp(2.0 - turn / kLargestTurn, 0.0, 1.0) * change;
		m_freeVelocity += m_shownVelocity;
	}
	const ambient::Matrix3 worldFromBody = m_motion.state().worldFromBody.orientation.toRotationMatrix();
	m_shownVelocity = (worldFromBody * ambient::SpatialPair::of(m_shownVelocity)).as<ambient::Twist>();
	m_freeVelocity = (worldFromBody * ambient::SpatialPair::of(m_freeVelocity)).as<ambient::Twist>();
	m_freeVelocity.linear += frameVelocityWithin(1.0, buffers);
	m_velocity = (worldFromBody * ambient::SpatialPair::of(now.m_twist)).as<ambient::Twist>();
	m_velocity.linear += m_motion.mediumVelocity();
}
