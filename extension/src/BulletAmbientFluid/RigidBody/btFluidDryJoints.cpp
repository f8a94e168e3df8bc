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
	double m_before = 0.0, m_after = 0.0;  ///< kinetic energies [J]

	bool leavesOut() const
	{
		constexpr double kRounding = 1e-3;
		return m_isDry && !m_isOpen && !m_isStill && m_after <= (1.0 + kRounding) * m_before;
	}
};

/// The dynamic bodies of a world that joints connect.
class Groups
{
public:
	void join(const btRigidBody& a, const btRigidBody& b)
	{
		const int first = add(a), second = add(b);
		if (first >= 0 && second >= 0) m_parents[size_t(rootOf(first))] = rootOf(second);
	}
	int count() const { return int(m_bodies.size()); }
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
	std::vector<int> m_parents;
};
}  // namespace

void btFluidLeaveDryJointsOut(const btDynamicsWorld& world,
                              const std::function<btFluidDropInScheme*(const btRigidBody*)>& wetSide, double timeStep)
{
	Groups bodies;
	for (int i = 0; i < world.getNumConstraints(); ++i)
	{
		const btTypedConstraint& joint = *world.getConstraint(i);
		if (joint.isEnabled()) bodies.join(joint.getRigidBodyA(), joint.getRigidBodyB());
	}
	std::vector<Group> groups(size_t(bodies.count()));
	for (int i = 0; i < bodies.count(); ++i)
	{
		Group& group = groups[size_t(bodies.rootOf(i))];
		const btFluidDropInScheme* const wet = wetSide(bodies.body(i));
		group.m_isOpen = group.m_isOpen || !wet || !bodies.body(i)->isActive() || wet->hasContacts();
		if (!wet) continue;
		const btFluidDropInScheme::Solved solved = wet->solved(timeStep);
		group.m_isDry = group.m_isDry || wet->isSolvedDry();
		group.m_isStill = group.m_isStill && solved.m_isStill;
		group.m_before += solved.m_energyBefore;
		group.m_after += solved.m_energyAfter;
	}
	for (int i = 0; i < bodies.count(); ++i)
		if (groups[size_t(bodies.rootOf(i))].leavesOut()) wetSide(bodies.body(i))->leaveJointsOut();
}
