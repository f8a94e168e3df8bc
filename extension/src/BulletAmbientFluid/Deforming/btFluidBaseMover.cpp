// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidBaseMover.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace
{
constexpr int kRows = 6;  ///< angular first, as Bullet's base

btMultiBody* requireFree(btMultiBody* body, bool hasMotion)
{
	if (!body) throw std::invalid_argument("btFluidBaseMover: the multi-body is null");
	if (!hasMotion) throw std::invalid_argument("btFluidBaseMover: the motion is null");
	if (body->hasFixedBase() || body->isBaseStaticOrKinematic())
		throw std::invalid_argument("btFluidBaseMover: the base is fixed or kinematic");
	return body;
}
}  // namespace

btFluidBaseMover::btFluidBaseMover(btMultiBody* body, std::shared_ptr<const ambient::InterpolatedMotion> motion)
	: btMultiBodyConstraint(requireFree(body, motion != nullptr), nullptr, -1, -1, kRows, false,
                            MULTIBODY_CONSTRAINT_FIXED),
	  m_motion(std::move(motion)),
	  m_time(m_motion->firstTime())
{
	m_bodyA->setCanSleep(false);
	m_bodyA->wakeUp();
	const btTransform start = btFluidTransform(m_motion->worldFromGauge(m_time));
	m_bodyA->setBaseWorldTransform(start);
	if (m_bodyA->getBaseCollider()) m_bodyA->getBaseCollider()->setWorldTransform(start);
	btFluidBaseMover::finalizeMultiDof();
}

btFluidBaseMover::~btFluidBaseMover() = default;

void btFluidBaseMover::setTime(double time)
{
	if (!std::isfinite(time)) throw std::invalid_argument("btFluidBaseMover::setTime: the time is not finite");
	m_time = time;
}

void btFluidBaseMover::updateAction(btCollisionWorld*, btScalar timeStep) { m_time += double(timeStep); }

void btFluidBaseMover::finalizeMultiDof()
{
	allocateJacobiansMultiDof();
	m_numDofsFinalized = m_jacSizeBoth;
	for (int row = 0; row < kRows; ++row)
		for (int i = 0; i < m_jacSizeA; ++i) jacobianA(row)[i] = btScalar(i == row ? 1 : 0);
}

int btFluidBaseMover::getIslandIdA() const
{
	if (m_bodyA->getBaseCollider()) return m_bodyA->getBaseCollider()->getIslandTag();
	for (int i = 0; i < m_bodyA->getNumLinks(); ++i)
		if (m_bodyA->getLink(i).m_collider) return m_bodyA->getLink(i).m_collider->getIslandTag();
	return -1;
}

void btFluidBaseMover::createConstraintRows(btMultiBodyConstraintArray& rows, btMultiBodyJacobianData& data,
                                            const btContactSolverInfo& info)
{
	if (m_numDofsFinalized != m_jacSizeBoth) finalizeMultiDof();
	const double dt = double(info.m_timeStep);
	const ambient::Pose now = btFluidPose(m_bodyA->getBaseWorldTransform()),
						next = m_motion->worldFromGauge(m_time + dt);
	ambient::Vector6 velocity;
	velocity << ambient::logSO3(next.orientation * now.orientation.conjugate()) / dt,
		(next.position - now.position) / dt;
	const btVector3 none(0, 0, 0);
	constexpr btScalar unlimited = std::numeric_limits<btScalar>::max();
	for (int i = 0; i < kRows; ++i)
	{
		btMultiBodySolverConstraint& row = rows.expandNonInitializing();
		row.m_solverBodyIdA = row.m_solverBodyIdB = data.m_fixedBodyId;  // the array leaves rows as they were
		row.m_orgConstraint = this;
		row.m_orgDofIndex = i;
		fillMultiBodyConstraint(row, data, jacobianA(i), nullptr, none, none, none, none, 0, info, -unlimited,
		                        unlimited, false, 1, false, btScalar(velocity[i]));
		row.m_multiBodyA = m_bodyA;
		row.m_multiBodyB = nullptr;
		row.m_linkA = -1;
		row.m_linkB = -1;
	}
}
