// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_RESOLVED_BODIES_H
#define BT_FLUID_RESOLVED_BODIES_H

#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "AmbientFluidGrid/FluidGrid.h"
#include "AmbientFluidGrid/ResolvedProjection.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBodies.h"
#include "BulletAmbientFluidGrid/btFluidResolvedBody.h"
#include "BulletAmbientFluidGrid/btFluidResolvedMultiBody.h"

#include <memory>
#include <vector>

class btFluidAction;

/// The bodies and multi-bodies of a btFluidGrid that its grid resolves, and their projection.
class btFluidResolvedBodies
{
public:
	/// \param fluid outlives the steps; its world outlives this object \param grid outlives this object; its projection
	/// is replaced while there are bodies \param report receives one-line messages
	btFluidResolvedBodies(btFluidAction& fluid, ambient::FluidGrid& grid, btFluidWetMultiBodies::Report report);
	~btFluidResolvedBodies();  ///< restores the properties of the bodies in the world
	btFluidResolvedBodies(const btFluidResolvedBodies&) = delete;
	btFluidResolvedBodies& operator=(const btFluidResolvedBodies&) = delete;

	/// As btFluidGrid::addResolved().
	void add(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model, const btTransform& bodyFromMesh);
	/// As btFluidGrid::addObstacle().
	void add(btRigidBody* body, const ambient::TriangleMesh& mesh, const btTransform& bodyFromMesh);
	/// As btFluidGrid::addResolved() of a multi-body.
	void add(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links);
	/// Removes a body and restores its properties; does nothing if the body was not added.
	void remove(const btRigidBody* body);
	void remove(const btMultiBody* multiBody);                                           ///< the same
	btFluidResolvedBody* find(const btRigidBody* body) const;                            ///< null: not here
	btFluidResolvedMultiBody* find(const btMultiBody* multiBody) const;                  ///< null: not here
	btFluidWetMultiBodies& forecasts() { return m_forecasts; }                           ///< of the multi-bodies
	int size() const { return int(m_bodies.size()); }                                    ///< number of bodies
	const btFluidResolvedBody& at(int index) const { return *m_bodies[size_t(index)]; }  ///< in the order of addition

	/// Whether the collision shape of a body was scaled since the last call.
	bool takesScaling(int index) { return m_bodies[size_t(index)]->takesScaling(); }
	/// Whether a body has failed since the last call.
	bool takesFailure(int index);
	/// Checks which bodies are in the world. Removes those whose rigid body was deleted, and reports them.
	void look();
	/// Takes the results of a step of Bullet. Call look() first. \returns false if contacts were solved by a solver of
	/// Bullet's own
	bool collect(double timeStep);
	/// Gives states and loads to the projection. \param steps of the world since the last step of the grid
	void give(double duration, int steps);
	/// Takes states from the projection. \param steps as of give()
	void take(double duration, int steps, bool isFinite);
	/// Prepares the rigid bodies for the next solve.
	void publish(double timeStep);

	/// Null without bodies.
	const ambient::ResolvedProjection* projection() const { return m_projection.get(); }
	void save(btFluidStateWriter& out) const;       ///< for btFluidGrid::saveState()
	void load(btFluidStateReader& in, bool apply);  ///< \param apply false: only reads past the bodies

private:
	/// \throws std::invalid_argument if a body of this size cannot be in the grid
	void requireFits(double radius, double volume) const;
	void insert(std::unique_ptr<btFluidResolvedBody> body, ambient::GridBody inGrid);
	/// \throws std::invalid_argument if the body was added already
	void requireNew(const btRigidBody* body);
	/// Removes the entry of a deleted rigid body and reports this.
	void forget(size_t body);
	void erase(size_t body);
	/// Gives the list of bodies to the projection: rigid bodies, then the links of multi-bodies.
	void remake();
	/// Calls function(multi-body, its links in the projection) for all multi-bodies.
	template <class Function>
	void forEachMultiBody(const Function& function);

	btFluidAction& m_fluid;
	btDynamicsWorld& m_world;
	ambient::FluidGrid& m_grid;
	btFluidWetMultiBodies::Report m_report;
	std::unique_ptr<ambient::ResolvedProjection> m_projection;
	std::vector<std::unique_ptr<btFluidResolvedBody>> m_bodies;
	std::vector<ambient::GridBody> m_shapes;  ///< of the rigid bodies: distances and masses
	std::vector<char> m_isReported;           ///< failures that were taken, per rigid body
	btFluidMediumMap m_media;                 ///< of the forecasts
	btFluidWetMultiBodies m_forecasts;        ///< of the multi-bodies
	std::vector<std::unique_ptr<btFluidResolvedMultiBody>> m_multiBodies;
};

#endif  // BT_FLUID_RESOLVED_BODIES_H
