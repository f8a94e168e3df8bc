// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_PULLED_POINT_H
#define BT_FLUID_PULLED_POINT_H

#include "BulletAmbientFluid/btFluidCarrier.h"

/// A point of a body that a line pulls with a constant force F through a step h. Its torque is that of the arm r in
/// the middle of the step, turned by the angular velocity w at the step's end, which the torque changes itself:
///
///     t = r x F - (h/2) K w',   w' = w + h J t,   K = (r.F) 1 - (r F^T + F r^T)/2,
///
/// J the inverse inertia of the dry body and K the stiffness of its turns under F, without the directions in which it
/// is negative. The arm at the start of the step would give energy to a load that swings about its ring. A link of a
/// free multi-body has the K of the whole tree, with the arm from its centre of mass, and h in place of h/2, because
/// J of the link alone softens more than that of the tree.
class btFluidPulledPoint
{
public:
	/// Reads the body. \param place of the point, body axes [m]
	btFluidPulledPoint(const btFluidCarrier& carrier, const ambient::Vector3& place, const btFluidAction& fluid);

	const ambient::Vector3& position() const { return m_position; }  ///< at the start of the step, world [m]
	/// Lets the body turn under a force near that of the coming step, world axes [N]. \param duration of the step [s]
	void foresee(const ambient::Vector3& force, double duration);
	ambient::Vector3 velocity() const;     ///< at the end of the step without the force, other forces left out [m/s]
	ambient::Matrix3 inverseMass() const;  ///< change of that velocity per impulse, of the dry body alone [1/kg]
	/// Pulls the body, world axes [N].
	void pull(const ambient::Vector3& force) const;

private:
	const btFluidCarrier& m_carrier;
	ambient::Twist m_velocity;
	ambient::Vector3 m_arm, m_position;
	ambient::Matrix3 m_inverseInertia;
	ambient::Matrix3 m_resistance = ambient::Matrix3::Zero();     ///< (h/2) K or h K [N m s]
	ambient::Matrix3 m_softening = ambient::Matrix3::Identity();  ///< (1 + h m_resistance J)^-1
};

#endif  // BT_FLUID_PULLED_POINT_H
