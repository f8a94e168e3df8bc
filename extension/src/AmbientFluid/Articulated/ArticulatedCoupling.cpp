// SPDX-License-Identifier: Zlib
// The parts of ArticulatedDynamics that know the inertia between links.
#include "AmbientFluid/Articulated/ArticulatedDynamics.h"

namespace ambient {

void ArticulatedDynamics::addCoupling(Column LinkData::*from, Column LinkData::*to) {
    const int count = m_body->linkCount();
    for (int j = 0; j < count; ++j)
        for (int i = 0; i < count; ++i)
            if (i != j) (at(i).*to).noalias() += m_coupling->block<6, 6>(6 * i, 6 * j) * (at(j).*from);
}

void ArticulatedDynamics::findMomenta() {
    for (LinkData& link : m_links)
        link.momentum.noalias() = link.inertia * link.relative;
    if (m_coupling) addCoupling(&LinkData::relative, &LinkData::momentum);
}

void ArticulatedDynamics::findChanges(bool withMomenta) {
    const int count = m_body->linkCount();
    m_relative.resize(6 * count);
    m_momentumRates.resize(6 * count);
    m_changeForces.resize(m_body->rateCount());
    for (int i = 0; i < count; ++i)
        m_relative.segment<6>(6 * i) = at(i).relative;
    m_change->changes(m_relative, m_rates, m_changeForces, withMomenta ? &m_momentumRates : nullptr);
}

void ArticulatedDynamics::addChanges() {
    findChanges(true);
    for (int i = 0; i < m_body->linkCount(); ++i)
        at(i).force += m_momentumRates.segment<6>(6 * i);
    for (int i = 1; i < m_body->linkCount(); ++i) {
        LinkData& link = at(i);
        // The wrench of least parts that acts along the joint with these forces: shifts first, which turns may contain.
        Column wrench = Column::Zero();
        for (int k = 0; k < link.axes.count; ++k) {
            const Column& axis = link.axes.columns[k];
            if (axis.head<3>().isZero(0.0))
                wrench.tail<3>() += m_changeForces(link.firstRate + k) / axis.tail<3>().squaredNorm() * axis.tail<3>();
        }
        for (int k = 0; k < link.axes.count; ++k) {
            const Column& axis = link.axes.columns[k];
            if (!axis.head<3>().isZero(0.0))
                wrench.head<3>() +=
                    (m_changeForces(link.firstRate + k) - axis.tail<3>().dot(wrench.tail<3>())) * axis.head<3>();
        }
        link.force -= wrench;
        at(link.parent).force += link.toParent(wrench);
    }
}

double ArticulatedDynamics::kineticEnergy() {
    findMomenta();
    double sum = 0.0;
    for (const LinkData& link : m_links) {
        sum += 0.5 * link.relative.dot(link.momentum);
        for (int k = 0; k < link.axes.count; ++k)
            sum += 0.5 * link.armature * m_rates(link.firstRate + k) * m_rates(link.firstRate + k);
    }
    return sum;
}

void ArticulatedDynamics::JointSpaceInertia::findJacobian(const ArticulatedBody& body,
                                                          const std::vector<LinkData>& links) {
    const int count = body.linkCount();
    m_jacobian.resize(6 * count, 6 + body.rateCount());
    m_product.resize(6 * count, 6 + body.rateCount());
    m_jacobian.setZero();
    m_jacobian.topLeftCorner<6, 6>().setIdentity();
    for (int i = 1; i < count; ++i) {
        const LinkData& link = links[static_cast<std::size_t>(i)];
        const int known = 6 + link.firstRate;
        for (int k = 0; k < known; ++k)
            m_jacobian.block<6, 1>(6 * i, k) = link.toChild(m_jacobian.block<6, 1>(6 * link.parent, k));
        for (int k = 0; k < link.axes.count; ++k)
            m_jacobian.block<6, 1>(6 * i, known + k) = link.axes.columns[k];
    }
}

bool ArticulatedDynamics::JointSpaceInertia::factor(const ArticulatedDynamics& tree, const JointVector* armature) {
    const ArticulatedBody& body = *tree.m_body;
    const std::vector<LinkData>& links = tree.m_links;
    findJacobian(body, links);
    m_product.noalias() = *tree.m_coupling * m_jacobian;
    for (int i = 0; i < body.linkCount(); ++i)
        m_product.middleRows<6>(6 * i).noalias() +=
            links[static_cast<std::size_t>(i)].inertia * m_jacobian.middleRows<6>(6 * i);
    const int first = tree.isBaseGiven() ? 6 : 0, size = 6 + body.rateCount() - first;
    m_inertia.resize(size, size);
    m_inertia.noalias() = m_jacobian.rightCols(size).transpose() * m_product.rightCols(size);
    for (const LinkData& link : links)
        for (int k = 0; k < link.axes.count; ++k)
            m_inertia.diagonal().tail(body.rateCount())(link.firstRate + k) += link.armature;
    if (armature) m_inertia.diagonal().tail(body.rateCount()) += *armature;
    tree.forEachLedRate([&](int rate) {
        const int row = 6 - first + rate;
        m_inertia.row(row).setZero();
        m_inertia.col(row).setZero();
        m_inertia(row, row) = 1.0;
    });
    m_factors.compute(m_inertia);
    return m_factors.info() == Eigen::Success && m_inertia.allFinite();
}

void ArticulatedDynamics::JointSpaceInertia::respond(const ArticulatedDynamics& tree, const Vector6& base,
                                                     const JointVector& joints, Vector6& baseChange,
                                                     JointVector& rateChange) {
    const int count = tree.m_body->rateCount();
    if (tree.isBaseGiven()) {
        m_solution = joints;
        tree.forEachLedRate([&](int rate) { m_solution(rate) = 0.0; });
        m_factors.solveInPlace(m_solution);
        baseChange.setZero();
    } else {
        m_solution.resize(6 + count);
        m_solution << base, joints;
        tree.forEachLedRate([&](int rate) { m_solution(6 + rate) = 0.0; });
        m_factors.solveInPlace(m_solution);
        baseChange = m_solution.head<6>();
    }
    rateChange = m_solution.tail(count);
}

Matrix6 ArticulatedDynamics::JointSpaceInertia::lockedCoupling(const ArticulatedBody& body,
                                                               const std::vector<LinkData>& links,
                                                               const Eigen::MatrixXd& coupling) {
    findJacobian(body, links);
    const auto ofBase = m_jacobian.leftCols<6>();
    Matrix6 between;
    m_product.leftCols<6>().noalias() = coupling * ofBase;
    between.noalias() = ofBase.transpose() * m_product.leftCols<6>();
    return between;
}

SpatialInertia ArticulatedDynamics::compositeInertia() {
    for (LinkData& link : m_links)
        link.composite = link.inertia;
    for (int i = m_body->linkCount() - 1; i > 0; --i)
        at(i).addToParent(at(i).composite, at(at(i).parent).composite);
    if (!m_coupling) return SpatialInertia(at(0).composite);
    return SpatialInertia(Matrix6(at(0).composite + m_jointSpace.lockedCoupling(*m_body, m_links, *m_coupling)));
}

} // namespace ambient
