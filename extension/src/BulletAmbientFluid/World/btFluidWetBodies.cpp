// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/World/btFluidWetBodies.h"

#include "BulletAmbientFluid/Base/btFluidLog.h"
#include "BulletAmbientFluid/World/btFluidRigidBodies.h"
#include "BulletAmbientFluid/Base/btFluidWorldKind.h"

#include <BulletDynamics/Dynamics/btDynamicsWorld.h>
#include <BulletDynamics/Dynamics/btRigidBody.h>

btFluidWetBodies::btFluidWetBodies(btFluidRigidBodies& bodies, btFluidWetMultiBodies& multiBodies)
	: m_bodies(bodies), m_multiBodies(multiBodies)
{
}

btFluidSolvedBody* btFluidWetBodies::findSolvedBody(const btRigidBody* body)
{
	if (!body->internalGetExtensionPointer()) return nullptr;
	btFluidRigidBody* wet = m_bodies.find(body);
	return wet && wet->isMarked() ? wet : nullptr;
}

bool btFluidWetBodies::hasMovingSurfaces() const { return m_bodies.hasMovingSurfaces(); }

void btFluidWetBodies::carry(const btRigidBody* body, const ambient::Pose& pose, const ambient::Momentum& momentum)
{
	btFluidRigidBody* wet = m_bodies.find(body);
	if (wet && wet->isInWorld()) wet->carry(pose, momentum);
}

void btFluidWetBodies::setWavesMade(const btRigidBody* body, bool byHeave,
                                    std::shared_ptr<const ambient::FloatingModel> model)
{
	m_bodies.require(body, "btFluidSetWavesMade").setWavesMade(byHeave, std::move(model));
}

void btFluidWetBodies::takeMode(const btDynamicsWorld& world, btFluidLog* log)
{
	const btFluidRigidBody* const solved = m_bodies.firstActive();
	if (!solved) return;
	m_mode = solved->getMode();
	if (!log || m_announced[m_mode]) return;
	m_announced[m_mode] = true;
	if (m_mode == BT_FLUID_EXACT)
		log->report("exact mode: contacts and joints of wet bodies feel their full 6x6 inertia");
	else
		log->report("drop-in mode: the world's own constraint solver works with an effective mass; " +
		            btFluidWayToExactMode(btFluidKindOf(world)));
}
