// SPDX-License-Identifier: Zlib
// Bodies of a btFluidAction that play a shape sequence.
#include "BulletAmbientFluid/btFluidAction.h"

#include <BulletDynamics/Dynamics/btRigidBody.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

btFluidShapeDrive* btFluidAction::addBody(btRigidBody* body, std::shared_ptr<const ambient::DeformingModel> shape)
{
	if (!shape) throw std::invalid_argument("btFluidAction::addBody: the shape is null");
	if (!body) throw std::invalid_argument("btFluidAction::addBody: the body is null");
	constexpr double kSameMass = 1e-4;
	const double mass = body->getInvMass() > 0 ? 1.0 / double(body->getInvMass()) : 0.0;
	if (!(std::abs(mass - shape->mass()) <= kSameMass * shape->mass()))
		throw std::invalid_argument("btFluidAction::addBody: the rigid body has a mass of " + std::to_string(mass) +
		                            " kg, its shape one of " + std::to_string(shape->mass()) + " kg");
	auto played = std::make_shared<ambient::PlayedShape>(shape);
	played->setClock({m_time, shape->firstPhase(), 0.0, 0.0, 0.0});
	ambient::FluidBody wet = shape->body();
	wet.deformation = played;
	addBody(body, std::move(wet));
	btFluidBody& added = *m_entries.back().m_body;
	added.setDrive(std::move(played));
	added.getDrive()->setSpeed(1);
	return added.getDrive();
}

btFluidShapeDrive* btFluidAction::getDrive(const btRigidBody* body) const
{
	const btFluidBody* const wet = getFluidBody(body);
	return wet ? wet->getDrive() : nullptr;
}

bool btFluidAction::hasMovingSurfaces() const
{
	return std::any_of(m_entries.begin(), m_entries.end(),
	                   [](const Entry& entry)
	                   {
						   const btFluidShapeDrive* const drive = entry.m_body->getDrive();
						   return drive && drive->isMoving(entry.m_body->state().time);
					   });
}
