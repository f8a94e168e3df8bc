// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_GRID_H
#define BT_FLUID_GRID_H

#include "AmbientFluidGrid/FluidGrid.h"
#include "BulletAmbientFluid/btFluidAction.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"
#include "BulletAmbientFluidGrid/btFluidResolved.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ambient
{
class FluidBodyModel;
class GridWater;
class ResolvedProjection;
struct TriangleMesh;
}  // namespace ambient
struct btFluidGridActuator;
class btFluidGridBody;
class btFluidMultiBodies;
class btFluidResolvedBodies;
struct btFluidLinkModel;

/// Water on a grid around the wet rigid bodies and multi-bodies of a btFluidAction: wakes that move other bodies,
/// stirred water (docs/grid.md). Usage:
///
///     btFluidGrid::btFluidGridConstructionInfo info;
///     info.m_box.spacing = 0.05;
///     btFluidGrid grid(fluid, info);               // the fluid has its medium already
///     world->addAction(&fluid);
///     world->addAction(&grid);                     // after the fluid
///
/// Actuator mode: bodies keep added mass and surface forces. Their drag, lift and friction see the mean velocity of the
/// grid around them, as the stream of btFluidAction::setStream(). The impulse of these forces goes back to the grid in
/// the same step, to rounding: momentum of bodies and grid is exchanged, not made. Their torque goes back too, by its
/// values at both ends of a step; bodies do not feel the rotation of the flow. Buoyancy, the pressure of accelerating
/// flow and added mass are not given back. A body does not feel its own wake twice: the
/// disturbance that its blob makes by linear theory is given back (ambient::ownDisturbance). Each wet link of a
/// multi-body is an actuator of its own, and feels the wakes of the others.
///
/// Resolved mode (addResolved): bodies of about six cells across and more, which are not in the fluid. Their dry mass
/// moves in the flow, which gives added mass, drag and lift by its pressure and friction; contacts and joints have the
/// 6x6 of body and added mass if the solver knows the grid: solver.addBodies(grid). Momentum of bodies and projection
/// is exchanged, not made. Kinematic and static bodies have prescribed motion. The links of a multi-body are resolved
/// likewise, with the exact solver of multi-bodies; joints, limits and motors hold in the flow.
///
/// With FluidGridDef::surface the grid is water with a surface in air. Resolved rigid bodies float by its pressure. The
/// medium of the fluid becomes the grid's water under air (ambient::GridWater): bodies of the fluid float in the waves
/// of the grid, which does not feel them. At the end of the grid the fluid has its own medium again. If a user sets
/// another, uniform medium, bodies of the fluid are reported and left out.
///
/// Actuators in the grid are bodies and links in a uniform medium whose centre of volume is inside the box. Outside the
/// box the flow is FluidGridDef::velocity. Equal inputs give equal bytes for any number of threads; a step allocates
/// nothing after the first one.
class btFluidGrid : public btActionInterface, public btFluidSolvedBodies
{
public:
	/// Options; every field has a default.
	struct btFluidGridConstructionInfo
	{
		/// Box, spacing and sides. Density and viscosity are those of the fluid's medium.
		ambient::FluidGridDef m_box;
		/// The flow at the start: FluidGrid::saveState() of a grid with the same cells, wherever it was. Bodies that
		/// are resolved before the first step have made it, and do not enter it anew. Empty: that of m_box.
		std::vector<double> m_flow;
		int m_interval = 1;              ///< steps of the world per step of the grid, from 1
		bool m_givesBackOwnWake = true;  ///< false: bodies feel their own wake twice; to compare
		/// Whether bodies feel the acceleration of the flow: the pressure on displaced mass and added mass, by which a
		/// body of the fluid's density follows it. Not given back.
		bool m_feelsAcceleration = true;
		/// Receives one-line messages; default: standard error.
		std::function<void(const std::string& line)> m_log;
	};

	/// \param fluid has a uniform medium without a surface; after its end the grid makes no more steps
	/// \throws std::invalid_argument if the medium is another one or the interval is below 1, and as ambient::FluidGrid
	btFluidGrid(btFluidAction& fluid, const btFluidGridConstructionInfo& info);
	~btFluidGrid() override;

	const ambient::FluidGrid& getGrid() const { return m_grid; }  ///< flow and dye
	ambient::FluidGrid& getGrid() { return m_grid; }              ///< to set flow and dye between steps

	/// Makes the box follow a body by whole cells, along all axes that are not periodic; null: the box stays. New cells
	/// have FluidGridDef::velocity. A grid with a surface stays.
	void setFollowed(const btRigidBody* body)
	{
		m_followed = body;
		m_followedMultiBody = nullptr;
	}
	/// The same for the base of a multi-body.
	void setFollowed(const btMultiBody* multiBody)
	{
		m_followedMultiBody = multiBody;
		m_followed = nullptr;
	}

	/// Makes the grid resolve a body, before or after the body joins the world. The body must not be in a fluid. Mass,
	/// inertia and velocity are read now; a wet body has no damping and no gyroscopic flags of Bullet's, and an
	/// effective mass for solvers of Bullet's own: removeResolved() restores them. Some 20 ms. \param bodyFromMesh as
	/// btFluidAction::addBody() \throws std::invalid_argument, with nothing changed, if the body is null, in a fluid or
	/// here already, has no model, mass or inertia, is not finite, larger than the box, or too small for the grid: with
	/// the size that would do
	void addResolved(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
	                 const btTransform& bodyFromMesh = btTransform::getIdentity());
	/// As addResolved() for a static or kinematic body of any size, by a closed mesh alone.
	/// \throws std::invalid_argument, with nothing changed, if the body is neither static nor kinematic, is here
	/// already, or the mesh fills no cell
	void addObstacle(btRigidBody* body, const ambient::TriangleMesh& mesh,
	                 const btTransform& bodyFromMesh = btTransform::getIdentity());
	/// Makes the grid resolve the links of a multi-body of a btMultiBodyDynamicsWorld, before or after it joins the
	/// world. The world's solver must be a btFluidMultiBodyConstraintSolver that knows the grid:
	/// solver.addBodies(grid); with another one Bullet moves the multi-body as a dry one, and the grid sees its motion.
	/// Motors follow paths by getFluidMultiBodies().setDrive(). \param links base first; a link without a model is dry
	/// and no part of the flow \throws std::invalid_argument, with nothing changed, as btFluidAction::addMultiBody(),
	/// and if the multi-body is in the fluid or here already, or a link is larger than the box or too small for the
	/// grid: with the size that would do
	void addResolved(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links);
	/// Lets a body of the first two functions go; does nothing if it is not here. Call it before deleting the
	/// btRigidBody.
	void removeResolved(btRigidBody* body);
	void removeResolved(btMultiBody* multiBody);  ///< the same for a multi-body
	/// A resolved body; null for other bodies.
	const btFluidResolved* getResolved(const btRigidBody* body) const;
	/// A resolved multi-body; null for others.
	const btFluidResolvedTree* getResolved(const btMultiBody* multiBody) const;
	/// Projection of the resolved bodies, rigid ones first, then links: its report, volumes and momentum. Null without
	/// bodies.
	const ambient::ResolvedProjection* getProjection() const;
	btFluidSolvedBody* findSolvedBody(const btRigidBody* body) override;
	btFluidWetMultiBodies* getMultiBodies() override;
	/// The resolved multi-bodies, to set drives.
	btFluidMultiBodies& getFluidMultiBodies();

	/// Whether a body was in the grid in the last step.
	bool isInGrid(const btRigidBody* body) const;
	bool isInGrid(const btMultiBody* multiBody, int link) const;  ///< the same of a link; 0: the base
	/// Velocity of the flow that a body's forces see, world axes [m/s]: medium and stream. \throws
	/// std::invalid_argument if the body is not in the fluid
	ambient::Vector3 getFlow(const btRigidBody* body) const;
	ambient::Vector3 getFlow(const btMultiBody* multiBody, int link) const;  ///< the same of a link; 0: the base
	/// Mean force that a body has taken from the grid over its last step [N]; zero for a body outside.
	ambient::Vector3 getForce(const btRigidBody* body) const;
	ambient::Vector3 getForce(const btMultiBody* multiBody, int link) const;  ///< the same of a link; 0: the base

	/// State of the grid, of the exchange and of resolved bodies as bytes. Save and restore the fluid's state beside
	/// it.
	std::vector<unsigned char> saveState() const;
	/// \throws std::invalid_argument, with nothing changed, if the bytes are not a state of this object
	void restoreState(const std::vector<unsigned char>& state);

	/// Called by the world at the end of each step, after the fluid.
	void updateAction(btCollisionWorld* collisionWorld, btScalar timeStep) override;
	/// Draws the box, and the velocity in its horizontal middle plane as lines: 1 m for 1 m/s.
	void debugDraw(btIDebugDraw* debugDrawer) override;

private:
	/// Actuator of a body of the fluid; null for others.
	const btFluidGridActuator* find(const btRigidBody* body) const;
	const btFluidGridActuator* find(const btMultiBody* multiBody, int link) const;
	const btFluidGridActuator* findActuator(std::uint64_t wetNumber, int link) const;
	/// Makes the list of the fluid's bodies.
	void collect();
	/// Places the blob of an actuator. \returns false if it is not part of the grid
	bool place(btFluidGridActuator& actuator, const btFluidGridBody& body, int part);
	/// Gives the grid the impulse of a placed actuator.
	void giveImpulse(const btFluidGridActuator& actuator);
	void followBody();
	void stepGrid();
	/// Takes the results of Bullet's step for resolved bodies, and reports failures.
	void collectResolved(double timeStep);
	void setStreams(double duration);
	ambient::Vector3 flowAt(const btFluidGridActuator& actuator) const;
	/// Acceleration of the flow by the pressure of others at an actuator in the grid.
	ambient::Vector3 accelerationAt(const btFluidGridActuator& actuator) const;
	void report(const std::string& line) const;

	btFluidAction& m_fluid;
	std::weak_ptr<const void> m_fluidLife;
	btFluidGridConstructionInfo m_info;
	ambient::Vector3 m_mediumVelocity;
	ambient::FluidGrid m_grid;
	const btRigidBody* m_followed = nullptr;
	const btMultiBody* m_followedMultiBody = nullptr;
	std::vector<std::unique_ptr<btFluidGridBody>> m_bodies;  ///< in the order of the fluid's bodies, then multi-bodies
	double m_elapsed = 0.0;                                  ///< since the last step of the grid [s]
	int m_steps = 0;                                         ///< since then
	std::unique_ptr<btFluidResolvedBodies> m_resolved;       ///< never null
	bool m_hasWarnedOfSolver = false;
	bool m_isResumed = false;                                  ///< the flow is a saved one, until the first step
	std::unique_ptr<ambient::GridWater> m_water;               ///< medium of other bodies; null without a surface
	std::shared_ptr<const ambient::FluidMedium> m_ownMedium;   ///< of the fluid before
	std::shared_ptr<const btFluidAction::btFluidMove> m_move;  ///< moves the grid with the world
};

#endif  // BT_FLUID_GRID_H
