// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_RADIATION_H
#define BT_FLUID_RADIATION_H

#include "AmbientFluid/SurfaceWaves/FloatingWaves.h"
#include "BulletAmbientFluid/RigidBody/btFluidBodyMotion.h"

#include <memory>
#include <optional>

class btFluidStateReader;
class btFluidStateWriter;

/// The waves that a floating rigid body makes in all its motions, from step to step (ambient::FloatingWaves).
class btFluidRadiation
{
public:
	/// \param model not null
	explicit btFluidRadiation(std::shared_ptr<const ambient::FloatingModel> model) : m_waves(std::move(model)) {}

	/// ambient::FloatingWaves::forget().
	void forget() { m_waves.forget(); }
	/// ambient::FloatingWaves::forgetSpeed().
	void forgetSpeed() { m_waves.forgetSpeed(); }

	/// As btFluidHeave::plan(). \returns none if the model does not hold here
	std::optional<ambient::Wrench> plan(const btFluidBodyMotion& motion, double timeStep, btFluidBuffers& buffers);
	/// As btFluidHeave::moveFreely().
	void moveFreely(const ambient::Pose& start, const ambient::Pose& end) { m_waves.moveFreely(start, end); }
	/// As btFluidHeave::moveUnderImpulses().
	void moveUnderImpulses(const ambient::Twist& velocity) { m_waves.moveUnderImpulses(velocity); }

	/// ambient::FloatingWaves::isLinear().
	bool isLinear() const { return m_waves.isLinear(); }
	/// ambient::FloatingWaves::energy() [J].
	double energy() const { return m_waves.energy(); }

	void save(btFluidStateWriter& out) const;       ///< writes waves and last step
	void load(btFluidStateReader& in, bool apply);  ///< reads them. \param apply false: only reads past the record

private:
	ambient::FloatingWaves m_waves;
};

#endif  // BT_FLUID_RADIATION_H
