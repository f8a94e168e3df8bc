// SPDX-License-Identifier: Zlib
// The common surface of the links of btFluidWetMultiBody.
#include "AmbientFluid/Articulated/BendingSkin.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBody.h"
#include "BulletAmbientFluid/MultiBody/btFluidMultiBodyHost.h"
#include "BulletAmbientFluid/Shapes/btFluidShapeParts.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <stdexcept>
#include <string>

namespace
{
/// The convex hull of each link's model in the link's frame; without points for a dry link.
std::vector<ambient::TriangleMesh> hullsOf(const std::vector<btFluidLinkModel>& links)
{
	std::vector<ambient::TriangleMesh> hulls;
	for (const btFluidLinkModel& link : links)
	{
		hulls.emplace_back();
		if (!link.m_model) continue;
		std::vector<ambient::Vector3> points = link.m_model->mesh().vertices;
		const ambient::Pose linkFromMesh = btFluidPose(link.m_linkFromMesh);
		for (ambient::Vector3& point : points) point = linkFromMesh * point;
		hulls.back() = btFluidConvexHull(points);
	}
	return hulls;
}

/// Limits that the links of a multi-body have, one per joint position.
std::vector<ambient::JointRange> limitsOf(const btMultiBody& multiBody)
{
	std::vector<ambient::JointRange> ranges;
	for (int i = 0; i < multiBody.getNumLinks(); ++i)
	{
		const btMultibodyLink& link = multiBody.getLink(i);
		const bool isLimited = link.m_dofCount == 1 && link.m_jointLowerLimit < link.m_jointUpperLimit;
		for (int k = 0; k < link.m_posVarCount; ++k)
			ranges.push_back(isLimited
			                     ? ambient::JointRange{double(link.m_jointLowerLimit), double(link.m_jointUpperLimit)}
			                     : ambient::JointRange());
	}
	return ranges;
}
}  // namespace

void btFluidWetMultiBody::solveTogether(const btFluidMultiBodyOptions& options)
{
	const bool isPosed = options.m_linkInertia == ambient::LinkInertia::Posed;
	m_posed = isPosed ? options.m_posedAddedMass : nullptr;
	m_together = m_posed ? m_posed->atReference() : isPosed ? nullptr : options.m_addedMass;
	if (m_together) return;
	const std::vector<ambient::TriangleMesh> hulls = hullsOf(m_links);
	const int faces = options.m_skinFaces != 0 ? options.m_skinFaces : isPosed ? 800 : 2000;
	try
	{
		ambient::ArticulatedDynamics neutral(m_body);
		neutral.setPose({}, m_body->zeroPositions());
		const ambient::LinkSkin skin = ambient::skinOfLinks(hulls, neutral.worldFromLinks(), faces);
		if (!isPosed)
		{
			m_together = ambient::LinkAddedMass::build(skin);
			return;
		}
		const ambient::BendingSkin bending(skin);
		m_posed = ambient::PosedAddedMass::build(
			m_body, [&](const std::vector<ambient::Pose>& worldFromLinks) { return bending.at(worldFromLinks); },
			options.m_jointRanges.empty() ? limitsOf(m_host->multiBody()) : options.m_jointRanges);
		m_together = m_posed->atReference();
	}
	catch (const std::invalid_argument& error)
	{
		throw std::invalid_argument(std::string("btFluidMultiBody: no common surface of the links: ") + error.what());
	}
}

double btFluidWetMultiBody::errorOfIsolatedLinks(double density) const
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
