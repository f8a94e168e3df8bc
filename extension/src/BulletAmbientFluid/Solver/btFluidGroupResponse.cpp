// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Solver/btFluidGroupResponse.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>
#include <array>

namespace
{
constexpr int kMostUnscaled = 8;  ///< members; groups of up to 8 converge without a scale

int rowOf(size_t member) { return 6 * int(member); }

/// Speeds of a multi-body: those of the base, then of the joints.
int speedsOf(const btMultiBody& multiBody) { return 6 + multiBody.getNumDofs(); }

/// Rows of a multi-body.
struct Block
{
	int m_row, m_size;
	Eigen::MatrixXd m_inverse;
};

/// Inverse of a symmetric block on the rows that are not zero.
Eigen::MatrixXd inverseOf(const Eigen::MatrixXd& block)
{
	Eigen::MatrixXd whole = block;
	for (int k = 0; k < whole.rows(); ++k)
		if (block(k, k) == 0.0) whole(k, k) = 1.0;
	Eigen::MatrixXd inverse = whole.llt().solve(Eigen::MatrixXd::Identity(whole.rows(), whole.rows()));
	for (int k = 0; k < whole.rows(); ++k)
		if (block(k, k) == 0.0) inverse(k, k) = 0.0;
	return inverse;
}

ambient::Vector6 stacked(const btVector3& angular, const btVector3& linear)
{
	ambient::Vector6 both;
	both << btFluidVector(angular), btFluidVector(linear);
	return both;
}
}  // namespace

double btFluidGroupResponse::rowScale(const btFluidSolvedGroup& group)
{
	const Eigen::MatrixXd& mobility = group.m_mobility;
	const int rigid = int(group.m_members.size()), members = rigid + int(group.m_multiBodies.size());
	if (members <= kMostUnscaled) return 1.0;
	// The largest eigenvalue of W against its blocks, by iteration: a bound is no use, an estimate from below is.
	std::vector<Eigen::LLT<ambient::Matrix6>> blocks;
	for (int i = 0; i < rigid; ++i) blocks.emplace_back(mobility.block<6, 6>(6 * i, 6 * i));
	std::vector<Block> trees;
	for (int row = 6 * rigid, t = 0; t < members - rigid; row += trees.back().m_size, ++t)
	{
		const int size = speedsOf(*group.m_multiBodies[size_t(t)]);
		trees.push_back({row, size, inverseOf(mobility.block(row, row, size, size))});
	}
	Eigen::VectorXd x = Eigen::VectorXd::Ones(mobility.rows());
	double largest = 1.0;
	for (int iteration = 0; iteration < 20; ++iteration)
	{
		Eigen::VectorXd y = mobility * x;
		largest = x.dot(y);
		for (int i = 0; i < rigid; ++i) y.segment<6>(6 * i) = blocks[size_t(i)].solve(y.segment<6>(6 * i));
		for (const Block& tree : trees)
			y.segment(tree.m_row, tree.m_size) = tree.m_inverse * y.segment(tree.m_row, tree.m_size).eval();
		double ofBlocks = 0.0;
		for (int i = 0; i < rigid; ++i)
			ofBlocks += x.segment<6>(6 * i).dot(mobility.block<6, 6>(6 * i, 6 * i) * x.segment<6>(6 * i));
		for (const Block& tree : trees)
			ofBlocks += x.segment(tree.m_row, tree.m_size)
			                .dot(mobility.block(tree.m_row, tree.m_row, tree.m_size, tree.m_size) *
			                     x.segment(tree.m_row, tree.m_size));
		largest /= ofBlocks;
		x = y / y.norm();
	}
	constexpr double kSafe = 1.8;  // a scale above half of the largest eigenvalue converges
	return std::max(1.0, largest / kSafe);
}

btFluidGroupResponse::btFluidGroupResponse(std::vector<Member> members, const btFluidSolvedGroup& group, double scale)
	: m_members(std::move(members)),
	  m_multiBodies(group.m_multiBodies),
	  m_response(group.m_mobility),
	  m_carrying(group.m_mobility)
{
	std::vector<ambient::Matrix6> toSolver;
	for (const Member& member : m_members) toSolver.push_back(member.m_fromSolver.inverse());
	for (size_t i = 0; i < m_members.size(); ++i)
		for (size_t j = 0; j < m_members.size(); ++j)
		{
			const ambient::Matrix6 block =
				toSolver[i] * group.m_mobility.block<6, 6>(rowOf(i), rowOf(j)) * toSolver[j].transpose();
			m_response.block<6, 6>(rowOf(i), rowOf(j)) = block;
			m_carrying.block<6, 6>(rowOf(i), rowOf(j)) = block * m_members[j].m_solverResponse.inverse();
		}
	const int first = rowOf(m_members.size()), size = int(group.m_mobility.rows());
	for (size_t i = 0; i < m_members.size() && first < size; ++i)
	{
		m_response.block(rowOf(i), first, 6, size - first) =
			toSolver[i] * group.m_mobility.block(rowOf(i), first, 6, size - first);
		m_response.block(first, rowOf(i), size - first, 6) =
			m_response.block(rowOf(i), first, 6, size - first).transpose();
		m_carrying.block(first, rowOf(i), size - first, 6) =
			m_response.block(first, rowOf(i), size - first, 6) * m_members[i].m_solverResponse.inverse();
	}
	for (size_t t = 0, row = size_t(first); t < m_multiBodies.size(); ++t)
	{
		const int count = speedsOf(*m_multiBodies[t]);
		m_ownResponses.push_back(scale * group.m_mobility.block(int(row), int(row), count, count));
		m_inverses.push_back(inverseOf(m_ownResponses.back()));
		m_carrying.middleCols(int(row), count) = m_response.middleCols(int(row), count) * m_inverses.back();
		row += size_t(count);
	}
	m_carrying.diagonal().array() -= 1.0;
	m_own.setZero(size);
	m_carried.setZero(size);
}

int btFluidGroupResponse::rowOfMultiBody(int multiBody) const
{
	int row = rowOf(m_members.size());
	for (int t = 0; t < multiBody; ++t) row += speedsOf(*m_multiBodies[size_t(t)]);
	return row;
}

void btFluidGroupResponse::refresh(btAlignedObjectArray<btSolverBody>& pool, btAlignedObjectArray<btScalar>* speeds)
{
	for (size_t i = 0; i < m_members.size(); ++i)
	{
		btSolverBody& body = pool[m_members[i].m_solverBodyId];
		m_own.segment<6>(rowOf(i)) =
			stacked(body.internalGetDeltaAngularVelocity(), body.internalGetDeltaLinearVelocity()) -
			m_carried.segment<6>(rowOf(i));
	}
	for (size_t t = 0; t < m_multiBodies.size(); ++t)
		for (int k = 0, row = rowOfMultiBody(int(t)); k < speedsOf(*m_multiBodies[t]); ++k)
			m_own(row + k) = double(m_multiBodies[t]->getDeltaVelocityVector()[k]) - m_carried(row + k);
	m_carried.noalias() = m_carrying * m_own;
	for (size_t i = 0; i < m_members.size(); ++i)
	{
		const ambient::Vector6 own = m_own.segment<6>(rowOf(i));
		const ambient::Vector6 sum = own + m_carried.segment<6>(rowOf(i));
		btSolverBody& body = pool[m_members[i].m_solverBodyId];
		body.internalGetDeltaAngularVelocity() = btFluidVector(ambient::Vector3(sum.head<3>()));
		body.internalGetDeltaLinearVelocity() = btFluidVector(ambient::Vector3(sum.tail<3>()));
		// The solver's numbers may be single: the next refresh must find the own change of this one.
		m_carried.segment<6>(rowOf(i)) =
			stacked(body.internalGetDeltaAngularVelocity(), body.internalGetDeltaLinearVelocity()) - own;
	}
	for (size_t t = 0; t < m_multiBodies.size(); ++t) show(int(t), speeds);
}

void btFluidGroupResponse::show(int multiBody, btAlignedObjectArray<btScalar>* speeds)
{
	btMultiBody& body = *m_multiBodies[size_t(multiBody)];
	const int row = rowOfMultiBody(multiBody), count = speedsOf(body);
	m_difference.resize(size_t(count));
	for (int k = 0; k < count; ++k)
		m_difference[size_t(k)] = btScalar(m_own(row + k) + m_carried(row + k)) - body.getDeltaVelocityVector()[k];
	body.applyDeltaVeeMultiDof2(m_difference.data(), btScalar(1));
	for (int k = 0; k < count; ++k)
	{
		const btScalar now = body.getDeltaVelocityVector()[k];
		m_carried(row + k) = double(now) - m_own(row + k);
		// Bullet's sweeps read the changes here; one without rows has no place.
		if (speeds && body.getCompanionId() >= 0) (*speeds)[body.getCompanionId() + k] = now;
	}
}

Eigen::VectorXd btFluidGroupResponse::multiBodyImpulse(int multiBody) const
{
	const int row = rowOfMultiBody(multiBody), count = speedsOf(*m_multiBodies[size_t(multiBody)]);
	return m_inverses[size_t(multiBody)] * m_own.segment(row, count);
}

ambient::Momentum btFluidGroupResponse::impulse(int member) const
{
	const Member& of = m_members[size_t(member)];
	const ambient::Vector6 own = m_own.segment<6>(6 * member);
	return ambient::Momentum(
		ambient::Vector6(of.m_fromSolver.transpose().inverse() * (of.m_solverResponse.inverse() * own)));
}

int btFluidGroupResponse::find(int solverBodyId) const
{
	const auto found = std::find_if(m_members.begin(), m_members.end(),
	                                [=](const Member& member) { return member.m_solverBodyId == solverBodyId; });
	return found != m_members.end() ? int(found - m_members.begin()) : -1;
}

btScalar btFluidGroupResponse::coupling(const btSolverConstraint& r, const btSolverConstraint& s) const
{
	const auto sides = [this](const btSolverConstraint& row)
	{
		return std::array<std::pair<int, ambient::Vector6>, 2>{
			{{find(row.m_solverBodyIdA), stacked(row.m_relpos1CrossNormal, row.m_contactNormal1)},
		     {find(row.m_solverBodyIdB), stacked(row.m_relpos2CrossNormal, row.m_contactNormal2)}}};
	};
	double sum = 0.0;
	for (const auto& [i, ofI] : sides(r))
		for (const auto& [j, ofJ] : sides(s))
			if (i >= 0 && j >= 0 && i != j) sum += ofI.dot(m_response.block<6, 6>(6 * i, 6 * j) * ofJ);
	return btScalar(sum);
}
