// SPDX-License-Identifier: Zlib
// The waves that links of a btFluidWetMultiBody make.
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBody.h"
#include "BulletAmbientFluid/MultiBody/btFluidLinkWaves.h"

#include <stdexcept>

ambient::FluidBody btFluidWetMultiBody::getLinkBody(int link) const
{
	const auto refuse = [link](const char* why)
	{ throw std::invalid_argument("btFluidMultiBody: link " + std::to_string(link - 1) + " " + why); };
	if (link < 0 || link >= m_body->linkCount()) refuse("does not exist");
	const btFluidLinkModel& surface = m_links[size_t(link)];
	if (!surface.m_model) refuse("is dry");
	ambient::FluidBody body;
	body.model = surface.m_model;
	body.bodyFromMesh = btFluidPose(surface.m_linkFromMesh);
	body.bodyInertia = m_body->link(link).inertia;
	return body;
}

double btFluidWetMultiBody::getWaveEnergy() const { return m_waves->energy(); }

void btFluidWetMultiBody::setWavesMade(int link, std::shared_ptr<const ambient::FloatingModel> model)
{
	const ambient::FluidBody body = getLinkBody(link);
	if (model && (m_together || m_posed))
		throw std::invalid_argument(
			"btFluidMultiBody: links that feel each other through the fluid make no waves; isolated links do");
	m_waves->set(link, body.bodyFromMesh, std::move(model));
}
