// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_BODY_MOTION_H
#define BT_FLUID_BODY_MOTION_H

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"
#include "BulletAmbientFluid/Base/btFluidBuffers.h"

#include <memory>

/// The Kirchhoff state of a body, its equations of motion, and the inertia in that state. Independent of Bullet's rigid
/// body. Velocities are absolute, in world axes, about the centre of mass [rad/s, m/s].
class btFluidBodyMotion
{
public:
	/// A motion relative to the medium at the pose of the state.
	struct Relative
	{
		ambient::Momentum m_momentum;  ///< world axes
		ambient::Twist m_twist;        ///< body axes
		double m_energy;               ///< kinetic [J]
	};

	/// The state is at rest at the origin until setState(); call rebuild() first.
	/// \throws std::invalid_argument as KirchhoffMotion
	btFluidBodyMotion(ambient::FluidBody body, std::shared_ptr<const ambient::FluidMedium> medium,
	                  const ambient::ForceSet& forces, const ambient::Vector3& gravity,
	                  const ambient::LockedAxes& locked);

	btFluidBodyMotion(const btFluidBodyMotion&) = delete;
	btFluidBodyMotion& operator=(const btFluidBodyMotion&) = delete;

	/// Equations of motion. Replaced by rebuild().
	const ambient::KirchhoffMotion& equations() const { return *m_equations; }
	/// Present medium; null in vacuum.
	const std::shared_ptr<const ambient::FluidMedium>& medium() const { return m_medium; }
	/// Pose, momentum and time.
	const ambient::FluidBodyState& state() const { return m_state; }
	/// K of the solver and of free motion, of a changing shape in the middle of the coming step; body axes, about the
	/// centre of mass.
	const ambient::MomentumMap& inertia() const { return *m_inertia; }
	/// Velocity of the medium in the state, world axes [m/s].
	const ambient::Vector3& mediumVelocity() const { return m_mediumVelocity; }

	/// Evaluation of the state: the one at hand in the buffers, or a new one.
	ambient::Evaluation& evaluated(btFluidBuffers& buffers) const;
	/// Velocity of the state.
	ambient::Twist velocity(btFluidBuffers& buffers) const;
	/// velocity(), to the bit, for less if nothing else of the state is to be evaluated.
	ambient::Twist velocityAlone(btFluidBuffers& buffers) const;
	/// Keeps the velocity of the state, if its evaluation is at hand, until state or equations change: to ask for it
	/// costs nothing then.
	void keepVelocity(btFluidBuffers& buffers);
	/// Changes the momentum to that of a velocity.
	void setVelocity(const ambient::Twist& velocity, btFluidBuffers& buffers);

	/// Replaces the state. \param state finite
	void setState(const ambient::FluidBodyState& state)
	{
		m_state = state;
		m_velocityIs = UNKNOWN;
	}
	/// Replaces the state by one whose velocity is known and whose momentum is that of another K, as crowds of floats
	/// leave it: evaluated() makes it that of K in the state.
	void setState(const ambient::FluidBodyState& state, const ambient::Twist& velocity)
	{
		m_state = state;
		m_velocity = velocity;
		m_velocityIs = ALONE;
	}
	/// Velocity of the state if only that is known exactly, see setState(); else null.
	const ambient::Twist* knownVelocity() const { return m_velocityIs == ALONE ? &m_velocity : nullptr; }
	/// Replaces the state by that of a pose, a velocity and a time.
	void setState(const ambient::Pose& pose, const ambient::Twist& velocity, double time, btFluidBuffers& buffers);
	/// Changes the pose and keeps the velocity.
	void moveTo(const ambient::Pose& pose, btFluidBuffers& buffers);
	/// Replaces the momentum. \param momentum relative to the medium \param at evaluation of the state
	void setMomentum(const ambient::Momentum& momentum, const ambient::Evaluation& at);
	/// The momentum relative to a frame with a velocity, world axes [m/s]; relative to a uniform medium in any case.
	ambient::Momentum momentumIn(const ambient::Vector3& frameVelocity, btFluidBuffers& buffers) const;
	/// Adds an impulse about the centre of mass, world axes.
	void addImpulse(const ambient::Momentum& impulse, btFluidBuffers& buffers)
	{
		if (knownVelocity()) evaluated(buffers);
		m_state.momentum += impulse;
		forgetVelocity();
	}
	/// Advances the time of the state [s].
	void skip(double timeStep)
	{
		m_state.time += timeStep;
		forgetVelocity();
	}

	/// Makes the equations anew for other dry inertia, medium or forces. The momentum does not change.
	/// \param pose of the rigid body, at which the inertia is evaluated \param needsLoads whether a plan follows, which
	/// finds the loads in the buffers
	void rebuild(const ambient::SpatialInertia& dry, std::shared_ptr<const ambient::FluidMedium> medium,
	             const ambient::ForceSet& forces, const ambient::Pose& pose, bool needsLoads, btFluidBuffers& buffers);
	/// KirchhoffMotion::setModel(); the momentum does not change.
	void setModel(std::shared_ptr<const ambient::FluidBodyModel> model)
	{
		m_equations->setModel(std::move(model));
		forgetVelocity();
	}
	/// The shape of the body has changed: its momentum is that of another velocity now.
	void noteShape() { forgetVelocity(); }
	/// KirchhoffMotion::setGravity(), world axes [m/s^2].
	void setGravity(const ambient::Vector3& gravity) { m_equations->setGravity(gravity); }
	/// KirchhoffMotion::setStream(); the momentum, which is relative to the stream, does not change.
	void setStream(const ambient::Vector3& velocity)
	{
		m_equations->setStream(velocity);
		forgetVelocity();
	}
	/// KirchhoffMotion::setLockedAxes().
	void setLockedAxes(const ambient::LockedAxes& axes)
	{
		m_equations->setLockedAxes(axes);
		forgetVelocity();
	}

	/// Takes inertia and velocity of the medium from an evaluation.
	void takeInertia(const ambient::Evaluation& at);
	/// Takes a varying inertia and the velocity of the medium, world axes [m/s].
	void takeInertia(const ambient::MomentumMap& inertia, const ambient::Vector3& mediumVelocity)
	{
		m_varyingInertia = inertia;
		m_inertia = &m_varyingInertia;
		m_mediumVelocity = mediumVelocity;
	}
	/// Takes the momentum to the frame of the medium in the state, the velocity of the medium and, if K varies, the
	/// inertia for the solve of the coming step: K in the state, or of a changing shape in the middle of the step,
	/// which is second order. \param timeStep of the coming step [s] \returns true if K was taken
	bool takeVaryingInertia(double timeStep, btFluidBuffers& buffers);

	/// Motion of a momentum at the pose of the state. \param momentum world axes
	Relative relative(const ambient::Momentum& momentum, btFluidBuffers& buffers) const
	{
		return relative(m_state.worldFromBody.orientation, momentum, buffers);
	}
	/// Motion of a momentum with another orientation of the body.
	Relative relative(const ambient::Quaternion& worldFromBody, const ambient::Momentum& momentum,
	                  btFluidBuffers& buffers) const;
	/// The same for a body without locked axes.
	Relative relativeOfFree(const ambient::Quaternion& worldFromBody, const ambient::Momentum& momentum) const;

private:
	/// What m_velocity is.
	enum Knowledge
	{
		UNKNOWN,
		ALONE,  ///< knownVelocity(): the momentum of the state is of another K
		KEPT    ///< by keepVelocity()
	};
	/// Evaluation of which inertia and medium are read: the one at hand, or one without loads.
	const ambient::Evaluation& inertiaEvaluated(btFluidBuffers& buffers) const;
	/// Gives a state of which only the velocity is known its momentum. \param at evaluation of the state
	void complete(const ambient::Evaluation& at) const;
	/// Velocity of the state. \param at its evaluation
	ambient::Twist velocityAt(const ambient::Evaluation& at) const;
	/// Drops what keepVelocity() has kept.
	void forgetVelocity()
	{
		if (m_velocityIs == KEPT) m_velocityIs = UNKNOWN;
	}

	std::unique_ptr<ambient::KirchhoffMotion> m_equations;
	std::shared_ptr<const ambient::FluidMedium> m_medium;
	mutable ambient::FluidBodyState m_state;  ///< evaluated() completes it if knownVelocity() exists
	mutable Knowledge m_velocityIs = UNKNOWN;
	ambient::Twist m_velocity;  ///< unless UNKNOWN
	ambient::Vector3 m_mediumVelocity = ambient::Vector3::Zero();
	const ambient::MomentumMap* m_inertia = nullptr;  ///< the constant of the equations, or m_varyingInertia
	ambient::MomentumMap m_varyingInertia;            ///< K in the state, if K varies
};

#endif  // BT_FLUID_BODY_MOTION_H
