// SPDX-License-Identifier: Zlib
// Media of btFluidAction: its own, and those of its regions.
#include "BulletAmbientFluid/btFluidAction.h"

#include "BulletAmbientFluid/btFluidMultiBodies.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <stdexcept>
#include <utility>

void btFluidAction::setMedium(const ambient::UniformMedium& medium)
{
	setMedium(std::make_shared<ambient::UniformMedium>(medium));
}

void btFluidAction::setMedium(std::shared_ptr<const ambient::FluidMedium> medium)
{
	if (medium) ambient::requireValid(medium->sample(ambient::Vector3::Zero(), m_time));
	lookForBodies();
	m_media.setOwn(std::move(medium));
	handOutMedia(true);
}

void btFluidAction::addRegion(std::shared_ptr<btFluidRegion> region)
{
	m_media.add(std::move(region));
	lookForBodies();
	handOutMedia(false);
}

void btFluidAction::removeRegion(const btFluidRegion* region)
{
	if (!m_media.remove(region)) return;
	lookForBodies();
	handOutMedia(false);
}

const btFluidRegion& btFluidAction::getRegion(int index) const { return *m_media.regions()[size_t(index)]; }

const std::shared_ptr<const ambient::FluidMedium>& btFluidAction::getMedium(const btRigidBody* body) const
{
	const btFluidBody* wet = find(body);
	if (!wet) throw std::invalid_argument("btFluidAction::getMedium: the body is not in the fluid");
	return wet->getMedium();
}

void btFluidAction::handOutMedia(bool isOwnNew)
{
	m_media.look();
	for (Entry& entry : m_entries)
	{
		entry.m_needsMedium = entry.m_needsMedium || !entry.m_isPresent;
		if (!entry.m_isPresent) continue;
		const std::shared_ptr<const ambient::FluidMedium>& medium =
			m_media.at(entry.m_rigidBody->getCenterOfMassPosition());
		if (medium != entry.m_body->getMedium() || (isOwnNew && medium == m_media.own()))
			entry.m_body->setMedium(medium);
	}
	m_multiBodies->handOutMedia(isOwnNew);
	reportLines();
}
