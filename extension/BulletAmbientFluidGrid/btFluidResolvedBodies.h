// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_RESOLVED_BODIES_H
#define BT_FLUID_RESOLVED_BODIES_H

#include "AmbientFluid/Mesh/TriangleMesh.h"
#include "AmbientFluidGrid/FluidGrid.h"
#include "AmbientFluidGrid/ResolvedProjection.h"
#include "BulletAmbientFluidGrid/btFluidResolvedBody.h"

#include <memory>
#include <vector>

/// The bodies of a btFluidGrid that its grid resolves, and their projection.
class btFluidResolvedBodies
{
public:
	/// \param grid outlives this object; its projection is replaced while there are bodies
	explicit btFluidResolvedBodies(ambient::FluidGrid& grid) : m_grid(grid) {}
	~btFluidResolvedBodies();
	btFluidResolvedBodies(const btFluidResolvedBodies&) = delete;
	btFluidResolvedBodies& operator=(const btFluidResolvedBodies&) = delete;

	/// As btFluidGrid::addResolved().
	void add(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model, const btTransform& bodyFromMesh);
	/// As btFluidGrid::addObstacle().
	void add(btRigidBody* body, const ambient::TriangleMesh& mesh, const btTransform& bodyFromMesh);
	/// Does nothing if the body is not here.
	void remove(const btRigidBody* body);
	btFluidResolvedBody* find(const btRigidBody* body) const;                            ///< null: not here
	int size() const { return int(m_bodies.size()); }                                    ///< number of bodies
	const btFluidResolvedBody& at(int index) const { return *m_bodies[size_t(index)]; }  ///< in the order of addition

	/// Whether a body has failed since the last call.
	bool takesFailure(int index);
	/// Takes the results of a step of Bullet. \returns false if contacts were solved by a solver of Bullet's own
	bool collect(double timeStep);
	/// Gives states and loads to the projection.
	void give(double duration);
	/// Takes states from the projection. \param steps as btFluidResolvedBody::take()
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
	/// Gives the list of bodies to the projection.
	void remake();

	ambient::FluidGrid& m_grid;
	std::unique_ptr<ambient::ResolvedProjection> m_projection;
	std::vector<std::unique_ptr<btFluidResolvedBody>> m_bodies;
	std::vector<ambient::GridBody> m_shapes;  ///< of the bodies: distances and masses
	std::vector<char> m_isReported;           ///< failures that were taken, per body
};

#endif  // BT_FLUID_RESOLVED_BODIES_H
