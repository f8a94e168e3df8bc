// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MULTI_BODIES_H
#define BT_FLUID_MULTI_BODIES_H

#include "AmbientFluid/Math/ParallelLoop.h"
#include "BulletAmbientFluid/btFluidMediumMap.h"
#include "BulletAmbientFluid/btFluidMultiBody.h"

#include <LinearMath/btHashMap.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

class btCollisionShape;
class btDynamicsWorld;
class btMultiBodyDynamicsWorld;

/// The wet multi-bodies of a btFluidAction, which passes calls on to this class.
class btFluidMultiBodies
{
public:
	/// Receives one-line messages.
	using Report = std::function<void(const std::string& line)>;

	/// All arguments must outlive this object. \param media places and their media, looked at by the action
	btFluidMultiBodies(btDynamicsWorld* world, const btFluidMediumMap& media, Report report);
	~btFluidMultiBodies();

	btFluidMultiBodies(const btFluidMultiBodies&) = delete;
	btFluidMultiBodies& operator=(const btFluidMultiBodies&) = delete;

	/// \throws std::invalid_argument as btFluidMultiBody; if the multi-body is here already, if no link has a model, or
	/// if the world is no btMultiBodyDynamicsWorld
	void add(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links, const ambient::ForceSet& forces,
	         double time, const btFluidMultiBodyOptions& options);
	/// Does nothing if the multi-body is not here.
	void remove(const btMultiBody* multiBody);
	int size() const { return int(m_bodies.size()); }  ///< inside and outside the world
	/// \param index by order of addition, from 0, below size()
	const btFluidMultiBody& at(int index) const { return *m_bodies[size_t(index)]; }
	btFluidMultiBody* find(const btMultiBody* multiBody) const;  ///< null: dry

	/// Gives each multi-body the medium at its base. \param isNew true: also if the medium object is the same
	void handOutMedia(bool isNew);

	// --- called by btFluidMultiBodyConstraintSolver, in this order -------------------------------------------------

	void begin();             ///< plans the step of all multi-bodies in the world
	void giveFreeVelocity();  ///< after Bullet's own dynamics; acts once per step
	void end();               ///< after the solve

	// --- called by btFluidAction -----------------------------------------------------------------------------------

	/// Moves all multi-bodies. \param sleepingSpeed speed above which they stay awake [m/s]
	void step(double timeStep, double sleepingSpeed);
	void save(btFluidStateWriter& out) const;  ///< for btFluidAction::saveState()
	/// \param apply false: only reads past the record
	void load(btFluidStateReader& in, bool apply);

private:
	bool isInWorld(const btMultiBody* multiBody) const;
	/// Tells the multi-bodies in the world whether they have contacts or constraints in this step.
	void findRows();

	btDynamicsWorld* m_world;
	btMultiBodyDynamicsWorld* m_multiBodyWorld;  ///< m_world, if of this kind
	const btFluidMediumMap& m_media;
	Report m_report;
	std::vector<std::unique_ptr<btFluidMultiBody>> m_bodies;
	btHashMap<btHashPtr, btFluidMultiBody*> m_bodyOf;
	std::vector<btFluidMultiBody*> m_present;  ///< in the world in this step
	ambient::ParallelLoop m_loop;              ///< over m_present
	bool m_isBegun = false, m_saidDry = false;
};

/// Surfaces of the links from the shapes of their colliders; links without a collider are dry.
/// \param modelOf the model of a collision shape
std::vector<btFluidLinkModel> btFluidLinkModelsOf(
	const btMultiBody& multiBody,
	const std::function<std::shared_ptr<const ambient::FluidBodyModel>(const btCollisionShape&)>& modelOf);

#endif  // BT_FLUID_MULTI_BODIES_H
