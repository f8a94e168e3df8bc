// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/RigidBody/btFluidDryJoints.h"

#include "BulletAmbientFluid/RigidBody/btFluidDropInScheme.h"

#include <BulletDynamics/ConstraintSolver/btTypedConstraint.h>
#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <unordered_map>
#include <vector>

namespace
{
struct Group
{
	bool m_isDry = false, m_isOpen = false, m_isStill = true;
	bool m_fallsAlike = true;              ///< nothing holds it, and Bullet has solved all its bodies with their weight
	double m_before = 0.0, m_after = 0.0;  ///< kinetic energies [J]
	double m_mass = 0.0, m_displaced = 0.0;  ///< of the bodies, and of the fluid [kg]

	bool isMended() const { return m_isDry && !m_isOpen; }
	bool leavesOut() const
	{
		constexpr double kRounding = 1e-3, kCarried = 0.1;
		return !m_fallsAlike && !m_isStill && m_displaced > kCarried * m_mass &&
		       m_after <= (1.0 + kRounding) * m_before;
	}
};

/// The dynamic bodies of a world that joints connect.
class Groups
{
public:
	void join(const btRigidBody& a, const btRigidBody& b)
	{
		const int first = add(a), second = add(b);
		if (first >= 0 && second >= 0)
			m_parents[size_t(rootOf(first))] = rootOf(second);
		else if (first >= 0 || second >= 0)
			m_hung.push_back(btMax(first, second));
	}
	int count() const { return int(m_bodies.size()); }
	const std::vector<int>& hung() const { return m_hung; }  ///< bodies with joints on something that does not move
	const btRigidBody* body(int i) const { return m_bodies[size_t(i)]; }
	int rootOf(int i)
	{
		while (m_parents[size_t(i)] != i) i = m_parents[size_t(i)] = m_parents[size_t(m_parents[size_t(i)])];
		return i;
	}

private:
	/// \returns -1 for a body that impulses do not move
	int add(const btRigidBody& body)
	{
		if (!(body.getInvMass() > 0) || body.isStaticOrKinematicObject()) return -1;
		const auto [at, isNew] = m_numbers.emplace(&body, count());
		if (isNew)
		{
			m_bodies.push_back(&body);
			m_parents.push_back(at->second);
		}
		return at->second;
	}

	std::unordered_map<const btRigidBody*, int> m_numbers;
	std::vector<const btRigidBody*> m_bodies;
	std::vector<int> m_parents, m_hung;
};
}  // namespace

void btFluidMendDryJoints(const btDynamicsWorld& world,
                          const std::function<btFluidDropInScheme*(const btRigidBody*)>& wetSide, double timeStep,
                          btFluidBuffers& buffers)
{
	Groups bodies;
	for (int i = 0; i < world.getNumConstraints(); ++i)
	{
		const btTypedConstraint& joint = *world.getConstraint(i);
		if (joint.isEnabled()) bodies.join(joint.getRigidBodyA(), joint.getRigidBodyB());
	}
	std::vector<Group> groups(size_t(bodies.count()));
	for (const int body : bodies.hung()) groups[size_t(bodies.rootOf(body))].m_fallsAlike = false;
	for (int i = 0; i < bodies.count(); ++i)
	{
		Group& group = groups[size_t(bodies.rootOf(i))];
		const btFluidDropInScheme* const wet = wetSide(bodies.body(i));
		group.m_isOpen = group.m_isOpen || !wet || !bodies.body(i)->isActive() || wet->hasContacts();
		const bool isDry = wet && wet->isSolvedDry();
		group.m_isDry = group.m_isDry || isDry;
		group.m_fallsAlike = group.m_fallsAlike && isDry;
	}
	for (int i = 0; i < bodies.count(); ++i)
	{
		Group& group = groups[size_t(bodies.rootOf(i))];
		if (!group.isMended() || group.m_fallsAlike) continue;
		const btFluidDropInScheme& wet = *wetSide(bodies.body(i));
		const btFluidDropInScheme::Solved solved = wet.solved(timeStep);
		group.m_isStill = group.m_isStill && solved.m_isStill;
		group.m_before += solved.m_energyBefore;
		group.m_after += solved.m_energyAfter;
		group.m_mass += wet.mass();
		buffers.clear();
		group.m_displaced += wet.displacedMass(buffers);
	}
	for (int i = 0; i < bodies.count(); ++i)
	{
		const Group& group = groups[size_t(bodies.rootOf(i))];
		if (!group.isMended()) continue;
		btFluidDropInScheme& wet = *wetSide(bodies.body(i));
		if (group.m_fallsAlike)
			wet.fallFreely();
		else if (group.leavesOut())
			wet.leaveJointsOut();
	}
}
