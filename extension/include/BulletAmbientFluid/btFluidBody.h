// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_BODY_H
#define BT_FLUID_BODY_H

#include "AmbientFluid/Body/FluidBodyState.h"
#include "BulletAmbientFluid/btFluidLevelOfDetail.h"
#include "BulletAmbientFluid/btFluidPresence.h"

#include <memory>
#include <string>

class btFluidShapeDrive;
class btRigidBody;
struct btFluidEffectiveMass;
namespace ambient
{
class FluidMedium;
class KirchhoffMotion;
struct FluidBody;
struct IntegrationReport;
}  // namespace ambient

/// Solve mode of contacts and joints of a wet body; follows from the solver that really solves the body.
enum btFluidSolveMode
{
	BT_FLUID_DROP_IN,  ///< "mode B": a solver of Bullet's own with an effective mass not above K
	BT_FLUID_EXACT     ///< "mode A": a btFluidConstraintSolver with the full K
};

/// The wet side of one btRigidBody, to be read: its motion in the fluid and how its steps went. Made and stepped by
/// btFluidAction. References stay valid until the next step.
class btFluidBody : public btFluidNumbered
{
public:
	virtual ~btFluidBody() = default;
	btFluidBody(const btFluidBody&) = delete;
	btFluidBody& operator=(const btFluidBody&) = delete;

	/// The body of btFluidAction::addBody(), never null; possibly deleted by its user while outside the world.
	virtual btRigidBody* getRigidBody() const = 0;
	/// True if the rigid body is in the action's world now, and is the body of btFluidAction::addBody(), not a new one
	/// in its memory. Only then is it known to be alive.
	virtual bool isInWorld() const = 0;
	/// True if the rigid body, which must be alive, is the body of btFluidAction::addBody(), not a new one in its
	/// memory.
	virtual bool isMarked() const = 0;
	/// Model, placement and inertia, as the fluid has them now.
	virtual const ambient::FluidBody& getShape() const = 0;
	/// Equations of motion of the last step: inertia, forces and medium (AmbientFluid/Dynamics/KirchhoffMotion.h).
	/// Replaced if the mass or the medium changes.
	virtual const ambient::KirchhoffMotion& motion() const = 0;
	/// State at the end of the last step.
	virtual const ambient::FluidBodyState& state() const = 0;
	/// Velocity of state(), world axes, about the centre of mass. Exceptions of a user's medium pass through.
	virtual ambient::Twist getVelocity() const = 0;
	/// Energy of the waves that the body has made by heaving, near it [J] (ambient::HeaveWaves).
	virtual double getWaveEnergy() const = 0;
	/// Report of the last integration (AmbientFluid/Dynamics/IntegratorOptions.h).
	virtual const ambient::IntegrationReport& integrationReport() const = 0;
	/// Solve mode of the last step; before the first step: the expected one.
	virtual btFluidSolveMode getMode() const = 0;
	/// Present medium of the body; null in vacuum.
	virtual const std::shared_ptr<const ambient::FluidMedium>& getMedium() const = 0;

	/// Velocity of the stream at the body beside its medium, world axes [m/s] (btFluidAction::setStream). Default:
	/// zero.
	virtual const ambient::Vector3& getStream() const = 0;
	/// Impulse of the fluid's forces on the body in the last step, buoyancy included, without contacts, users' forces
	/// and weight; world axes [N s]. Zero for a body that did not move freely in it: asleep, paused, kinematic, or with
	/// a velocity set by a user.
	virtual const ambient::Vector3& getFluidImpulse() const = 0;

	/// Level of detail of the model in motion().
	virtual btFluidLevelOfDetail getLevelOfDetail() const = 0;
	/// Models of all levels and their misfits; null as long as the body has had one level only.
	virtual const btFluidLevelOfDetailModels* getLevelOfDetailModels() const = 0;

	/// Mass and body-axes inertia of Bullet's solver in drop-in mode (btFluidEffectiveMass.h): the largest with
	/// K - M_eff >= 0.
	virtual const btFluidEffectiveMass& getEffectiveMass() const = 0;

	/// Drive of a body that changes its shape (btFluidShapeDrive.h); null for other bodies.
	virtual btFluidShapeDrive* getDrive() const = 0;

	/// False after the state or an input stopped being finite, or a user's medium threw. The fluid no longer acts on
	/// such a body.
	virtual bool isHealthy() const = 0;
	/// Reason of the failure in a few words; empty while healthy.
	virtual const std::string& failure() const = 0;

protected:
	btFluidBody() = default;
};

#endif  // BT_FLUID_BODY_H
