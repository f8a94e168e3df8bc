// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_RIGID_BODY_RECORD_H
#define BT_FLUID_RIGID_BODY_RECORD_H

#include "BulletAmbientFluid/Base/btFluidStateRecords.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

/// The part of a rigid body in a saved state: mass, factors, pose, velocities and activation.
struct btFluidRigidBodyRecord
{
	btScalar m_invMass = 0;                    ///< [1/kg]
	btVector3 m_invInertia;                    ///< body axes [1/(kg m^2)]
	btVector3 m_linearFactor;                  ///< of btRigidBody
	btVector3 m_angularFactor;                 ///< of btRigidBody
	btVector3 m_linearVelocity;                ///< [m/s]
	btVector3 m_angularVelocity;               ///< [rad/s]
	btVector3 m_interpolationLinearVelocity;   ///< [m/s]
	btVector3 m_interpolationAngularVelocity;  ///< [rad/s]
	btTransform m_transform;                   ///< of the centre of mass
	btTransform m_interpolationTransform;      ///< of btRigidBody
	int m_activation = 0;                      ///< ACTIVE_TAG or another one
	btScalar m_deactivationTime = 0;           ///< [s]

	/// Writes that of a body.
	static void write(btFluidStateWriter& out, const btRigidBody& body)
	{
		out.write(body.getInvMass());
		for (const btVector3& v :
		     {body.getInvInertiaDiagLocal(), body.getLinearFactor(), body.getAngularFactor(), body.getLinearVelocity(),
		      body.getAngularVelocity(), body.getInterpolationLinearVelocity(), body.getInterpolationAngularVelocity()})
			btFluidRecords::write(out, v);
		btFluidRecords::write(out, body.getCenterOfMassTransform());
		btFluidRecords::write(out, body.getInterpolationWorldTransform());
		out.write(body.getActivationState());
		out.write(body.getDeactivationTime());
	}

	/// Reads the result of write().
	explicit btFluidRigidBodyRecord(btFluidStateReader& in) : m_invMass(in.read<btScalar>())
	{
		for (btVector3* v : {&m_invInertia, &m_linearFactor, &m_angularFactor, &m_linearVelocity, &m_angularVelocity,
		                     &m_interpolationLinearVelocity, &m_interpolationAngularVelocity})
			*v = btFluidRecords::readBtVector(in);
		m_transform = btFluidRecords::readTransform(in);
		m_interpolationTransform = btFluidRecords::readTransform(in);
		m_activation = in.read<int>();
		m_deactivationTime = in.read<btScalar>();
	}

	/// Gives all to a body but the mass, which the body has already.
	void applyBesideMass(btRigidBody& body) const
	{
		body.setLinearFactor(m_linearFactor);
		body.setAngularFactor(m_angularFactor);
		body.setCenterOfMassTransform(m_transform);
		body.setLinearVelocity(m_linearVelocity);
		body.setAngularVelocity(m_angularVelocity);
		body.setInterpolationWorldTransform(m_interpolationTransform);
		body.setInterpolationLinearVelocity(m_interpolationLinearVelocity);
		body.setInterpolationAngularVelocity(m_interpolationAngularVelocity);
		body.updateInertiaTensor();
		body.forceActivationState(m_activation);
		body.setDeactivationTime(m_deactivationTime);
	}
};

#endif  // BT_FLUID_RIGID_BODY_RECORD_H
