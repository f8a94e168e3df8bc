// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidRadiation.h"

#include "BulletAmbientFluid/Base/btFluidStateStream.h"

namespace
{
/// Twists of the centre of mass, axes of the body, to heading axes.
ambient::Matrix6 headingFromBody(const ambient::Pose& comFromHeading, const ambient::Quaternion& worldFromBody)
{
	const ambient::Matrix3 turn = (comFromHeading.orientation.conjugate() * worldFromBody).toRotationMatrix();
	const ambient::Vector3 arm = worldFromBody.conjugate() * comFromHeading.position;  // axes of the body
	ambient::Matrix3 across;                                                           // of w: w x arm
	across << 0, arm.z(), -arm.y(), -arm.z(), 0, arm.x(), arm.y(), -arm.x(), 0;
	ambient::Matrix6 map = ambient::Matrix6::Zero();
	map.topLeftCorner<3, 3>() = turn;
	map.bottomRightCorner<3, 3>() = turn;
	map.bottomLeftCorner<3, 3>() = turn * across;
	return map;
}
}  // namespace

btFluidRadiation::btFluidRadiation(std::shared_ptr<const ambient::FloatingModel> model)
	: m_model(std::move(model)), m_waves(*m_model)
{
}

void btFluidRadiation::forget()
{
	m_isPlanned = false;
	if (m_isAtRest) return;
	m_waves = ambient::RadiationWaves(*m_model);
	m_past = Past();
	m_isAtRest = true;
}

void btFluidRadiation::forgetSpeed()
{
	m_past = Past();
	m_waves.forgetMomentum();
}

std::optional<ambient::Wrench> btFluidRadiation::plan(const btFluidBodyMotion& motion, double timeStep,
                                                      btFluidBuffers& buffers)
{
	m_isPlanned = false;
	const ambient::KirchhoffMotion& equations = motion.equations();
	if (equations.fluid().isUniform()) return std::nullopt;
	ambient::Evaluation& at = motion.evaluated(buffers);
	const ambient::Pose& bodyFromMesh = equations.body().bodyFromMesh;
	const ambient::Waterplane plane = findWaterplane(at.fluid(), bodyFromMesh, equations.gravity());
	m_place = findFloatingPlace(*m_model, at.fluid(), bodyFromMesh, plane);
	if (!(m_place.share > 0.0)) return std::nullopt;
	const ambient::Matrix6 map = headingFromBody(m_place.comFromHeading, motion.state().worldFromBody.orientation);
	m_step.duration = timeStep;
	m_step.start = m_step.middle = m_place.relative(motion.velocity(buffers));
	m_step.response = map * at.inertia().inverse * map.transpose();
	// Other loads than the waves change slowly from step to step.
	if (m_past.m_isKnown)
	{
		const ambient::Vector6 others = (m_step.start - m_past.m_velocity) / m_past.m_duration - m_past.m_acceleration;
		m_step.middle += 0.5 * timeStep * others;
	}
	const ambient::Vector6 scattered = scatteredInMiddle(motion, timeStep, buffers);
	m_step.middle += 0.5 * timeStep * (m_step.response * scattered);
	const ambient::Vector6 force = m_waves.plan(m_place, m_step) + scattered;
	m_acceleration = m_step.response * force;
	m_isPlanned = true;
	m_isAtRest = false;
	return changeFrame(m_place.comFromHeading, ambient::Wrench(force));
}

ambient::Vector6 btFluidRadiation::scatteredInMiddle(const btFluidBodyMotion& motion, double timeStep,
                                                     btFluidBuffers& buffers) const
{
	const ambient::PlacedWaves waves = wavesOf(*motion.medium());
	if (!waves.waves) return ambient::Vector6::Zero();
	const ambient::FluidBodyState& state = motion.state();
	const ambient::Vector3 moved = 0.5 * timeStep * motion.velocity(buffers).linear;
	const ambient::Vector3 origin = state.worldFromBody.position + m_place.comFromHeading.position + moved;
	return scatteredForce(*m_model, m_place, waves, origin, state.time + 0.5 * timeStep);
}

void btFluidRadiation::moveFreely(const ambient::Pose& start, const ambient::Pose& end)
{
	if (!m_isPlanned) return;
	const ambient::Quaternion turn = end.orientation * start.orientation.conjugate();
	const ambient::Twist moved(ambient::logSO3(turn), end.position - start.position);
	m_waves.advance(m_place.relative((1.0 / m_step.duration) * moved));
	m_past = {true, m_step.start, m_acceleration, m_step.duration};
	m_isPlanned = false;
}

void btFluidRadiation::moveUnderImpulses(const ambient::Twist& velocity)
{
	m_past = Past();
	if (!m_isPlanned) return;
	// All impulses act at the step's start: the work of the waves is that of their impulse.
	m_waves.advance(0.5 * (m_step.start + m_place.relative(velocity)));
	m_waves.forgetMomentum();
	m_isPlanned = false;
}

void btFluidRadiation::save(btFluidStateWriter& out) const
{
	const Eigen::VectorXd state = m_waves.state();
	out.write(state.data(), int(state.size()));
	out.write(m_past.m_isKnown);
	out.write(m_past.m_velocity.data(), 6);
	out.write(m_past.m_acceleration.data(), 6);
	out.write(m_past.m_duration);
}

void btFluidRadiation::load(btFluidStateReader& in, bool apply)
{
	Eigen::VectorXd state = m_waves.state();
	in.read(state.data(), int(state.size()));
	Past past;
	past.m_isKnown = in.read<bool>();
	in.read(past.m_velocity.data(), 6);
	in.read(past.m_acceleration.data(), 6);
	past.m_duration = in.read<double>();
	if (!apply) return;
	m_waves.restore(state);
	m_past = past;
	m_isPlanned = m_isAtRest = false;
}
