// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_WET_MULTI_BODIES_H
#define BT_FLUID_WET_MULTI_BODIES_H

#include "AmbientFluid/Math/ParallelLoop.h"
#include "BulletAmbientFluid/Media/btFluidMediumMap.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBody.h"

#include <LinearMath/btHashMap.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

class btCollisionShape;
class btDynamicsWorld;
class btMultiBodyDynamicsWorld;

/// The wet multi-bodies of a btFluidAction, and their steps.
class btFluidWetMultiBodies final : public btFluidMultiBodies
{
public:
	/// Receives one-line messages.
	using Report = std::function<void(const std::string& line)>;

	/// All arguments must outlive this object. \param media places and their media, looked at by the action
	btFluidWetMultiBodies(btDynamicsWorld* world, const btFluidMediumMap& media, Report report);
	~btFluidWetMultiBodies();

	btFluidWetMultiBodies(const btFluidWetMultiBodies&) = delete;
	btFluidWetMultiBodies& operator=(const btFluidWetMultiBodies&) = delete;

	/// \throws std::invalid_argument as btFluidWetMultiBody; if the multi-body is here already, if no link has a model,
	/// or if the world is no btMultiBodyDynamicsWorld
	void add(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links, const ambient::ForceSet& forces,
	         double time, const btFluidMultiBodyOptions& options);
	/// Does nothing if the multi-body is not here.
	void remove(const btMultiBody* multiBody);
	void removeAll() override;
	int size() const override { return int(m_bodies.size()); }
	btFluidWetMultiBody& at(int index) const override { return *m_bodies[size_t(index)].m_wet; }
	btFluidWetMultiBody* find(const btMultiBody* multiBody) const override;
	bool isInWorld(int index) const override { return placeOf(m_bodies[size_t(index)]) == INSIDE; }
	void setDrive(const btMultiBody* multiBody, const ambient::JointDrive& drive) override;
	void clearDrive(const btMultiBody* multiBody) override;

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
	/// find() for multi-bodies in the fluid. \throws std::invalid_argument naming the caller, for others
	btFluidWetMultiBody& require(const btMultiBody* multiBody, const char* caller) const;
	/// A wet multi-body and its place in the world.
	struct Body
	{
		std::unique_ptr<btFluidWetMultiBody> m_wet;  ///< never null
		mutable int m_worldIndex = 0;                ///< when it was last inside
		bool m_isGone = false;                       ///< deleted: another one has its address
		bool m_needsMedium = false;                  ///< the medium changed while it was outside
	};
	/// State of a multi-body's address in the world's list of multi-bodies.
	enum Place
	{
		OUTSIDE,  ///< not there: the multi-body waits, or is deleted
		INSIDE,   ///< there, and still that of add()
		REPLACED  ///< another one has the address: the multi-body is deleted
	};
	Place placeOf(const Body& body) const;
	/// Checks whether a multi-body is in the world. Drops a deleted one, and gives the medium to one that returns.
	bool look(Body& body);
	/// Tells the multi-bodies in the world whether they have contacts or constraints in this step.
	void findRows();

	btDynamicsWorld* m_world;
	btMultiBodyDynamicsWorld* m_multiBodyWorld;  ///< m_world, if of this kind
	const btFluidMediumMap& m_media;
	Report m_report;
	std::vector<Body> m_bodies;
	btHashMap<btHashPtr, btFluidWetMultiBody*> m_bodyOf;
	std::vector<btFluidWetMultiBody*> m_present;  ///< in the world in this step
	ambient::ParallelLoop m_loop;                 ///< over m_present
	bool m_isBegun = false, m_saidDry = false;
};

/// Surfaces of the links from the shapes of their colliders; links without a collider are dry.
/// \param modelOf the model of a collision shape
std::vector<btFluidLinkModel> btFluidLinkModelsOf(
	const btMultiBody& multiBody,
	const std::function<std::shared_ptr<const ambient::FluidBodyModel>(const btCollisionShape&)>& modelOf);

#endif  // BT_FLUID_WET_MULTI_BODIES_H
