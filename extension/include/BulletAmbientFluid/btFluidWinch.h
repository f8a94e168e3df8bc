// SPDX-License-Identifier: Zlib
#ifndef BT_FLUID_WINCH_H
#define BT_FLUID_WINCH_H

#include "AmbientFluid/Propulsion/Winch.h"
#include "BulletAmbientFluid/btFluidCarrier.h"

#include <memory>

/// An ambient::Winch between two bodies, or a body and the world. Usage, before each step:
///
///     btFluidWinch winch(fluid, btFluidCarrier(ship, "winch"), fairlead, btFluidCarrier(load, "winch"), hook, def);
///     winch.setCommand(-0.5);                  // [m/s], reels in
///     winch.apply(timeStep);                   // as btRigidBody::applyForce
///     world->stepSimulation(timeStep, ...);
///
/// The cable runs straight from the fairlead to the hook and pulls both bodies there, with opposite forces; torques
/// between drum and ship stay inside the ship. The force is constant through one call of stepSimulation().
class btFluidWinch
{
public:
	/// \param fluid gives physical velocities. Once the action has ended, or a body has left its world, apply() does
	/// nothing
	/// \param drum body with the drum \param fairlead place where the cable leaves it, Bullet's body or link frame [m]
	/// \param load body at the other end \param hook place on it, as `fairlead`
	/// \throws std::invalid_argument as ambient::Winch, or if a place is not finite
	btFluidWinch(const btFluidAction& fluid, const btFluidCarrier& drum, const ambient::Vector3& fairlead,
	             const btFluidCarrier& load, const ambient::Vector3& hook, const ambient::WinchDef& def);

	/// Speed of the cable, > 0 pays out [m/s]. \throws std::invalid_argument if it is not finite
	void setCommand(btScalar rate) { m_winch.setCommand(double(rate)); }
	ambient::Winch& getWinch() { return m_winch; }              ///< length, tension, torque and power, and the state
	const ambient::Winch& getWinch() const { return m_winch; }  ///< read-only access

	/// Advances the drum by the duration of the coming stepSimulation() [s] and pulls both bodies.
	/// \throws std::invalid_argument if the duration is negative or not finite
	void apply(btScalar timeStep);

private:
	const btFluidAction& m_fluid;
	std::weak_ptr<const void> m_fluidLife;
	btFluidCarrier m_drum, m_load;
	ambient::Vector3 m_fairlead, m_hook;
	ambient::Winch m_winch;
};

#endif  // BT_FLUID_WINCH_H
