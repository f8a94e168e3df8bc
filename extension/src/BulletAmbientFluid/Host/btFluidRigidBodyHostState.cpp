// SPDX-License-Identifier: Zlib
// Saving and restoring the state of a rigid body, and its place in a file of Bullet's.
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Host/btFluidRigidBodyHost.h"
#include "BulletAmbientFluid/Host/btFluidRigidBodyRecord.h"

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
	btFluidRigidBodyRecord::write(out, *m_body);
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
	const btFluidRigidBodyRecord body(in);
	if (!apply) return;
	m_memory = saved;
	setMass(body.m_invMass, body.m_invInertia);
	body.applyBesideMass(*m_body);
	m_memory.m_leftRevision = m_body->getUpdateRevisionInternal() - revisionsSince;
}

void btFluidRigidBodyHost::serializeOwn(btRigidBodyData& data, const ambient::Twist& velocity) const
{
	btFluidVector(velocity.linear).serialize(data.m_linearVelocity);
	btFluidVector(velocity.angular).serialize(data.m_angularVelocity);
	const bool userDamps = m_body->getLinearDamping() != 0 || m_body->getAngularDamping() != 0;
	if (!userDamps)
	{
		data.m_linearDamping = m_linearDamping;
		data.m_angularDamping = m_angularDamping;
	}
	// A user's change since the last step, mass 0 too, is the body's own.
	const btVector3& installed = m_body->getInvInertiaDiagLocal();
	if (m_body->getInvMass() == m_memory.m_installedInvMass && m_body->getInvMass() > 0)
	{
		const btScalar invMass = btScalar(1.0 / m_memory.m_mass);
		data.m_inverseMass = invMass;
		(m_body->getGravity() / invMass).serialize(data.m_gravity);  // the weight
	}
	if (!(installed == m_memory.m_installedInvInertia)) return;
	const btVector3 inverse = btFluidVector(ambient::Vector3(m_memory.m_inertia.cwiseInverse()));
	const btMatrix3x3& basis = m_body->getCenterOfMassTransform().getBasis();
	inverse.serialize(data.m_invInertiaLocal);
	(basis.scaled(inverse) * basis.transpose()).serialize(data.m_invInertiaTensorWorld);
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
