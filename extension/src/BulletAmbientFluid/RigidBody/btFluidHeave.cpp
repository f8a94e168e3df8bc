// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidHeave.h"

#include "AmbientFluid/Math/SE3.h"
#include "BulletAmbientFluid/Base/btFluidStateStream.h"

ambient::Wrench btFluidHeave::plan(const btFluidBodyMotion& motion, double timeStep, btFluidBuffers& buffers)
{
	m_isPlanned = false;
	const ambient::KirchhoffMotion& equations = motion.equations();
	if (equations.fluid().isUniform() || equations.body().deformation) return {};
	const ambient::Evaluation& at = motion.evaluated(buffers);
	m_plane = findWaterplane(at.fluid(), equations.body().bodyFromMesh, equations.gravity());
	if (!m_plane.makesWaves())
	{
		forget();
		return {};
	}
	m_law = ambient::HeaveWaveLaw(m_plane);
	m_freeSpeed.reset();
	m_isPlanned = true;
	m_timeStep = timeStep;
	m_speed = m_plane.heaveSpeed(motion.velocity(buffers));
	const ambient::Vector6 unit =
		rotated(motion.state().worldFromBody.orientation.conjugate(), m_plane.unitForce).vector();
	m_response = unit.dot(at.inertia().inverse * unit);
	// Other loads than the waves change slowly from step to step.
	double others = 0.0;
	if (m_past.m_isKnown) others = (m_speed - m_past.m_speed) / m_past.m_duration - m_past.m_acceleration;
	m_force = m_waves.force(m_law, m_speed + 0.5 * timeStep * others, m_response, timeStep);
	return m_force * m_plane.unitForce;
}

void btFluidHeave::plan(const ambient::HeaveStep& step, const ambient::Twist& twist, double timeStep)
{
	if (!step.plane.makesWaves()) return forget();
	m_plane = step.plane;
	m_law = step.law;
	m_freeSpeed = step.speed;
	m_isPlanned = true;
	m_timeStep = timeStep;
	m_speed = m_plane.heaveSpeed(twist);
	m_response = step.response;
	m_force = step.force;
}

void btFluidHeave::moveFreely(const ambient::Pose& start, const ambient::Pose& end)
{
	if (!m_isPlanned) return;
	if (m_freeSpeed)
		advance(*m_freeSpeed);
	else
	{
		const ambient::Quaternion turn = end.orientation * start.orientation.conjugate();
		const ambient::Twist moved(ambient::logSO3(turn), end.position - start.position);
		advance(m_plane.heaveSpeed((1.0 / m_timeStep) * moved));
	}
	m_past = {true, m_speed, m_force * m_response, m_timeStep};
}

void btFluidHeave::moveUnderImpulses(const ambient::Twist& velocity)
{
	// All impulses act at the step's start: the work of the waves is that of their impulse.
	if (m_isPlanned) advance(0.5 * (m_speed + m_plane.heaveSpeed(velocity)));
	m_past = Past();
}

void btFluidHeave::advance(double speed)
{
	m_waves.advance(m_law, m_force, speed, m_timeStep);
	m_isPlanned = false;
}

void btFluidHeave::save(btFluidStateWriter& out) const
{
	out.write(m_waves.swing());
	out.write(m_waves.height());
	out.write(m_past.m_isKnown);
	out.write(m_past.m_speed);
	out.write(m_past.m_acceleration);
	out.write(m_past.m_duration);
}

void btFluidHeave::load(btFluidStateReader& in, bool apply)
{
	const double swing = in.read<double>(), height = in.read<double>();
	Past past;
	past.m_isKnown = in.read<bool>();
	for (double* value : {&past.m_speed, &past.m_acceleration, &past.m_duration}) *value = in.read<double>();
	if (!apply) return;
	m_waves.restore(swing, height);
	m_past = past;
	m_isPlanned = false;
}
