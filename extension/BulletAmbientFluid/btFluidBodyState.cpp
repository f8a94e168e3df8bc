// SPDX-License-Identifier: Zlib
// Saving and restoring a btFluidBody and the state of its rigid body.
#include "BulletAmbientFluid/btFluidBody.h"
#include "BulletAmbientFluid/btFluidStateStream.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <stdexcept>

namespace
{
void write(btFluidStateWriter& out, const ambient::Vector3& v) { out.write(v.data(), 3); }
void write(btFluidStateWriter& out, const btVector3& v)
{
	for (int k = 0; k < 3; ++k) out.write(v[k]);
}
void write(btFluidStateWriter& out, const btTransform& t)
{
	for (int row = 0; row < 3; ++row) write(out, t.getBasis()[row]);
	write(out, t.getOrigin());
}
void write(btFluidStateWriter& out, const ambient::FluidBodyState& s)
{
	out.write(s.worldFromBody.orientation.coeffs().data(), 4);
	write(out, s.worldFromBody.position);
	write(out, s.momentum.angular);
	write(out, s.momentum.linear);
	out.write(s.time);
	out.write(s.lastSubstep);
}

template <class Tag>
void write(btFluidStateWriter& out, const ambient::SpatialVector<Tag>& v)
{
	write(out, v.angular);
	write(out, v.linear);
}
void write(btFluidStateWriter& out, const ambient::LoadHistory& history)
{
	out.write(history.size());
	for (int age = 0; age < history.size(); ++age)
	{
		const ambient::LoadHistory::Entry& entry = history[age];
		out.write(entry.time);
		write(out, entry.load);
		write(out, entry.shed);
		write(out, entry.twist);
		write(out, entry.momentum);
		write(out, entry.mediumVelocity);
	}
}

ambient::Vector3 readVector(btFluidStateReader& in)
{
	ambient::Vector3 v;
	in.read(v.data(), 3);
	return v;
}
btVector3 readBtVector(btFluidStateReader& in)
{
	btScalar v[3];
	in.read(v, 3);
	return btVector3(v[0], v[1], v[2]);
}
btTransform readTransform(btFluidStateReader& in)
{
	btTransform t;
	for (int row = 0; row < 3; ++row) t.getBasis()[row] = readBtVector(in);
	t.setOrigin(readBtVector(in));
	return t;
}
ambient::FluidBodyState readState(btFluidStateReader& in)
{
	ambient::FluidBodyState s;
	in.read(s.worldFromBody.orientation.coeffs().data(), 4);
	s.worldFromBody.position = readVector(in);
	s.momentum.angular = readVector(in);
	s.momentum.linear = readVector(in);
	s.time = in.read<double>();
	s.lastSubstep = in.read<double>();
	return s;
}
template <class Vector>
Vector readSpatialVector(btFluidStateReader& in)
{
	Vector v;
	v.angular = readVector(in);
	v.linear = readVector(in);
	return v;
}
ambient::LoadHistory readHistory(btFluidStateReader& in)
{
	ambient::LoadHistory::Entry entries[ambient::LoadHistory::kSize];  // newest first
	const int size = in.read<int>();
	if (size < 0 || size > ambient::LoadHistory::kSize)
		throw std::invalid_argument("btFluidAction::restoreState: a body's history has an impossible size");
	for (int age = 0; age < size; ++age)
	{
		ambient::LoadHistory::Entry& entry = entries[age];
		entry.time = in.read<double>();
		entry.load = readSpatialVector<ambient::Wrench>(in);
		entry.shed = readSpatialVector<ambient::Wrench>(in);
		entry.twist = readSpatialVector<ambient::Twist>(in);
		entry.momentum = readSpatialVector<ambient::Momentum>(in);
		entry.mediumVelocity = readVector(in);
	}
	ambient::LoadHistory history;
	for (int age = size - 1; age >= 0; --age) history.push(entries[age].time) = entries[age];
	return history;
}
}  // namespace

void btFluidRigidBodyHost::save(btFluidStateWriter& out) const
{
	out.write(m_memory.m_mass);
	write(out, m_memory.m_inertia);
	out.write(m_memory.m_installedInvMass);
	write(out, m_memory.m_installedInvInertia);
	write(out, m_memory.m_leftTransform);
	write(out, m_memory.m_leftLinearVelocity);
	write(out, m_memory.m_leftAngularVelocity);
	out.write(m_body->getUpdateRevisionInternal() - m_memory.m_leftRevision);
	out.write(m_memory.m_wasAsleep);
	out.write(m_memory.m_isWeightless);
	out.write(m_body->getInvMass());
	for (const btVector3& v : {m_body->getInvInertiaDiagLocal(), m_body->getLinearFactor(), m_body->getAngularFactor(),
	                           m_body->getLinearVelocity(), m_body->getAngularVelocity(),
	                           m_body->getInterpolationLinearVelocity(), m_body->getInterpolationAngularVelocity()})
		write(out, v);
	write(out, m_body->getCenterOfMassTransform());
	write(out, m_body->getInterpolationWorldTransform());
	out.write(m_body->getActivationState());
	out.write(m_body->getDeactivationTime());
}

void btFluidRigidBodyHost::load(btFluidStateReader& in, bool apply)
{
	Memory saved;
	saved.m_mass = in.read<double>();
	saved.m_inertia = readVector(in);
	saved.m_installedInvMass = in.read<btScalar>();
	saved.m_installedInvInertia = readBtVector(in);
	saved.m_leftTransform = readTransform(in);
	saved.m_leftLinearVelocity = readBtVector(in);
	saved.m_leftAngularVelocity = readBtVector(in);
	const int revisionsSince = in.read<int>();
	saved.m_wasAsleep = in.read<bool>();
	saved.m_isWeightless = in.read<bool>();
	const btScalar invMass = in.read<btScalar>();
	btVector3 v[7];
	for (btVector3& each : v) each = readBtVector(in);
	const btTransform transform = readTransform(in), interpolation = readTransform(in);
	const int activation = in.read<int>();
	const btScalar deactivationTime = in.read<btScalar>();
	if (!apply) return;
	m_memory = saved;
	setMass(invMass, v[0]);
	m_body->setLinearFactor(v[1]);
	m_body->setAngularFactor(v[2]);
	m_body->setCenterOfMassTransform(transform);
	m_body->setLinearVelocity(v[3]);
	m_body->setAngularVelocity(v[4]);
	m_body->setInterpolationWorldTransform(interpolation);
	m_body->setInterpolationLinearVelocity(v[5]);
	m_body->setInterpolationAngularVelocity(v[6]);
	m_body->updateInertiaTensor();
	m_body->forceActivationState(activation);
	m_body->setDeactivationTime(deactivationTime);
	m_memory.m_leftRevision = m_body->getUpdateRevisionInternal() - revisionsSince;
}

void btFluidRigidBodyHost::setMass(btScalar invMass, const btVector3& invInertia)
{
	if (m_body->getInvMass() != invMass)
	{
		const bool installed = invMass == m_memory.m_installedInvMass;
		m_body->setMassProps(invMass > 0 ? 1 / invMass : 0, btVector3(1, 1, 1));
		// The reciprocal of a reciprocal may differ in the last bit, which must not count as a user's change.
		if (installed) m_memory.m_installedInvMass = m_body->getInvMass();
	}
	m_body->setInvInertiaDiagLocal(invInertia);
}

void btFluidBody::save(btFluidStateWriter& out, bool withRigidBody) const
{
	if (withRigidBody) m_host.save(out);
	write(out, m_state);
	write(out, m_history);
	out.write(m_plannedTimeStep);
	write(out, m_plannedUserWrench);
	const ambient::LockedAxes& locked = m_motion->lockedAxes();
	out.write(locked.angular, 3);
	out.write(locked.linear, 3);
	out.write(m_mode == BT_FLUID_EXACT);
	out.write(m_hasOffset);
	out.write(m_wasHeld);
	write(out, m_mediumAtRest.velocity);
	write(out, m_mediumAtRest.acceleration);
	out.write(m_mediumAtRest.density);
	out.write(m_mediumAtRest.dynamicViscosity);
	out.write(m_isAsleep);
	out.write(m_hasFailed);
	out.write(m_failure);
	out.write(m_reported);
	out.write(int(m_detail));
	out.write(int(m_wishedDetail));
	out.write(m_hasOwnDetail);
}

void btFluidBody::load(btFluidStateReader& in, bool withRigidBody, bool apply,
                       const std::shared_ptr<const ambient::FluidMedium>& medium)
{
	if (withRigidBody) m_host.load(in, apply);
	const ambient::FluidBodyState state = readState(in);
	const ambient::LoadHistory history = readHistory(in);
	const double plannedTimeStep = in.read<double>();
	const ambient::Wrench user = readSpatialVector<ambient::Wrench>(in);
	ambient::LockedAxes locked;
	in.read(locked.angular, 3);
	in.read(locked.linear, 3);
	const btFluidSolveMode mode = in.read<bool>() ? BT_FLUID_EXACT : BT_FLUID_DROP_IN;
	const bool hasOffset = in.read<bool>(), wasHeld = in.read<bool>();
	ambient::MediumSample atRest;
	atRest.velocity = readVector(in);
	atRest.acceleration = readVector(in);
	atRest.density = in.read<double>();
	atRest.dynamicViscosity = in.read<double>();
	const bool isAsleep = in.read<bool>();
	const bool hasFailed = in.read<bool>();
	const std::string failure = in.readText();
	const bool reported = in.read<bool>();
	const btFluidDetail detail = btFluidDetail(in.read<int>()), wishedDetail = btFluidDetail(in.read<int>());
	const bool hasOwnDetail = in.read<bool>();
	if (!apply) return;
	if (detail != m_detail)
	{
		prepareDetail();
		m_motion->setModel(m_detailModels->of(detail));
	}
	if (wishedDetail != detail) prepareDetail();
	m_detail = detail;
	m_wishedDetail = wishedDetail;
	m_hasOwnDetail = hasOwnDetail;
	m_mode = BT_FLUID_EXACT;  // because the link holds the saved mass properties already
	m_motion->setLockedAxes(locked);
	btFluidBuffers buffers(m_settings.m_buffers);
	rebuildMotion(medium, buffers);
	m_mode = mode;
	m_hasOffset = hasOffset;
	m_wasHeld = wasHeld;
	m_state = state;
	m_history = history;
	m_mediumAtRest = atRest;
	m_isAsleep = isAsleep;
	m_hasFailed = hasFailed;
	m_failure = failure;
	m_reported = reported;
	m_warning.clear();
	m_solve.m_done = false;
	m_plannedTimeStep = -1.0;
	if (!withRigidBody || !(plannedTimeStep > 0.0)) return;
	// The restored members determine the saved plan to the bit.
	buffers.clear();
	plan(plannedTimeStep, user, buffers);
}
