// SPDX-License-Identifier: Zlib
// The groups that a btFluidCoupledFlow gives to constraint solvers.
#include "AmbientFluid/Mesh/DisjointSets.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Coupling/btFluidCoupledFlow.h"
#include "BulletAmbientFluid/World/btFluidWetBodies.h"

#include <BulletDynamics/Dynamics/btDynamicsWorld.h>

#include <algorithm>
#include <mutex>

namespace
{
constexpr int kMostSolved = 16;  ///< members of a group; the cost of its matrix grows with the cube

/// Velocity of the medium at a wet body.
ambient::Vector3 mediumVelocityAt(const btFluidBody& wet)
{
	return wet.getMedium()->sample(wet.state().worldFromBody.position, wet.state().time).velocity;
}

/// Parts of at most kMostSolved bodies of a cluster, each grown from its first body along touches, so that most touches
/// lie within a part. \param neighbours of each mover by touches
std::vector<std::vector<int>> partsOf(const std::vector<int>& cluster, const std::vector<std::vector<int>>& neighbours)
{
	std::vector<std::vector<int>> parts;
	std::vector<char> isTaken(neighbours.size(), 0);
	for (const int first : cluster)
	{
		if (isTaken[size_t(first)]) continue;
		isTaken[size_t(first)] = 1;
		std::vector<int> part = {first};
		for (size_t next = 0; next < part.size(); ++next)
			for (const int neighbour : neighbours[size_t(part[next])])
			{
				if (isTaken[size_t(neighbour)] || int(part.size()) == kMostSolved) continue;
				isTaken[size_t(neighbour)] = 1;
				part.push_back(neighbour);
			}
		std::sort(part.begin(), part.end());
		parts.push_back(std::move(part));
	}
	return parts;
}

ambient::Momentum ownMomentum(const ambient::CoupledMover& mover, const ambient::Twist& twist)
{
	const ambient::Quaternion& q = mover.worldFromBody.orientation;
	return rotated(q, mover.inertia * rotated(q.conjugate(), twist));
}
}  // namespace

/// The solvers' way to a btFluidCoupledFlow, which may end before them.
class btFluidCoupledFlow::Solves : public btFluidSolvedGroups
{
public:
	explicit Solves(btFluidCoupledFlow& coupling) : m_coupling(coupling) {}

	void find(const btFluidSolve& solve, std::vector<btFluidSolvedGroup>& groups) override
	{
		const std::lock_guard<std::mutex> oneSolver(m_mutex);
		try
		{
			m_coupling.find(solve, groups);
		}
		catch (...)
		{
			// A state that is not finite, or a user's medium that threw: the fluid reports it in its next step.
			groups.clear();
		}
	}

private:
	btFluidCoupledFlow& m_coupling;
	std::mutex m_mutex;
};

btFluidCoupledFlow::btFluidCoupledFlow(btFluidAction& fluid, const Options& options)
	: m_fluid(fluid),
	  m_fluidLife(fluid.watch()),
	  m_options(options),
	  m_groups(ambient::CouplingPrecision::Single, options.m_reach),
	  m_solves(std::make_shared<Solves>(*this)),
	  m_solvedGroups(ambient::CouplingPrecision::Single, options.m_reach),
	  m_solvedMotion(ambient::CouplingPrecision::Single, options.m_reach)
{
	m_groups.setDrag(options.m_drag);
	fluid.getWetBodies().setGroups(m_solves);
	m_move = std::make_shared<const btFluidAction::btFluidMove>(
		[this](const ambient::Vector3& offset) -> std::function<void()>
		{ return [this, offset] { moveWalls(offset); }; });
	fluid.followMoves(m_move);
}

btFluidCoupledFlow::~btFluidCoupledFlow() = default;

void btFluidCoupledFlow::find(const btFluidSolve& solve, std::vector<btFluidSolvedGroup>& groups)
{
	m_solved.clear();
	m_solvedNumbers.clear();
	for (size_t i = 0; i < solve.m_bodies.size(); ++i)
	{
		const btFluidBody* wet = m_fluid.getFluidBody(solve.m_bodies[i].m_body);
		ambient::GroupedMover grouped;
		if (!wet || !read(*wet, grouped)) continue;
		m_solved.push_back(grouped);
		m_solvedNumbers.push_back(int(i));
	}
	// Other bodies that are awake may be in the hands of other threads.
	const btCollisionObjectArray& objects = m_fluid.getWorld()->getCollisionObjectArray();
	for (int i = 0; i < objects.size(); ++i)
	{
		const btRigidBody* body = btRigidBody::upcast(objects[i]);
		const btFluidBody* wet = body && !body->isActive() ? m_fluid.getFluidBody(body) : nullptr;
		ambient::GroupedMover grouped;
		if ((wet && wet->isMarked() && read(*wet, grouped)) || read(*objects[i], grouped)) m_solved.push_back(grouped);
	}
	const int count = int(m_solvedNumbers.size());
	std::vector<int> moverOf(solve.m_bodies.size(), -1);
	for (int i = 0; i < count; ++i) moverOf[size_t(m_solvedNumbers[size_t(i)])] = i;
	std::vector<char> isTouched(m_solved.size(), 0);
	ambient::DisjointSets clusters(int(m_solved.size()));
	std::vector<std::vector<int>> neighbours(m_solved.size());
	for (const std::pair<int, int>& touch : solve.m_touches)
	{
		const int a = touch.first < 0 ? -1 : moverOf[size_t(touch.first)],
				  b = touch.second < 0 ? -1 : moverOf[size_t(touch.second)];
		if (a >= 0) isTouched[size_t(a)] = 1;
		if (b >= 0) isTouched[size_t(b)] = 1;
		if (a < 0 || b < 0) continue;
		clusters.join(a, b);
		neighbours[size_t(a)].push_back(b);
		neighbours[size_t(b)].push_back(a);
	}
	m_solvedGroups.find(m_solved);
	for (const std::vector<int>& group : m_solvedGroups.groups())
	{
		std::map<int, std::vector<int>> byCluster;  // of the touched members
		for (const int member : group)
			if (isTouched[size_t(member)]) byCluster[clusters.root(member)].push_back(member);
		if (byCluster.empty()) continue;
		if (int(group.size()) <= kMostSolved)
			this->solve(solve, group, groups);
		else
			for (const auto& cluster : byCluster)
				for (const std::vector<int>& part : partsOf(cluster.second, neighbours))
					this->solve(solve, part, groups);
	}
}

void btFluidCoupledFlow::solve(const btFluidSolve& solve, const std::vector<int>& members,
                               std::vector<btFluidSolvedGroup>& groups)
{
	std::vector<ambient::CoupledMover> movers;
	for (const int member : members) movers.push_back(m_solved[size_t(member)].mover);
	m_solvedMotion.assemble(movers, m_images, m_solved[size_t(members[0])].density);
	if (!m_solvedMotion.group().isCoupled()) return;
	std::vector<ambient::Momentum> now, free;
	std::vector<ambient::Vector3> ofMedium;
	for (size_t k = 0; k < members.size(); ++k)
	{
		now.push_back(movers[k].momentum);
		free.push_back(movers[k].momentum);
		ofMedium.push_back(ambient::Vector3::Zero());
		if (movers[k].isPrescribed) continue;
		const btFluidSolve::Body& body = solve.m_bodies[size_t(m_solvedNumbers[size_t(members[k])])];
		ofMedium[k] = mediumVelocityAt(*m_fluid.getFluidBody(body.m_body));
		ambient::Twist alone(btFluidVector(body.m_motion.m_angularVelocity),
		                     btFluidVector(body.m_motion.m_linearVelocity));
		alone.linear -= ofMedium[k];
		free[k] = ownMomentum(movers[k], alone);
	}
	const std::vector<ambient::Twist> present = m_solvedMotion.twists(movers, now),
									  coming = m_solvedMotion.twists(movers, free);
	btFluidSolvedGroup group;
	std::vector<int> rows;
	for (size_t k = 0; k < members.size(); ++k)
	{
		if (movers[k].isPrescribed) continue;
		const int number = m_solvedNumbers[size_t(members[k])];
		group.m_members.push_back(number);
		rows.push_back(6 * int(k));
		// Bullet's restitution is that of the rigid bodies' velocities.
		btRigidBody& body = *solve.m_bodies[size_t(number)].m_body;
		body.setLinearVelocity(btFluidVector(ambient::Vector3(present[k].linear + ofMedium[k])));
		body.setAngularVelocity(btFluidVector(present[k].angular));
	}
	const int count = int(rows.size());
	group.m_mobility.resize(6 * count, 6 * count);
	group.m_velocity.resize(6 * count);
	for (int i = 0; i < count; ++i)
	{
		for (int j = 0; j < count; ++j)
			group.m_mobility.block<6, 6>(6 * i, 6 * j) =
				m_solvedMotion.mobility().block<6, 6>(rows[size_t(i)], rows[size_t(j)]);
		const size_t k = size_t(rows[size_t(i)] / 6);
		group.m_velocity.segment<6>(6 * i) = coming[k].vector();
		group.m_velocity.segment<3>(6 * i + 3) += ofMedium[k];
	}
	groups.push_back(std::move(group));
}
