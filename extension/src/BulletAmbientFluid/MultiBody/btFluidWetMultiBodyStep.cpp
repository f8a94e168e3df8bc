// SPDX-License-Identifier: Zlib
// One step of btFluidWetMultiBody.
#include "AmbientFluid/Math/Lanes.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBody.h"
#include "BulletAmbientFluid/MultiBody/btFluidLedParts.h"
#include "BulletAmbientFluid/MultiBody/btFluidLinkWaves.h"
#include "BulletAmbientFluid/MultiBody/btFluidMultiBodyHost.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace
{
/// Speeds beyond which a motion is no motion in a fluid but the answer to a wrong number [m/s, rad/s].
constexpr double kFastest = 1e6;

double fastestLink(const ambient::ArticulatedMotion& motion)
{
	double speed = 0.0;
	for (int i = 0; i < motion.body().linkCount(); ++i) speed = std::max(speed, motion.twistInWorld(i).linear.norm());
	return speed;
}
}  // namespace

void btFluidWetMultiBody::begin(double timeStep, const ambient::Vector3& gravity)
{
	m_isPlanned = false;
	m_exchange.m_fluidImpulse.setZero();
	if (!isHealthy()) return;
	if (m_host->isAsleep())
	{
		m_waves->forget();
		// A user who moves a led part of a sleeping multi-body wakes it.
		if (m_led->any() && m_host->isPoseNew()) m_host->multiBody().wakeUp();
		return;
	}
	contain(
		[&]
		{
			std::optional<btFluidStepInputs>& inputs = m_exchange.m_inputs;
			if (inputs) inputs->clear();
			takeUserInput(timeStep);
			if (!m_state.isFinite()) throw std::runtime_error("its pose or velocity is not finite");
			m_motion->setGravity(gravity);
			m_host->readLoads(gravity, m_loads);
			if (inputs) inputs->m_loads.onLinks = m_loads.onLinks;
			for (size_t i = 0; i < m_links.size(); ++i)
				m_loads.onLinks[i] += (1.0 / timeStep) * std::exchange(m_exchange.m_impulses[i], ambient::Wrench());
			const ambient::Vector3 zero = ambient::Vector3::Zero();
			for (const ambient::Wrench& wrench : m_loads.onLinks)
				if (!(wrench.angular + wrench.linear - zero).allFinite())
					throw std::invalid_argument("a force on it is not finite");
			if (!m_loads.torques.allFinite()) throw std::invalid_argument("a torque of a joint is not finite");
			if (m_waves->any()) addWaves(timeStep);
			if (m_driver)
			{
				m_driver->compute(*m_motion, m_state, timeStep, m_loads);
				m_loads.torques += m_driver->torques();
			}
			if (inputs) inputs->m_loads.torques = m_loads.torques;
			if (!integrateLoads(timeStep, prescribedPath(m_driver.get())))
			{
				// Without the loads of user and motors.
				putAtRest(m_state);  // and without waves
				for (ambient::Wrench& wrench : m_loads.onLinks) wrench = ambient::Wrench();
				m_loads.torques.setZero();
				if (!integrateLoads(timeStep, prescribedPath(m_driver.get())))
					throw std::runtime_error("its state stopped being finite");
			}
			if (!m_motion->dynamics().isBaseGiven())
			{
				ambient::Vector3 others = m_body->mass() * gravity;
				for (const ambient::Wrench& wrench : m_loads.onLinks) others += wrench.linear;
				if (m_waves->any()) others -= m_waves->force();
				m_exchange.m_fluidImpulse = m_motion->loadImpulse().whole.linear - timeStep * others;
			}
			// The momenta at the start with all loads of the plan; the motion from there is free.
			m_plan.m_free = m_state;
			m_plan.m_free.momentum += m_motion->loadImpulse().whole;
			m_plan.m_free.jointMomenta += m_motion->loadImpulse().joints;
			if (m_plan.m_hasRows) findFreeVelocity();
			m_isPlanned = true;
			m_isChanged = false;
		});
}

void btFluidWetMultiBody::addWaves(double timeStep)
{
	m_motion->evaluate(m_state);
	m_waves->plan(*m_motion, prescribedPath(m_driver.get()) != nullptr, m_state.time, timeStep);
	m_waves->addTo(m_loads.onLinks);
	const int beyond = m_waves->takeBeyondTheory();
	if (beyond >= 0) m_linkBeyondTheory = beyond;
}

void btFluidWetMultiBody::findFreeVelocity()
{
	Velocity& velocity = m_plan.m_velocity;
	if (const ambient::JointPath* path = prescribedPath(m_driver.get()))
		path->evaluate(m_plan.m_end.time, m_path.m_positions, velocity.m_rates, m_path.m_accelerations);
	findVelocity(m_plan.m_free, velocity);
	factorWithMotors();
}

void btFluidWetMultiBody::findVelocity(const ambient::ArticulatedState& state, Velocity& velocity)
{
	if (!m_motion->evaluate(state, false)) throw std::runtime_error("its inertia is not positive definite");
	if (prescribedPath(m_driver.get()))
	{
		const ambient::Quaternion baseFromWorld = state.worldFromBase.orientation.conjugate();
		m_motion->dynamics().setMomentumAndRates(rotated(baseFromWorld, state.momentum).vector(), velocity.m_rates);
	}
	velocity.m_base = m_motion->twistInWorld(0);
	velocity.m_rates = m_motion->dynamics().rates();
}

void btFluidWetMultiBody::factorWithMotors()
{
	// Contacts feel the motors.
	if (m_driver && !m_motion->dynamics().factor(&m_driver->armature()))
		throw std::runtime_error("its inertia is not positive definite");
}

void btFluidWetMultiBody::giveFreeVelocity()
{
	if (m_isPlanned && m_plan.m_hasRows) m_host->writeVelocities(m_plan.m_velocity.m_base, m_plan.m_velocity.m_rates);
}

void btFluidWetMultiBody::respond(int count, const btScalar* const* impulses, btScalar* const* changes)
{
	ambient::ArticulatedDynamics& dynamics = m_motion->dynamics();
	const ambient::Quaternion& worldFromBase = dynamics.worldFromLinks()[0].orientation;
	const ambient::Matrix3 rotation = worldFromBase.toRotationMatrix();
	const int rates = m_body->rateCount();
	m_buffers.m_lanes.resize(size_t(2 * ambient::kLanes * (6 + rates)));  // impulses, then changes
	double *const in = m_buffers.m_lanes.data(), *const out = in + ambient::kLanes * (6 + rates);
	std::fill(in, out, 0.0);
	for (int l = 0; l < count; ++l)
	{
		const btScalar* impulse = impulses[l];
		for (int k = 0; k < 6; ++k)
		{
			const btScalar* part = impulse + (k < 3 ? 0 : 3);
			in[ambient::kLanes * k + l] =
				rotation.col(k % 3).dot(ambient::Vector3(double(part[0]), double(part[1]), double(part[2])));
		}
		for (int k = 6; k < 6 + rates; ++k) in[ambient::kLanes * k + l] = double(impulse[k]);
	}
	dynamics.respond(count, in, out);
	for (int l = 0; l < count; ++l)
	{
		btScalar* change = changes[l];
		const auto at = [&](int k) { return out[ambient::kLanes * k + l]; };
		for (int k = 0; k < 6; ++k)
		{
			const int part = k < 3 ? 0 : 3;
			change[k] = btScalar(rotation.row(k % 3) * ambient::Vector3(at(part), at(part + 1), at(part + 2)));
		}
		for (int k = 6; k < 6 + rates; ++k) change[k] = btScalar(at(k));
	}
}

void btFluidWetMultiBody::end()
{
	if (!m_isPlanned) return;
	if (m_host->isAsleep())
	{
		// Bullet puts its islands to sleep after begin() and solves them no more: without contacts the plan is a fall.
		m_isPlanned = false;
		forgetPast();
		m_buffers.m_rates.setZero(m_body->rateCount());
		contain([&] { m_motion->setVelocity(m_state, ambient::Twist(), m_buffers.m_rates); });
		return;
	}
	const btScalar* change = m_host->multiBody().getDeltaVelocityVector();
	const int count = 6 + m_body->rateCount();
	m_isChanged = std::any_of(change, change + count, [](btScalar value) { return value != btScalar(0); });
	for (int k = 0; k < 3; ++k)
	{
		m_change.m_base.angular[k] = double(change[k]);
		m_change.m_base.linear[k] = double(change[3 + k]);
	}
	for (int i = 0; i < m_body->rateCount(); ++i) m_change.m_rates(i) = double(change[6 + i]);
}

bool btFluidWetMultiBody::integrateLoads(double timeStep, const ambient::JointPath* path)
{
	m_plan.m_end = m_state;
	// The torques of motors are constant through a step: their error is above that of a coarse tolerance.
	const bool hasMotors = m_driver && !path;
	ambient::ArticulatedOptions options;
	options.tolerance = hasMotors ? m_tolerance : std::min(m_tolerance, btFluidMultiBodyOptions::kFreeTolerance);
	m_plan.m_report = m_motion->integrate(m_plan.m_end, timeStep, options, m_loads, path, &m_history);
	return m_plan.m_report.finite;
}

void btFluidWetMultiBody::putAtRest(const ambient::ArticulatedState& pose)
{
	m_failure.m_wasStopped = true;
	forgetPast();
	// A grid gets nothing of what stopped the multi-body.
	if (m_exchange.m_inputs) m_exchange.m_inputs->m_isReplaced = true;
	m_exchange.m_fluidImpulse.setZero();
	m_state.worldFromBase = pose.worldFromBase;
	m_state.positions = pose.positions;
	m_buffers.m_rates.setZero(m_body->rateCount());
	m_motion->setVelocity(m_state, ambient::Twist(), m_buffers.m_rates);
}

bool btFluidWetMultiBody::move(double timeStep, double end)
{
	if (m_isChanged)
	{
		m_buffers.m_rates = m_plan.m_velocity.m_rates + m_change.m_rates;
		m_motion->setVelocity(m_state, m_plan.m_velocity.m_base + m_change.m_base, m_buffers.m_rates);
		m_waves->moveUnderImpulses(*m_motion);
		if (m_exchange.m_inputs)
		{
			m_exchange.m_inputs->m_isTouched = true;
			m_exchange.m_inputs->addImpulse(m_plan.m_free, m_state);
		}
		m_plan.m_end = m_state;
		ambient::ArticulatedOptions options;
		options.tolerance = std::min(m_tolerance, btFluidMultiBodyOptions::kFreeTolerance);
		if (!m_motion->integrateFreely(m_state, timeStep, options, prescribedPath(m_driver.get())).finite) return false;
	}
	else
		std::swap(m_state, m_plan.m_end);  // the plan keeps the start
	if (m_led->any()) m_led->placeAtEnd(m_state);
	if (!m_state.isFinite()) return false;
	m_state.time = end;
	m_motion->evaluate(m_state);
	m_waves->moveFreely(*m_motion);
	const ambient::JointVector& rates = m_motion->dynamics().rates();
	const double fastestRate = rates.size() > 0 ? rates.cwiseAbs().maxCoeff() : 0.0;
	return fastestLink(*m_motion) < kFastest && fastestRate < kFastest;
}

bool btFluidWetMultiBody::haveLinksLeft()
{
	bool haveLeft = false;
	for (size_t i = 0; i < m_stillness.size(); ++i)
		if (m_stillness[i].hasLeft(m_motion->dynamics().worldFromLinks()[i], m_body->length(),
		                           btFluidStillness::kOfMultiBodies))
			haveLeft = true;
	return haveLeft;
}

bool btFluidWetMultiBody::step(double timeStep, double sleepingSpeed)
{
	const double end = m_state.time + timeStep;
	const bool wasPlanned = std::exchange(m_isPlanned, false);
	m_exchange.m_hasMoved = wasPlanned && isInWorld();
	if (!m_exchange.m_hasMoved)
	{
		m_state.time = end;
		return !isInWorld() || !isHealthy() || m_host->isAsleep();
	}
	contain(
		[&]
		{
			if (!move(timeStep, end))
			{
				putAtRest(m_plan.m_end);
				if (m_led->any()) m_led->placeAtEnd(m_state);
				m_state.time = end;
				m_motion->evaluate(m_state);
			}
			m_dampedSteps = m_plan.m_report.exhausted ? m_dampedSteps + 1 : 0;
			m_host->write(m_state, m_motion->twistInWorld(0), m_motion->dynamics().rates(), *m_led);
			m_host->keepAwake(
				fastestLink(*m_motion) > sleepingSpeed || haveLinksLeft() || !m_motion->fluid().isSteady(),
				btScalar(timeStep));
		});
	m_host->leave();
	return true;
}
