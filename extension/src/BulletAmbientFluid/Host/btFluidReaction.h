// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_REACTION_H
#define BT_FLUID_REACTION_H

#include "AmbientFluid/Dynamics/Evaluation.h"

/// Impulses of contacts and joints in the last two steps of a held body: a forecast of the reaction in the coming step.
/// Empty in free motion.
class btFluidReaction
{
public:
	/// Forgets both steps: after a step without impulse, a set velocity, a teleport, or sleep.
	void forget() { m_count = 0; }
	/// Records a step. \param kick impulse about the centre of mass at the step's start, world axes
	/// \param motion m = dt (|w| + |v| / L), absolute, of the pose in the step [1]
	void record(const ambient::Momentum& kick, double motion)
	{
		m_motion = motion;
		m_previous = m_newest;
		m_newest = kick;
		m_count = m_count < 2 ? m_count + 1 : 2;
	}

	/// Expected reaction R = s (J_n + J_(n-1)) / (2 dt) about the centre of mass, world axes. s falls to 0 if the two
	/// impulses differ by as much as the larger of them in the norm of W, and if the body moves fast:
	///     s = clamp(2 (1 - |J_n - J_(n-1)|_W / max(|J_n|_W, |J_(n-1)|_W)), 0, 1) * clamp(2 - m / 0.05, 0, 1).
	/// Zero unless two steps were recorded.
	/// \param duration dt of the coming step [s] \param inverseInertia W, body axes
	ambient::Wrench expected(double duration, const ambient::Matrix6& inverseInertia,
	                         const ambient::Quaternion& worldFromBody) const;

	/// Number of recorded steps, 0 to 2.
	int count() const { return m_count; }
	/// Impulse of the last step, and of the one before; valid below count().
	const ambient::Momentum& newest() const { return m_newest; }
	const ambient::Momentum& previous() const { return m_previous; }  ///< see newest()
	/// Motion of the pose in the last step, m of record().
	double motion() const { return m_motion; }
	/// For restored states.
	void restore(int count, const ambient::Momentum& newest, const ambient::Momentum& previous, double motion)
	{
		m_motion = motion;
		m_count = count;
		m_newest = newest;
		m_previous = previous;
	}

private:
	ambient::Momentum m_newest, m_previous;  ///< about the centre of mass at the start of their step, world axes
	double m_motion = 0.0;
	int m_count = 0;
};

#endif  // BT_FLUID_REACTION_H
