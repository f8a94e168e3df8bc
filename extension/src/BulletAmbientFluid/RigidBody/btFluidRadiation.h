// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_RADIATION_H
#define BT_FLUID_RADIATION_H

#include "AmbientFluid/SurfaceWaves/RadiationWaves.h"
#include "BulletAmbientFluid/RigidBody/btFluidBodyMotion.h"

#include <memory>
#include <optional>

class btFluidStateReader;
class btFluidStateWriter;

/// The waves that a floating rigid body makes in all its motions, from step to step (ambient::RadiationWaves).
class btFluidRadiation
{
public:
	/// \param model not null
	explicit btFluidRadiation(std::shared_ptr<const ambient::FloatingModel> model);

	/// Forgets waves and past steps.
	void forget();
	/// Forgets the velocity of the last step.
	void forgetSpeed();

	/// As btFluidHeave::plan(). \returns none if the model does not hold here
	std::optional<ambient::Wrench> plan(const btFluidBodyMotion& motion, double timeStep, btFluidBuffers& buffers);
	/// As btFluidHeave::moveFreely().
	void moveFreely(const ambient::Pose& start, const ambient::Pose& end);
	/// As btFluidHeave::moveUnderImpulses().
	void moveUnderImpulses(const ambient::Twist& velocity);

	/// False after the motion has left linear theory (ambient::FloatingPlace::isLinear) in the planned step.
	bool isLinear() const { return !m_isPlanned || m_place.isLinear; }
	/// Energy of the waves near the body, less the kinetic energy of water that the body's inertia has too much [J].
	double energy() const { return m_waves.energy() - m_waves.excessEnergy(); }

	void save(btFluidStateWriter& out) const;       ///< writes waves and last step
	void load(btFluidStateReader& in, bool apply);  ///< reads them. \param apply false: only reads past the record

private:
	/// The last step of free motion, heading axes.
	struct Past
	{
		bool m_isKnown = false;
		ambient::Vector6 m_velocity = ambient::Vector6::Zero();      ///< at its start
		ambient::Vector6 m_acceleration = ambient::Vector6::Zero();  ///< by the waves
		double m_duration = 0.0;                                     ///< [s]
	};

	/// Force of scattered waves in the middle of the coming step, heading axes.
	ambient::Vector6 scatteredInMiddle(const btFluidBodyMotion& motion, double timeStep, btFluidBuffers& buffers) const;

	std::shared_ptr<const ambient::FloatingModel> m_model;
	ambient::RadiationWaves m_waves;
	Past m_past;
	bool m_isPlanned = false;
	bool m_isAtRest = true;  ///< nothing has been planned since forget()
	// The planned step:
	ambient::FloatingPlace m_place;
	ambient::RadiationStep m_step;
	ambient::Vector6 m_acceleration = ambient::Vector6::Zero();
};

#endif  // BT_FLUID_RADIATION_H
