// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_VISCOUS_BODY_H
#define BT_FLUID_VISCOUS_BODY_H

#include "AmbientFluid/Locomotion/SequenceInterpolation.h"
#include "BulletAmbientFluid/btFluidSolvedBody.h"

#include <memory>
#include <vector>

class btConvexHullShape;
class btFluidSkin;
class btFluidStateReader;
class btFluidStateWriter;

/// A rigid body whose resistance is linear in its velocity and so great that its inertia does not matter: in Stokes
/// flow, or by the resistance that a snake or a sperm has. Its velocity follows from the loads of the instant,
///
///     R v + h = F,
///
/// with R and h those of ambient::ShapeReduction, and contacts and joints feel R: the exact solver gets dt R in place
/// of an inertia, which is the implicit Euler step. With its inertia M kept, the step is (M + dt R) v' = M v + dt (F -
/// h), stable at any resistance. [Gross2023, eq. 6]
///
/// R is about the centre of mass of the rigid body, in its axes; loads are all that Bullet knows: gravity on the mass,
/// and forces of users. Buoyancy is not among them. The body never sleeps, since slow settling looks like rest. Exact
/// mode only: see btFluidViscousBodies.
class btFluidViscousBody : public btFluidSolvedBody
{
public:
	/// A rigid shape. \param body dynamic, outlives this object
	/// \param resistance R, symmetric and positive definite [N m s, N s, N s/m]
	/// \param keepsInertia whether M counts; default: no
	/// \throws std::invalid_argument otherwise, or without inertia if the body has a restitution, since a body without
	/// momentum cannot bounce
	btFluidViscousBody(btRigidBody* body, const ambient::Matrix6& resistance, bool keepsInertia = false);
	/// A shape that changes: the body's frame is the gauge frame of its reduced sequence, in a metric of dissipation.
	/// \param shape of the same sequence, for contacts: they see the velocity of its surface; null: the rigid velocity
	/// \throws std::invalid_argument as above, or without inertia if there is a motion that nothing resists
	btFluidViscousBody(btRigidBody* body, std::shared_ptr<const ambient::InterpolatedReduction> reduction,
	                   std::shared_ptr<const ambient::InterpolatedShape> shape = nullptr, bool keepsInertia = false);
	~btFluidViscousBody() override;

	btRigidBody* getRigidBody() const { return m_body; }  ///< of the constructor
	/// Time of the sequence at the end of the last step [s].
	double getTime() const { return m_time; }
	/// Sets the time of the sequence; the shape changes at once. Default: the first frame's [s].
	/// \throws std::invalid_argument if it is not finite
	void setTime(double time);
	/// Gives a hull the points of the shape now and after each step. The hull must be the shape of the body, or a child
	/// of it without a transform of its own; null: no hull follows (default).
	/// \throws std::invalid_argument for a body without a shape
	void setCollisionHull(btConvexHullShape* hull);
	/// Whether the shape changes now and contacts see it.
	bool hasMovingSurface() const;

	bool beginSolve(btScalar timeStep, btFluidFreeMotion& motion) override;
	void endSolve(const btVector3& linearChange, const btVector3& angularChange) override;
	btVector3 surfaceVelocity(const btManifoldPoint& point, bool isA) const override;

	void save(btFluidStateWriter& out) const;  ///< for btFluidViscousBodies::saveState()
	/// For btFluidViscousBodies::restoreState(): reads what save() has written, and changes the body only if `apply`.
	/// \throws std::invalid_argument if that was another body's
	void load(btFluidStateReader& in, bool apply);

private:
	void requireFit() const;
	ambient::ShapeReduction firstReduction() const;

	btRigidBody* m_body;
	ambient::ShapeReduction m_constant;  ///< without m_reduction
	std::shared_ptr<const ambient::InterpolatedReduction> m_reduction;
	std::shared_ptr<const ambient::InterpolatedShape> m_shape;
	std::unique_ptr<btFluidSkin> m_skin;  ///< null without m_shape
	bool m_keepsInertia;
	double m_time = 0.0, m_timeStep = 0.0;
};

/// The viscous bodies of a world, for its exact solver:
///
///     btFluidViscousBodies viscous;
///     btFluidConstraintSolver solver(viscous);      // or, beside an action: solver.addBodies(viscous)
///     world->setConstraintSolver(&solver);
///     viscous.add(body, resistance);                // the arguments of btFluidViscousBody
///
/// With another solver these bodies are dry ones. Remove a body before deleting its btRigidBody.
class btFluidViscousBodies : public btFluidSolvedBodies
{
public:
	/// Adds a body. \param arguments of a constructor of btFluidViscousBody \returns valid until its removal
	/// \throws std::invalid_argument as that constructor, or if the body was added before
	template <class... Arguments>
	btFluidViscousBody* add(btRigidBody* body, Arguments&&... arguments)
	{
		return keep(std::make_unique<btFluidViscousBody>(body, std::forward<Arguments>(arguments)...));
	}
	/// Makes a body a dry one again; does nothing if it was not added.
	void remove(const btRigidBody* body);

	/// State of all bodies as bytes for restoreState() on the same machine: times of their sequences, and poses,
	/// velocities, mass properties and activation of the rigid bodies. Call both functions between two calls of
	/// stepSimulation(). User forces and Bullet's contacts are as with btFluidAction::restoreState().
	std::vector<unsigned char> saveState() const;
	/// Restores the state of saveState(): equal steps then give equal bytes. The bodies must be those of then, added in
	/// the same order. Hulls of btFluidViscousBody::setCollisionHull() follow.
	/// \throws std::invalid_argument, with nothing changed, if the bytes are damaged, of something else, or of bodies
	/// with other resistances
	void restoreState(const std::vector<unsigned char>& state);

	btFluidSolvedBody* findSolvedBody(const btRigidBody* body) override;
	bool hasMovingSurfaces() const override;

private:
	btFluidViscousBody* keep(std::unique_ptr<btFluidViscousBody> body);

	std::vector<std::unique_ptr<btFluidViscousBody>> m_bodies;  ///< by address of the rigid body
	std::vector<btFluidViscousBody*> m_order;                   ///< as they were added
};

#endif  // BT_FLUID_VISCOUS_BODY_H
