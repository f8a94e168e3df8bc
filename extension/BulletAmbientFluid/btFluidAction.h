// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_ACTION_H
#define BT_FLUID_ACTION_H

#include "AmbientFluid/Dynamics/FluidReadout.h"
#include "AmbientFluid/Media/UniformMedium.h"
#include "BulletAmbientFluid/btFluidBody.h"
#include "BulletAmbientFluid/btFluidDebugDraw.h"
#include "BulletAmbientFluid/btFluidDetail.h"
#include "BulletAmbientFluid/btFluidMedia.h"
#include "BulletAmbientFluid/btFluidModelCache.h"
#include "BulletAmbientFluid/btFluidWorldSearch.h"

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
///     btFluidConstraintSolver solver(fluid);                    // optional: exact contacts and joints
///     world->setConstraintSolver(&solver);
///
/// and world->stepSimulation(...) as ever. Without the last two lines the world keeps its own solver ("drop-in mode"):
/// free motion and rest are exact; an impact is solved with an effective mass not above K, and its impulse is added to
/// the momentum exactly, so momentum is conserved, but joints and the rebound of a strongly anisotropic body are
/// approximate. With them ("exact mode") contacts and joints feel the full K. extension/README.md has the rules for
/// what users may do to a wet body. SI units throughout: metre, kilogram, second.
///
/// Threads: the bodies are integrated in parallel (OpenMP); results are the same bytes for any number of threads.
/// Exceptions never leave updateAction(): a body whose state or input stops being finite is frozen out of the fluid,
/// reported once by name through the log callback, and the world goes on.
class btFluidAction : public btActionInterface, public btFluidSolvedBodies
{
public:
	/// Options of the whole action; every field has a default.
	struct btFluidActionConstructionInfo
	{
		/// Forces of the fluid on every body; default: ForceSet::surfacePressure().
		ambient::ForceSet m_forces = ambient::ForceSet::named("default");
		/// True: pressure and friction of the faces, and waves at faces and vertices, are summed in single precision,
		/// as m_forces.setSingle(true): twice as fast and right to about 1e-6. Symmetric bodies then leave their plane
		/// of symmetry where motion is unstable.
		bool m_isSingle = false;
		/// Adaptive, tolerance 1e-5 per substep; with 10 times the leastSpeed where a water surface may cut bodies, and
		/// 100 times for a body that contacts or joints act on, whose motion they decide to first order only.
		ambient::IntegratorOptions m_integrator;
		btScalar m_sleepingSpeed =
			btScalar(0.05);  ///< a wet body faster than this (m/s, or rad/s times its size) is kept awake
		/// Receives one-line messages, at the end of a step or call; default: standard error.
		std::function<void(const std::string& line)> m_log;
		bool m_announceMode = true;  ///< say once through m_log which mode the world is in and how to get the other

		/// Where addBody(body) keeps the models it makes of collision shapes, for the next start of the program
		/// (ambient::FluidBodyModelCache); UTF-8. Default: nowhere.
		std::string m_modelCacheFolder;
	};

	/// \param world the world whose gravity the bodies feel; it must outlive the action
	explicit btFluidAction(btDynamicsWorld* world);
	/// As above, with options, which are read now.
	/// \throws std::invalid_argument naming the option that is out of range
	btFluidAction(btDynamicsWorld* world, const btFluidActionConstructionInfo& info);
	/// As removeAllBodies().
	~btFluidAction() override;

	btFluidAction(const btFluidAction&) = delete;
	btFluidAction& operator=(const btFluidAction&) = delete;

	/// The medium around every body that is in no region, added so far and from now on; wakes them. Velocities are
	/// kept, momenta follow from them. Default: vacuum (null).
	/// \throws std::invalid_argument, with nothing changed, when the density is negative or not finite
	void setMedium(const ambient::UniformMedium& medium);
	/// The same for media that differ from place to place, or have a surface; null is a vacuum.
	void setMedium(std::shared_ptr<const ambient::FluidMedium> medium);

	/// Null in vacuum.
	const std::shared_ptr<const ambient::FluidMedium>& getMedium() const { return m_media.own(); }

	/// Gives a part of the world a medium of its own; btFluidRegion.h says which part and which of several counts. The
	/// bodies in it have that medium at once, their velocities are kept; sleeping ones wake.
	///
	/// Later, a body that is found in another medium at the end of a step, because it moved, or the region did, or its
	/// medium was replaced or switched off, takes that one up: sleepers wake, one that has come into denser fluid keeps
	/// its momentum relative to that fluid, and is slowed, one that left it keeps its velocity
	/// (ambient::momentumAfterMediumChange). The others are not touched.
	///
	/// \throws std::invalid_argument, with nothing changed, when the region is null or in this action already
	void addRegion(std::shared_ptr<btFluidRegion> region);
	/// The bodies in it pass, with their velocities, to what is there without it; sleeping ones wake. Does nothing if
	/// the region is not in.
	void removeRegion(const btFluidRegion* region);
	int getNumRegions() const { return int(m_media.regions().size()); }  ///< on or off
	/// In the order they were added; \param index below getNumRegions()
	const btFluidRegion& getRegion(int index) const;

	/// The medium that a body is in; null in vacuum. \throws std::invalid_argument when the body is not in the fluid
	const std::shared_ptr<const ambient::FluidMedium>& getMedium(const btRigidBody* body) const;

	/// Puts a body into the fluid; it may join the world before or after. Its mass, inertia and velocity are read now;
	/// the mesh frame is the body's frame (origin at Bullet's centre of mass) unless `bodyFromMesh` says otherwise.
	/// While it is in, its damping is 0 unless set again, its gyroscopic flags are off, and in drop-in mode its mass
	/// properties are effective ones: removeBody() restores all three.
	/// \throws std::invalid_argument: no model, null, static or kinematic body, body in this or another action
	///         already, inertia not positive, pose or velocity not finite.
	void addBody(btRigidBody* body, std::shared_ptr<const ambient::FluidBodyModel> model,
	             const btTransform& bodyFromMesh = btTransform::getIdentity());

	/// As above, with a model made from the body's collision shape (btFluidMeshBuilder.h says how); bodies whose shapes
	/// have the same geometry share one. Says through m_log, once for the body, what is implausible: a mean density
	/// below 1 or above 23000 kg/m^3, moments of inertia far from those of a solid of that shape.
	/// \throws std::invalid_argument naming the shape: it is no solid, or its mesh cannot be used; and as above
	void addBody(btRigidBody* body, const btFluidMeshOptions& options = btFluidMeshOptions());

	/// Where addBody(body) keeps models from now on, as m_modelCacheFolder; empty: nowhere.
	void setModelCacheFolder(const std::string& folder);

	/// Takes a body out and restores its mass, inertia, damping and flags; its velocity becomes the fluid body's.
	/// Call it before deleting the btRigidBody. Does nothing if the body is not in.
	/// A wet body that leaves the world waits, untouched, for its return; should another one come in its memory, the
	/// old one is forgotten and that is reported.
	void removeBody(btRigidBody* body);
	/// removeBody() for every body that is in the world; the others, which may be deleted, are forgotten and, if they
	/// still live, stay as they are: remove bodies from the fluid before you take them out of a world for good.
	void removeAllBodies();

	int getNumBodies() const { return int(m_entries.size()); }  ///< wet bodies, those that are in no world too
	/// In the order they were added; \param index below getNumBodies()
	const btFluidBody& getFluidBody(int index) const { return *m_entries[size_t(index)].m_body; }
	/// The wet side of a body, or null.
	const btFluidBody* getFluidBody(const btRigidBody* body) const;

	/// Velocity of the centre of mass and angular velocity as physics sees them at the end of the last step, world axes
	/// [m/s], [rad/s]. (In drop-in mode btRigidBody::getLinearVelocity() holds what Bullet's solver must be given,
	/// which differs by (a - g) dt.) For a body that is not in, Bullet's own velocities.
	btVector3 getLinearVelocity(const btRigidBody* body) const;
	/// See getLinearVelocity(): world axes [rad/s].
	btVector3 getAngularVelocity(const btRigidBody* body) const;

	/// Wrench and power of every term, energies, momentum, volumes and areas at the end of the last step.
	/// \throws std::invalid_argument when the body is not in the fluid, or what a user's medium throws
	ambient::FluidReadout getReadout(const btRigidBody* body) const;

	/// How contacts and joints of the bodies were solved in the last step; before the first: as they probably will be.
	btFluidSolveMode getMode() const { return m_mode; }

	/// Simulated time since construction [s]; the time that the medium is sampled at.
	double getTime() const { return m_time; }

	/// The level of detail of one body (btFluidDetail.h), from now on and whatever the budget says; pose and velocity
	/// stay. Takes some 20 ms when the model of the body changes its level for the first time. Wakes nobody. \throws
	/// std::invalid_argument when the body is not in the fluid
	void setDetail(const btRigidBody* body, btFluidDetail detail);
	/// Leaves the choice to the budget again; without one it is full detail, from the next step on.
	/// \throws std::invalid_argument when the body is not in the fluid
	void clearDetail(const btRigidBody* body);
	/// The level that a body is at; full detail for one that is not in. Default: full detail for all.
	btFluidDetail getDetail(const btRigidBody* body) const;

	/// From the next step on levels of detail are chosen by distance; see btFluidDetailBudget. Takes some 20 ms for
	/// each model that is in use, once, here or in addBody(); a step allocates nothing for it. \throws
	/// std::invalid_argument, with nothing changed, naming the field that is out of range
	void setDetailBudget(const btFluidDetailBudget& budget);
	/// Full detail again for all bodies that have no level of their own.
	void clearDetailBudget();

	/// Everything that the action knows about its bodies, and of their rigid bodies the poses, velocities, mass
	/// properties, activation and levels of detail, as bytes for restoreState() on the same machine. Call both between
	/// two calls of stepSimulation().
	std::vector<unsigned char> saveState() const;
	/// Puts all bodies back to where they were at saveState(): the same steps then give the same bytes. The action must
	/// have the same bodies and regions, added in the same order, where and what they were, and the same medium. Forces
	/// of users that still wait are not in it. Nor is what Bullet remembers about contacts and overlapping pairs:
	/// bodies in contact repeat themselves to the bit only if the world's broadphase starts afresh at both times
	/// (remove its objects, btBroadphaseInterface::resetPool, add them again, then restore) and
	/// btDispatcherInfo::m_deterministicOverlappingPairs is set.
	///
	/// \throws std::invalid_argument, with nothing changed, when the bytes are not a state of this action
	void restoreState(const std::vector<unsigned char>& state);

	/// What debugDraw() shows; see btFluidDebugDraw.h. Default: force arrows and centre of buoyancy.
	void setDebugDrawOptions(const btFluidDebugDrawOptions& options) { m_drawOptions = options; }
	const btFluidDebugDrawOptions& getDebugDrawOptions() const { return m_drawOptions; }  ///< as last set

	/// Called by the world at the end of each step: takes up what the solver did, then plans the next step.
	void updateAction(btCollisionWorld* collisionWorld, btScalar timeStep) override;
	/// Called by the world's debugDrawWorld(): draws what setDebugDrawOptions() asks for.
	void debugDraw(btIDebugDraw* debugDrawer) override;

	btFluidSolvedBody* findSolvedBody(const btRigidBody* body) override;
	void addSolver() override;

private:
	struct Entry
	{
		std::unique_ptr<btFluidBody> m_body;
		btRigidBody* m_rigidBody;    ///< may be deleted while it is not in the world
		int m_worldIndex = 0;        ///< where it was last seen among the world's objects
		bool m_isPresent = false;    ///< in the world in this step
		bool m_needsMedium = false;  ///< the medium changed while it was not
	};

	/// A body on its way through chooseDetail().
	struct DetailPlace
	{
		double m_distance;
		int m_index;
		btFluidBody* m_body;
	};

	void lookForBodies();
	/// Every body in the world the medium that is where it is. \param isOwnNew also to those who had that one before
	void handOutMedia(bool isOwnNew);
	/// Removes an entry whose rigid body was deleted, and says so.
	void forget(size_t entry);
	void correctContacts(btCollisionWorld& collisionWorld);
	void chooseDetail();
	static void fetch(const Entry& entry);
	void stepBodies(double timeStep);
	void announceMode();
	/// \returns whether there was anything to report
	bool reportBodies();
	void reportLines();
	btFluidBody* find(const btRigidBody* body) const;
	void report(const std::string& line) { m_lines.push_back(line); }

	btDynamicsWorld* m_world;
	btFluidActionConstructionInfo m_info;
	btFluidMedia m_media;
	btFluidDetailCache m_details;
	btFluidBody::Settings m_settings;
	std::vector<Entry> m_entries;  ///< in the order they were added: the order of every loop
	mutable btFluidWorldSearch m_search;
	btHashMap<btHashPtr, btFluidBody*> m_bodyOf;
	std::vector<std::string> m_lines;  ///< to be reported when no loop over the bodies is under way
	btFluidDebugDrawOptions m_drawOptions;
	btFluidModelCache m_models;
	btFluidDetailBudget m_budget;
	bool m_hasBudget = false;
	std::vector<DetailPlace> m_detailOrder;
	bool m_hasReports = false;  ///< of bodies, from the step in progress
	double m_time = 0.0;
	btFluidSolveMode m_mode = BT_FLUID_DROP_IN;
	bool m_announced[2] = {false, false};
};

#endif  // BT_FLUID_ACTION_H
