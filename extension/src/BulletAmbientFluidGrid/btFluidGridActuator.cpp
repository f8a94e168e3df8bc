// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluidGrid/btFluidGridActuator.h"

#include "BulletAmbientFluid/MultiBody/btFluidLinkExchange.h"
#include "AmbientFluid/Articulated/LinkAddedMass.h"
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "AmbientFluid/Dynamics/MomentumFrame.h"
#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluid/Base/btFluidStateStream.h"
#include "BulletAmbientFluid/World/btFluidWetBodies.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>
#include <cmath>

namespace
{
constexpr double kWakingChange = 0.1;  ///< of the flow around a sleeping body [m/s]

/// Diameter of a sphere or a disc; of a long body the mean of its sides.
double diameterOf(const ambient::FluidBodyModel& model)
{
	return std::min(2.0 * model.radius(), std::sqrt(2.0 * model.surface().area() / ambient::kPi));
}

/// Wrenches of the fluid on a body, about its centre of mass, world axes.
struct FluidWrenches
{
	ambient::Wrench m_steady;       ///< of terms that are not dissipative: buoyancy, in a uniform medium
	ambient::Wrench m_dissipative;  ///< drag, lift, friction
};

FluidWrenches wrenchesOf(const ambient::KirchhoffMotion& motion, const ambient::FluidBodyState& state,
                         ambient::Evaluation& at)
{
	motion.evaluate(state.worldFromBody, state.time, at);
	const ambient::FluidInteraction& fluid = motion.fluid();
	const ambient::RelativeFlow flow = fluid.relativeFlow(
		at.fluid(), 0, motion.relativeTwist(at, momentumInMedium(motion, at, state)), motion.gravity());
	FluidWrenches sums;
	for (int term = 0; term < fluid.forces().size(); ++term)
	{
		const ambient::ForceModel& force = fluid.forces().force(term);
		(force.isDissipative() ? sums.m_dissipative : sums.m_steady) +=
			force.evaluate(*at.fluid().surface, flow, nullptr);
	}
	for (ambient::Wrench* sum : {&sums.m_steady, &sums.m_dissipative})
		*sum = rotated(state.worldFromBody.orientation, changeFrame(motion.body().bodyFromMesh, *sum));
	return sums;
}

/// Mean over a step by the trapezoidal rule; `now` stays for the next one.
ambient::Wrench meanWrench(btFluidGridActuator& part, const ambient::Wrench& now)
{
	const ambient::Wrench before = part.m_hasWrench ? part.m_wrench : now;
	part.m_wrench = now;
	part.m_hasWrench = true;
	return 0.5 * (before + now);
}
}  // namespace

void btFluidGridActuator::save(btFluidStateWriter& out) const
{
	out.write(m_impulse.data(), 3);
	out.write(m_angularImpulse.data(), 3);
	out.write(m_wrench.angular.data(), 3);
	out.write(m_wrench.linear.data(), 3);
	out.write(m_force.data(), 3);
	out.write(m_speed);
	out.write(m_isReported);
	out.write(m_hasWrench);
}

void btFluidGridActuator::load(btFluidStateReader& in)
{
	in.read(m_impulse.data(), 3);
	in.read(m_angularImpulse.data(), 3);
	in.read(m_wrench.angular.data(), 3);
	in.read(m_wrench.linear.data(), 3);
	in.read(m_force.data(), 3);
	m_speed = in.read<double>();
	m_isReported = in.read<bool>();
	m_hasWrench = in.read<bool>();
}

const btFluidGridActuator* btFluidGridBody::find(int link) const
{
	for (size_t i = 0; i < m_links.size(); ++i)
		if (m_links[i] == link) return &m_parts[i];
	return nullptr;
}

btFluidGridRigidBody::btFluidGridRigidBody(btFluidAction& fluid, const btFluidBody& wet, int number)
	: m_fluid(fluid), m_wet(wet), m_number(number), m_wetNumber(wet.getNumber())
{
	m_parts.resize(1);
	m_parts[0].m_diameter = diameterOf(*wet.motion().body().model);
	m_links = {0};
}

bool btFluidGridRigidBody::isPresent() const
{
	return m_wet.isHealthy() && m_wet.isInWorld() && m_wet.motion().fluid().isUniform();
}

std::string btFluidGridRigidBody::name(int) const { return "body " + std::to_string(m_number); }

void btFluidGridRigidBody::locate()
{
	const ambient::FluidBody& body = m_wet.motion().body();
	const ambient::Pose& pose = m_wet.state().worldFromBody;
	m_parts[0].m_center = pose * (body.bodyFromMesh * body.model->centerOfVolume());
	m_parts[0].m_centerOfMass = pose.position;
}

void btFluidGridRigidBody::noteImpulses(double timeStep, const ambient::Vector3& mediumVelocity)
{
	btFluidGridActuator& part = m_parts[0];
	const ambient::Vector3& fromFluid = m_wet.getFluidImpulse();
	if (fromFluid.isZero(0.0)) return;
	const FluidWrenches wrenches = wrenchesOf(m_wet.motion(), m_wet.state(), m_evaluation);
	part.m_impulse += fromFluid - timeStep * wrenches.m_steady.linear;
	// The step's own mean is known of the force only.
	part.m_angularImpulse += timeStep * meanWrench(part, wrenches.m_dissipative).angular;
	const double speed = (m_wet.getVelocity().linear - mediumVelocity - m_wet.getStream()).norm();
	part.m_speed = std::max(part.m_speed, speed);
}

void btFluidGridRigidBody::push(double duration)
{
	if (!m_wet.getMedium()) return;  // a vacuum
	const ambient::Vector3& acceleration = m_parts[0].m_acceleration;
	const ambient::FluidBody& body = m_wet.motion().body();
	const ambient::FluidBodyState& state = m_wet.state();
	const ambient::Quaternion& q = state.worldFromBody.orientation;
	const double density = m_wet.getMedium()->sample(state.worldFromBody.position, state.time).density;
	const ambient::Twist inBody(ambient::Vector3::Zero(), q.conjugate() * acceleration);
	ambient::Momentum impulse = rotated(q, body.addedMass(density) * inBody);
	impulse.linear += density * body.model->volume() * acceleration;
	m_fluid.getWetBodies().carry(m_wet.getRigidBody(), state.worldFromBody, state.momentum + duration * impulse);
}

void btFluidGridRigidBody::giveFlow(double duration, const ambient::Vector3& mediumVelocity)
{
	if (!m_wet.isInWorld() || !m_wet.isHealthy()) return;
	btFluidGridActuator& part = m_parts[0];
	btRigidBody& body = *m_wet.getRigidBody();
	if (!body.isActive())
	{
		// A body at rest stays asleep in a flow that hardly changes.
		if ((part.m_stream - m_wet.getStream()).norm() < kWakingChange) return;
		body.activate();
	}
	m_fluid.setStream(&body, part.m_stream);
	if (part.m_isInGrid && !part.m_acceleration.isZero(0.0) && !m_wet.motion().body().deformation) push(duration);
	part.m_speed = (m_wet.getVelocity().linear - mediumVelocity - part.m_stream).norm();
}

btFluidGridMultiBody::btFluidGridMultiBody(btFluidMultiBody& wet, int number)
	: m_wet(wet), m_number(number), m_wetNumber(wet.getNumber())
{
	const std::vector<btFluidLinkModel>& links = wet.getLinkModels();
	for (size_t i = 0; i < links.size(); ++i)
	{
		if (!links[i].m_model) continue;
		m_links.push_back(int(i));
		m_parts.emplace_back();
		m_parts.back().m_diameter = diameterOf(*links[i].m_model);
	}
	m_streams.assign(links.size(), ambient::Vector3::Zero());
	m_impulses.resize(links.size());
}

bool btFluidGridMultiBody::isPresent() const
{
	const auto& medium = m_wet.getMedium();
	return m_wet.isHealthy() && m_wet.isInWorld() && medium && !medium->divided() && medium->isUniform();
}

std::string btFluidGridMultiBody::name(int part) const
{
	return "link " + std::to_string(m_links[size_t(part)]) + " of multi-body " + std::to_string(m_number);
}

void btFluidGridMultiBody::locate()
{
	m_wet.motion().evaluate(m_wet.state(), false);
	for (size_t i = 0; i < m_parts.size(); ++i)
	{
		const size_t link = size_t(m_links[i]);
		const ambient::Pose& pose = m_wet.motion().dynamics().worldFromLinks()[link];
		const btFluidLinkModel& surface = m_wet.getLinkModels()[link];
		m_parts[i].m_center = pose * (btFluidPose(surface.m_linkFromMesh) * surface.m_model->centerOfVolume());
		m_parts[i].m_centerOfMass = pose.position;
	}
}

void btFluidGridMultiBody::takeSpeeds(const ambient::Vector3& mediumVelocity, bool isNew)
{
	for (size_t i = 0; i < m_parts.size(); ++i)
	{
		const ambient::Vector3 velocity = m_wet.motion().twistInWorld(m_links[i]).linear;
		const double speed = (velocity - mediumVelocity - m_wet.getExchange().m_streams[size_t(m_links[i])]).norm();
		m_parts[i].m_speed = isNew ? speed : std::max(m_parts[i].m_speed, speed);
	}
}

void btFluidGridMultiBody::noteImpulses(double timeStep, const ambient::Vector3& mediumVelocity)
{
	if (!m_wet.getExchange().m_hasMoved) return;
	ambient::ArticulatedMotion& motion = m_wet.motion();
	motion.evaluate(m_wet.state());
	const std::vector<ambient::FluidLoads>& loads = motion.loads(ambient::LinkFluid::Frame::Medium);
	ambient::Vector3 lacking = m_wet.getExchange().m_fluidImpulse;
	for (size_t i = 0; i < loads.size(); ++i)
	{
		const double mass = motion.body().link(int(i)).inertia.matrix()(3, 3);
		lacking -= timeStep * (loads[i].other.linear - mass * motion.gravity());
	}
	double sizes = 0.0;
	for (size_t i = 0; i < m_parts.size(); ++i)
	{
		btFluidGridActuator& part = m_parts[i];
		const ambient::Wrench mean = meanWrench(part, loads[size_t(m_links[i])].dissipative);
		part.m_impulse += timeStep * mean.linear;
		part.m_angularImpulse += timeStep * mean.angular;
		lacking -= timeStep * mean.linear;
		sizes += part.m_wrench.linear.norm();
	}
	const bool isKnown = !motion.dynamics().isBaseGiven() && sizes > 0.0;
	for (btFluidGridActuator& part : m_parts)
		if (isKnown) part.m_impulse += part.m_wrench.linear.norm() / sizes * lacking;
	takeSpeeds(mediumVelocity, false);
}

void btFluidGridMultiBody::findImpulses(double duration)
{
	// Pressure of the flow on the displaced volume, and on the added mass, which links may share.
	const ambient::ArticulatedState& state = m_wet.state();
	const double density = m_wet.getMedium()->sample(state.worldFromBase.position, state.time).density;
	const std::vector<ambient::Pose>& poses = m_wet.motion().dynamics().worldFromLinks();
	const ambient::LinkAddedMass* const together = m_wet.getLinkAddedMass().get();
	for (size_t i = 0; i < m_parts.size(); ++i)
	{
		const int link = m_links[i];
		const btFluidLinkModel& surface = m_wet.getLinkModels()[size_t(link)];
		const ambient::Quaternion& q = poses[size_t(link)].orientation;
		ambient::Momentum perDensity;  // link axes
		if (together)
			for (size_t j = 0; j < m_parts.size(); ++j)
				perDensity += ambient::Momentum(
					ambient::Vector6(together->perDensity().block<6, 3>(6 * link, 6 * m_links[j] + 3) *
				                     (poses[size_t(m_links[j])].orientation.conjugate() * m_parts[j].m_acceleration)));
		else
			perDensity =
				surface.m_model->addedMassPerDensity().changeFrame(btFluidPose(surface.m_linkFromMesh).inverse()) *
				ambient::Twist(ambient::Vector3::Zero(), q.conjugate() * m_parts[i].m_acceleration);
		const ambient::Momentum added = rotated(q, perDensity);
		const ambient::Vector3 displaced = surface.m_model->volume() * m_parts[i].m_acceleration;
		const ambient::Vector3 arm = m_parts[i].m_center - m_parts[i].m_centerOfMass;
		m_impulses[size_t(link)] =
			density * duration * ambient::Wrench(added.angular + arm.cross(displaced), added.linear + displaced);
	}
}

void btFluidGridMultiBody::giveFlow(double duration, const ambient::Vector3& mediumVelocity)
{
	if (!isPresent()) return;
	double change = 0.0;
	for (size_t i = 0; i < m_parts.size(); ++i)
	{
		change = std::max(change, (m_parts[i].m_stream - m_wet.getExchange().m_streams[size_t(m_links[i])]).norm());
		m_streams[size_t(m_links[i])] = m_parts[i].m_stream;
	}
	if (!m_wet.getMultiBody()->isAwake())
	{
		if (change < kWakingChange) return;
		m_wet.getMultiBody()->wakeUp();
	}
	findImpulses(duration);
	m_wet.setFlow(m_streams, m_impulses);
	m_wet.motion().evaluate(m_wet.state(), false);
	takeSpeeds(mediumVelocity, true);
}
