// SPDX-License-Identifier: Zlib
// The articulated inertias of ArticulatedDynamics.
#include "AmbientFluid/Articulated/ArticulatedDynamics.h"
#include "AmbientFluid/Math/Cholesky6.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Inverse of the leading `count` rows and columns; false if these are not positive definite.
bool invertAxes(const Matrix3& d, int count, Matrix3& inverse) {
    inverse.setZero();
    if (count == 1) {
        inverse(0, 0) = 1.0 / d(0, 0);
        return d(0, 0) > 0.0 && std::isfinite(inverse(0, 0));
    }
    const Eigen::LLT<Matrix3> factors(d);
    inverse = factors.solve(Matrix3::Identity());
    return factors.info() == Eigen::Success && inverse.allFinite();
}

} // namespace

bool ArticulatedDynamics::factor(const JointVector* armature) {
    ++m_factorStamp;
    if (m_coupling) return m_jointSpace.factor(*this, armature);
    // A drive puts its motors in, and the step after it takes them out.
    const bool isPlainHere = m_plainAtHand.poseStamp == m_poseStamp;
    if (armature) {
        if (isPlainHere) keepFactors();
        m_plainAtHand.poseStamp = 0;
        return factorLinks(armature);
    }
    if (!isPlainHere && m_plainKept.poseStamp == m_poseStamp)
        takeKeptFactors();
    else if (!isPlainHere)
        m_plainAtHand = {m_poseStamp, factorLinks(nullptr)};
    return m_plainAtHand.isPositive;
}

void ArticulatedDynamics::keepFactors() {
    for (LinkData& link : m_links)
        link.kept = link.factors;
    m_keptInverseOfBase = m_inverseOfBase;
    m_plainKept = m_plainAtHand;
}

void ArticulatedDynamics::takeKeptFactors() {
    for (LinkData& link : m_links)
        link.factors = link.kept;
    m_inverseOfBase = m_keptInverseOfBase;
    m_plainAtHand = m_plainKept;
}

bool ArticulatedDynamics::factorLinks(const JointVector* armature) {
    for (LinkData& link : m_links)
        link.factors.articulated = link.inertia;
    bool isPositive = true;
    for (int i = m_body->linkCount() - 1; i > 0; --i) {
        LinkData& link = at(i);
        const int count = link.axes.count;
        Matrix6 passed = link.factors.articulated;
        if (m_led.leadsLink(i)) {
            // An impulse on the link goes to its parent whole.
            link.factors.perAxes.setZero();
            for (Column& column : link.factors.inertiaAxes)
                column.setZero();
        } else if (count > 0) {
            Matrix3 d = Matrix3::Identity();
            for (int k = 0; k < count; ++k)
                link.factors.inertiaAxes[k].noalias() = link.factors.articulated * link.axes.columns[k];
            for (int k = 0; k < count; ++k)
                for (int j = 0; j < count; ++j)
                    d(k, j) = link.axes.columns[k].dot(link.factors.inertiaAxes[j]);
            for (int k = 0; k < count; ++k)
                d(k, k) += link.armature + (armature ? (*armature)(link.firstRate + k) : 0.0);
            isPositive = invertAxes(d, count, link.factors.perAxes) && isPositive;
            for (int k = 0; k < count; ++k) {
                Column weighted = Column::Zero();
                for (int j = 0; j < count; ++j)
                    weighted += link.factors.perAxes(k, j) * link.factors.inertiaAxes[j];
                passed.noalias() -= link.factors.inertiaAxes[k] * weighted.transpose();
            }
        }
        link.addToParent(passed, at(link.parent).factors.articulated);
    }
    if (isBaseGiven()) return isPositive;
    const Cholesky6 factors(at(0).factors.articulated);
    m_inverseOfBase = factors.inverse();
    return isPositive && factors.isPositive() && m_inverseOfBase.allFinite();
}

} // namespace ambient
