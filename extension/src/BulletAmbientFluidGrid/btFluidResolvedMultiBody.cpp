// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluidGrid/btFluidResolvedMultiBody.h"

#include "AmbientFluid/Articulated/JointDrive.h"
#include "BulletAmbientFluid/MultiBody/btFluidLinkExchange.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Base/btFluidStateRecords.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <algorithm>

btFluidResolvedMultiBody::btFluidResolvedMultiBody(btFluidMultiBody& wet, double density, double spacing)
	: m_wet(wet), m_density(density)
{
	const auto shared = std::make_shared<const ambient::ArticulatedBody>(wet.motion().body());
	const ambient::ArticulatedBody& tree = *shared;
	for (int i = 0; i < tree.linkCount(); ++i)
	{
		const btFluidLinkModel& link = wet.getLinkModels()[size_t(i)];
		const ambient::SpatialInertia& dry = tree.link(i).inertia;
		const ambient::FluidBody body{link.m_model, btFluidPose(link.m_linkFromMesh), dry};
		ambient::GridBody shape;
		if (link.m_model)
			shape = ambient::makeGridBody(body, spacing);
		else
		{
			shape.mass = dry.matrix()(3, 3);
			shape.inertia = dry.matrix().topLeftCorner<3, 3>();
		}
		shape.isAbsent = true;
		m_shapes.push_back(std::move(shape));
		m_bodies.push_back(body);
		m_added.push_back(link.m_model ? body.addedMass(density) : ambient::SpatialInertia());
	}
	m_links.resize(m_bodies.size());
	m_streams.assign(m_bodies.size(), ambient::Vector3::Zero());
	m_forecast.resize(m_bodies.size());
	m_joints = std::make_shared<ambient::ArticulatedJoints>(shared);
	m_impulses.m_joints = ambient::JointVector::Zero(tree.rateCount());
	takeForecast();
}

void btFluidResolvedMultiBody::takeForecast()
{
	ambient::ArticulatedMotion& motion = m_wet.motion();
	const ambient::ArticulatedState& state = m_wet.state();
	motion.evaluate(state, false);
	m_worldFromBase = state.worldFromBase;
	m_positions = state.positions;
	m_rates = motion.dynamics().rates();
	m_time = state.time;
	for (size_t i = 0; i < m_links.size(); ++i)
	{
		m_links[i].m_pose = motion.dynamics().worldFromLinks()[i];
		m_links[i].m_velocity = motion.twistInWorld(int(i));
	}
}

void btFluidResolvedMultiBody::clearImpulses()
{
	m_impulses.m_whole = ambient::Momentum();
	m_impulses.m_joints.setZero();
	m_impulses.m_isTouched = false;
	for (Link& link : m_links) link.m_loads = ambient::Wrench();
}

ambient::Pose btFluidResolvedMultiBody::poseInBullet(int link) const
{
	if (!m_wet.isInWorld()) return m_links[size_t(link)].m_pose;  // it may be deleted
	const btMultiBody& body = *m_wet.getMultiBody();
	btMatrix3x3 axes = btMatrix3x3::getIdentity();
	return btFluidPose(
		btTransform(body.localFrameToWorld(link - 1, axes), body.localPosToWorld(link - 1, btVector3(0, 0, 0))));
}

void btFluidResolvedMultiBody::collect(double timeStep)
{
	// A multi-body with led parts moves as the forecast says, whatever the flow does.
	m_isPrescribed = !m_wet.getExchange().m_hasMoved || !m_wet.isHealthy() || m_wet.isLed();
	if (m_isPrescribed) return clearImpulses();
	const btFluidStepInputs& inputs = *m_wet.getExchange().m_inputs;
	if (inputs.m_isReplaced)
	{
		takeForecast();
		return clearImpulses();
	}
	for (size_t i = 0; i < m_links.size(); ++i)
	{
		const ambient::Quaternion& q = m_links[i].m_pose.orientation;
		m_links[i].m_loads += timeStep * ambient::weightInFluid(m_bodies[i], q, m_wet.motion().gravity(), m_density);
		m_links[i].m_loads += timeStep * inputs.m_loads.onLinks[i];
	}
	m_impulses.m_whole += inputs.m_impulse.whole;
	m_impulses.m_joints += inputs.m_impulse.joints + timeStep * inputs.m_loads.torques;
	m_impulses.m_isTouched = m_impulses.m_isTouched || inputs.m_isTouched;
}

void btFluidResolvedMultiBody::give(ambient::GridBody* links, const ambient::FluidGrid& grid, double duration)
{
	bool isAnyInGrid = false;
	for (size_t i = 0; i < m_links.size(); ++i)
	{
		Link& link = m_links[i];
		const bool wasInGrid = link.m_isInGrid;
		link.m_isInGrid =
			m_bodies[i].model && m_wet.isHealthy() && m_wet.isInWorld() && grid.def().contains(link.m_pose.position);
		isAnyInGrid = isAnyInGrid || link.m_isInGrid;
		if (!link.m_isInGrid || wasInGrid) continue;
		// The flow around a link that moves through the water already has its share of momentum.
		const ambient::Vector3 relative = link.m_velocity.linear - grid.velocityAt(link.m_pose.position);
		link.m_start = ambient::impulseFor(m_added[i], link.m_pose.orientation, {link.m_velocity.angular, relative});
	}
	const bool isLed = m_isPrescribed || !isAnyInGrid;
	const ambient::JointDriver* const driver = m_wet.getDriver();
	const ambient::JointPath* const path = prescribedPath(driver);
	if (!isLed)
	{
		m_joints->setMotion(m_worldFromBase, m_positions, m_links[0].m_velocity, m_rates, m_time, links);
		m_joints->setPath(path, links);
	}
	const bool areAtOnce = m_impulses.m_isTouched || driver;  // what holds and what pushes
	for (size_t i = 0; i < m_links.size(); ++i)
	{
		ambient::GridBody& to = links[i];
		const Link& link = m_links[i];
		to.isAbsent = !link.m_isInGrid;
		to.isPrescribed = isLed;
		to.load = to.impulse = to.received = ambient::Wrench();
		if (isLed)
		{
			to.worldFromBody = link.m_pose;
			to.velocity = ambient::meanVelocity(link.m_pose, poseInBullet(int(i)), duration);
			continue;
		}
		to.impulse = link.m_start + link.m_pending;
		if (areAtOnce)
			to.impulse += link.m_loads;
		else
			to.load = (1.0 / duration) * link.m_loads;
	}
	if (isLed) return;
	links[0].impulse += ambient::Wrench(m_impulses.m_whole.angular, m_impulses.m_whole.linear);
	if (!path) m_joints->addJointImpulses(m_impulses.m_joints, links);
}

void btFluidResolvedMultiBody::take(const ambient::GridBody* links, double duration, int steps, bool isFinite)
{
	const bool isTouched = m_impulses.m_isTouched, isLed = links[0].isPrescribed;
	clearImpulses();
	bool isGood = isFinite && !isLed && m_wet.isHealthy();
	for (size_t i = 0; i < m_links.size(); ++i)
		isGood = isGood && links[i].velocity.isFinite() && links[i].impulse.isFinite();
	if (!isGood)
	{
		for (Link& link : m_links) link.m_residual = link.m_pending = link.m_start = link.m_fluid = ambient::Wrench();
		if (!m_wet.isHealthy()) return;
		takeForecast();
		for (size_t i = 0; i < m_links.size() && isLed && m_isPrescribed; ++i) m_links[i].m_pose = poseInBullet(int(i));
		return;
	}
	for (size_t i = 0; i < m_links.size(); ++i)
	{
		Link& link = m_links[i];
		link.m_fluid = link.m_isInGrid ? (1.0 / duration) * links[i].received : ambient::Wrench();
		link.m_pending = links[i].impulse;
		link.m_start = link.m_residual = ambient::Wrench();
		if (!link.m_isInGrid) continue;
		const ambient::Twist change = links[i].velocity - link.m_velocity;
		link.m_residual = link.m_fluid + (1.0 / duration) * ambient::impulseFor(
																m_added[i], links[i].worldFromBody.orientation, change);
	}
	m_joints->takeVelocities(links);
	m_rates = m_joints->rates();
	m_time = m_wet.state().time;
	const bool isInBullet = steps > 1 && isTouched;  // the places of contacts are Bullet's
	m_worldFromBase = isInBullet ? m_wet.state().worldFromBase : m_joints->worldFromBase();
	m_positions = isInBullet ? m_wet.state().positions : m_joints->positions();
	m_wet.setMotion(m_worldFromBase, m_positions, m_joints->baseTwist(), m_rates);
	for (size_t i = 0; i < m_links.size(); ++i)
	{
		m_links[i].m_pose = isInBullet ? poseInBullet(int(i)) : links[i].worldFromBody;
		m_links[i].m_velocity = links[i].velocity;
	}
}

void btFluidResolvedMultiBody::publish(double timeStep)
{
	if (!m_wet.isHealthy()) return;
	for (size_t i = 0; i < m_links.size(); ++i) m_forecast[i] = timeStep * m_links[i].m_residual;
	m_wet.setFlow(m_streams, m_forecast);
}

void btFluidResolvedMultiBody::save(btFluidStateWriter& out) const
{
	out.write(std::uint32_t(m_links.size()));
	for (const Link& link : m_links)
	{
		btFluidRecords::write(out, link.m_pose);
		btFluidRecords::write(out, link.m_velocity);
		for (const ambient::Wrench* wrench :
		     {&link.m_loads, &link.m_start, &link.m_pending, &link.m_residual, &link.m_fluid})
			btFluidRecords::write(out, *wrench);
		out.write(link.m_isInGrid);
	}
	btFluidRecords::write(out, m_impulses.m_whole);
	out.write(m_impulses.m_isTouched);
	btFluidRecords::write(out, m_worldFromBase);
	for (const ambient::JointVector* numbers : {&m_impulses.m_joints, &m_positions, &m_rates})
		out.write(numbers->data(), int(numbers->size()));
	out.write(m_time);
	out.write(m_isPrescribed);
}

void btFluidResolvedMultiBody::load(btFluidStateReader& in, bool apply)
{
	if (in.read<std::uint32_t>() != m_links.size())
		throw std::invalid_argument("btFluidGrid::restoreState: a resolved multi-body has another number of links");
	std::vector<Link> links = m_links;
	for (Link& link : links)
	{
		link.m_pose = btFluidRecords::readPose(in);
		link.m_velocity = btFluidRecords::readSpatialVector<ambient::Twist>(in);
		for (ambient::Wrench* wrench : {&link.m_loads, &link.m_start, &link.m_pending, &link.m_residual, &link.m_fluid})
			*wrench = btFluidRecords::readSpatialVector<ambient::Wrench>(in);
		link.m_isInGrid = in.read<bool>();
	}
	Impulses impulses = m_impulses;
	impulses.m_whole = btFluidRecords::readSpatialVector<ambient::Momentum>(in);
	impulses.m_isTouched = in.read<bool>();
	const ambient::Pose base = btFluidRecords::readPose(in);
	ambient::JointVector positions = m_positions, rates = m_rates;
	for (ambient::JointVector* numbers : {&impulses.m_joints, &positions, &rates})
		in.read(numbers->data(), int(numbers->size()));
	const double time = in.read<double>();
	const bool isPrescribed = in.read<bool>();
	if (!apply) return;
	m_links = links;
	m_impulses = impulses;
	m_worldFromBase = base;
	m_positions = positions;
	m_rates = rates;
	m_time = time;
	m_isPrescribed = isPrescribed;
}
