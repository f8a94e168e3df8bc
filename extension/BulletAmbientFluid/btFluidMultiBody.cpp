// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidMultiBody.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace
{
ambient::Quaternion quaternionOf(const btQuaternion& q)
{
	return ambient::Quaternion(double(q.w()), double(q.x()), double(q.y()), double(q.z())).normalized();
}

ambient::SpatialInertia inertiaOf(btScalar mass, const btVector3& moments)
{
	return ambient::SpatialInertia::ofBody(double(mass), btFluidVector(moments).asDiagonal());
}

ambient::Joint jointOf(const btMultibodyLink& link, int index)
{
	using ambient::JointType;
	ambient::Joint joint;
	joint.zeroParentFromChild = quaternionOf(link.m_zeroRotParentToThis).conjugate();
	joint.pivotInParent = btFluidVector(link.m_eVector);
	joint.comFromPivot = btFluidVector(link.m_dVector);
	switch (link.m_jointType)
	{
		case btMultibodyLink::eFixed:
			break;
		case btMultibodyLink::eRevolute:
			joint.type = JointType::Revolute;
			joint.axis = btFluidVector(link.getAxisTop(0));
			break;
		case btMultibodyLink::ePrismatic:
			joint.type = JointType::Prismatic;
			joint.axis = btFluidVector(link.getAxisBottom(0));
			break;
		case btMultibodyLink::eSpherical:
			joint.type = JointType::Spherical;
			break;
		case btMultibodyLink::ePlanar:
			joint.type = JointType::Planar;
			joint.axis = btFluidVector(link.getAxisTop(0));
			joint.firstDirection = btFluidVector(link.getAxisBottom(1));
			joint.secondDirection = btFluidVector(link.getAxisBottom(2));
			break;
		default:
			throw std::invalid_argument("btFluidMultiBody: link " + std::to_string(index) +
			                            " has a joint of unknown kind");
	}
	return joint;
}

/// The tree of a multi-body: link i of Bullet is link i + 1.
std::shared_ptr<const ambient::ArticulatedBody> bodyOf(const btMultiBody* multiBody)
{
	if (!multiBody) throw std::invalid_argument("btFluidMultiBody: the multi-body is null");
	std::vector<ambient::ArticulatedLink> links(size_t(multiBody->getNumLinks()) + 1);
	links[0].inertia = inertiaOf(multiBody->getBaseMass(), multiBody->getBaseInertia());
	for (int i = 0; i < multiBody->getNumLinks(); ++i)
	{
		const btMultibodyLink& link = multiBody->getLink(i);
		if (link.m_collider && link.m_collider->isStaticOrKinematicObject() && link.m_dofCount > 0)
			throw std::invalid_argument("btFluidMultiBody: link " + std::to_string(i) + " is kinematic or static");
		ambient::ArticulatedLink& to = links[size_t(i) + 1];
		to.parent = link.m_parent + 1;
		to.joint = jointOf(link, i);
		to.inertia = inertiaOf(link.m_mass, link.m_inertiaLocal);
	}
	return std::make_shared<ambient::ArticulatedBody>(std::move(links), multiBody->hasFixedBase());
}
}  // namespace

btFluidMultiBody::btFluidMultiBody(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links,
                                   std::shared_ptr<const ambient::FluidMedium> medium, const ambient::ForceSet& forces,
                                   double time, const btFluidMultiBodyOptions& options)
	: m_multiBody(multiBody), m_links(links), m_body(bodyOf(multiBody)), m_medium(std::move(medium)), m_forces(forces)
{
	if (m_links.size() > size_t(m_body->linkCount()))
		throw std::invalid_argument("btFluidMultiBody: " + std::to_string(m_links.size()) + " models for " +
		                            std::to_string(m_body->linkCount()) + " links, base included");
	m_links.resize(size_t(m_body->linkCount()));
	if (m_body->hasFixedBase()) m_links[0].m_model = nullptr;  // it does not move
	for (const btFluidLinkModel& link : m_links) m_wetLinks += link.m_model ? 1 : 0;
	if (options.m_linkInertia != ambient::LinkInertia::Isolated) solveTogether(options);
	m_state.time = time;
	m_freeRates = m_jointImpulse = m_jointChange = ambient::JointVector::Zero(m_body->rateCount());
	m_pathRates = m_pathAccelerations = m_freeRates;
	m_pathPositions = m_body->zeroPositions();
	m_loads.onLinks.resize(m_links.size());
	m_loads.torques = m_freeRates;
	rebuild();
	read(m_now);
	m_left = m_now;
	takeValues(m_now, false);
	m_end = m_free = m_state;
	m_linearDamping = multiBody->getLinearDamping();
	m_angularDamping = multiBody->getAngularDamping();
	m_maxCoordinateVelocity = multiBody->getMaxCoordinateVelocity();
	// Bullet's damping acts inside its own dynamics only, and its limit of speeds on angular and linear ones alike.
	multiBody->setLinearDamping(0);
	multiBody->setAngularDamping(0);
	multiBody->setMaxCoordinateVelocity(BT_LARGE_FLOAT);
}

std::vector<ambient::IsolatedLinkFluid::Surface> btFluidMultiBody::surfaces() const
{
	std::vector<ambient::IsolatedLinkFluid::Surface> result;
	for (const btFluidLinkModel& link : m_links) result.push_back({link.m_model, btFluidPose(link.m_linkFromMesh)});
	return result;
}

void btFluidMultiBody::rebuild()
{
	std::unique_ptr<ambient::LinkFluid> fluid;
	if (m_posed)
		fluid = std::make_unique<ambient::PosedLinkFluid>(*m_body, surfaces(), m_medium, m_forces, m_posed);
	else if (m_together)
		fluid = std::make_unique<ambient::CoupledLinkFluid>(*m_body, surfaces(), m_medium, m_forces, m_together);
	else
		fluid = std::make_unique<ambient::IsolatedLinkFluid>(*m_body, surfaces(), m_medium, m_forces);
	m_motion = std::make_unique<ambient::ArticulatedMotion>(
		m_body, std::move(fluid), m_motion ? m_motion->gravity() : ambient::Vector3::Zero().eval());
}

void btFluidMultiBody::release()
{
	m_multiBody->setMaxCoordinateVelocity(m_maxCoordinateVelocity);
	if (m_multiBody->getLinearDamping() == 0) m_multiBody->setLinearDamping(m_linearDamping);
	if (m_multiBody->getAngularDamping() == 0) m_multiBody->setAngularDamping(m_angularDamping);
}

bool btFluidMultiBody::isAsleep() const
{
	const auto sleeps = [](const btMultiBodyLinkCollider* collider)
	{ return collider && collider->getActivationState() == ISLAND_SLEEPING; };
	bool result = sleeps(m_multiBody->getBaseCollider());
	for (int i = 0; i < m_multiBody->getNumLinks(); ++i) result = result || sleeps(m_multiBody->getLinkCollider(i));
	return result;
}

void btFluidMultiBody::read(std::vector<btScalar>& values) const
{
	const btMultiBody& body = *m_multiBody;
	values.clear();
	const btVector3 &position = body.getBasePos(), velocity = body.getBaseVel(), spin = body.getBaseOmega();
	const btQuaternion& rotation = body.getWorldToBaseRot();
	for (int k = 0; k < 3; ++k) values.push_back(position[k]);
	for (int k = 0; k < 4; ++k) values.push_back(rotation[k]);
	for (int i = 0; i < body.getNumLinks(); ++i)
		for (int k = 0; k < body.getLink(i).m_posVarCount; ++k) values.push_back(body.getJointPosMultiDof(i)[k]);
	for (int k = 0; k < 3; ++k) values.push_back(spin[k]);
	for (int k = 0; k < 3; ++k) values.push_back(velocity[k]);
	for (int i = 0; i < body.getNumLinks(); ++i)
		for (int k = 0; k < body.getLink(i).m_dofCount; ++k) values.push_back(body.getJointVelMultiDof(i)[k]);
}

void btFluidMultiBody::takeValues(const std::vector<btScalar>& values, bool keepsPose)
{
	const int positions = m_body->positionCount();
	ambient::JointVector rates(m_body->rateCount());
	for (int i = 0; i < m_body->rateCount(); ++i) rates(i) = double(values[size_t(13 + positions + i)]);
	const auto vectorAt = [&](int i) {
		return ambient::Vector3(double(values[size_t(i)]), double(values[size_t(i + 1)]),
		                        double(values[size_t(i + 2)]));
	};
	ambient::Twist base(vectorAt(7 + positions), vectorAt(10 + positions));
	if (keepsPose) return m_motion->setVelocity(m_state, base, rates);
	ambient::Pose pose;
	pose.position = vectorAt(0);
	pose.orientation = quaternionOf(m_multiBody->getWorldToBaseRot()).conjugate();
	ambient::JointVector q(positions);
	for (int i = 0; i < positions; ++i) q(i) = double(values[size_t(7 + i)]);
	m_state = m_motion->makeState(pose, q, base, rates, m_state.time);
}

void btFluidMultiBody::readLoads(const ambient::Vector3& gravity)
{
	// Bullet has added the weight to the forces of the links; the equations of motion have it too.
	m_motion->setGravity(gravity);
	const btMultiBody& body = *m_multiBody;
	m_loads.onLinks[0] = {btFluidVector(body.getBaseTorque()),
	                      btFluidVector(body.getBaseForce()) - double(body.getBaseMass()) * gravity};
	for (int i = 0; i < body.getNumLinks(); ++i)
	{
		const btMultibodyLink& link = body.getLink(i);
		m_loads.onLinks[size_t(i) + 1] = {btFluidVector(link.m_appliedTorque),
		                                  btFluidVector(link.m_appliedForce) - double(link.m_mass) * gravity};
		for (int k = 0; k < link.m_dofCount; ++k)
			m_loads.torques(m_body->firstRate(i + 1) + k) = double(link.m_jointTorque[k]);
	}
}

void btFluidMultiBody::fail(const std::string& why)
{
	m_failure = why;
	m_isPlanned = false;
	m_multiBody->clearVelocities();
	release();
}

bool btFluidMultiBody::takeReport(std::string& line)
{
	if (isHealthy() || m_isReported) return false;
	m_isReported = true;
	line = "left the fluid and was stopped: " + m_failure;
	return true;
}

void btFluidMultiBody::setMedium(std::shared_ptr<const ambient::FluidMedium> medium)
{
	m_multiBody->wakeUp();
	if (!isHealthy()) return;
	contain(
		[&]
		{
			m_motion->evaluate(m_state);
			const ambient::Twist base = m_motion->twistInWorld(0);
			const ambient::JointVector rates = m_motion->dynamics().rates();
			m_medium = std::move(medium);
			rebuild();
			m_history = {};
			m_motion->setVelocity(m_state, base, rates);
		});
}
