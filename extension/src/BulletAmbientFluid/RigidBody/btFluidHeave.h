// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_HEAVE_H
#define BT_FLUID_HEAVE_H

#include "AmbientFluid/Crowds/CrowdFloats.h"
#include "BulletAmbientFluid/RigidBody/btFluidBodyMotion.h"

#include <optional>

class btFluidStateReader;
class btFluidStateWriter;

/// The waves that a floating rigid body makes, from step to step: their force in the coming step, and what the motion
/// in the elapsed one has made of them. Without effect on bodies that no water surface cuts.
class btFluidHeave
{
public:
	/// Forgets waves and past steps: after a teleport, sleep, or in another medium.
	void forget() { *this = btFluidHeave(); }

	/// Forgets the speed of the last step: after a velocity was set.
	void forgetSpeed() { m_past = Past(); }

	/// Wrench of the waves in the coming step, about the centre of mass, world axes; zero for a body that no surface
	/// cuts. May be called several times for a step. \param motion in the state where the step starts
	ambient::Wrench plan(const btFluidBodyMotion& motion, double timeStep, btFluidBuffers& buffers);
	/// As plan(), for a step that a crowd of floats plans. \param twist at the step's start, absolute, world axes
	void plan(const ambient::HeaveStep& step, const ambient::Twist& twist, double timeStep);
	const ambient::HeaveWaves& waves() const { return m_waves; }                        ///< of past steps
	double lastPush() const { return m_past.m_isKnown ? m_past.m_acceleration : 0.0; }  ///< of the waves [m/s^2]
	/// Advances the waves by the planned step of a body that moved freely. \param start pose \param end pose
	void moveFreely(const ambient::Pose& start, const ambient::Pose& end);
	/// Advances the waves by the planned step of a body with contacts, joints or users.
	/// \param velocity after the solve, world axes
	void moveUnderImpulses(const ambient::Twist& velocity);

	/// Energy of the waves near the body [J].
	double energy() const { return m_waves.energy(); }

	void save(btFluidStateWriter& out) const;       ///< writes waves and last step
	void load(btFluidStateReader& in, bool apply);  ///< reads them. \param apply false: only reads past the record

private:
	/// Heave in the last step of free motion.
	struct Past
	{
		bool m_isKnown = false;
		double m_speed = 0.0;         ///< at its start [m/s]
		double m_acceleration = 0.0;  ///< by the waves [m/s^2]
		double m_duration = 0.0;      ///< [s]
	};
	void advance(double speed);

	ambient::HeaveWaves m_waves;
	Past m_past;
	bool m_isPlanned = false;
	// The planned step:
	ambient::Waterplane m_plane;
	ambient::HeaveWaveLaw m_law;
	std::optional<double> m_freeSpeed;  ///< mean speed of heave if nothing touches the body [m/s]; none: by its poses
	double m_timeStep = 0.0, m_speed = 0.0, m_response = 0.0, m_force = 0.0;
};

#endif  // BT_FLUID_HEAVE_H
