// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_COUPLED_FLOW_H
#define BT_FLUID_COUPLED_FLOW_H

#include "AmbientFluid/Coupling/CouplingGroups.h"
#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/Solver/btFluidSolvedGroup.h"

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

class btFluidMultiBodies;
class btFluidMultiBody;
class btFluidStateReader;
class btFluidWetMultiBody;
class btMultiBody;

/// The bodies, links and obstacles of a btFluidCoupling, their groups and their steps.
class btFluidCoupledFlow
{
public:
	/// btFluidCoupling::btFluidCouplingConstructionInfo.
	struct Options
	{
		double m_reach;                        ///< m_reach
		ambient::CouplingShapeOptions m_mesh;  ///< m_faces and m_degree
		ambient::DragInFlow m_drag;            ///< m_drag
	};

	/// As btFluidCoupling, like all functions below.
	btFluidCoupledFlow(btFluidAction& fluid, const Options& options);
	~btFluidCoupledFlow();

	void addWall(const btVector3& normal, btScalar constant);

	void addObstacle(const btCollisionObject* object, const ambient::TriangleMesh& mesh);
	void addObstacle(const btCollisionObject* object, const ambient::TriangleMesh& mesh,
	                 const ambient::CouplingShapeOptions& options);
	void removeObstacle(const btCollisionObject* object) { m_obstacles.erase(object); }

	void setCoupled(const btRigidBody* body, bool coupled);

	void setCoupled(const btMultiBody* multiBody, bool coupled);

	int getNumGroups() const { return int(m_groups.groups().size()); }
	int getNumWeakenedGroups() const { return m_groups.weakenedGroups(); }
	ambient::Wrench getCouplingWrench(const btRigidBody* body) const;

	std::vector<unsigned char> saveState() const;
	void restoreState(const std::vector<unsigned char>& state);

	void updateAction(btCollisionWorld* collisionWorld, btScalar timeStep);
	void debugDraw(btIDebugDraw* debugDrawer);

private:
	class Solves;
	/// The surface forces of a wet body or link.
	class Drag : public ambient::RelativeDrag
	{
	public:
		Drag(const btFluidBody& wet, const ambient::MediumSample& medium);
		/// Of a link. \param model, forces kept by reference
		Drag(const ambient::FluidBodyModel& model, const ambient::Pose& linkFromMesh, const ambient::ForceSet& forces,
		     const ambient::MediumSample& medium);
		ambient::ForceInFlow at(const ambient::Pose& worldFromBody,
		                        const ambient::MotionInFlow& relative) const override;

	private:
		const ambient::FluidBodyModel* m_model;
		ambient::Pose m_bodyFromMesh;
		const ambient::ForceSet* m_forces;
		ambient::MediumSample m_medium;
	};

	struct Coupled
	{
		btRigidBody* m_body;       ///< null: an obstacle or a link
		const btFluidBody* m_wet;  ///< null: an obstacle or a link
		ambient::Wrench m_wrench;
		std::uint64_t m_number;                   ///< btFluidBody::getNumber()
		btFluidMultiBody* m_multiBody = nullptr;  ///< of a link
		int m_link = 0;                           ///< in m_multiBody, base first
		int m_drag = -1;                          ///< in m_drags; -1: none
	};
	/// Drift of a multi-body in the last step.
	struct TreeDrift
	{
		ambient::Twist m_base;
		ambient::JointVector m_rates;  ///< empty: none
	};
	/// The multi-bodies that take part; numbers are btFluidMultiBody::getNumber().
	struct Trees
	{
		std::set<std::uint64_t> m_coupled;            ///< numbers that setCoupled() named
		std::map<std::uint64_t, TreeDrift> m_drifts;  ///< of the last step, by number
		std::vector<ambient::CoupledTree> m_awake;    ///< in this step
		std::vector<btFluidMultiBody*> m_wet;         ///< of m_awake
	};
	/// A user's object with the shape that the flow sees.
	struct Obstacle
	{
		btFluidWatchedObject m_object;
		std::shared_ptr<const ambient::CouplingShape> m_shape;
	};

	const ambient::CouplingShape* shapeOf(const std::shared_ptr<const ambient::FluidBodyModel>& model);
	bool isUncoupled(const btRigidBody& body) const;
	/// \param atBody receives the medium at the body; may be null \returns false if the body is not coupled
	bool read(const btFluidBody& wet, ambient::GroupedMover& grouped, ambient::MediumSample* atBody = nullptr);
	/// \returns false if the object is no obstacle, or in a vacuum
	bool read(const btCollisionObject& object, ambient::GroupedMover& grouped);
	/// Fills m_movers and m_coupled with the bodies and obstacles of a world.
	void collect(const btCollisionWorld& world);
	/// Moves the walls [m].
	void moveWalls(const ambient::Vector3& offset);
	/// Replaces the walls. \throws std::invalid_argument, with nothing changed, as addWall()
	void setWalls(std::vector<ambient::MirrorPlane> walls);
	/// For restoreState().
	void readTreeDrifts(btFluidStateReader& in, std::map<std::uint64_t, TreeDrift>& drifts) const;
	/// Adds the links of coupled multi-bodies to these.
	void collectMultiBodies();
	void collectLinks(btFluidMultiBody& wet);
	/// Adds the links of a multi-body that make a flow, at its pose of the last evaluation. \param tree its number; -1:
	/// at rest \returns the links
	std::vector<int> addLinks(const btFluidMultiBody& wet, int tree, std::vector<ambient::GroupedMover>& movers);
	/// Whether a multi-body takes part.
	bool isCoupled(const btFluidMultiBodies& all, int index) const;
	void kick(double timeStep);
	/// Gives the multi-bodies their states after a kick.
	void carryMultiBodies(const std::vector<ambient::CoupledTree>& moved);
	void wakeNeighbours();

	/// What takes part in a solve.
	struct Solved
	{
		std::vector<ambient::GroupedMover> m_movers;  ///< the solve's bodies, links, then resting bodies and obstacles
		std::vector<int> m_numbers;                   ///< in btFluidSolve, of the first ones of m_movers
		std::vector<ambient::CoupledTree> m_trees;    ///< awake multi-bodies, at the start of the step
		std::vector<btFluidWetMultiBody*> m_wet;      ///< of m_trees
		std::vector<int> m_firstLinks;                ///< of m_trees, in m_movers
		/// The mover that stands for all links of its tree.
		int headOf(int mover) const
		{
			const int tree = m_movers[size_t(mover)].mover.link.tree;
			return tree < 0 ? mover : m_firstLinks[size_t(tree)];
		}
	};

	/// Finds the groups of a solve.
	void find(const btFluidSolve& solve, std::vector<btFluidSolvedGroup>& groups);
	/// Fills m_solved.
	void collectSolved(const btFluidSolve& solve);
	void collectSolvedLinks();
	/// Adds the groups of m_solved.
	void findGroups(const btFluidSolve& solve, std::vector<btFluidSolvedGroup>& groups);
	/// Adds the group of these movers. \param members numbers of m_solved
	void solve(const btFluidSolve& solve, const std::vector<int>& members, std::vector<btFluidSolvedGroup>& groups);
	/// Those of a group's members that are heads, or links of a tree whose head is among these.
	std::vector<int> withLinks(const std::vector<int>& heads, const std::vector<int>& group) const;
	/// Takes the trees of members, and numbers them anew in the movers. \returns their numbers in m_solved
	std::vector<int> numberTrees(const std::vector<int>& members, std::vector<ambient::CoupledMover>& movers,
	                             std::vector<ambient::CoupledTree>& trees) const;
	/// Adds the responses of multi-bodies to a group, and gives them their free velocities in it.
	/// \param trees in m_solved, of m_solvedMotion \param rows of the rigid members in its mobility
	/// \param speeds free ones, of m_solvedMotion
	void solveTrees(const btFluidSolve& solve, const std::vector<int>& trees, std::vector<int> rows,
	                const Eigen::VectorXd& speeds, btFluidSolvedGroup& group);

	btFluidAction& m_fluid;
	std::weak_ptr<const void> m_fluidLife;
	Options m_options;
	ambient::CouplingGroups m_groups;
	std::vector<ambient::MirrorPlane> m_walls;
	std::shared_ptr<const btFluidAction::btFluidMove> m_move;  ///< moves the walls with the world
	std::vector<ambient::Reflection> m_images;                 ///< by m_walls
	/// By model; null for a mesh without a positive energy.
	std::map<std::shared_ptr<const ambient::FluidBodyModel>, std::shared_ptr<const ambient::CouplingShape>> m_shapes;
	std::map<const btCollisionObject*, Obstacle> m_obstacles;
	std::map<std::uint64_t, ambient::Twist> m_drifts;  ///< of the last step, by btFluidBody::getNumber()
	std::map<const btRigidBody*, btFluidWatchedObject> m_uncoupled;
	std::vector<ambient::GroupedMover> m_movers;  ///< of m_coupled, in the order of the world's objects
	std::vector<Coupled> m_coupled;
	std::vector<Drag> m_drags;  ///< of the bodies among m_coupled
	Trees m_trees;

	std::shared_ptr<Solves> m_solves;  ///< of this object, for solvers
	ambient::CouplingGroups m_solvedGroups;
	ambient::CoupledMotion m_solvedMotion;
	Solved m_solved;
};

#endif  // BT_FLUID_COUPLED_FLOW_H
