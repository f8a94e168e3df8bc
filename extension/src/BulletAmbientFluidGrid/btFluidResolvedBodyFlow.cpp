// SPDX-License-Identifier: Zlib
// The exchange of a resolved body with the grid, and its saved state.
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Host/btFluidRigidBodyHost.h"
#include "BulletAmbientFluid/Base/btFluidStateRecords.h"
#include "AmbientFluidGrid/GridSurface.h"
#include "BulletAmbientFluidGrid/btFluidResolvedBody.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

void btFluidResolvedBody::setSubmerged(double share)
{
	if (share == m_submerged) return;
	m_submerged = share;
	m_added = m_wholeAdded.scaled(share);
	takeInertia();
	if (!m_memory.m_isExact) installMass(false);
}

void btFluidResolvedBody::give(ambient::GridBody& to, const ambient::FluidGrid& grid, double duration, int steps)
{
	Memory& m = m_memory;
	const bool wasInGrid = m.m_isInGrid;
	m.m_isInGrid = m_isPresent && m_failure.empty() && grid.def().contains(m.m_pose.position);
	to.isAbsent = !m.m_isInGrid;
	to.worldFromBody = m.m_pose;
	to.isPrescribed = m.m_isPrescribed;
	to.load = to.impulse = ambient::Wrench();
	to.velocity = ambient::Twist();
	to.push.setZero();
	to.turn.setIdentity();
	to.isOnlyPushed = false;
	if (!m_isPresent) return;
	if (m_host)
	{
		to.mass = m_shape.mass();
		to.inertia = m_shape.bodyInertia.matrix().topLeftCorner<3, 3>();
	}
	if (m.m_isPrescribed || to.isAbsent)
	{
		to.velocity = ambient::meanVelocity(m.m_pose, btFluidPose(m_body->getCenterOfMassTransform()), duration);
		return;
	}
	to.locked = m_host->lockedAxes();
	to.velocity = m.m_velocity;
	to.impulse = m.m_contact + m.m_kicks + m.m_pending;
	// The flow around a body that moves through the water already has its share of momentum.
	if (!wasInGrid)
	{
		if (m_isAfloat) setSubmerged(grid.surface()->submergedShare(m.m_pose.position, 0.5 * m_shape.model->length()));
		const ambient::Vector3 relative = m.m_velocity.linear - grid.velocityAt(m.m_pose.position);
		to.impulse += ambient::impulseFor(m_added, m.m_pose.orientation, {m.m_velocity.angular, relative});
	}
	// A contact resists the pushing load: both then act at once.
	const bool isTouched = !m.m_contact.vector().isZero(0.0);
	const ambient::Pose inBullet = btFluidPose(m_body->getCenterOfMassTransform());
	to.isOnlyPushed = steps > 1 && isTouched;  // the places of contacts are Bullet's
	to.push = m.m_push;
	to.turn = m.m_turn;
	if (to.isOnlyPushed)
	{
		to.push = inBullet.position - m.m_pose.position;
		to.turn = inBullet.orientation * m.m_pose.orientation.conjugate();
	}
	if (!isTouched)
		to.load = (1.0 / duration) * m.m_loads;
	else
		to.impulse += m.m_loads;
}

void btFluidResolvedBody::take(const ambient::GridBody& from, double duration, bool isFinite)
{
	Memory& m = m_memory;
	const ambient::Wrench outer = m.m_contact + m.m_loads + m.m_kicks;
	m.m_lastContact = m.m_contact;
	m.m_contact = m.m_loads = m.m_kicks = m.m_fluid = ambient::Wrench();
	m.m_push.setZero();
	m.m_turn = ambient::Quaternion::Identity();
	if (!m_isPresent)
	{
		m.m_residual = m.m_pending = ambient::Wrench();
		return;
	}
	if (m_isAfloat && m_host && !from.isAbsent) setSubmerged(from.submerged);
	const ambient::Pose before = m.m_pose, inBullet = btFluidPose(m_body->getCenterOfMassTransform());
	if (m.m_isPrescribed || !m.m_isInGrid || !isFinite || !from.velocity.isFinite() || !from.impulse.isFinite() ||
	    !m_failure.empty())
	{
		// The forecast stands, for a prescribed motion its mean velocity.
		m.m_pose = inBullet;
		if (m.m_isPrescribed) m.m_present = from.isAbsent ? ambient::Twist() : from.velocity;
		m.m_velocity = m.m_present;
		m.m_residual = m.m_pending = ambient::Wrench();
		return;
	}
	const ambient::Quaternion& after = from.worldFromBody.orientation;
	const ambient::Wrench gain = ambient::impulseFor(m_shape.bodyInertia, after, from.velocity) -
	                             ambient::impulseFor(m_shape.bodyInertia, before.orientation, m.m_velocity) - outer;
	m.m_fluid = (1.0 / duration) * gain;
	m.m_residual = m.m_fluid + (1.0 / duration) * ambient::impulseFor(m_added, after, from.velocity - m.m_velocity);
	m.m_velocity = m.m_present = from.velocity;
	m.m_pending = from.impulse;
	m.m_pose = from.isOnlyPushed ? inBullet : from.worldFromBody;
	if (!from.isOnlyPushed) m_host->setPose(m.m_pose);
}

void btFluidResolvedBody::save(btFluidStateWriter& out, bool present) const
{
	const Memory& m = m_memory;
	if (present && m_host) m_host->save(out);
	if (present && !m_host) btFluidRecords::write(out, m_body->getCenterOfMassTransform());
	btFluidRecords::write(out, m.m_pose);
	for (const ambient::Twist* twist : {&m.m_velocity, &m.m_present}) btFluidRecords::write(out, *twist);
	for (const ambient::Wrench* wrench :
	     {&m.m_residual, &m.m_contact, &m.m_loads, &m.m_kicks, &m.m_lastContact, &m.m_fluid, &m.m_pending})
		btFluidRecords::write(out, *wrench);
	btFluidRecords::write(out, m.m_push);
	out.write(m.m_turn.coeffs().data(), 4);
	if (m_isAfloat) out.write(m_submerged);
	for (const bool flag : {m.m_isInGrid, m.m_isPrescribed, m.m_isExact}) out.write(flag);
	out.write(m_failure);
}

void btFluidResolvedBody::load(btFluidStateReader& in, bool present, bool apply)
{
	if (present && m_host) m_host->load(in, apply);
	if (present && !m_host)
	{
		const btTransform place = btFluidRecords::readTransform(in);
		if (apply) m_body->setCenterOfMassTransform(place);
	}
	Memory m;
	m.m_pose = btFluidRecords::readPose(in);
	for (ambient::Twist* twist : {&m.m_velocity, &m.m_present})
		*twist = btFluidRecords::readSpatialVector<ambient::Twist>(in);
	for (ambient::Wrench* wrench :
	     {&m.m_residual, &m.m_contact, &m.m_loads, &m.m_kicks, &m.m_lastContact, &m.m_fluid, &m.m_pending})
		*wrench = btFluidRecords::readSpatialVector<ambient::Wrench>(in);
	m.m_push = btFluidRecords::readVector(in);
	in.read(m.m_turn.coeffs().data(), 4);
	const double submerged = m_isAfloat ? in.read<double>() : m_submerged;
	for (bool* flag : {&m.m_isInGrid, &m.m_isPrescribed, &m.m_isExact}) *flag = in.read<bool>();
	const std::string failure = in.readText();
	if (!apply) return;
	m_memory = m;
	m_failure = failure;
	m_isSolved = false;
	if (m_host && present)
	{
		takeInertia();
		setSubmerged(submerged);
	}
}
