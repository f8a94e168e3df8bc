// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidRegions.h"

#include "BulletAmbientFluid/Base/btFluidLog.h"
#include "BulletAmbientFluid/Media/btFluidMediumMap.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBodies.h"
#include "BulletAmbientFluid/World/btFluidRigidBodies.h"

#include <utility>

btFluidRegions::btFluidRegions(btFluidMediumMap& media, btFluidRigidBodies& bodies, btFluidWetMultiBodies& multiBodies,
                               btFluidLog& log)
	: m_media(media), m_bodies(bodies), m_multiBodies(multiBodies), m_log(log)
{
}

void btFluidRegions::add(std::shared_ptr<btFluidRegion> region)
{
	m_media.add(std::move(region));
	m_bodies.look();
	handOut(false);
}

void btFluidRegions::remove(const btFluidRegion* region)
{
	if (!m_media.remove(region)) return;
	m_bodies.look();
	handOut(false);
}

int btFluidRegions::size() const { return int(m_media.regions().size()); }

const btFluidRegion& btFluidRegions::at(int index) const { return *m_media.regions()[size_t(index)]; }

void btFluidRegions::setMediumOutside(std::shared_ptr<const ambient::FluidMedium> medium)
{
	m_bodies.look();
	m_media.setOwn(std::move(medium));
	handOut(true);
}

void btFluidRegions::handOut(bool isOutsideNew)
{
	m_media.look();
	m_bodies.handOutMedia(isOutsideNew);
	m_multiBodies.handOutMedia(isOutsideNew);
	m_log.deliver();
}
