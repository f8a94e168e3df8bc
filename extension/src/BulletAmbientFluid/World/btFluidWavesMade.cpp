// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/btFluidWavesMade.h"

#include "BulletAmbientFluid/World/btFluidWetBodies.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBodies.h"

#include <stdexcept>

void btFluidSetWavesMade(btFluidAction& fluid, const btRigidBody* body, bool byHeave)
{
	fluid.getWetBodies().setWavesMade(body, byHeave, nullptr);
}

void btFluidSetWavesMade(btFluidAction& fluid, const btRigidBody* body,
                         std::shared_ptr<const ambient::FloatingModel> model)
{
	if (!model) throw std::invalid_argument("btFluidSetWavesMade: there is no model");
	const btFluidBody* const wet = fluid.getFluidBody(body);
	if (wet && wet->getShape().deformation)
		throw std::invalid_argument("btFluidSetWavesMade: a body that changes its shape has no floating model");
	fluid.getWetBodies().setWavesMade(body, true, std::move(model));
}

void btFluidSetWavesMade(btFluidAction& fluid, const btMultiBody* multiBody, int link,
                         std::shared_ptr<const ambient::FloatingModel> model)
{
	btFluidWetMultiBody* const wet = fluid.getWetBodies().getMultiBodies()->find(multiBody);
	if (!wet) throw std::invalid_argument("btFluidSetWavesMade: the multi-body is not in the fluid");
	wet->setWavesMade(link + 1, std::move(model));
}
