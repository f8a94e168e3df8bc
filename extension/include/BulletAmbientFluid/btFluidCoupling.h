// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_COUPLING_H
#define BT_FLUID_COUPLING_H

#include "AmbientFluid/Coupling/CoupledGroup.h"
#include "BulletAmbientFluid/btFluidAction.h"

#include <memory>
#include <vector>

class btFluidCoupledFlow;
class btMultiBody;

/// Makes the wet bodies of a btFluidAction feel each other's flow, and that of walls and obstacles (docs/coupling.md).
/// Usage:
///
///     btFluidCoupling coupling(fluid);             // does nothing once the fluid has ended
///     coupling.addWall(btVector3(0, 0, 1), 0);     // optional: a floor
///     world->addAction(&fluid);
///     world->addAction(&coupling);                 // after the fluid
///
/// After each step, the bodies within reach of each other are moved by the coupled part of their motion. With a
/// btFluidConstraintSolver, contacts and joints feel it too: an impulse on one body moves the others of its group. A
/// solver of Bullet's own knows each body's own added mass only: the impulse of a ball that meets a bubble is a tenth
/// too large, and the coupling acts one step later. Without this object nothing of it is computed.
///
/// Coupled are the awake rigid bodies of the fluid, without locked axes, in media without a surface; bodies in media of
/// different density do not feel each other. A sleeping body takes part as one at rest, and wakes when a body within
/// reach moves faster than 0.1 m/s. Wakes of the flow are not part of potential flow. Results are the same bytes for
/// any number of threads. The first step of a model takes some 0.1 s.
///
/// Groups of more than 16 bodies: contacts and joints feel the coupling of bodies that touch or are joined, in clusters
/// of up to 16; a larger cluster is divided into parts of up to 16, between which they feel each body's own response.
///
/// Links of multi-bodies take part if setCoupled() says so: with other bodies, and with each other, save links that a
/// joint connects. With a btFluidMultiBodyConstraintSolver their contacts, limits and motors feel the group too, else a
/// step later.
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
		/// Whether drag sees the flow of the others: a body beside a moving one is dragged along, and brakes it.
		ambient::DragInFlow m_drag = ambient::DragInFlow::Mutual;
	};

	/// \throws std::invalid_argument if the reach is not above 0
	explicit btFluidCoupling(btFluidAction& fluid);
	/// Constructor with options, which are copied. \throws std::invalid_argument as above
	btFluidCoupling(btFluidAction& fluid, const btFluidCouplingConstructionInfo& info);
	~btFluidCoupling() override;

	/// Adds the plane wall normal . x = constant, world axes [m]. Up to three, perpendicular to each other.
	/// \throws std::invalid_argument, with nothing changed, if the normal is zero or the planes are not perpendicular
	void addWall(const btVector3& normal, btScalar constant);

	/// Makes an object that is not in the fluid part of the flow, as a body whose motion is prescribed: static,
	/// kinematic and dry bodies with the velocity that Bullet gives them. It feels nothing. A large floor is better an
	/// addWall(); an obstacle much larger than the bodies beside it needs CouplingShapeOptions::smallest.
	/// \param mesh in the frame of the object, of a volume; copied in reduced form, as btFluidCouplingConstructionInfo
	/// says
	/// \throws std::invalid_argument if the object is null or an obstacle already, or the mesh is not usable
	void addObstacle(const btCollisionObject* object, const ambient::TriangleMesh& mesh);
	/// Overload with other options of the reduced mesh.
	void addObstacle(const btCollisionObject* object, const ambient::TriangleMesh& mesh,
	                 const ambient::CouplingShapeOptions& options);
	/// Takes an obstacle out of the flow; does nothing for another object. Call it before deleting the object.
	void removeObstacle(const btCollisionObject* object);

	/// Lets a body take part in the coupling, or not. Default: all bodies of the fluid do.
	void setCoupled(const btRigidBody* body, bool coupled);

	/// Lets the links of a multi-body take part in the coupling, or not. Default: they do not. A multi-body that is
	/// taken out of the fluid and put into it again is a new one. Links that have no model, a fixed base among them,
	/// make no flow; an asleep multi-body takes part as one at rest. \throws std::invalid_argument, with nothing
	/// changed, if the multi-body is not in the fluid
	void setCoupled(const btMultiBody* multiBody, bool coupled);

	/// Groups of bodies within reach of each other, or of a wall, in the last step.
	int getNumGroups() const;
	/// Groups whose coupling was weakened in the last step, since their bodies overlap deeply.
	int getNumWeakenedGroups() const;
	/// Force and torque of the coupling on a body in the last step, about its centre of mass, world axes [N m, N]; zero
	/// for a body that is not coupled.
	ambient::Wrench getCouplingWrench(const btRigidBody* body) const;

	/// State of the coupling as bytes. Save and restore the fluid's state beside it.
	std::vector<unsigned char> saveState() const;
	/// \throws std::invalid_argument, with nothing changed, if the bytes are not a state of this object, or the fluid
	/// has another number of bodies than when the state was saved
	void restoreState(const std::vector<unsigned char>& state);

	/// Called by the world at the end of each step, after the fluid.
	void updateAction(btCollisionWorld* collisionWorld, btScalar timeStep) override;
	/// Draws the forces of the coupling as lines from the centres of mass: 1 m for a force of 10 N/kg.
	void debugDraw(btIDebugDraw* debugDrawer) override;

private:
	std::unique_ptr<btFluidCoupledFlow> m_flow;  ///< never null
};

#endif  // BT_FLUID_COUPLING_H
