// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Actuators/btFluidPulledPoint.h"

#include <Eigen/LU>

namespace
{
using ambient::Matrix3;
using ambient::Vector3;

/// The positive part of (r.F) 1 - (r F^T + F r^T)/2. With the unit vectors e, f of r, F and c = e.f its values over
/// |r||F| are (c - 1)/2 along e + f, (c + 1)/2 along e - f, and c along e x f.
Matrix3 turningStiffness(const Vector3& arm, const Vector3& force)
{
	const double size = arm.norm() * force.norm();
	if (!(size > 0.0)) return Matrix3::Zero();
	const Vector3 e = arm.normalized(), f = force.normalized();
	const double c = e.dot(f);
	if (c < 0.0) return (size * 0.25 * (1.0 + c) / (1.0 - c)) * ((e - f) * (e - f).transpose());
	const Matrix3 both = e * f.transpose();
	const Matrix3 negative = (0.25 * (c - 1.0) / (1.0 + c)) * ((e + f) * (e + f).transpose());
	return size * (c * Matrix3::Identity() - 0.5 * (both + both.transpose()) - negative);
}
}  // namespace

btFluidPulledPoint::btFluidPulledPoint(const btFluidCarrier& carrier, const Vector3& place, const btFluidAction& fluid)
	: m_carrier(carrier)
{
	const btFluidCarrier::State state = carrier.read(fluid);
	m_velocity = state.m_velocity;
	m_arm = state.m_worldFromBody.orientation * place;
	m_position = state.m_worldFromBody.position + m_arm;
	m_inverseInertia = carrier.inverseInertia();
}

void btFluidPulledPoint::foresee(const Vector3& force, double duration)
{
	const double share = m_carrier.hasOtherLinks() ? 1.0 : 0.5;
	m_resistance = (share * duration) * turningStiffness(m_position - m_carrier.centerOfMass(), force);
	m_softening = (Matrix3::Identity() + duration * m_resistance * m_inverseInertia).inverse();
}

// (1 + J A)^-1 is the transpose of (1 + A J)^-1.
Vector3 btFluidPulledPoint::velocity() const
{
	return m_velocity.linear + (m_softening.transpose() * m_velocity.angular).cross(m_arm);
}

Matrix3 btFluidPulledPoint::inverseMass() const
{
	const Matrix3 arm = ambient::skew(m_arm);
	const Matrix3 turning = arm.transpose() * m_inverseInertia * m_softening * arm;
	return m_carrier.inverseMass() * Matrix3::Identity() + 0.5 * (turning + turning.transpose());
}

void btFluidPulledPoint::pull(const Vector3& force) const
{
	if (force.isZero(0.0)) return;
	m_carrier.apply({m_softening * (m_arm.cross(force) - m_resistance * m_velocity.angular), force});
}
