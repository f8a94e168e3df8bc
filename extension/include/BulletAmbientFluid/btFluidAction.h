// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_ACTION_H
#define BT_FLUID_ACTION_H

#include "AmbientFluid/Dynamics/FluidReadout.h"
#include "AmbientFluid/Dynamics/IntegratorOptions.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "BulletAmbientFluid/btFluidBody.h"
#include "BulletAmbientFluid/btFluidMeshBuilder.h"
#include "BulletAmbientFluid/btFluidPresence.h"

#include <BulletDynamics/Dynamics/btActionInterface.h>
#include <LinearMath/btTransform.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

class btDynamicsWorld;
class btFluidLog;
class btFluidMediumMap;
class btFluidModelCache;
class btFluidLevelsOfDetail;
class btFluidMultiBodies;
class btFluidRegions;
class btFluidRigidBodies;
class btFluidRigidBody;
class btFluidShapeDrive;
class btFluidSolvedBodies;
class btFluidWetBodies;
class btFluidWetMultiBodies;
class btMultiBody;
struct btFluidDebugDrawOptions;
struct btFluidLinkModel;
struct btFluidMultiBodyOptions;
namespace ambient
{
class AmplitudeModel;
class DeformingModel;
class FluidBodyModel;
struct FluidBody;
}  // namespace ambient

/// Makes the rigid bodies of a Bullet world move as in a fluid. Usage:
///
///     auto model = ambient::FluidBodyModel::build(mesh);        // once per mesh; may throw
///     btFluidAction fluid(world);                               // removed from the world before its end
///     fluid.setMedium(ambient::UniformMedium::water());
///     fluid.addBody(body, model);                               // body: a dynamic btRigidBody with mass and inertia
///     world->addAction(&fluid);                                 // before vehicles and other actions
///     btFluidConstraintSolver solver(fluid);                    // optional: exact contacts and joints
///     world->setConstraintSolver(&solver);
///
/// Then call world->stepSimulation(...) as usual. Without the last two lines the world keeps its own solver ("drop-in
/// mode"). Free motion and rest are then exact. An impact is solved with an effective mass not above K, the inertia of
/// body and fluid; its impulse is added to the momentum exactly, so momentum is conserved. Joints and the rebound of a
/// strongly anisotropic body are approximate. The last two lines ("exact mode") let contacts and joints feel the full
/// K. docs/rules.md lists the rules for users of a wet body. SI units throughout: metre, kilogram, second.
///
/// Threads: bodies are integrated in parallel if that is measured to be faster (ambient::setParallelSettings). Results
/// are the same bytes for any number of threads.
///
/// Errors: no exception leaves updateAction(). A body whose state or input stops being finite is stopped, leaves the
/// fluid and is reported once, with its index, through the log callback; the world goes on.
class btFluidAction : public btActionInterface, public btFluidLife
{
public:
	/// Called before the world is moved by an offset [m]; the result is called afterwards.
	using btFluidMove = std::function<std::function<void()>(const ambient::Vector3& offset)>;

	/// Options of the whole action; every field has a default.
	struct btFluidActionConstructionInfo
	{
		/// Forces of the fluid on every body; default: ForceSet::surfacePressure().
		ambient::ForceSet m_forces = ambient::ForceSet::named("default");
		/// True: sums pressure and friction of the faces, and waves at faces and vertices, in single precision, as
		/// m_forces.setSingle(true) does: twice as fast, relative error about 1e-6. A symmetric body in unstable motion
		/// then leaves its plane of symmetry. Default: false.
		bool m_isSingle = false;
		/// Adaptive, tolerance 1e-5 per substep. leastSpeed is multiplied by 10 in a medium with a water surface, and
		/// by 100 for a body under contacts or joints, which are solved to first order only.
		ambient::IntegratorOptions m_integrator;
		btScalar m_sleepingSpeed =
			btScalar(0.05);  ///< speed above which a wet body stays awake [m/s]; rotation counts as rad/s times length
		/// Whether floating rigid bodies make waves by heaving, which take their energy (ambient::HeaveWaves). Not for
		/// multi-bodies, bodies that change their shape, heel and pitch. Default: true.
		bool m_makesWaves = true;
		/// Receives one-line messages, at the end of a step or call; default: standard error.
		std::function<void(const std::string& line)> m_log;
		bool m_announceMode = true;  ///< logs each mode once, with the way to the other

		/// Folder in which addBody(body) keeps the models of collision shapes for the next start of the program
		/// (ambient::FluidBodyModelCache); UTF-8. Default: empty, no folder.
		std::string m_modelCacheFolder;
	};

	/// \param world the world whose gravity the bodies feel; it must outlive the action, or all bodies and multi-bodies
	/// in it: removeAllBodies(), btFluidMultiBodies::removeAll()
	explicit btFluidAction(btDynamicsWorld* world);
	/// Constructor with options, which are copied.
	/// \throws std::invalid_argument naming the option that is out of range
	btFluidAction(btDynamicsWorld* world, const btFluidActionConstructionInfo& info);
	/// Calls removeAllBodies() and btFluidMultiBodies::removeAll().
	~btFluidAction() override;

	btFluidAction(const btFluidAction&) = delete;
	btFluidAction& operator=(const btFluidAction&) = delete;

	/// Sets the medium of all present and future bodies outside the regions, and wakes these bodies. Velocities are
	/// kept; momenta follow from them. Default: vacuum (null).
	/// \throws std::invalid_argument, with nothing changed, if the density is negative or not finite
	void setMedium(const ambient::UniformMedium& medium);
	/// Overload for non-uniform media and media with a surface; null is a vacuum.
	void setMedium(std::shared_ptr<const ambient::FluidMedium> medium);

	/// The medium outside the regions; null in vacuum.
	const std::shared_ptr<const ambient::FluidMedium>& getMedium() const;

	/// Regions with media of their own.
	btFluidRegions& getRegions() { return *m_regions; }

	/// Puts a body into the fluid, before or after the body joins the world. Mass, inertia and velocity are read now.
	/// The mesh frame is the body's frame (origin at Bullet's centre of mass); `bodyFromMesh` places another mesh
	/// frame. A wet body has damping 0 unless a user sets another one, no gyroscopic flags, and in drop-in mode
	/// effective mass properties: removeBody() restores all three.
	/// \throws std::invalid_argument if there is no model; if the body is null, static, kinematic, or in an action
	/// already; if its inertia is not positive, or its pose or velocity not finite
	void addBody(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
	             const btTransform& bodyFromMesh = btTransform::getIdentity());

	/// Overload for any body, also one that changes its shape (ambient::BodyDeformation; exact mode).
	/// \param shape model, placement and deformation; `bodyInertia` is not used, the rigid body has its own
	void addBody(btRigidBody* body, ambient::FluidBody shape);

	/// Overload for a body that plays a shape sequence (ambient::DeformingModel; exact mode). The body frame is the
	/// model's. The sequence starts at its first key now, at speed 1, from a held shape: a body at rest has no momentum
	/// of body and fluid before and after, and begins to move at once. The rigid body's inertia is used for impulses of
	/// users only.
	/// \returns the drive, which belongs to the action
	/// \throws std::invalid_argument as the other overloads, and if the rigid body's mass is not that of the model
	btFluidShapeDrive* addBody(btRigidBody* body, std::shared_ptr<const ambient::DeformingModel> shape);
	/// Overload for a body whose shape follows amplitudes or joint angles (ambient::AmplitudeModel; exact mode). The
	/// body frame is the model's. It begins with all coordinates at 0, held. \returns the drive, which belongs to the
	/// action; later also btFluidBody::getDrive() \throws std::invalid_argument as the overload above
	btFluidShapeDrive* addBody(btRigidBody* body, std::shared_ptr<const ambient::AmplitudeModel> shape);

	/// Overload that makes the model from the body's collision shape (btFluidMeshBuilder.h). Shapes of equal geometry
	/// share one model. Logs implausible mass properties once per body: a mean density below 1 or above 23000 kg/m^3,
	/// moments of inertia far from those of a solid of that shape.
	/// \throws std::invalid_argument naming the shape if the shape is no solid or its mesh cannot be used; and as the
	/// overload above
	void addBody(btRigidBody* body, const btFluidMeshOptions& options = btFluidMeshOptions());

	/// Puts a multi-body of a btMultiBodyDynamicsWorld into the fluid: each link has the full 6x6 inertia of body and
	/// fluid, in contacts, limits and motors too. Needs a btFluidMultiBodyConstraintSolver; otherwise the links stay
	/// dry, and this is reported. Masses, joints and velocities are read now. A wet multi-body has no damping of
	/// Bullet's and no limit of speed; removeMultiBody() restores both.
	/// \param links base first; links beyond its end, and those without a model, are dry: this is reported
	/// \throws std::invalid_argument if the world is of another kind, no link has a model, or the multi-body is null,
	/// in this or another fluid or a grid already, has an inertia that is not positive, or has no common surface
	/// (btFluidMultiBodyOptions)
	void addMultiBody(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links,
	                  const btFluidMultiBodyOptions& options);
	/// Overload with the default options.
	void addMultiBody(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links);
	/// Overload that makes the models from the shapes of the links' colliders, as addBody(body, options) does. Links
	/// without a collider are dry.
	void addMultiBody(btMultiBody* multiBody, const btFluidMeshOptions& meshes, const btFluidMultiBodyOptions& options);
	/// Overload with the default options of the tree.
	void addMultiBody(btMultiBody* multiBody, const btFluidMeshOptions& meshes = btFluidMeshOptions());
	/// Takes a multi-body out of the fluid; does nothing if it is not there. Call it before deleting the multi-body.
	void removeMultiBody(btMultiBody* multiBody);
	/// The wet multi-bodies, and the drives of their joints.
	btFluidMultiBodies& getFluidMultiBodies() const;

	/// Sets the folder of btFluidActionConstructionInfo::m_modelCacheFolder for later calls of addBody(body); empty:
	/// none.
	void setModelCacheFolder(const std::string& folder);

	/// Takes a body out of the fluid and restores its mass, inertia, damping and flags. Bullet's velocity becomes the
	/// physical one. Does nothing if the body is not in the fluid. Call this function before deleting the btRigidBody.
	/// A wet body that leaves the world stays in the action, untouched, until its return. If a new body reuses its
	/// memory, the action drops the old body and reports this.
	void removeBody(btRigidBody* body);
	/// Calls removeBody() for every body in the world. The action drops bodies outside the world without touching them,
	/// because they may be deleted: remove a body from the fluid before taking it out of a world for good.
	void removeAllBodies();

	int getNumBodies() const;  ///< wet bodies, inside and outside the world
	/// Wet body by order of addition. \param index from 0, below getNumBodies()
	const btFluidBody& getFluidBody(int index) const;
	/// The wet side of a body; null if the body is not in the fluid.
	const btFluidBody* getFluidBody(const btRigidBody* body) const;

	/// Physical velocity of the centre of mass at the end of the last step, world axes [m/s]. In drop-in mode
	/// btRigidBody::getLinearVelocity() holds the input of Bullet's solver, which differs by (a - g) dt. For a body
	/// outside the fluid: Bullet's own velocity.
	btVector3 getLinearVelocity(const btRigidBody* body) const;
	/// Physical angular velocity at the end of the last step, world axes [rad/s]; see getLinearVelocity().
	btVector3 getAngularVelocity(const btRigidBody* body) const;

	/// Sets the physical velocity of the centre of mass between two steps, world axes [m/s], and wakes the body.
	/// Impulses that it has got since the last step remain. Bullet's setter does the same, but in drop-in mode Bullet
	/// then solves the next step without the fluid, and joints give the body an impulse against its whole weight.
	/// \throws std::invalid_argument if a number is not finite
	void setLinearVelocity(btRigidBody* body, const btVector3& velocity);
	/// The same of the angular velocity, world axes [rad/s].
	void setAngularVelocity(btRigidBody* body, const btVector3& velocity);

	/// Takes the impulses that a body has got since the last step into its motion, and wakes it. The next step does
	/// this without a call, but in drop-in mode a hung body in a liquid that begins to move may lose a small impulse.
	void acceptImpulses(btRigidBody* body);

	/// Wrench and power of every term, energies, momentum, volumes and areas at the end of the last step.
	/// \throws std::invalid_argument if the body is not in the fluid. Exceptions of a user's medium pass through.
	ambient::FluidReadout getReadout(const btRigidBody* body) const;

	/// Solve mode of contacts and joints in the last step; before the first step: the expected one.
	btFluidSolveMode getMode() const;

	/// Simulated time since construction, at which media are sampled [s].
	double getTime() const { return m_time; }

	/// Levels of detail of the bodies, single or under a budget.
	btFluidLevelsOfDetail& getLevelsOfDetail() { return *m_levels; }

	/// State of all wet bodies as bytes for restoreState() on the same machine: the action's own data, levels of detail
	/// included, and poses, velocities, mass properties and activation of the rigid bodies. Call both functions between
	/// two calls of stepSimulation().
	std::vector<unsigned char> saveState() const;
	/// Restores the state of saveState(): equal steps then give equal bytes. The action must have the same medium, and
	/// the same bodies and regions, added in the same order; regions must be placed and filled as before. Not included:
	/// user forces not yet applied, and Bullet's cached contacts and overlapping pairs. Bodies in contact therefore
	/// repeat their motion to the bit only if btDispatcherInfo::m_deterministicOverlappingPairs is set and the world's
	/// broadphase starts afresh at both times (remove its objects, btBroadphaseInterface::resetPool, add the objects
	/// again, then restore).
	///
	/// \throws std::invalid_argument, with nothing changed, if the bytes are not a state of this action
	void restoreState(const std::vector<unsigned char>& state);

	/// Adds an offset [m] to all places, for worlds that keep their origin near the player. Call it between two calls
	/// of stepSimulation(). Moved are the objects of the world, rigid bodies, multi-bodies, and the frames of joints of
	/// rigid bodies with the world; media, regions, walls of couplings, grids, winches; and running states: bodies
	/// continue as without the call, up to rounding. States that were saved before are moved when they are restored.
	/// Not moved are soft bodies, constraints of multi-bodies with the world, bodies outside the world, the motion of
	/// movers and viscous bodies, other actions and the regions' objects that are not in the world.
	/// \throws std::invalid_argument if the offset is not finite
	void moveWorld(const ambient::Vector3& offset);
	/// Sum of the offsets of moveWorld() [m]: the present place of the first origin.
	const ambient::Vector3& getOrigin() const { return m_origin; }
	/// Adds a function that moveWorld() calls. Called by grids. \param follower kept alive by the caller
	void followMoves(const std::shared_ptr<const btFluidMove>& follower);

	/// Contents of debugDraw(), which may be changed (btFluidDebugDraw.h). Default: force arrows and centre of
	/// buoyancy.
	btFluidDebugDrawOptions& getDebugDrawOptions() { return *m_drawOptions; }

	/// Called by the world at the end of each step: reads the result of the solver, then plans the next step.
	void updateAction(btCollisionWorld* collisionWorld, btScalar timeStep) override;
	/// Called by the world's debugDrawWorld(): draws the contents that getDebugDrawOptions() chooses.
	void debugDraw(btIDebugDraw* debugDrawer) override;

	/// The wet bodies, as the constructors of solvers take them: `btFluidConstraintSolver solver(fluid)`.
	operator btFluidSolvedBodies&();
	/// The wet bodies, as btFluidCoupling reaches them.
	btFluidWetBodies& getWetBodies() { return *m_wetBodies; }

	/// Sets the velocity of a stream at one body, which adds to that of its medium from the next step on: for flows
	/// that are known per body, such as a fluid on a grid. The body keeps its velocity; the forces see the velocity
	/// relative to medium and stream. No effect while the medium is non-uniform or has a surface. Part of saveState().
	/// \throws std::invalid_argument if the body is not in the fluid, or the velocity not finite or above that of light
	void setStream(const btRigidBody* body, const ambient::Vector3& velocity);

	btDynamicsWorld* getWorld() const { return m_world; }  ///< of the constructor

private:
	/// Adds a body that carries its shape out by itself. \param wet at its start \param shape its deformation
	template <class Shape>
	btFluidShapeDrive* addDriven(btRigidBody* body, ambient::FluidBody wet, std::shared_ptr<Shape> shape);
	/// The wet side of a healthy dynamic body in the world; null for another body.
	btFluidRigidBody* findMoving(const btRigidBody* body) const;

	btDynamicsWorld* m_world;
	btFluidActionConstructionInfo m_info;
	std::unique_ptr<btFluidLog> m_log;
	std::unique_ptr<btFluidMediumMap> m_media;
	std::unique_ptr<btFluidRigidBodies> m_bodies;
	std::unique_ptr<btFluidWetMultiBodies> m_multiBodies;
	std::unique_ptr<btFluidRegions> m_regions;
	std::unique_ptr<btFluidWetBodies> m_wetBodies;
	std::unique_ptr<btFluidLevelsOfDetail> m_levels;
	std::unique_ptr<btFluidModelCache> m_models;
	std::unique_ptr<btFluidDebugDrawOptions> m_drawOptions;
	double m_time = 0.0;
	ambient::Vector3 m_origin = ambient::Vector3::Zero();
	std::vector<std::weak_ptr<const btFluidMove>> m_followers;
};

#endif  // BT_FLUID_ACTION_H
