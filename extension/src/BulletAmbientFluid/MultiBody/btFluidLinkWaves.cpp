// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/MultiBody/btFluidLinkWaves.h"

#include "BulletAmbientFluid/Base/btFluidStateStream.h"

#include <Eigen/Cholesky>

#include <algorithm>
#include <stdexcept>
#include <utility>

void btFluidLinkWaves::set(int link, const ambient::Pose& linkFromMesh,
                           std::shared_ptr<const ambient::FloatingModel> model)
{
	m_links.erase(
		std::remove_if(m_links.begin(), m_links.end(), [link](const Link& known) { return known.m_index == link; }),
		m_links.end());
	if (!model) return;
	m_links.push_back({link, linkFromMesh, ambient::FloatingWaves(std::move(model)), false, false, {}, {}});
	std::sort(m_links.begin(), m_links.end(), [](const Link& a, const Link& b) { return a.m_index < b.m_index; });
}

void btFluidLinkWaves::forget()
{
	for (Link& link : m_links)
	{
		link.m_waves.forget();
		link.m_isPlanned = false;
	}
}

void btFluidLinkWaves::forgetSpeed()
{
	for (Link& link : m_links) link.m_waves.forgetSpeed();
}

void btFluidLinkWaves::plan(ambient::ArticulatedMotion& motion, bool areJointsGiven, double time, double timeStep)
{
	auto& fluid = static_cast<ambient::IsolatedLinkFluid&>(motion.fluid());
	std::vector<Link*> planned;
	for (Link& link : m_links)
	{
		link.m_isPlanned = false;
		link.m_wrench = ambient::Wrench();
		const ambient::FluidInteraction* const interaction = fluid.interaction(link.m_index);
		ambient::Immersion* const at = fluid.immersion(link.m_index);
		bool holds = interaction && interaction->medium() && !interaction->isUniform();
		if (holds)
		{
			const ambient::FloatingStart start{*at,
			                                   link.m_linkFromMesh,
			                                   *interaction->medium(),
			                                   motion.gravity(),
			                                   time,
			                                   motion.twistInWorld(link.m_index)};
			holds = link.m_waves.begin(start, timeStep);
		}
		if (!holds)
		{
			link.m_waves.forget();
			continue;
		}
		link.m_isPlanned = true;
		link.m_start = at->worldFromBody;
		planned.push_back(&link);
	}
	if (planned.empty()) return;
	std::vector<ambient::FloatingWaves*> waves;
	for (Link* link : planned) waves.push_back(&link->m_waves);
	std::vector<ambient::Vector6> forces;
	ambient::FloatingWaves::planTogether(waves, responses(motion, planned, areJointsGiven), forces);
	for (size_t i = 0; i < planned.size(); ++i)
		planned[i]->m_wrench = changeFrame(waves[i]->place().comFromHeading, ambient::Wrench(forces[i]));
}

Eigen::MatrixXd btFluidLinkWaves::responses(ambient::ArticulatedMotion& motion, const std::vector<Link*>& planned,
                                            bool areJointsGiven) const
{
	ambient::ArticulatedDynamics& dynamics = motion.dynamics();
	const int rates = motion.body().rateCount();
	const Eigen::Index columns = 6 * Eigen::Index(planned.size());
	Eigen::MatrixXd impulses(6 + rates, columns), changes(6 + rates, columns);
	std::vector<ambient::Wrench> loads(size_t(motion.body().linkCount()));
	ambient::Vector6 base, baseChange = ambient::Vector6::Zero();
	ambient::JointVector joints = ambient::JointVector::Zero(rates), jointChange = joints;
	const bool isBaseGiven = dynamics.isBaseGiven();
	Eigen::LLT<Eigen::Matrix<double, 6, 6>> locked;
	if (areJointsGiven && !isBaseGiven)
		locked.compute(Eigen::Matrix<double, 6, 6>(dynamics.compositeInertia().matrix()));
	for (Eigen::Index column = 0; column < columns; ++column)
	{
		const Link& link = *planned[size_t(column / 6)];
		const ambient::Vector6 unit = ambient::Vector6::Unit(column % 6);
		ambient::Wrench& load = loads[size_t(link.m_index)];
		load = changeFrame(link.m_waves.place().comFromHeading, ambient::Wrench(unit));
		dynamics.generalisedForce(loads.data(), base, joints);
		load = ambient::Wrench();
		if (isBaseGiven) base.setZero();
		if (areJointsGiven)
		{
			joints.setZero();
			if (!isBaseGiven) baseChange = locked.solve(Eigen::Matrix<double, 6, 1>(base));
		}
		else
			dynamics.respond(base, joints, baseChange, jointChange);
		impulses.col(column) << base, joints;
		changes.col(column) << baseChange, jointChange;
	}
	const Eigen::MatrixXd found = impulses.transpose() * changes;
	return 0.5 * (found + found.transpose());
}

void btFluidLinkWaves::addTo(std::vector<ambient::Wrench>& onLinks) const
{
	for (const Link& link : m_links)
		if (link.m_isPlanned) onLinks[size_t(link.m_index)] += link.m_wrench;
}

ambient::Vector3 btFluidLinkWaves::force() const
{
	ambient::Vector3 sum = ambient::Vector3::Zero();
	for (const Link& link : m_links)
		if (link.m_isPlanned) sum += link.m_wrench.linear;
	return sum;
}

void btFluidLinkWaves::moveFreely(ambient::ArticulatedMotion& motion)
{
	const std::vector<ambient::Pose>& ends = motion.dynamics().worldFromLinks();
	for (Link& link : m_links)
		if (std::exchange(link.m_isPlanned, false)) link.m_waves.moveFreely(link.m_start, ends[size_t(link.m_index)]);
}

void btFluidLinkWaves::moveUnderImpulses(const ambient::ArticulatedMotion& motion)
{
	for (Link& link : m_links)
		if (std::exchange(link.m_isPlanned, false))
			link.m_waves.moveUnderImpulses(motion.twistInWorld(link.m_index));
		else
			link.m_waves.forgetSpeed();
}

int btFluidLinkWaves::takeBeyondTheory()
{
	for (Link& link : m_links)
		if (!link.m_waves.isLinear() && !std::exchange(link.m_isTold, true)) return link.m_index;
	return -1;
}

double btFluidLinkWaves::energy() const
{
	double sum = 0.0;
	for (const Link& link : m_links) sum += link.m_waves.energy();
	return sum;
}

void btFluidLinkWaves::save(btFluidStateWriter& out) const
{
	out.write(std::int32_t(m_links.size()));
	for (const Link& link : m_links)
	{
		const Eigen::VectorXd state = link.m_waves.state();
		out.write(std::int32_t(link.m_index));
		out.write(state.data(), int(state.size()));
	}
}

void btFluidLinkWaves::load(btFluidStateReader& in, bool apply)
{
	const auto require = [&in](bool isSame)
	{
		if (!isSame)
			throw std::invalid_argument(in.owner() +
			                            ": links of a multi-body made their waves in another way when it "
			                            "was saved");
	};
	require(in.read<std::int32_t>() == std::int32_t(m_links.size()));
	for (Link& link : m_links)
	{
		require(in.read<std::int32_t>() == std::int32_t(link.m_index));
		Eigen::VectorXd state = link.m_waves.state();
		in.read(state.data(), int(state.size()));
		if (apply) link.m_waves.restore(state);
		if (apply) link.m_isPlanned = false;
	}
}
