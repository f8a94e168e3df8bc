// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidSolvedInertia.h"

#include "AmbientFluid/Dynamics/MomentumFrame.h"
#include "AmbientFluid/Math/Cholesky6.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

ambient::Pose btFluidSolvedInertia::bodyFromWorldAxes() const
{
	return {m_motion.state().worldFromBody.orientation.conjugate(), ambient::Vector3::Zero()};
}

btFluidMobility btFluidSolvedInertia::mobility() const
{
	const ambient::LockedAxes& locked = m_motion.equations().lockedAxes();
	const btMatrix3x3& worldFromBody = m_host.body().getCenterOfMassTransform().getBasis();
	if (!locked.any() && !m_hasStiffDrag)
	{
		const auto compute = [this]
		{ return btFluidComputeMobility(m_motion.inertia().inertia.matrix(), m_host.mass()); };
		return (m_mobilityInBody ? *m_mobilityInBody : compute()).rotated(worldFromBody);
	}
	ambient::SpatialInertia inertia = m_motion.inertia().inertia;
	if (m_hasStiffDrag) inertia = inertia + ambient::SpatialInertia(m_stepDamping);
	if (!locked.any()) return btFluidComputeMobility(inertia.matrix(), m_host.mass()).rotated(worldFromBody);
	const ambient::Pose bodyFromWorld = bodyFromWorldAxes();
	return btFluidComputeMobility(inertia.changeFrame(bodyFromWorld).matrix(), m_host.mass(), locked);
}

ambient::Matrix6 btFluidSolvedInertia::response() const
{
	const ambient::MomentumMap& inertia = m_motion.inertia();
	if (!m_hasStiffDrag) return inertia.inverse;
	return ambient::Cholesky6(inertia.inertia.matrix() + m_stepDamping).inverse();
}

ambient::Momentum btFluidSolvedInertia::leftOf(const ambient::Momentum& impulse) const
{
	if (!m_hasStiffDrag) return impulse;
	const ambient::LockedAxes& locked = m_motion.equations().lockedAxes();
	const ambient::Pose bodyFromWorld = bodyFromWorldAxes();
	const ambient::Matrix6 inertia = m_motion.inertia().inertia.changeFrame(bodyFromWorld).matrix();
	ambient::Matrix6 damped = inertia + ambient::SpatialInertia(m_stepDamping).changeFrame(bodyFromWorld).matrix();
	ambient::Vector6 free = impulse.vector();
	for (int k = 0; k < 6; ++k)
	{
		if (!(k < 3 ? locked.angular[k] : locked.linear[k - 3])) continue;
		ambient::isolate(damped, k);
		free[k] = 0.0;
	}
	return ambient::Momentum(ambient::Vector6(inertia * (ambient::Cholesky6(damped).inverse() * free)));
}

ambient::Vector3 btFluidSolvedInertia::takenFrom(const ambient::Twist& change) const
{
	if (!m_hasStiffDrag) return ambient::Vector3::Zero();
	const ambient::Vector3 inBody = m_stepDamping.bottomRows<3>() * change.vector();
	return m_motion.state().worldFromBody.orientation * inBody;
}

std::optional<ambient::DragModes> btFluidSolvedInertia::takeDrag(double timeStep, btFluidSolveMode mode,
                                                                 btFluidBuffers& buffers)
{
	const ambient::KirchhoffMotion& equations = m_motion.equations();
	const ambient::Evaluation& at = m_motion.evaluated(buffers);
	auto drag = stiffDrag(equations, at, momentumInMedium(equations, at, m_motion.state()), timeStep);
	const bool wasStiff = m_hasStiffDrag;
	m_hasStiffDrag = drag.has_value();
	if (drag) m_stepDamping = timeStep * drag->damping();
	if (m_hasStiffDrag || wasStiff) take(mode);
	return drag;
}

void btFluidSolvedInertia::take(btFluidSolveMode mode)
{
	ambient::SpatialInertia solved = m_motion.inertia().inertia;
	if (m_hasStiffDrag) solved = solved + ambient::SpatialInertia(m_stepDamping);
	const double length = m_motion.equations().body().model->length();
	m_effective = btFluidComputeEffectiveMass(solved, m_host.mass(), m_host.inertia(), length);
	use(mode);
}

void btFluidSolvedInertia::take(btFluidSolveMode mode, const btFluidEffectiveMass& effective)
{
	m_effective = effective;
	use(mode);
}

void btFluidSolvedInertia::use(btFluidSolveMode mode)
{
	m_mobilityInBody.reset();
	if (mode == BT_FLUID_EXACT)
		m_mobilityInBody = btFluidComputeMobility(m_motion.inertia().inertia.matrix(), m_host.mass());
	if (mode != BT_FLUID_DROP_IN) return;
	install();
	// A mass that changes at every step rounds the gravity at every step. Set the gravity again, as
	// btDiscreteDynamicsWorld::addRigidBody does: otherwise restored states do not repeat to the bit.
	btRigidBody& body = m_host.body();
	if (m_hasStiffDrag || !m_motion.equations().fluid().isConstant()) body.setGravity(body.getGravity());
}
