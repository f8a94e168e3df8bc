// SPDX-License-Identifier: Zlib
// The common surface of the links of btFluidMultiBody.
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/btFluidMultiBody.h"
#include "BulletAmbientFluid/btFluidShapeParts.h"

#include <stdexcept>
#include <string>

std::shared_ptr<const ambient::LinkAddedMass> btFluidMultiBody::solveTogether(int faces) const
{
	std::vector<ambient::TriangleMesh> hulls;
	for (const btFluidLinkModel& link : m_links)
	{
		hulls.emplace_back();
		if (!link.m_model) continue;
		std::vector<ambient::Vector3> points = link.m_model->mesh().vertices;
		const ambient::Pose linkFromMesh = btFluidPose(link.m_linkFromMesh);
		for (ambient::Vector3& point : points) point = linkFromMesh * point;
		hulls.back() = btFluidConvexHull(points);
	}
	ambient::ArticulatedDynamics neutral(m_body);
	neutral.setPose({}, m_body->zeroPositions());
	try
	{
		return ambient::LinkAddedMass::build(ambient::skinOfLinks(hulls, neutral.worldFromLinks(), faces));
	}
	catch (const std::invalid_argument& error)
	{
		throw std::invalid_argument(std::string("btFluidMultiBody: no common surface of the links: ") + error.what());
	}
}

double btFluidMultiBody::errorOfIsolatedLinks(double density) const
{
	if (!m_together) throw std::invalid_argument("btFluidMultiBody: its links are isolated");
	std::vector<ambient::SpatialInertia> alone, dry;
	for (size_t i = 0; i < m_links.size(); ++i)
	{
		const btFluidLinkModel& link = m_links[i];
		dry.push_back(m_body->link(int(i)).inertia);
		alone.push_back(
			link.m_model ? link.m_model->addedMassPerDensity().changeFrame(btFluidPose(link.m_linkFromMesh).inverse())
						 : ambient::SpatialInertia());
	}
	return m_together->errorOfIsolated(alone, dry, density);
}
