// SPDX-License-Identifier: Zlib
// Changes of shape, medium, stream and waves of a btFluidRigidBody between two steps.
#include "BulletAmbientFluid/RigidBody/btFluidRigidBody.h"
#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletCollision/NarrowPhaseCollision/btManifoldPoint.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

void btFluidRigidBody::changeBetweenSteps(
	const std::function<ambient::Twist(const ambient::Twist&, btFluidBuffers&)>& change)
{
	contain(
		[&]
		{
			const double timeStep = m_hosted.plan().timeStep();
			const ambient::Wrench user = m_hosted.plan().userWrench();
			btFluidBuffers buffers(m_settings.m_buffers);
			const bool isThere = isInWorld();
			const bool isPrescribed = isThere && getRigidBody()->isStaticOrKinematicObject();
			// A frozen body has no mass by which its new pose and velocity could count as an impulse.
			if (isPrescribed)
				follow(0.0, buffers);
			else if (isThere)
				m_hosted.acceptUserChange(0, buffers);
			// The plan has the velocity of the state, for which the old medium would have to be sampled once more.
			const bool isPlanned = isThere && !isPrescribed && m_hosted.plan().timeStep() > 0.0;
			const ambient::Twist now =
				isPlanned ? m_hosted.plan().velocity() : m_hosted.motion().velocityAlone(buffers);
			const ambient::Twist velocity = change(now, buffers);
			if (!isThere) return;
			if (isPrescribed) return follow(0.0, buffers);
			getRigidBody()->activate();
			m_hosted.host().setVelocity(velocity);
			m_dropIn.setOffset(false);
			// A btFluidConstraintSolver has the plan made when it starts: many changes in a row then cost one plan.
			if (getMode() == BT_FLUID_EXACT)
				show(velocity);
			else
			{
				m_hosted.host().remember(false);
				planAnew(timeStep, user, buffers);
			}
		});
}

void btFluidRigidBody::setMedium(std::shared_ptr<const ambient::FluidMedium> medium)
{
	changeBetweenSteps(
		[&](const ambient::Twist& velocity, btFluidBuffers& buffers)
		{
			m_hosted.forgetPast();
			// The pose of the state, of which that of the rigid body is a rounding: one evaluation serves both.
			m_hosted.rebuild(std::move(medium), state().worldFromBody, getMode() == BT_FLUID_DROP_IN, buffers);
			m_hosted.motion().setVelocity(velocity, buffers);
			m_hosted.motion().keepVelocity(buffers);
			return velocity;
		});
}

void btFluidRigidBody::setVelocity(const ambient::Vector3* linear, const ambient::Vector3* angular)
{
	changeBetweenSteps(
		[&](const ambient::Twist& now, btFluidBuffers& buffers)
		{
			const ambient::Twist velocity(angular ? *angular : now.angular, linear ? *linear : now.linear);
			m_hosted.forgetReaction();
			m_hosted.discardPlan();
			m_hosted.motion().setVelocity(velocity, buffers);
			return velocity;
		});
}

void btFluidRigidBody::setStream(const ambient::Vector3& velocity)
{
	if (!isHealthy() || velocity == getStream()) return;
	contain(
		[&]
		{
			const double timeStep = m_hosted.plan().timeStep();
			const ambient::Wrench user = m_hosted.plan().userWrench();
			btFluidBuffers buffers(m_settings.m_buffers);
			const ambient::Twist twist = m_hosted.motion().velocity(buffers);
			m_hosted.motion().setStream(velocity);
			buffers.clear();
			m_hosted.motion().setVelocity(twist, buffers);
			m_hosted.plan().discard();
			planAnew(timeStep, user, buffers);
		});
}

void btFluidRigidBody::setWavesMade(bool byHeave, std::shared_ptr<const ambient::FloatingModel> model)
{
	changeBetweenSteps(
		[&](const ambient::Twist& velocity, btFluidBuffers&)
		{
			m_hosted.setWavesMade(byHeave, std::move(model));
			return velocity;
		});
}

void btFluidRigidBody::changeShape(const std::function<void()>& change, bool keepsVelocity)
{
	changeBetweenSteps(
		[&](const ambient::Twist& velocity, btFluidBuffers& buffers)
		{
			change();
			buffers.clear();
			m_hosted.motion().noteShape();
			m_hosted.forgetReaction();
			m_hosted.plan().setHistory(ambient::LoadHistory());
			m_hosted.plan().discard();
			if (keepsVelocity) m_hosted.motion().setVelocity(velocity, buffers);
			return m_hosted.motion().velocity(buffers);
		});
}

btVector3 btFluidRigidBody::surfaceVelocity(const btManifoldPoint& point, bool isA) const
{
	const double timeStep = m_hosted.plan().timeStep();
	if (!m_drive || !(timeStep > 0.0)) return btVector3(0, 0, 0);
	try
	{
		return m_drive->surfaceVelocity(isA ? point.m_localPointA : point.m_localPointB, btScalar(timeStep));
	}
	catch (...)
	{
		return btVector3(0, 0, 0);  // a user's function of the amplitudes threw: the next plan calls it again and fails
	}
}
