// SPDX-License-Identifier: Zlib
// Multi-bodies of btFluidAction.
#include "BulletAmbientFluid/btFluidAction.h"

#include "BulletAmbientFluid/btFluidMultiBodies.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <stdexcept>

void btFluidAction::addMultiBody(btMultiBody* multiBody, const std::vector<btFluidLinkModel>& links)
{
	m_media.look();
	m_multiBodies->add(multiBody, links, m_settings.m_forces, m_time);
	reportLines();
}

void btFluidAction::addMultiBody(btMultiBody* multiBody, const btFluidMeshOptions& options)
{
	if (!multiBody) throw std::invalid_argument("btFluidAction::addMultiBody: the multi-body is null");
	std::vector<std::string> notes;
	addMultiBody(multiBody, btFluidLinkModelsOf(*multiBody, [&](const btCollisionShape& shape)
	                                            { return m_models.modelOf(shape, options, notes); }));
	for (const std::string& note : notes)
		report("multi-body " + std::to_string(m_multiBodies->size() - 1) + " " + note);
	reportLines();
}

void btFluidAction::removeMultiBody(btMultiBody* multiBody) { m_multiBodies->remove(multiBody); }

void btFluidAction::setJointDrive(btMultiBody* multiBody, const ambient::JointDrive& drive)
{
	btFluidMultiBody* wet = m_multiBodies->find(multiBody);
	if (!wet) throw std::invalid_argument("btFluidAction::setJointDrive: the multi-body is not in the fluid");
	wet->setDrive(drive);
}

void btFluidAction::clearJointDrive(btMultiBody* multiBody)
{
	btFluidMultiBody* wet = m_multiBodies->find(multiBody);
	if (!wet) throw std::invalid_argument("btFluidAction::clearJointDrive: the multi-body is not in the fluid");
	wet->clearDrive();
}
