// SPDX-License-Identifier: Zlib
// Saving and restoring the state of a rigid body.
#include "BulletAmbientFluid/btFluidRigidBodyHost.h"
#include "BulletAmbientFluid/btFluidStateRecords.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

using namespace btFluidRecords;

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
