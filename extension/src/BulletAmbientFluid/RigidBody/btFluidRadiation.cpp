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

std::optional<ambient::Wrench> btFluidRadiation::plan(const btFluidBodyMotion& motion, double timeStep,
                                                      btFluidBuffers& buffers)
{
	m_waves.drop();
	const ambient::KirchhoffMotion& equations = motion.equations();
	if (equations.fluid().isUniform()) return std::nullopt;
	ambient::Evaluation& at = motion.evaluated(buffers);
	const ambient::FloatingStart start{at.fluid(),          equations.body().bodyFromMesh, *motion.medium(),
	                                   equations.gravity(), motion.state().time,           motion.velocity(buffers)};
	if (!m_waves.begin(start, timeStep)) return std::nullopt;
	const ambient::Pose& comFromHeading = m_waves.place().comFromHeading;
	const ambient::Matrix6 map = headingFromBody(comFromHeading, motion.state().worldFromBody.orientation);
	return changeFrame(comFromHeading, ambient::Wrench(m_waves.plan(map * at.inertia().inverse * map.transpose())));
}

void btFluidRadiation::save(btFluidStateWriter& out) const
{
	const Eigen::VectorXd state = m_waves.state();
	out.write(state.data(), int(state.size()));
}

void btFluidRadiation::load(btFluidStateReader& in, bool apply)
{
	Eigen::VectorXd state = m_waves.state();
	in.read(state.data(), int(state.size()));
	if (apply) m_waves.restore(state);
}
