// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MULTI_BODY_H
#define BT_FLUID_MULTI_BODY_H

#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Math/SE3.h"
#include "BulletAmbientFluid/btFluidPresence.h"

#include <LinearMath/btTransform.h>

#include <memory>
#include <string>
#include <vector>

class btMultiBody;
struct btFluidLinkExchange;
namespace ambient
{
class ArticulatedMotion;
class FluidMedium;
class JointDriver;
class LinkAddedMass;
class PosedAddedMass;
struct ArticulatedState;
struct FloatingModel;
struct IntegrationReport;
}  // namespace ambient

/// The surface of one link of a btMultiBody.
struct btFluidLinkModel
{
	std::shared_ptr<const ambient::FluidBodyModel> m_model;  ///< null: a dry link
	/// Mesh frame in the link's frame, whose origin is the link's centre of mass.
	btTransform m_linkFromMesh = btTransform::getIdentity();
};

/// The wet side of one btMultiBody, to be read: its motion in the fluid and how its steps went. Made and stepped by
/// btFluidAction.
///
/// Kinematic and static links, and such a base, follow their user: btMultiBody's pose and joint positions for the end
/// of the step, with its velocities; if these are zero, with those of the change of pose in the step. They feel
/// nothing; the other links feel their acceleration, and a fluid that is simulated or shared is pushed by them.
class btFluidMultiBody : public btFluidListed
{
public:
	virtual ~btFluidMultiBody() = default;
	btFluidMultiBody(const btFluidMultiBody&) = delete;
	btFluidMultiBody& operator=(const btFluidMultiBody&) = delete;

	/// The multi-body of btFluidAction::addMultiBody(); possibly deleted by its user while outside the world.
	virtual btMultiBody* getMultiBody() const = 0;
	/// The equations of motion.
	virtual ambient::ArticulatedMotion& motion() const = 0;
	/// State at the end of the last step (AmbientFluid/Articulated/ArticulatedState.h).
	virtual const ambient::ArticulatedState& state() const = 0;
	/// Report of the last integration (AmbientFluid/Dynamics/IntegratorOptions.h).
	virtual const ambient::IntegrationReport& integrationReport() const = 0;
	/// Present medium; null in vacuum.
	virtual const std::shared_ptr<const ambient::FluidMedium>& getMedium() const = 0;
	/// False after the state or an input stopped being finite, or a user's medium threw: the multi-body is dry then.
	virtual bool isHealthy() const = 0;
	/// Reason of the failure in a few words; empty while healthy.
	virtual const std::string& failure() const = 0;

	/// Surfaces of all links, base first.
	virtual const std::vector<btFluidLinkModel>& getLinkModels() const = 0;
	/// Number of links with a model, a base that moves included.
	virtual int getNumWetLinks() const = 0;
	/// A link as a body of its own, for ambient::FloatingModel::build: its model and dry inertia. \param link base 0
	/// \throws std::invalid_argument if the multi-body has no such link, or it is dry
	virtual ambient::FluidBody getLinkBody(int link) const = 0;
	/// Energy of the waves that its links have made, near these [J].
	virtual double getWaveEnergy() const = 0;
	/// Whether the user leads a part of it in the step in progress: a kinematic or static base or link.
	virtual bool isLed() const = 0;
	/// The motors that drive the joints (AmbientFluid/Articulated/JointDrive.h); null: none.
	virtual const ambient::JointDriver* getDriver() const = 0;

	/// Added mass of the links together, posed ones in their reference pose; null: isolated links.
	virtual const std::shared_ptr<const ambient::LinkAddedMass>& getLinkAddedMass() const = 0;
	/// The same as a function of the pose; null unless the links are posed.
	virtual const std::shared_ptr<const ambient::PosedAddedMass>& getPosedAddedMass() const = 0;
	/// By how much the inertia of the whole in a fluid would be off with isolated links
	/// (ambient::LinkAddedMass::errorOfIsolated). Coupled and posed links only. \param density of the fluid [kg/m^3]
	virtual double errorOfIsolatedLinks(double density) const = 0;

	/// What the links exchange with a flow beside their medium, such as that of a btFluidGrid.
	virtual const btFluidLinkExchange& getExchange() const = 0;
	/// Sets the velocities of streams at the links from the next step on, and impulses on them for the next step, one
	/// per link, base first: for flows that are known per link. Velocities stay. Part of btFluidAction::saveState().
	/// \param streams world axes [m/s] \param impulses about the centres of mass, world axes [N m s, N s]
	/// \throws std::invalid_argument, with nothing changed, if there are not as many as links, or one is not finite
	virtual void setFlow(const std::vector<ambient::Vector3>& streams,
	                     const std::vector<ambient::Wrench>& impulses) = 0;
	/// Replaces the motion at the end of the last step, for a flow that moves the links itself.
	/// \param positions, rates of all joints, in the multi-body's order
	/// \param baseTwist world axes, about the base's centre of mass
	virtual void setMotion(const ambient::Pose& worldFromBase, const Eigen::VectorXd& positions,
	                       const ambient::Twist& baseTwist, const Eigen::VectorXd& rates) = 0;

protected:
	btFluidMultiBody() = default;
};

#endif  // BT_FLUID_MULTI_BODY_H
