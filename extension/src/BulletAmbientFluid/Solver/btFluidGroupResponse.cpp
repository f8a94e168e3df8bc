// SPDX-License-Identifier: Zlib
#include "BulletAmbientFluid/Solver/btFluidGroupResponse.h"

#include "BulletAmbientFluid/btFluidConversions.h"

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include <algorithm>
#include <array>

namespace
{
constexpr int kMostUnscaled = 8;  ///< members; groups of up to 8 converge without a scale

int rowOf(size_t member) { return 6 * int(member); }

ambient::Vector6 stacked(const btVector3& angular, const btVector3& linear)
{
	ambient::Vector6 both;
	both << btFluidVector(angular), btFluidVector(linear);
	return both;
}
}  // namespace

double btFluidGroupResponse::rowScale(const Eigen::MatrixXd& mobility)
{
	const int members = int(mobility.rows()) / 6;
	if (members <= kMostUnscaled) return 1.0;
	// The largest eigenvalue of W against its blocks, by iteration: a bound is no use, an estimate from below is.
	std::vector<Eigen::LLT<ambient::Matrix6>> blocks;
	for (int i = 0; i < members; ++i) blocks.emplace_back(mobility.block<6, 6>(6 * i, 6 * i));
	Eigen::VectorXd x = Eigen::VectorXd::Ones(mobility.rows());
	double largest = 1.0;
	for (int iteration = 0; iteration < 20; ++iteration)
	{
		Eigen::VectorXd y = mobility * x;
		largest = x.dot(y);
		for (int i = 0; i < members; ++i) y.segment<6>(6 * i) = blocks[size_t(i)].solve(y.segment<6>(6 * i));
		double ofBlocks = 0.0;
		for (int i = 0; i < members; ++i)
			ofBlocks += x.segment<6>(6 * i).dot(mobility.block<6, 6>(6 * i, 6 * i) * x.segment<6>(6 * i));
		largest /= ofBlocks;
		x = y / y.norm();
	}
	constexpr double kSafe = 1.8;  // a scale above half of the largest eigenvalue converges
	return std::max(1.0, largest / kSafe);
}

btFluidGroupResponse::btFluidGroupResponse(std::vector<Member> members, const Eigen::MatrixXd& mobility)
	: m_members(std::move(members)), m_response(mobility), m_carrying(mobility)
{
	std::vector<ambient::Matrix6> toSolver;
	for (const Member& member : m_members) toSolver.push_back(member.m_fromSolver.inverse());
	for (size_t i = 0; i < m_members.size(); ++i)
		for (size_t j = 0; j < m_members.size(); ++j)
		{
			const ambient::Matrix6 block =
				toSolver[i] * mobility.block<6, 6>(rowOf(i), rowOf(j)) * toSolver[j].transpose();
			m_response.block<6, 6>(rowOf(i), rowOf(j)) = block;
			m_carrying.block<6, 6>(rowOf(i), rowOf(j)) = block * m_members[j].m_solverResponse.inverse();
		}
	m_carrying.diagonal().array() -= 1.0;
	m_own.setZero(mobility.rows());
	m_carried.setZero(mobility.rows());
}

void btFluidGroupResponse::refresh(btAlignedObjectArray<btSolverBody>& pool)
{
	for (size_t i = 0; i < m_members.size(); ++i)
	{
		btSolverBody& body = pool[m_members[i].m_solverBodyId];
		m_own.segment<6>(rowOf(i)) =
			stacked(body.internalGetDeltaAngularVelocity(), body.internalGetDeltaLinearVelocity()) -
			m_carried.segment<6>(rowOf(i));
	}
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
