// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_ACTION_H
#define BT_FLUID_ACTION_H

#include "AmbientFluid/Media/UniformMedium.h"
#include "BulletAmbientFluid/btFluidBody.h"

#include <BulletDynamics/Dynamics/btActionInterface.h>
#include <LinearMath/btHashMap.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

class btDynamicsWorld;

/// Makes the rigid bodies of a Bullet world move as in a fluid. Usage:
///
///     auto model = ambient::FluidBodyModel::build(mesh);        // once per mesh; may throw, see there
///     btFluidAction fluid(world);                               // outlives its place in the world
///     fluid.setMedium(ambient::UniformMedium::water());
///     fluid.addBody(body, model);                               // body: a dynamic btRigidBody with mass and inertia
///     world->addAction(&fluid);                                 // before vehicles and other actions
///
/// and world->stepSimulation(...) as ever. This is the drop-in mode ("mode B" of extension/README.md): the world keeps
/// its own solver. Free motion and rest are exact; an impact is solved with an effective mass not above K, and its
/// impulse is added to the momentum exactly, so momentum is conserved, but the rebound of a strongly anisotropic body
/// is approximate. SI units throughout: metre, kilogram, second.
///
/// Threads: the bodies are integrated in parallel (OpenMP); results are the same bytes for any number of threads.
/// Exceptions never leave updateAction(): a body whose state stops being finite is frozen out of the fluid, reported
/// once by name through the log callback, and the world goes on.
class btFluidAction : public btActionInterface
{
public:
	/// Options of the whole action; every field has a default.
	struct btFluidActionConstructionInfo
	{
		ambient::ForceSet m_forces = ambient::ForceSet::named("default");
		ambient::IntegratorOptions m_integrator;  ///< adaptive, tolerance 1e-5 per substep
		btScalar m_sleepingSpeed =
			btScalar(0.05);  ///< a wet body faster than this (m/s, or rad/s times its size) is kept awake
		/// Receives one-line warnings; default: standard error.
		std::function<void(const std::string& line)> m_log;
	};

	/// \param world the world whose gravity the bodies feel; it must outlive the action or be told by removeAllBodies()
	explicit btFluidAction(btDynamicsWorld* world);
	btFluidAction(btDynamicsWorld* world, const btFluidActionConstructionInfo& info);
	/// Removes all bodies, which restores what they had.
	~btFluidAction() override;

	btFluidAction(const btFluidAction&) = delete;
	btFluidAction& operator=(const btFluidAction&) = delete;

	/// The medium around every body added so far and from now on; wakes sleeping bodies. Velocities are kept,
	/// momenta follow from them. Default: vacuum.
	void setMedium(const ambient::UniformMedium& medium);
	void setMedium(std::shared_ptr<const ambient::FluidMedium> medium);

	/// Puts a body into the fluid. Its mass, inertia and velocity are read now; the mesh frame is the body's frame
	/// (origin at Bullet's centre of mass) unless `bodyFromMesh` says otherwise.
	/// While it is in, the body's mass properties are the effective ones of the drop-in mode, its damping is 0 and its
	/// gyroscopic flags are off: removeBody() restores all three.
	/// \throws std::invalid_argument: no model, null, static or kinematic body, body already in, inertia not positive.
	void addBody(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
	             const btTransform& bodyFromMesh = btTransform::getIdentity());

	/// Takes a body out and restores its mass, inertia, damping and flags; its velocity becomes the fluid body's.
	/// Call it before deleting the btRigidBody. Does nothing if the body is not in.
	void removeBody(btRigidBody* body);
	void removeAllBodies();

	int getNumBodies() const { return int(m_bodies.size()); }
	/// The wet side of a body, or null.
	const btFluidBody* getFluidBody(const btRigidBody* body) const;

	/// Velocity of the centre of mass and angular velocity as physics sees them, world axes [m/s], [rad/s].
	/// (btRigidBody::getLinearVelocity() holds what Bullet's solver must be given, which differs by (a - g) dt.)
	/// For a body that is not in, Bullet's own velocities.
	btVector3 getLinearVelocity(const btRigidBody* body) const;
	btVector3 getAngularVelocity(const btRigidBody* body) const;

	/// Simulated time since construction [s]; the time that the medium is sampled at.
	double getTime() const { return m_time; }

	void updateAction(btCollisionWorld* collisionWorld, btScalar timeStep) override;
	void debugDraw(btIDebugDraw* debugDrawer) override;

private:
	void stepBodies(double timeStep);
	btFluidBody* find(const btRigidBody* body) const;
	void report(const std::string& line) const;

	btDynamicsWorld* m_world;
	btFluidActionConstructionInfo m_info;
	std::shared_ptr<const ambient::FluidMedium> m_medium;
	std::vector<std::unique_ptr<btFluidBody>> m_bodies;  ///< in the order they were added: the order of every loop
	btHashMap<btHashPtr, btFluidBody*> m_bodyOf;
	double m_time;
};

#endif  // BT_FLUID_ACTION_H
