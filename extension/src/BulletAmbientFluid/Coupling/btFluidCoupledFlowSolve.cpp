// SPDX-License-Identifier: Zlib
// The groups that a btFluidCoupledFlow gives to constraint solvers.
#include "AmbientFluid/Coupling/GroupSpeeds.h"
#include "AmbientFluid/Mesh/DisjointSets.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Coupling/btFluidCoupledFlow.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBodies.h"
#include "BulletAmbientFluid/World/btFluidWetBodies.h"

#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBody.h>

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
	/// The search evaluates multi-bodies at other velocities than those at hand.
	struct Restoring
	{
		~Restoring()
		{
			for (btFluidWetMultiBody* wet : of.m_wet) wet->restoreResponse();
		}
		const Solved& of;
	} const restoring{m_solved};
	collectSolved(solve);
	findGroups(solve, groups);
}

void btFluidCoupledFlow::collectSolved(const btFluidSolve& solve)
{
	std::vector<ambient::GroupedMover>& movers = m_solved.m_movers;
	movers.clear();
	m_solved.m_numbers.clear();
	m_solved.m_wet.clear();
	for (size_t i = 0; i < solve.m_bodies.size(); ++i)
	{
		const btFluidBody* wet = m_fluid.getFluidBody(solve.m_bodies[i].m_body);
		ambient::GroupedMover grouped;
		if (!wet || !read(*wet, grouped)) continue;
		movers.push_back(grouped);
		m_solved.m_numbers.push_back(int(i));
	}
	collectSolvedLinks();
	// Other bodies that are awake may be in the hands of other threads.
	const btCollisionObjectArray& objects = m_fluid.getWorld()->getCollisionObjectArray();
	for (int i = 0; i < objects.size(); ++i)
	{
		const btRigidBody* body = btRigidBody::upcast(objects[i]);
		const btFluidBody* wet = body && !body->isActive() ? m_fluid.getFluidBody(body) : nullptr;
		ambient::GroupedMover grouped;
		if ((wet && wet->isMarked() && read(*wet, grouped)) || read(*objects[i], grouped)) movers.push_back(grouped);
	}
	const btFluidMultiBodies& all = m_fluid.getFluidMultiBodies();
	for (int i = 0; i < all.size() && !m_trees.m_coupled.empty(); ++i)
		if (isCoupled(all, i) && !all.at(i).getMultiBody()->isAwake())
		{
			all.at(i).motion().evaluate(all.at(i).state(), false);
			addLinks(all.at(i), -1, movers);
		}
}

void btFluidCoupledFlow::findGroups(const btFluidSolve& solve, std::vector<btFluidSolvedGroup>& groups)
{
	const int count = int(m_solved.m_numbers.size()), movers = int(m_solved.m_movers.size());
	std::vector<int> moverOf(solve.m_bodies.size() + solve.m_multiBodies.size(), -1);
	for (int i = 0; i < count; ++i) moverOf[size_t(m_solved.m_numbers[size_t(i)])] = i;
	for (size_t t = 0; t < m_solved.m_trees.size(); ++t)
	{
		const auto found =
			std::find(solve.m_multiBodies.begin(), solve.m_multiBodies.end(), m_solved.m_wet[t]->getMultiBody());
		const int first = m_solved.m_firstLinks[t];
		const bool makesFlow = first < movers && m_solved.m_movers[size_t(first)].mover.link.tree == int(t);
		if (found != solve.m_multiBodies.end() && makesFlow)
			moverOf[solve.m_bodies.size() + size_t(found - solve.m_multiBodies.begin())] = first;
	}
	std::vector<char> isTouched(size_t(movers), 0);
	ambient::DisjointSets clusters(movers);
	std::vector<std::vector<int>> neighbours{size_t(movers)};
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
	m_solvedGroups.find(m_solved.m_movers);
	for (const std::vector<int>& group : m_solvedGroups.groups())
	{
		std::map<int, std::vector<int>> byCluster;  // of the touched members
		int bodies = 0;
		for (const int member : group)
		{
			bodies += m_solved.headOf(member) == member ? 1 : 0;
			if (isTouched[size_t(member)]) byCluster[clusters.root(member)].push_back(member);
		}
		if (byCluster.empty()) continue;
		if (bodies <= kMostSolved)
			this->solve(solve, group, groups);
		else
			for (const auto& cluster : byCluster)
				for (const std::vector<int>& part : partsOf(cluster.second, neighbours))
					this->solve(solve, withLinks(part, group), groups);
	}
}

std::vector<int> btFluidCoupledFlow::withLinks(const std::vector<int>& heads, const std::vector<int>& group) const
{
	std::vector<int> members;
	for (const int member : group)
		if (std::binary_search(heads.begin(), heads.end(), m_solved.headOf(member))) members.push_back(member);
	return members;
}

std::vector<int> btFluidCoupledFlow::numberTrees(const std::vector<int>& members,
                                                 std::vector<ambient::CoupledMover>& movers,
                                                 std::vector<ambient::CoupledTree>& trees) const
{
	std::vector<int> numbers;
	for (size_t k = 0; k < members.size(); ++k)
	{
		int& tree = movers[k].link.tree;
		if (tree < 0) continue;
		const auto found = std::find(numbers.begin(), numbers.end(), tree);
		const int number = int(found - numbers.begin());
		if (found == numbers.end())
		{
			numbers.push_back(tree);
			trees.push_back(m_solved.m_trees[size_t(tree)]);
		}
		tree = number;
	}
	return numbers;
}

void btFluidCoupledFlow::solve(const btFluidSolve& solve, const std::vector<int>& members,
                               std::vector<btFluidSolvedGroup>& groups)
{
	std::vector<ambient::CoupledMover> movers;
	std::vector<ambient::CoupledTree> trees;
	for (const int member : members) movers.push_back(m_solved.m_movers[size_t(member)].mover);
	const std::vector<int> numbers = numberTrees(members, movers, trees);
	m_solvedMotion.assemble(movers, trees, m_images, m_solved.m_movers[size_t(members[0])].density);
	if (!m_solvedMotion.group().isCoupled()) return;
	std::vector<ambient::Momentum> now, free;
	std::vector<ambient::Vector3> ofMedium;
	const auto isFree = [&](size_t k) { return !movers[k].isPrescribed && movers[k].link.tree < 0; };
	const auto bodyOf = [&](size_t k) -> const btFluidSolve::Body&
	{ return solve.m_bodies[size_t(m_solved.m_numbers[size_t(members[k])])]; };
	for (size_t k = 0; k < members.size(); ++k)
	{
		now.push_back(movers[k].momentum);
		free.push_back(movers[k].momentum);
		ofMedium.push_back(ambient::Vector3::Zero());
		if (!isFree(k)) continue;
		ofMedium[k] = mediumVelocityAt(*m_fluid.getFluidBody(bodyOf(k).m_body));
		ambient::Twist alone(btFluidVector(bodyOf(k).m_motion.m_angularVelocity),
		                     btFluidVector(bodyOf(k).m_motion.m_linearVelocity));
		alone.linear -= ofMedium[k];
		free[k] = ownMomentum(movers[k], alone);
	}
	std::vector<Eigen::VectorXd> treesNow, treesFree;
	for (size_t t = 0; t < trees.size(); ++t)
	{
		const ambient::TreeSpeeds& tree = m_solvedMotion.speeds().tree(t);
		treesNow.push_back(tree.momenta(m_solved.m_wet[size_t(numbers[t])]->state()));
		treesFree.push_back(tree.momenta(trees[t].state));
	}
	const std::vector<ambient::Twist> present = m_solvedMotion.twists(movers, now, treesNow),
									  coming = m_solvedMotion.twists(movers, free, treesFree);
	btFluidSolvedGroup group;
	std::vector<int> rows;
	for (size_t k = 0; k < members.size(); ++k)
	{
		if (!isFree(k)) continue;
		group.m_members.push_back(m_solved.m_numbers[size_t(members[k])]);
		for (int i = 0; i < 6; ++i) rows.push_back(m_solvedMotion.speeds().firstOfMover(k) + i);
		group.m_velocity.conservativeResize(group.m_velocity.size() + 6);
		group.m_velocity.tail<6>() = coming[k].vector();
		group.m_velocity.tail<3>() += ofMedium[k];
		// Bullet's restitution is that of the rigid bodies' velocities.
		btRigidBody& body = *bodyOf(k).m_body;
		body.setLinearVelocity(btFluidVector(ambient::Vector3(present[k].linear + ofMedium[k])));
		body.setAngularVelocity(btFluidVector(present[k].angular));
	}
	Eigen::VectorXd speeds;
	if (!trees.empty()) speeds = m_solvedMotion.speedsBy(movers, free, treesFree);
	solveTrees(solve, numbers, std::move(rows), speeds, group);
	groups.push_back(std::move(group));
}
