// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_COUPLING_H
#define BT_FLUID_COUPLING_H

#include "AmbientFluid/Coupling/CouplingGroups.h"
#include "BulletAmbientFluid/btFluidAction.h"

#include <map>
#include <memory>
#include <set>
#include <vector>

/// Makes the wet bodies of a btFluidAction feel each other's flow, and that of walls (docs/coupling.md). Usage:
///
///     btFluidCoupling coupling(fluid);             // both outlive the world's steps
///     coupling.addWall(btVector3(0, 0, 1), 0);     // optional: a floor
///     world->addAction(&fluid);
///     world->addAction(&coupling);                 // after the fluid
///
/// After each step, the bodies within reach of each other are moved by the coupled part of their motion: by impulses
/// and small displacements, as a user could apply them. Without this object nothing of it is computed. Contacts and
/// joints do not know it: their impulses act with each body's own added mass, so that a pair of neutrally buoyant balls
/// keeps about a tenth of its approach speed for one more step.
///
/// Coupled are the awake rigid bodies of the fluid, without locked axes, in media without a surface; bodies in media of
/// different density do not feel each other. A sleeping body takes part as one at rest, and wakes when a body within
/// reach moves faster than 0.1 m/s. Wakes of the flow are not part of potential flow. Results are the same bytes for
/// any number of threads. The first step of a model takes some 0.1 s.
class btFluidCoupling : public btActionInterface
{
public:
	/// Options; every field has a default.
	struct btFluidCouplingConstructionInfo
	{
		/// Distance of the centres, in sums of the bounding radii, from which two bodies do not feel each other.
		double m_reach = 3.0;
		int m_faces = 320;  ///< ambient::CouplingShapeOptions::faces
		int m_degree = 5;   ///< ambient::CouplingShapeOptions::degree
	};

	/// \throws std::invalid_argument if the reach is not above 0
	explicit btFluidCoupling(btFluidAction& fluid);
	/// Constructor with options, which are copied. \throws std::invalid_argument as above
	btFluidCoupling(btFluidAction& fluid, const btFluidCouplingConstructionInfo& info);
	~btFluidCoupling() override;

	/// Adds the plane wall normal . x = constant, world axes [m]. Up to three, perpendicular to each other.
	/// \throws std::invalid_argument, with nothing changed, if the normal is zero or the planes are not perpendicular
	void addWall(const btVector3& normal, btScalar constant);

	/// Lets a body take part in the coupling, or not. Default: all bodies of the fluid do.
	void setCoupled(const btRigidBody* body, bool coupled);

	/// Groups of bodies within reach of each other, or of a wall, in the last step.
	int getNumGroups() const { return int(m_groups.groups().size()); }
	/// Groups whose coupling was weakened in the last step, since their bodies overlap deeply.
	int getNumWeakenedGroups() const { return m_groups.weakenedGroups(); }
	/// Force and torque of the coupling on a body in the last step, about its centre of mass, world axes [N m, N]; zero
	/// for a body that is not coupled.
	ambient::Wrench getCouplingWrench(const btRigidBody* body) const;

	/// Called by the world at the end of each step, after the fluid.
	void updateAction(btCollisionWorld* collisionWorld, btScalar timeStep) override;
	/// Draws the forces of the coupling as lines from the centres of mass: 1 m for a force of 10 N/kg.
	void debugDraw(btIDebugDraw* debugDrawer) override;

private:
	struct Coupled
	{
		btRigidBody* m_body;
		const btFluidBody* m_wet;
		ambient::Wrench m_wrench;
	};

	const ambient::CouplingShape* shapeOf(const std::shared_ptr<const ambient::FluidBodyModel>& model);
	/// \returns false if the body is not coupled
	bool read(const btFluidBody& wet, ambient::GroupedMover& grouped);
	void collect(const btCollisionWorld& world);
	void kick(double timeStep);
	void apply(const ambient::CoupledMover& before, const ambient::CoupledMover& after, Coupled& coupled,
	           double timeStep);
	void wakeNeighbours();

	btFluidAction& m_fluid;
	btFluidCouplingConstructionInfo m_info;
	ambient::CouplingGroups m_groups;
	std::vector<ambient::MirrorPlane> m_walls;
	/// By model; null for a mesh without a positive energy.
	std::map<std::shared_ptr<const ambient::FluidBodyModel>, std::shared_ptr<const ambient::CouplingShape>> m_shapes;
	std::map<const btRigidBody*, ambient::Twist> m_drifts;  ///< of the last step
	std::set<const btRigidBody*> m_uncoupled;
	std::vector<ambient::GroupedMover> m_movers;  ///< of m_coupled, in the order of the world's objects
	std::vector<Coupled> m_coupled;
};

#endif  // BT_FLUID_COUPLING_H
