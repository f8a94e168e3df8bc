// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_MADE_WAVES_H
#define BT_FLUID_MADE_WAVES_H

#include "BulletAmbientFluid/RigidBody/btFluidHeave.h"
#include "BulletAmbientFluid/RigidBody/btFluidRadiation.h"

/// The waves that a floating rigid body makes: in all motions if it has a model that holds, else by heave, or none.
class btFluidMadeWaves
{
public:
	/// \param byHeave without a model that holds
	explicit btFluidMadeWaves(bool byHeave) : m_byHeave(byHeave) {}

	/// Chooses, and forgets waves and past steps. \param model null: none
	void choose(bool byHeave, std::shared_ptr<const ambient::FloatingModel> model);

	void forget();       ///< forgets waves and past steps: after a teleport, sleep, or in another medium
	void forgetSpeed();  ///< forgets the velocity of the last step: after a velocity was set

	/// btFluidHeave::plan().
	ambient::Wrench plan(const btFluidBodyMotion& motion, double timeStep, btFluidBuffers& buffers);
	/// btFluidHeave::moveFreely().
	void moveFreely(const ambient::Pose& start, const ambient::Pose& end);
	/// btFluidHeave::moveUnderImpulses().
	void moveUnderImpulses(const ambient::Twist& velocity);

	bool hasModel() const { return m_radiation != nullptr; }  ///< whether the body has a model
	/// Waves made by heave; null: not wanted. For bodies without a model.
	const btFluidHeave* heave() const { return m_byHeave ? &m_heave : nullptr; }
	/// btFluidHeave::plan() of a step in a crowd of floats.
	void plan(const ambient::HeaveStep& step, const ambient::Twist& twist, double timeStep)
	{
		if (m_byHeave) m_heave.plan(step, twist, timeStep);
	}
	/// btFluidRadiation::isLinear(); true without a model.
	bool isLinear() const { return !m_radiation || m_radiation->isLinear(); }
	/// Energy of the waves near the body [J].
	double energy() const { return m_heave.energy() + (m_radiation ? m_radiation->energy() : 0.0); }

	void save(btFluidStateWriter& out) const;  ///< writes waves and last step
	/// Reads them. \param apply false: only reads past the record
	/// \throws std::invalid_argument if the body had a model then and has none now, or the reverse
	void load(btFluidStateReader& in, bool apply);

private:
	btFluidHeave m_heave;
	std::unique_ptr<btFluidRadiation> m_radiation;  ///< null: no model
	bool m_byHeave;
};

#endif  // BT_FLUID_MADE_WAVES_H
