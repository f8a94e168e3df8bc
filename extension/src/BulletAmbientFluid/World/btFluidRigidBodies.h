// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_RIGID_BODIES_H
#define BT_FLUID_RIGID_BODIES_H

#include "AmbientFluid/Math/ParallelLoop.h"
#include "BulletAmbientFluid/Base/btFluidBatches.h"
#include "BulletAmbientFluid/RigidBody/btFluidLevelOfDetailChoice.h"
#include "BulletAmbientFluid/Media/btFluidMediumMap.h"
#include "BulletAmbientFluid/RigidBody/btFluidRigidBody.h"
#include "BulletAmbientFluid/Base/btFluidWorldSearch.h"

#include <LinearMath/btHashMap.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

class btDynamicsWorld;

/// The wet rigid bodies of a btFluidAction, in order of addition: which of them are in the world, their media, and
/// their common step.
class btFluidRigidBodies
{
public:
	/// Receives a line for the log.
	using Report = std::function<void(const std::string& line)>;

	/// A wet body and its place in the world.
	struct Entry
	{
		std::unique_ptr<btFluidRigidBody> m_body;  ///< never null
		btRigidBody* m_rigidBody;                  ///< possibly deleted while outside the world
		bool m_isPresent = false;                  ///< in the world in this step
		bool m_needsMedium = false;                ///< the medium changed while the body was outside
		bool m_isSmooth = false;                   ///< btFluidRigidBody::isSmooth() after its last step
		btFluidCrowdKind m_kind;                   ///< btFluidRigidBody::crowdKind() after its last step
		int m_attitude = 0;                        ///< btFluidAttitude() of a float's upper side after its last step
	};

	/// \param world, media outlive this object
	/// \param forces, integrator, sleepingSpeed, makesWaves as in btFluidBodySettings
	btFluidRigidBodies(btDynamicsWorld& world, const btFluidMediumMap& media, const ambient::ForceSet& forces,
	                   const ambient::IntegratorOptions& integrator, double sleepingSpeed, bool makesWaves,
	                   Report report);

	const std::vector<Entry>& entries() const { return m_entries; }  ///< in order of addition
	int size() const { return int(m_entries.size()); }               ///< bodies inside and outside the world
	/// Settings of all bodies.
	const btFluidBodySettings& settings() const { return m_settings; }
	/// The wet side of a body; null if the body is not in the fluid.
	btFluidRigidBody* find(const btRigidBody* body) const;
	/// The wet side of a body. \param function with its class, for the message
	/// \throws std::invalid_argument if the body is not in the fluid
	btFluidRigidBody& require(const btRigidBody* body, const char* function) const;
	/// Whether a body has a moving surface.
	bool hasMovingSurfaces() const;

	/// Adds a body. \param time, mode as of btFluidRigidBody
	/// \throws std::invalid_argument as btFluidRigidBody, and if the body is in the fluid already
	btFluidRigidBody& add(btRigidBody* body, ambient::FluidBody shape, double time, btFluidSolveMode mode);
	/// Removes a body and restores its properties. Does nothing if the body is not in the fluid.
	void remove(btRigidBody* body);
	/// Removes all bodies, and restores the properties of those in the world.
	void removeAll();

	/// Looks up which bodies are in the world. Forgets those whose rigid body was deleted, and reports them.
	void look();
	/// Gives each body in the world the medium of its place, as of btFluidMediumMap::look().
	/// \param isOwnNew true: sets btFluidMediumMap::own() again for bodies that have it
	void handOutMedia(bool isOwnNew);

	/// Takes the result of the solve and plans the next step of all bodies, in parallel. Call look() first.
	void step(btCollisionWorld& collisionWorld, double timeStep);
	/// Reports failures and warnings of the last step. \returns true if there was one
	bool reportBodies();
	/// First body that takes part in the solves of the world; null if there is none.
	const btFluidRigidBody* firstActive() const;

	/// Writes the state of all bodies.
	void save(btFluidStateWriter& out) const;
	/// Reads the result of save() for the same bodies. \param apply false: only checks the record
	/// \throws std::invalid_argument if a body has entered or left the world since
	void load(btFluidStateReader& in, bool apply);

private:
	/// Removes the entry of a deleted rigid body and reports this.
	void forget(size_t entry);
	/// Place of a body now. Call m_search.start() before.
	btFluidRigidBody::Place placeOf(const Entry& entry) const;
	/// Calls function(wet body) for both bodies of each enabled joint of the world, if they are wet and in the world.
	template <class Function>
	void forEachJointedBody(const Function& function);
	void correctContacts(btCollisionWorld& collisionWorld, double timeStep);
	/// Counts the touches of each sleeping float: it wakes when a load is lifted off.
	void countTouches(btCollisionWorld& collisionWorld);
	/// Working data of one slot of the loop.
	struct Slot
	{
		explicit Slot(btFluidBufferPool& pool) : m_buffers(pool) {}
		btFluidBuffers m_buffers;
		ambient::FreeMotionBatch m_batch;
		ambient::CrowdStep m_crowd, m_single;    ///< of a portion; of one body that has left its crowd
		ambient::CrowdFloats m_floats, m_float;  ///< the same of floats
	};
	static void fetch(const Entry& entry);
	void stepBodies(double timeStep);
	/// Steps the bodies of a portion. \param solverRevisions as of btFluidRigidBody::step()
	void stepPortion(const btFluidBatches::Portion& portion, double timeStep, int solverRevisions, Slot& slot);
	/// Steps a body of a model for crowds, in its portion's crowd or alone. \returns whether the former has taken it
	/// \param isOfPortion false: alone \param crowd, single of a kind, the former empty before the first body
	template <class Crowd>
	static bool stepInCrowd(btFluidRigidBody& body, bool isOfPortion, double timeStep, int solverRevisions, Slot& slot,
	                        Crowd& crowd, Crowd& single);
	static bool stepInCrowd(btFluidRigidBody& body, const btFluidCrowdKind& ofPortion, double timeStep,
	                        int solverRevisions, Slot& slot);

	btDynamicsWorld& m_world;
	const btFluidMediumMap& m_media;
	Report m_report;
	btFluidLevelOfDetailCache m_details;
	btFluidBufferPool m_buffers;
	ambient::ParallelLoop m_loop;                ///< over portions of the bodies
	btFluidBatches m_batches;                    ///< portions of the step
	std::vector<std::unique_ptr<Slot>> m_slots;  ///< of the loop
	btFluidBodySettings m_settings;
	std::vector<Entry> m_entries;  ///< in order of addition: the order of every loop
	mutable btFluidWorldSearch m_search;
	btHashMap<btHashPtr, btFluidRigidBody*> m_bodyOf;
	bool m_hasReports = false;  ///< some body has a report from the step in progress
	bool m_hasSleepers = true;  ///< a body slept in the last step, or may have
};

#endif  // BT_FLUID_RIGID_BODIES_H
