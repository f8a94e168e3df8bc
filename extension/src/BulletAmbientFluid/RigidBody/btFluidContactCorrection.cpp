// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidContactCorrection.h"

#include "BulletAmbientFluid/RigidBody/btFluidDropInScheme.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/BroadphaseCollision/btDispatcher.h>
#include <BulletCollision/NarrowPhaseCollision/btPersistentManifold.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <cmath>

namespace
{
using ambient::Momentum;
using ambient::Vector3;

/// One body of a manifold: wet, dry and dynamic, or immovable.
class Side
{
public:
	Side(const btCollisionObject* object, const std::function<btFluidDropInScheme*(const btRigidBody*)>& wetSide)
	{
		btRigidBody* body = btRigidBody::upcast(const_cast<btCollisionObject*>(object));
		if (!body || !(body->getInvMass() > 0) || !body->isActive()) return;
		m_body = body;
		m_wet = wetSide(body);
		m_center = m_wet ? m_wet->solvedPosition() : btFluidVector(body->getCenterOfMassPosition());
	}

	bool isWet() const { return m_wet != nullptr; }

	/// An impulse at a point, about the centre of mass of Bullet's solve.
	Momentum about(const Vector3& point, const Vector3& impulse) const
	{
		if (!m_body) return Momentum();
		return {(point - m_center).cross(impulse), impulse};
	}

	/// Responses to an impulse; both are equal for a dry body.
	btFluidDropInScheme::Responses responsesTo(const Momentum& impulse) const
	{
		if (m_wet) return m_wet->responsesTo(impulse);
		if (!m_body) return {0.0, 0.0};
		const Vector3 spin = btFluidVector(m_body->getInvInertiaTensorWorld() * btFluidVector(impulse.angular));
		const double response = double(m_body->getInvMass()) * impulse.linear.squaredNorm() + spin.dot(impulse.angular);
		return {response, response};
	}

	/// Whether it does not move, or contacts hold it on something that does not.
	bool isOnGround() const { return m_wet ? m_wet->isOnGround() : !m_body; }

	/// \param other the other side of the contact
	void hold(const Momentum& impulse, const Side& other) const
	{
		if (m_wet) m_wet->holdByContact(impulse, other.isOnGround());
	}

	void push(const Momentum& impulse) const
	{
		if (m_wet)
			m_wet->addContactCorrection(impulse);
		else if (m_body)
		{
			m_body->applyCentralImpulse(btFluidVector(impulse.linear));
			m_body->applyTorqueImpulse(btFluidVector(impulse.angular));
		}
	}

private:
	btRigidBody* m_body = nullptr;
	btFluidDropInScheme* m_wet = nullptr;
	Vector3 m_center;
};

/// One kind of impulse (normal or friction) of a manifold, on both bodies.
struct Exchange
{
	Momentum m_onA, m_onB;

	void add(const Side& a, const Side& b, const btManifoldPoint& point, const Vector3& impulse)
	{
		m_onA += a.about(btFluidVector(point.getPositionWorldOnA()), impulse);
		m_onB += b.about(btFluidVector(point.getPositionWorldOnB()), -impulse);
	}

	/// Ratio of the impulse with K to the impulse with M_eff.
	double ratio(const Side& a, const Side& b) const
	{
		const btFluidDropInScheme::Responses ofA = a.responsesTo(m_onA), ofB = b.responsesTo(m_onB);
		const double right = ofA.m_true + ofB.m_true;
		return right > 0.0 ? (ofA.m_effective + ofB.m_effective) / right : 1.0;
	}

	void pushExcess(const Side& a, const Side& b, double factor) const
	{
		if (!(factor > 1.0) || !std::isfinite(factor)) return;
		a.push((factor - 1.0) * m_onA);
		b.push((factor - 1.0) * m_onB);
	}
};

void correctManifold(const btPersistentManifold& manifold, const Side& a, const Side& b)
{
	Exchange normal, friction;
	double frictionImpulse = 0.0, frictionLimit = 0.0;
	for (int k = 0; k < manifold.getNumContacts(); ++k)
	{
		const btManifoldPoint& point = manifold.getContactPoint(k);
		if (!(point.m_appliedImpulse > 0)) continue;
		normal.add(a, b, point, btFluidVector(point.m_appliedImpulse * point.m_normalWorldOnB));
		const btVector3 lateral = point.m_appliedImpulseLateral1 * point.m_lateralFrictionDir1 +
		                          point.m_appliedImpulseLateral2 * point.m_lateralFrictionDir2;
		friction.add(a, b, point, btFluidVector(lateral));
		frictionImpulse += double(lateral.length());
		frictionLimit += double(point.m_combinedFriction * point.m_appliedImpulse);
	}
	if (!(frictionLimit > 0.0) && normal.m_onA.vector().isZero(0.0) && normal.m_onB.vector().isZero(0.0)) return;
	a.hold(normal.m_onA + friction.m_onA, b);
	b.hold(normal.m_onB + friction.m_onB, a);
	const double normalRatio = normal.ratio(a, b);
	const bool slides = frictionImpulse >= 0.999 * frictionLimit;
	normal.pushExcess(a, b, normalRatio);
	friction.pushExcess(a, b, slides ? normalRatio : friction.ratio(a, b));
}
}  // namespace

void btFluidCorrectContacts(btDispatcher* dispatcher,
                            const std::function<btFluidDropInScheme*(const btRigidBody*)>& wetSide)
{
	for (int i = 0; i < dispatcher->getNumManifolds(); ++i)
	{
		const btPersistentManifold& manifold = *dispatcher->getManifoldByIndexInternal(i);
		if (manifold.getNumContacts() == 0) continue;
		const Side a(manifold.getBody0(), wetSide), b(manifold.getBody1(), wetSide);
		if (a.isWet() || b.isWet()) correctManifold(manifold, a, b);
	}
}

void btFluidForgetNonFiniteImpulses(btDispatcher* dispatcher)
{
	for (int i = 0; i < dispatcher->getNumManifolds(); ++i)
	{
		btPersistentManifold& manifold = *dispatcher->getManifoldByIndexInternal(i);
		for (int k = 0; k < manifold.getNumContacts(); ++k)
		{
			btManifoldPoint& point = manifold.getContactPoint(k);
			for (btScalar* impulse :
			     {&point.m_appliedImpulse, &point.m_appliedImpulseLateral1, &point.m_appliedImpulseLateral2})
				if (!std::isfinite(*impulse)) *impulse = 0;
		}
	}
}
