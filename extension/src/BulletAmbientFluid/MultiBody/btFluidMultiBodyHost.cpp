// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/MultiBody/btFluidMultiBodyHost.h"

#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Base/btFluidStateStream.h"
#include "BulletAmbientFluid/MultiBody/btFluidLedParts.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>

#include <algorithm>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>
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

constexpr btScalar kDefaultImpulse = 1000;  ///< btMultiBody::getMaxAppliedImpulse() of a new multi-body

/// The marks of all multi-bodies that are held, by fluids and grids of all threads.
class HeldMarks
{
public:
	void insert(btScalar mark)
	{
		const std::lock_guard<std::mutex> lock(m_mutex);
		m_marks.insert(mark);
	}
	void erase(btScalar mark)
	{
		const std::lock_guard<std::mutex> lock(m_mutex);
		m_marks.erase(mark);
	}
	bool has(btScalar mark)
	{
		const std::lock_guard<std::mutex> lock(m_mutex);
		return m_marks.count(mark) != 0;
	}

private:
	std::mutex m_mutex;
	std::set<btScalar> m_marks;
};

HeldMarks& heldMarks()
{
	static HeldMarks marks;
	return marks;
}
}  // namespace

std::shared_ptr<const ambient::ArticulatedBody> btFluidMultiBodyHost::bodyOf(const btMultiBody* multiBody,
                                                                             const btFluidMultiBodyOptions& options)
{
	if (!multiBody) throw std::invalid_argument("btFluidMultiBody: the multi-body is null");
	const std::vector<double>& armatures = options.m_armatures;
	if (!armatures.empty() && armatures.size() != size_t(multiBody->getNumLinks()))
		throw std::invalid_argument("btFluidMultiBodyOptions: m_armatures has " + std::to_string(armatures.size()) +
		                            " numbers for " + std::to_string(multiBody->getNumLinks()) + " links");
	std::vector<ambient::ArticulatedLink> links(size_t(multiBody->getNumLinks()) + 1);
	links[0].inertia = inertiaOf(multiBody->getBaseMass(), multiBody->getBaseInertia());
	for (int i = 0; i < multiBody->getNumLinks(); ++i)
	{
		const btMultibodyLink& link = multiBody->getLink(i);
		ambient::ArticulatedLink& to = links[size_t(i) + 1];
		to.parent = link.m_parent + 1;
		to.joint = jointOf(link, i);
		if (!armatures.empty()) to.joint.armature = armatures[size_t(i)];
		to.inertia = inertiaOf(link.m_mass, link.m_inertiaLocal);
	}
	const bool isWeightless = multiBody->isBaseStaticOrKinematic() && !(multiBody->getBaseMass() > 0);
	return std::make_shared<ambient::ArticulatedBody>(std::move(links), multiBody->hasFixedBase() || isWeightless,
	                                                  options.m_gears);
}

btFluidMultiBodyHost::btFluidMultiBodyHost(btMultiBody& multiBody, std::shared_ptr<const ambient::ArticulatedBody> body)
	: m_multiBody(multiBody),
	  m_body(std::move(body)),
	  m_linearDamping(multiBody.getLinearDamping()),
	  m_angularDamping(multiBody.getAngularDamping()),
	  m_maxCoordinateVelocity(multiBody.getMaxCoordinateVelocity()),
	  m_maxAppliedImpulse(multiBody.getMaxAppliedImpulse() < 0 ? kDefaultImpulse : multiBody.getMaxAppliedImpulse())
{
}

btFluidMultiBodyHost::~btFluidMultiBodyHost() { heldMarks().erase(m_mark); }

bool btFluidMultiBodyHost::isHeld(const btMultiBody& multiBody)
{
	return heldMarks().has(multiBody.getMaxAppliedImpulse());
}

void btFluidMultiBodyHost::hold(btScalar mark)
{
	heldMarks().insert(mark);
	// A number that Bullet keeps and does not use, and that a new multi-body does not have.
	m_mark = mark;
	m_multiBody.setMaxAppliedImpulse(mark);
	// Bullet's damping acts inside its own dynamics only, and its limit of speeds on angular and linear ones alike.
	m_multiBody.setLinearDamping(0);
	m_multiBody.setAngularDamping(0);
	m_multiBody.setMaxCoordinateVelocity(BT_LARGE_FLOAT);
}

void btFluidMultiBodyHost::release()
{
	letGo();
	if (m_multiBody.getMaxAppliedImpulse() == m_mark) m_multiBody.setMaxAppliedImpulse(m_maxAppliedImpulse);
	heldMarks().erase(std::exchange(m_mark, btScalar(0)));
}

void btFluidMultiBodyHost::letGo()
{
	m_multiBody.setMaxCoordinateVelocity(m_maxCoordinateVelocity);
	if (m_multiBody.getLinearDamping() == 0) m_multiBody.setLinearDamping(m_linearDamping);
	if (m_multiBody.getAngularDamping() == 0) m_multiBody.setAngularDamping(m_angularDamping);
}

bool btFluidMultiBodyHost::isAsleep() const
{
	const auto sleeps = [](const btMultiBodyLinkCollider* collider)
	{ return collider && collider->getActivationState() == ISLAND_SLEEPING; };
	bool result = sleeps(m_multiBody.getBaseCollider());
	for (int i = 0; i < m_multiBody.getNumLinks(); ++i) result = result || sleeps(m_multiBody.getLinkCollider(i));
	return result;
}

template <class Function>
void btFluidMultiBodyHost::forEachCollider(const Function& function) const
{
	if (btMultiBodyLinkCollider* base = m_multiBody.getBaseCollider()) function(*base);
	for (int i = 0; i < m_multiBody.getNumLinks(); ++i)
		if (btMultiBodyLinkCollider* collider = m_multiBody.getLinkCollider(i)) function(*collider);
}

void btFluidMultiBodyHost::keepAwake(bool isMoving, btScalar timeStep)
{
	// As Bullet counts at the end of the step, with the threshold of a new multi-body: it does not tell its count.
	constexpr btScalar kSleepThreshold = btScalar(0.05);
	btScalar motion = 0;
	for (int i = 0; i < 6 + m_multiBody.getNumDofs(); ++i)
		motion += m_multiBody.getVelocityVector()[i] * m_multiBody.getVelocityVector()[i];
	if (isMoving)
	{
		m_multiBody.wakeUp();
		m_stillFor = 0;
	}
	m_stillFor = motion < kSleepThreshold ? m_stillFor + timeStep : btScalar(0);
}

void btFluidMultiBodyHost::saveSleep(btFluidStateWriter& out) const
{
	out.write(m_multiBody.isAwake());
	out.write(m_stillFor);
	forEachCollider(
		[&out](const btMultiBodyLinkCollider& collider)
		{
			out.write(collider.getActivationState());
			out.write(collider.getDeactivationTime());
		});
}

void btFluidMultiBodyHost::loadSleep(btFluidStateReader& in, bool apply)
{
	const bool isAwake = in.read<bool>();
	const btScalar stillFor = in.read<btScalar>();
	forEachCollider(
		[&in, apply](btMultiBodyLinkCollider& collider)
		{
			const int state = in.read<int>();
			const btScalar time = in.read<btScalar>();
			if (!apply) return;
			collider.forceActivationState(state);
			collider.setDeactivationTime(time);
		});
	if (!apply) return;
	m_stillFor = stillFor;
	m_multiBody.wakeUp();  // sets Bullet's count to 0
	if (!isAwake) return m_multiBody.goToSleep();
	m_multiBody.clearVelocities();
	m_multiBody.checkMotionAndSleepIfRequired(stillFor);
}

void btFluidMultiBodyHost::read(std::vector<btScalar>& values) const
{
	const btMultiBody& body = m_multiBody;
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

btFluidMultiBodyHost::Change btFluidMultiBodyHost::look(const btFluidLedParts& led)
{
	read(m_now);
	if (m_left.empty()) return POSE;
	if (m_now == m_left) return NONE;
	size_t at = 0;
	const auto isNew = [&](int count, bool isLed)
	{
		const auto from = m_now.begin() + std::ptrdiff_t(at);
		const bool isSame = isLed || std::equal(from, from + count, m_left.begin() + std::ptrdiff_t(at));
		at += size_t(count);
		return !isSame;
	};
	bool isMoved = isNew(7, led.leadsBase()), hasNewVelocity = false;
	for (int i = 0; i < m_multiBody.getNumLinks(); ++i)
		isMoved = isNew(m_multiBody.getLink(i).m_posVarCount, led.leadsLink(i + 1)) || isMoved;
	hasNewVelocity = isNew(6, led.leadsBase());
	for (int i = 0; i < m_multiBody.getNumLinks(); ++i)
		hasNewVelocity = isNew(m_multiBody.getLink(i).m_dofCount, led.leadsLink(i + 1)) || hasNewVelocity;
	return isMoved ? POSE : hasNewVelocity ? VELOCITIES : NONE;
}

bool btFluidMultiBodyHost::isPoseNew()
{
	read(m_now);
	return !std::equal(m_now.begin(), m_now.begin() + poseCount(), m_left.begin());
}

ambient::Pose btFluidMultiBodyHost::poseOf(const std::vector<btScalar>& values) const
{
	ambient::Pose pose;
	pose.position = ambient::Vector3(double(values[0]), double(values[1]), double(values[2]));
	pose.orientation = quaternionOf(btQuaternion(values[3], values[4], values[5], values[6])).conjugate();
	return pose;
}

ambient::JointVector btFluidMultiBodyHost::positionsOf(const std::vector<btScalar>& values) const
{
	ambient::JointVector result(m_body->positionCount());
	for (int i = 0; i < m_body->positionCount(); ++i) result(i) = double(values[size_t(7 + i)]);
	return result;
}

ambient::Twist btFluidMultiBodyHost::baseTwist() const
{
	const auto vectorAt = [this](int i)
	{ return ambient::Vector3(double(m_now[size_t(i)]), double(m_now[size_t(i + 1)]), double(m_now[size_t(i + 2)])); };
	return ambient::Twist(vectorAt(poseCount()), vectorAt(poseCount() + 3));
}

ambient::JointVector btFluidMultiBodyHost::rates() const
{
	ambient::JointVector result(m_body->rateCount());
	for (int i = 0; i < m_body->rateCount(); ++i) result(i) = double(m_now[size_t(poseCount() + 6 + i)]);
	return result;
}

void btFluidMultiBodyHost::readLoads(const ambient::Vector3& gravity, ambient::ArticulatedLoads& loads) const
{
	const btMultiBody& body = m_multiBody;
	loads.onLinks[0] = {btFluidVector(body.getBaseTorque()),
	                    btFluidVector(body.getBaseForce()) - double(body.getBaseMass()) * gravity};
	for (int i = 0; i < body.getNumLinks(); ++i)
	{
		const btMultibodyLink& link = body.getLink(i);
		loads.onLinks[size_t(i) + 1] = {btFluidVector(link.m_appliedTorque),
		                                btFluidVector(link.m_appliedForce) - double(link.m_mass) * gravity};
		for (int k = 0; k < link.m_dofCount; ++k)
			loads.torques(m_body->firstRate(i + 1) + k) = double(link.m_jointTorque[k]);
	}
}

void btFluidMultiBodyHost::write(const ambient::ArticulatedState& state, const ambient::Twist& baseTwist,
                                 const ambient::JointVector& rates, const btFluidLedParts& led)
{
	const ambient::Quaternion baseFromWorld = state.worldFromBase.orientation.conjugate();
	if (!led.leadsBase())
	{
		m_multiBody.setBasePos(btFluidVector(state.worldFromBase.position));
		m_multiBody.setWorldToBaseRot(btQuaternion(btScalar(baseFromWorld.x()), btScalar(baseFromWorld.y()),
		                                           btScalar(baseFromWorld.z()), btScalar(baseFromWorld.w())));
	}
	for (int i = 0; i < m_multiBody.getNumLinks(); ++i)
		if (!led.leadsLink(i + 1))
			m_multiBody.setJointPosMultiDof(i, state.positions.data() + m_body->firstPosition(i + 1));
	writeVelocities(baseTwist, rates);
	const btScalar* const velocity = m_now.data() + poseCount();
	if (led.leadsBase())
	{
		m_multiBody.setBaseOmega(btVector3(velocity[0], velocity[1], velocity[2]));
		m_multiBody.setBaseVel(btVector3(velocity[3], velocity[4], velocity[5]));
	}
	for (int i = 0; i < m_multiBody.getNumLinks(); ++i)
		if (led.leadsLink(i + 1)) m_multiBody.setJointVelMultiDof(i, velocity + 6 + m_body->firstRate(i + 1));
	placeColliders();
}

void btFluidMultiBodyHost::writeVelocities(const ambient::Twist& baseTwist, const ambient::JointVector& rates)
{
	m_multiBody.setBaseOmega(btFluidVector(baseTwist.angular));  // zero if the base is fixed
	m_multiBody.setBaseVel(btFluidVector(baseTwist.linear));
	for (int i = 0; i < m_multiBody.getNumLinks(); ++i)
		m_multiBody.setJointVelMultiDof(i, rates.data() + m_body->firstRate(i + 1));
}

void btFluidMultiBodyHost::placeColliders()
{
	m_multiBody.forwardKinematics(m_rotations, m_origins);
	m_multiBody.updateCollisionObjectWorldTransforms(m_rotations, m_origins);
}

void btFluidMultiBodyHost::save(btFluidStateWriter& out, bool isThere) const
{
	std::vector<btScalar> values = m_left;
	if (isThere) read(values);
	out.write(values.data(), int(values.size()));
	out.write(m_left.data(), int(m_left.size()));
	if (isThere) saveSleep(out);
}

void btFluidMultiBodyHost::load(btFluidStateReader& in, bool isThere, bool apply)
{
	std::vector<btScalar> values(m_left.size()), left(m_left.size());
	in.read(values.data(), int(values.size()));
	in.read(left.data(), int(left.size()));
	for (size_t k = 0; k < 3 && !left.empty(); ++k)
		for (btScalar* place : {&values[k], &left[k]}) *place = btScalar(double(*place) + in.offset()[long(k)]);
	if (isThere) loadSleep(in, apply);
	if (!apply || !isThere) return;
	m_left = left;
	btMultiBody& body = m_multiBody;
	const btScalar* at = values.data();
	body.setBasePos(btVector3(at[0], at[1], at[2]));
	body.setWorldToBaseRot(btQuaternion(at[3], at[4], at[5], at[6]));
	at += 7;
	for (int i = 0; i < body.getNumLinks(); at += body.getLink(i).m_posVarCount, ++i) body.setJointPosMultiDof(i, at);
	body.setBaseOmega(btVector3(at[0], at[1], at[2]));
	body.setBaseVel(btVector3(at[3], at[4], at[5]));
	at += 6;
	for (int i = 0; i < body.getNumLinks(); at += body.getLink(i).m_dofCount, ++i) body.setJointVelMultiDof(i, at);
	placeColliders();
}
