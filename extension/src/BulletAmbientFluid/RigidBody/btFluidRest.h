// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_REST_H
#define BT_FLUID_REST_H

#include "AmbientFluid/Math/SpatialVector.h"
#include "AmbientFluid/Media/FluidMedium.h"
#include "BulletAmbientFluid/Base/btFluidStillness.h"

/// Sleep of a wet body: the loads that keep it awake, and the changes of its surroundings that wake it.
class btFluidRest
{
public:
	bool isAsleep() const { return m_isAsleep; }  ///< since the last step
	/// Begins the sleep, or continues it.
	void sleep() { m_isAsleep = true; }
	/// Ends the sleep.
	void wake()
	{
		m_isAsleep = false;
		m_touches = 0;
	}

	/// Starts the count of bodies and joints that touch the body.
	void startTouches() { m_touches = 0; }
	/// Counts a body or joint that touches this one.
	void countTouch() { ++m_touches; }

	/// Takes the change of the momentum in a step into the mean load. \param change world axes [N m s, N s]
	void noteLoad(const ambient::Momentum& change, double timeStep);
	/// True if the mean load exceeds a 500th of the weight. \param mass [kg] \param gravity [m/s^2]
	/// \param length of the body [m]
	bool isUnbalanced(double mass, double gravity, double length) const;

	/// Whether contacts have held the body in the last step on something that does not move.
	bool isOnGround() const { return m_isOnGround; }
	/// Notes a contact of this step. \param onGround whether the other body does not move, or isOnGround()
	void noteContact(bool onGround) { m_touchesGround = m_touchesGround || onGround; }
	/// Ends the step's contacts.
	void endContacts()
	{
		m_isOnGround = m_touchesGround;
		m_touchesGround = false;
	}
	/// As btFluidStillness::hasLeft().
	bool hasLeft(const ambient::Pose& pose, double length)
	{
		return m_stillness.hasLeft(pose, length, btFluidStillness::kOfBodies);
	}

	/// True if a body or joint has let go, or the medium has changed, since the last call. \param medium at the body
	bool isDisturbed(const ambient::MediumSample& medium);
	/// Adopts a medium that differs by rounding: it does not disturb a sleeping body.
	void adoptMedium(const ambient::MediumSample& medium)
	{
		if (m_isAsleep) m_medium = medium;
	}

	void save(btFluidStateWriter& out) const;  ///< all but the count of the elapsed step
	void load(btFluidStateReader& in);         ///< reads the result of save()

private:
	bool m_isAsleep = false;
	int m_touches = 0, m_touchesBefore = 0;  ///< bodies and joints that touch a sleeping float
	ambient::Wrench m_meanLoad;      ///< all loads and contacts over the last tenth of a second, world axes [N m, N]
	ambient::MediumSample m_medium;  ///< at the last isDisturbed()
	btFluidStillness m_stillness;
	bool m_isOnGround = false, m_touchesGround = false;  ///< of the last step, and of the elapsed one up to now
};

#endif  // BT_FLUID_REST_H
