// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidBodyMotion.h"

#include "AmbientFluid/Dynamics/MomentumFrame.h"
#include "AmbientFluid/Dynamics/MotionAtState.h"
#include "AmbientFluid/Math/SpatialPair.h"

btFluidBodyMotion::btFluidBodyMotion(ambient::FluidBody body, std::shared_ptr<const ambient::FluidMedium> medium,
                                     const ambient::ForceSet& forces, const ambient::Vector3& gravity,
                                     const ambient::LockedAxes& locked)
	: m_equations(std::make_unique<ambient::KirchhoffMotion>(std::move(body), medium, forces, gravity)),
	  m_medium(std::move(medium))
{
	m_equations->setLockedAxes(locked);
}

void btFluidBodyMotion::complete(const ambient::Evaluation& at) const
{
	if (m_velocityIs != ALONE) return;
	m_state.momentum = momentumOf(at, m_velocity);
	m_state.frameVelocity = at.medium().velocity;
	m_velocityIs = UNKNOWN;
}

ambient::Evaluation& btFluidBodyMotion::evaluated(btFluidBuffers& buffers) const
{
	ambient::Evaluation& at = buffers->now;
	if (!at.isAt(m_state.worldFromBody, m_state.time)) m_equations->evaluate(m_state.worldFromBody, m_state.time, at);
	complete(at);
	return at;
}

const ambient::Evaluation& btFluidBodyMotion::inertiaEvaluated(btFluidBuffers& buffers) const
{
	ambient::Evaluation& at = buffers->now;
	if (!at.hasInertiaAt(m_state.worldFromBody, m_state.time))
		m_equations->evaluateInertia(m_state.worldFromBody, m_state.time, at);
	complete(at);
	return at;
}

ambient::Twist btFluidBodyMotion::velocityAt(const ambient::Evaluation& at) const
{
	return twistInWorld(*m_equations, at, momentumInMedium(*m_equations, at, m_state));
}

ambient::Twist btFluidBodyMotion::velocity(btFluidBuffers& buffers) const
{
	return m_velocityIs == UNKNOWN ? velocityAt(evaluated(buffers)) : m_velocity;
}

ambient::Twist btFluidBodyMotion::velocityAlone(btFluidBuffers& buffers) const
{
	return m_velocityIs == UNKNOWN ? velocityAt(inertiaEvaluated(buffers)) : m_velocity;
}

void btFluidBodyMotion::keepVelocity(btFluidBuffers& buffers)
{
	const ambient::Evaluation& at = buffers->now;
	if (m_velocityIs != UNKNOWN || !at.hasInertiaAt(m_state.worldFromBody, m_state.time)) return;
	m_velocity = velocityAt(at);
	m_velocityIs = KEPT;
}

void btFluidBodyMotion::setVelocity(const ambient::Twist& velocity, btFluidBuffers& buffers)
{
	const bool isAtHand = buffers->now.hasInertiaAt(m_state.worldFromBody, m_state.time);
	const ambient::Evaluation& at = isAtHand ? inertiaEvaluated(buffers) : evaluated(buffers);
	setMomentum(momentumOf(at, velocity), at);
}

void btFluidBodyMotion::setMomentum(const ambient::Momentum& momentum, const ambient::Evaluation& at)
{
	m_state.momentum = momentum;
	m_state.frameVelocity = at.medium().velocity;
	forgetVelocity();
}

ambient::Momentum btFluidBodyMotion::momentumIn(const ambient::Vector3& frameVelocity, btFluidBuffers& buffers) const
{
	if (m_equations->fluid().isUniform() || frameVelocity == m_state.frameVelocity) return m_state.momentum;
	const ambient::Evaluation& at = evaluated(buffers);
	return toFrame(at, momentumInMedium(*m_equations, at, m_state), frameVelocity);
}

void btFluidBodyMotion::setState(const ambient::Pose& pose, const ambient::Twist& velocity, double time,
                                 btFluidBuffers& buffers)
{
	m_velocityIs = UNKNOWN;
	m_state = ambient::FluidBodyState();
	m_state.worldFromBody = pose;
	m_state.time = time;
	setVelocity(velocity, buffers);
}

void btFluidBodyMotion::moveTo(const ambient::Pose& pose, btFluidBuffers& buffers)
{
	const ambient::Twist twist = velocityAlone(buffers);
	m_velocityIs = UNKNOWN;
	m_state.worldFromBody = pose;
	setVelocity(twist, buffers);
}

void btFluidBodyMotion::rebuild(const ambient::SpatialInertia& dry, std::shared_ptr<const ambient::FluidMedium> medium,
                                const ambient::ForceSet& forces, const ambient::Pose& pose, bool needsLoads,
                                btFluidBuffers& buffers)
{
	ambient::FluidBody wet = m_equations->body();
	wet.bodyInertia = dry;
	const ambient::LockedAxes locked = m_equations->lockedAxes();
	const ambient::Vector3 stream = m_equations->fluid().stream();
	*m_equations = ambient::KirchhoffMotion(wet, medium, forces, m_equations->gravity());
	m_equations->setStream(stream);
	m_equations->setLockedAxes(locked);
	m_medium = std::move(medium);
	forgetVelocity();
	buffers.clear();
	if (needsLoads)
		m_equations->evaluate(pose, m_state.time, buffers->now);  // where evaluated() finds it
	else
		m_equations->evaluateInertia(pose, m_state.time, buffers->now);
	takeInertia(buffers->now);
}

void btFluidBodyMotion::takeInertia(const ambient::Evaluation& at)
{
	const bool varies = !m_equations->fluid().isConstant();
	if (varies) m_varyingInertia = at.inertia();
	m_inertia = varies ? &m_varyingInertia : &at.inertia();
	m_mediumVelocity = at.medium().velocity;
}

bool btFluidBodyMotion::takeVaryingInertia(double timeStep, btFluidBuffers& buffers)
{
	const ambient::Evaluation& at = evaluated(buffers);
	settle(*m_equations, at, m_state);
	forgetVelocity();
	const bool varies = !m_equations->fluid().isConstant();
	if (varies && m_equations->body().deformation)
	{
		const double middle = m_state.time + 0.5 * timeStep;
		m_equations->evaluateInertia(m_state.worldFromBody, middle, buffers->next);
		m_varyingInertia = buffers->next.inertia();
		m_inertia = &m_varyingInertia;
	}
	else if (varies)
		takeInertia(at);
	m_mediumVelocity = at.medium().velocity;
	return varies;
}

btFluidBodyMotion::Relative btFluidBodyMotion::relative(const ambient::Quaternion& worldFromBody,
                                                        const ambient::Momentum& momentum,
                                                        btFluidBuffers& buffers) const
{
	if (m_equations->lockedAxes().any())
	{
		const ambient::Pose pose{worldFromBody, m_state.worldFromBody.position};
		ambient::Evaluation* at = &evaluated(buffers);
		if (!at->isAt(pose, m_state.time))
		{
			at = &buffers->next;
			m_equations->evaluate(pose, m_state.time, *at);
		}
		const ambient::Twist twist = m_equations->relativeTwist(*at, momentum);
		return {momentum, twist, inertia().inertia.energy(twist)};
	}
	return relativeOfFree(worldFromBody, momentum);
}

btFluidBodyMotion::Relative btFluidBodyMotion::relativeOfFree(const ambient::Quaternion& worldFromBody,
                                                              const ambient::Momentum& momentum) const
{
	const ambient::SpatialPair inBody = rotated(worldFromBody.conjugate(), ambient::SpatialPair::of(momentum));
	const ambient::SpatialPair twist = inertia().twistOf(inBody);
	return {momentum, twist.as<ambient::Twist>(), 0.5 * dot(twist, inBody - inertia().shapeMomentum)};
}
