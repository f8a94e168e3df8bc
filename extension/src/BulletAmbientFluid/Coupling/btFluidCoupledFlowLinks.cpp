// SPDX-License-Identifier: Zlib
// The links of multi-bodies in a btFluidCoupledFlow.
#include "AmbientFluid/Articulated/JointDrive.h"
#include "BulletAmbientFluid/MultiBody/btFluidLinkExchange.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Coupling/btFluidCoupledFlow.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <stdexcept>

void btFluidCoupledFlow::setCoupled(const btMultiBody* multiBody, bool coupled)
{
	const btFluidMultiBody* const wet =
		multiBody && !m_fluidLife.expired() ? m_fluid.getFluidMultiBodies().find(multiBody) : nullptr;
	if (!wet) throw std::invalid_argument("btFluidCoupling::setCoupled: the multi-body is not in the fluid");
	if (coupled)
		m_trees.m_coupled.insert(wet->getNumber());
	else
		m_trees.m_coupled.erase(wet->getNumber());
}

void btFluidCoupledFlow::collectMultiBodies()
{
	m_trees.m_awake.clear();
	m_trees.m_wet.clear();
	if (m_trees.m_coupled.empty()) return;
	const btFluidMultiBodies& all = m_fluid.getFluidMultiBodies();
	for (int i = 0; i < all.size(); ++i)
	{
		btFluidMultiBody& wet = all.at(i);
		if (m_trees.m_coupled.count(wet.getNumber()) == 0 || !all.isInWorld(i) || !wet.isHealthy()) continue;
		if (wet.getMedium() && !wet.getMedium()->divided()) collectLinks(wet);
	}
}

void btFluidCoupledFlow::collectLinks(btFluidMultiBody& wet)
{
	const bool isAwake = wet.getMultiBody()->isAwake();
	if (isAwake && !wet.getExchange().m_hasMoved) return;  // dry: no solver of the fluid moves it
	const ambient::ArticulatedBody& body = wet.motion().body();
	wet.motion().evaluate(wet.state(), false);
	const std::vector<ambient::Pose>& places = wet.motion().dynamics().worldFromLinks();
	const auto& fluid = static_cast<const ambient::IsolatedLinkFluid&>(wet.motion().fluid());
	const size_t before = m_movers.size();
	std::vector<char> makesFlow(places.size(), 0);
	for (int i = 0; i < body.linkCount(); ++i)
	{
		const btFluidLinkModel& link = wet.getLinkModels()[size_t(i)];
		if (!link.m_model) continue;
		const ambient::MediumSample sample = wet.getMedium()->sample(places[size_t(i)].position, wet.state().time);
		ambient::GroupedMover grouped;
		grouped.density = sample.density;
		grouped.mover.shape = shapeOf(link.m_model);
		if (!(grouped.density > 0.0) || !grouped.mover.shape) continue;
		makesFlow[size_t(i)] = 1;
		grouped.mover.bodyFromMesh = btFluidPose(link.m_linkFromMesh);
		grouped.mover.worldFromBody = places[size_t(i)];
		grouped.mover.isPrescribed = !isAwake;
		grouped.mover.prescribed.linear = -sample.velocity;
		int parent = i > 0 ? body.link(i).parent : -1;
		while (parent >= 0 && !makesFlow[size_t(parent)]) parent = parent > 0 ? body.link(parent).parent : -1;
		if (isAwake) grouped.mover.link = {int(m_trees.m_awake.size()), i, parent, wet.getLinkAddedMass() != nullptr};
		m_movers.push_back(grouped);
		m_coupled.push_back({nullptr, nullptr, ambient::Wrench(), 0, &wet, i});
		if (!isAwake || m_options.m_drag == ambient::DragInFlow::No) continue;
		m_coupled.back().m_drag = int(m_drags.size());
		m_drags.emplace_back(*link.m_model, grouped.mover.bodyFromMesh, fluid.interaction(i)->forces(), sample);
	}
	if (!isAwake || m_movers.size() == before) return;
	ambient::CoupledTree tree;
	tree.motion = &wet.motion();
	tree.state = wet.state();
	if (const ambient::JointPath* path = prescribedPath(wet.getDriver()))
	{
		ambient::JointVector positions = tree.state.positions, accelerations;
		tree.pathRates = accelerations = ambient::JointVector::Zero(body.rateCount());
		path->evaluate(tree.state.time, positions, tree.pathRates, accelerations);
	}
	const auto drift = m_trees.m_drifts.find(wet.getNumber());
	if (drift != m_trees.m_drifts.end())
	{
		tree.drift = drift->second.m_base;
		tree.rateDrift = drift->second.m_rates;
	}
	m_trees.m_awake.push_back(std::move(tree));
	m_trees.m_wet.push_back(&wet);
}

void btFluidCoupledFlow::carryMultiBodies(const std::vector<ambient::CoupledTree>& moved)
{
	m_trees.m_drifts.clear();
	for (size_t t = 0; t < moved.size(); ++t)
	{
		const ambient::CoupledTree& tree = moved[t];
		const ambient::ArticulatedState &before = m_trees.m_awake[t].state, &after = tree.state;
		if (tree.rateDrift.size() == 0 && after.momentum.vector() == before.momentum.vector() &&
		    after.worldFromBase == before.worldFromBase)
			continue;
		ambient::ArticulatedMotion& motion = *tree.motion;
		motion.evaluate(after, false);
		if (tree.pathRates.size() > 0)
			motion.dynamics().setMomentumAndRates(
				rotated(after.worldFromBase.orientation.conjugate(), after.momentum).vector(), tree.pathRates);
		const ambient::Twist base = motion.twistInWorld(0);
		const ambient::JointVector rates = motion.dynamics().rates();
		m_trees.m_wet[t]->setMotion(after.worldFromBase, after.positions, base, rates);
		m_trees.m_drifts[m_trees.m_wet[t]->getNumber()] = {tree.drift, tree.rateDrift};
	}
}
