// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Solver/btFluidTurnEnergy.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"
#include "BulletAmbientFluid/Solver/btFluidSolvedSide.h"

#include <BulletDynamics/ConstraintSolver/btSolverBody.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>

namespace
{
using ambient::Matrix3;
using ambient::Matrix6;
using ambient::Twist;
using ambient::Vector3;
using ambient::Vector6;

/// Twist about a point that moves with a rigid motion. \param arm from the origin of the motion to the point
Twist movedTo(const Vector3& arm, const Twist& motion)
{
	return {motion.angular, motion.linear + motion.angular.cross(arm)};
}

/// The matrix of movedTo().
Matrix6 transferOf(const Vector3& arm)
{
	Matrix6 transfer = Matrix6::Identity();
	for (int k = 0; k < 3; ++k) transfer.block<3, 1>(3, k) = Vector3::Unit(k).cross(arm);
	return transfer;
}

/// K = T^-T D^-1 T^-1 of W = T D T^T, T = (1, 0; B, Tll), D = (Waa, 0; 0, 1/m).
Matrix6 inertiaOf(const btFluidMobility& mobility, double mass)
{
	const Matrix3 inverse = btFluidMatrix(mobility.m_linear).inverse();
	Eigen::Matrix<double, 3, 6> linear;
	linear << -inverse * btFluidMatrix(mobility.m_coupling), inverse;
	Matrix6 inertia = mass * linear.transpose() * linear;
	inertia.topLeftCorner<3, 3>() += btFluidMatrix(mobility.m_angular).inverse();
	return inertia;
}

Matrix6 dryInertiaOf(const btRigidBody& body, double mass)
{
	Matrix6 inertia = mass * Matrix6::Identity();
	inertia.topLeftCorner<3, 3>() = btFluidMatrix(body.getInvInertiaTensorWorld()).inverse();
	return inertia;
}
}  // namespace

bool btFluidTurnEnergy::Body::take(const btSolverBody& solved, const btFluidSolvedSide* side)
{
	const btRigidBody& rigid = *solved.m_originalBody;
	btVector3 linear = rigid.getLinearVelocity() + solved.m_externalForceImpulse;
	btVector3 angular = rigid.getAngularVelocity() + solved.m_externalTorqueImpulse;
	if (side)
	{
		linear -= side->m_motion.m_linearShown;
		angular -= side->m_motion.m_angularShown;
	}
	m_wet = side && !side->m_isGrouped ? side->m_body : nullptr;
	m_place = btFluidVector(rigid.getCenterOfMassPosition());
	m_velocity = Twist(btFluidVector(angular), btFluidVector(linear)) + m_change;
	m_inertia.setZero();
	const btVector3 &shifts = rigid.getLinearFactor(), &turns = rigid.getAngularFactor();
	for (int k = 0; k < 3; ++k)
		if (shifts[k] == btScalar(0) || turns[k] == btScalar(0)) return false;
	const double mass = 1.0 / double(rigid.getInvMass());
	m_inertia = side ? inertiaOf(side->m_motion.m_mobility, mass) : dryInertiaOf(rigid, mass);
	return true;
}

void btFluidTurnEnergy::start(int sets)
{
	m_bodies.clear();
	m_sets.assign(size_t(sets), Set());
}

void btFluidTurnEnergy::findRelativeMotions()
{
	for (const Body& body : m_bodies)
	{
		Set& set = m_sets[size_t(body.m_set)];
		if (set.m_isEmpty) set.m_origin = body.m_place;
		set.m_isEmpty = false;
		if (set.m_isHeld) continue;
		const Matrix6 transfer = transferOf(body.m_place - set.m_origin);
		set.m_inertia += transfer.transpose() * body.m_inertia * transfer;
		set.m_momentum += transfer.transpose() * (body.m_inertia * body.m_velocity.vector());
	}
	for (Set& set : m_sets)
		if (!set.m_isEmpty && !set.m_isHeld) set.m_locked = Twist(Vector6(set.m_inertia.llt().solve(set.m_momentum)));
	for (Body& body : m_bodies)
	{
		Set& set = m_sets[size_t(body.m_set)];
		body.m_relative = body.m_velocity - movedTo(body.m_place - set.m_origin, set.m_locked);
		const Vector6 relative = body.m_relative.vector();
		set.m_relative += 0.5 * relative.dot(body.m_inertia * relative);
	}
}

Twist btFluidTurnEnergy::change(const Body& body) const
{
	return (m_sets[size_t(body.m_set)].kept() - 1.0) * body.m_relative;
}

void btFluidTurnEnergy::addTurns()
{
	for (Set& set : m_sets) set.m_turn = 0.0;
	for (const Body& body : m_bodies)
	{
		Set& set = m_sets[size_t(body.m_set)];
		if (set.m_isFound || !body.m_wet) continue;
		const Twist after = body.m_change + change(body);
		set.m_turn += body.m_wet->energyOfTurn(btFluidVector(after.linear), btFluidVector(after.angular),
		                                       btFluidVector(Vector3(set.turned() * body.m_turn)));
	}
}

void btFluidTurnEnergy::Set::next()
{
	if (m_isFound) return;
	constexpr double kLittle = 0.05;  // more taken than was given, as a share of this
	const bool isFirst = !(m_given > 0.0);
	const double c = kept(), energy = m_work + (c * c - 1.0) * m_relative + m_turn;
	if (isFirst)
	{
		m_given = m_atLow = energy;
		m_atHigh = m_work - m_relative;
		m_isFound = !(energy > 0.0);
		const double left = 1.0 - 1.01 * energy / m_relative;
		m_point = m_isFound ? 0.0 : left > 0.0 ? 1.0 - std::sqrt(left) : 1.0;
		return;
	}
	(energy > 0.0 ? m_low : m_high) = m_point;
	(energy > 0.0 ? m_atLow : m_atHigh) = energy;
	m_isFound = !(energy > 0.0) && energy >= -kLittle * m_given;
	if (m_isFound) return;
	// The path has a corner at 1. On its parts regula falsi, a little to the side that takes, and away from both ends.
	const double width = m_high - m_low;
	const double root = m_low + 0.02 * width + width * m_atLow / std::max(m_atLow - m_atHigh, 1e-300);
	const bool isAcross = m_low < 1.0 && m_high > 1.0;
	m_point = isAcross ? 1.0 : std::clamp(root, m_low + 0.05 * width, m_high - 0.01 * width);
}

void btFluidTurnEnergy::find()
{
	constexpr int kTrials = 10;
	if (m_bodies.empty()) return;
	findRelativeMotions();
	for (Set& set : m_sets) set.m_isFound = set.m_isEmpty;
	const auto isFound = [](const Set& set) { return set.m_isFound; };
	for (int trial = 0; trial < kTrials; ++trial)
	{
		addTurns();
		for (Set& set : m_sets) set.next();
		if (std::all_of(m_sets.begin(), m_sets.end(), isFound)) return;
	}
	for (Set& set : m_sets)
		if (!set.m_isFound) set.m_point = set.m_high;
}
