// SPDX-License-Identifier: Zlib
// Plans of a btFluidHostedMotion that are made together with those of other bodies.
#include "BulletAmbientFluid/RigidBody/btFluidHostedMotion.h"

#include "AmbientFluid/Dynamics/StiffDrag.h"

#include <type_traits>

template <class Batch>
bool btFluidHostedMotion::startPlan(double timeStep, const ambient::Wrench& userWrench, btFluidBuffers& buffers,
                                    Batch& batch)
{
	constexpr bool kIsCrowd = std::is_same_v<Batch, ambient::CrowdStep>;
	constexpr bool kIsFloats = std::is_same_v<Batch, ambient::CrowdFloats>;
	if (m_reaction.count() > 0 || m_motion.equations().fluid().isConstant() == kIsFloats) return false;
	if constexpr (kIsFloats)
	{
		if (m_waves.hasModel() || m_motion.equations().lockedAxes().any() ||
		    m_integrator != ambient::Integrator::AdaptiveRungeKutta)
			return false;
		m_motion.setGravity(m_host.gravity());
		m_solved.dropDrag();
		return m_plan.start(timeStep, userWrench, m_waves.heave(), buffers, batch);
	}
	else
	{
		if (kIsCrowd && !m_mayBeStiff && m_plan.followsCrowd(timeStep))
		{
			// As below, without an evaluation.
			m_motion.setGravity(m_host.gravity());
			ambient::IntegratorOptions options = m_settings.m_integrator;
			options.userWrench = userWrench;
			options.method = m_integrator;
			return m_plan.start(timeStep, options, buffers, batch);
		}
		const ambient::IntegratorOptions options = preparePlan(timeStep, userWrench, buffers);
		if (m_solved.takeDrag(timeStep, m_mode, buffers)) return false;
		if constexpr (kIsCrowd)
			m_mayBeStiff = mayBeStiff(m_motion.equations(), m_motion.evaluated(buffers), timeStep);
		else if (options.tolerance != batch.largestError())
			return false;
		m_waves.plan(m_motion, timeStep, buffers);  // none: no surface cuts the body
		return m_plan.start(timeStep, options, buffers, batch);
	}
}

template <class Batch>
void btFluidHostedMotion::finishPlan(double timeStep, const Batch& batch, int body, btFluidBuffers& buffers)
{
	if (!m_plan.finish(batch, body, buffers)) return makePlan(timeStep, ambient::Wrench(m_plan.userWrench()), buffers);
	if constexpr (std::is_same_v<Batch, ambient::CrowdFloats>)
	{
		const ambient::CrowdFloats::Step& step = batch.step(body);
		m_motion.takeInertia(step.inertia, step.stream);
		m_solved.take(m_mode, {step.effectiveMass, step.effectiveTurn * m_host.inertia()});
		m_waves.plan(step.heave, step.now, m_plan.timeStep());
	}
}

template bool btFluidHostedMotion::startPlan(double, const ambient::Wrench&, btFluidBuffers&,
                                             ambient::FreeMotionBatch&);
template bool btFluidHostedMotion::startPlan(double, const ambient::Wrench&, btFluidBuffers&, ambient::CrowdStep&);
template bool btFluidHostedMotion::startPlan(double, const ambient::Wrench&, btFluidBuffers&, ambient::CrowdFloats&);
template void btFluidHostedMotion::finishPlan(double, const ambient::FreeMotionBatch&, int, btFluidBuffers&);
template void btFluidHostedMotion::finishPlan(double, const ambient::CrowdFloats&, int, btFluidBuffers&);
template void btFluidHostedMotion::finishPlan(double, const ambient::CrowdStep&, int, btFluidBuffers&);
