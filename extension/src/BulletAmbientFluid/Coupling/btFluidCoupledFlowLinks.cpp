// SPDX-License-Identifier: Zlib
// The links of multi-bodies in a btFluidCoupledFlow.
#include "AmbientFluid/Articulated/JointDrive.h"
#include "AmbientFluid/Coupling/GroupSpeeds.h"
#include "BulletAmbientFluid/MultiBody/btFluidLinkExchange.h"
#include "BulletAmbientFluid/btFluidConversions.h"
#include "BulletAmbientFluid/Coupling/btFluidCoupledFlow.h"
#include "BulletAmbientFluid/MultiBody/btFluidWetMultiBodies.h"
#include "BulletAmbientFluid/World/btFluidWetBodies.h"
#include "BulletAmbientFluid/btFluidMultiBodies.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <Eigen/Cholesky>

#include <algorithm>
#include <stdexcept>

namespace
{
/// The inverse of an inertia to which motors add. \param mobility inverse of the inertia on the free rows, else zero
Eigen::MatrixXd withMotors(const Eigen::MatrixXd& mobility, const Eigen::VectorXd& motors, const std::vector<int>& free)
{
	if (motors.isZero(0.0)) return mobility;
	const int size = int(free.size());
	Eigen::MatrixXd part(size, size);
	for (int i = 0; i < size; ++i)
		for (int k = 0; k < size; ++k) part(i, k) = mobility(free[size_t(i)], free[size_t(k)]);
	const Eigen::MatrixXd one = Eigen::MatrixXd::Identity(size, size);
	Eigen::MatrixXd inertia = part.llt().solve(one);
	for (int i = 0; i < size; ++i) inertia(i, i) += motors(free[size_t(i)]);
	part = inertia.llt().solve(one);
	Eigen::MatrixXd result = Eigen::MatrixXd::Zero(mobility.rows(), mobility.cols());
	for (int i = 0; i < size; ++i)
		for (int k = 0; k < size; ++k) result(free[size_t(i)], free[size_t(k)]) = 0.5 * (part(i, k) + part(k, i));
	return result;
}
}  // namespace

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

bool btFluidCoupledFlow::isCoupled(const btFluidMultiBodies& all, int index) const
{
	const btFluidMultiBody& wet = all.at(index);
	return m_trees.m_coupled.count(wet.getNumber()) != 0 && all.isInWorld(index) && wet.isHealthy() &&
	       wet.getMedium() && !wet.getMedium()->divided();
}

void btFluidCoupledFlow::collectMultiBodies()
{
	m_trees.m_awake.clear();
	m_trees.m_wet.clear();
	if (m_trees.m_coupled.empty()) return;
	const btFluidMultiBodies& all = m_fluid.getFluidMultiBodies();
	for (int i = 0; i < all.size(); ++i)
		if (isCoupled(all, i)) collectLinks(all.at(i));
}

std::vector<int> btFluidCoupledFlow::addLinks(const btFluidMultiBody& wet, int tree,
                                              std::vector<ambient::GroupedMover>& movers)
{
	const ambient::ArticulatedBody& body = wet.motion().body();
	const std::vector<ambient::Pose>& places = wet.motion().dynamics().worldFromLinks();
	std::vector<char> makesFlow(places.size(), 0);
	std::vector<int> links;
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
		grouped.mover.isPrescribed = tree < 0;
		grouped.mover.prescribed.linear = -sample.velocity;
		int parent = i > 0 ? body.link(i).parent : -1;
		while (parent >= 0 && !makesFlow[size_t(parent)]) parent = parent > 0 ? body.link(parent).parent : -1;
		if (tree >= 0) grouped.mover.link = {tree, i, parent, wet.getLinkAddedMass() != nullptr};
		movers.push_back(grouped);
		links.push_back(i);
	}
	return links;
}

void btFluidCoupledFlow::collectLinks(btFluidMultiBody& wet)
{
	const bool isAwake = wet.getMultiBody()->isAwake();
	if (isAwake && !wet.getExchange().m_hasMoved) return;  // dry: no solver of the fluid moves it
	const ambient::ArticulatedBody& body = wet.motion().body();
	wet.motion().evaluate(wet.state(), false);
	const auto& fluid = static_cast<const ambient::IsolatedLinkFluid&>(wet.motion().fluid());
	const size_t before = m_movers.size();
	for (const int i : addLinks(wet, isAwake ? int(m_trees.m_awake.size()) : -1, m_movers))
	{
		m_coupled.push_back({nullptr, nullptr, ambient::Wrench(), 0, &wet, i});
		if (!isAwake || m_options.m_drag == ambient::DragInFlow::No) continue;
		m_coupled.back().m_drag = int(m_drags.size());
		const ambient::Vector3& place = wet.motion().dynamics().worldFromLinks()[size_t(i)].position;
		m_drags.emplace_back(*wet.getLinkModels()[size_t(i)].m_model,
		                     btFluidPose(wet.getLinkModels()[size_t(i)].m_linkFromMesh), fluid.interaction(i)->forces(),
		                     wet.getMedium()->sample(place, wet.state().time));
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

void btFluidCoupledFlow::collectSolvedLinks()
{
	m_solved.m_trees.clear();
	m_solved.m_wet.clear();
	m_solved.m_firstLinks.clear();
	btFluidWetMultiBodies* const all = m_trees.m_coupled.empty() ? nullptr : m_fluid.getWetBodies().getMultiBodies();
	for (int i = 0; all && i < all->size(); ++i)
	{
		btFluidWetMultiBody& wet = all->at(i);
		if (!isCoupled(*all, i) || !wet.isSolved()) continue;
		m_solved.m_firstLinks.push_back(int(m_solved.m_movers.size()));
		wet.motion().evaluate(wet.freeState(), false);
		m_solved.m_wet.push_back(&wet);
		ambient::CoupledTree tree;
		tree.motion = &wet.motion();
		tree.state = wet.freeState();
		if (wet.pathRates()) tree.pathRates = *wet.pathRates();
		addLinks(wet, int(m_solved.m_trees.size()), m_solved.m_movers);
		m_solved.m_trees.push_back(std::move(tree));
	}
}

void btFluidCoupledFlow::solveTrees(const btFluidSolve& solve, const std::vector<int>& trees, std::vector<int> rows,
                                    const Eigen::VectorXd& speeds, btFluidSolvedGroup& group)
{
	const ambient::GroupSpeeds& of = m_solvedMotion.speeds();
	Eigen::VectorXd motors = Eigen::VectorXd::Zero(of.count());
	for (size_t t = 0; t < trees.size(); ++t)
	{
		btFluidWetMultiBody& wet = *m_solved.m_wet[size_t(trees[t])];
		const ambient::TreeSpeeds& tree = of.tree(t);
		const int first = of.firstOf(t), firstJoint = first + (tree.hasBase() ? 6 : 0);
		for (size_t k = 0; wet.armature() && k < tree.joints().size(); ++k)
			motors(firstJoint + int(k)) = (*wet.armature())(tree.joints()[k]);
		btMultiBody* const multiBody = wet.getMultiBody();
		if (std::find(solve.m_multiBodies.begin(), solve.m_multiBodies.end(), multiBody) == solve.m_multiBodies.end())
			continue;
		group.m_multiBodies.push_back(multiBody);
		wet.giveGroupVelocity(tree, speeds.segment(first, tree.count()));
		const size_t before = rows.size();
		rows.resize(before + size_t(6 + multiBody->getNumDofs()), -1);
		for (int k = 0; k < 6 && tree.hasBase(); ++k) rows[before + size_t(k)] = first + k;
		for (size_t k = 0; k < tree.joints().size(); ++k)
			rows[before + 6 + size_t(tree.joints()[k])] = firstJoint + int(k);
	}
	const Eigen::MatrixXd mobility = withMotors(m_solvedMotion.mobility(), motors, of.free());
	group.m_mobility = Eigen::MatrixXd::Zero(int(rows.size()), int(rows.size()));
	for (size_t i = 0; i < rows.size(); ++i)
		for (size_t k = 0; k < rows.size(); ++k)
			if (rows[i] >= 0 && rows[k] >= 0) group.m_mobility(int(i), int(k)) = mobility(rows[i], rows[k]);
}
