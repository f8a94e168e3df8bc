// SPDX-License-Identifier: Zlib
// The parts of ArticulatedDynamics whose motion is given.
#include "AmbientFluid/Articulated/ArticulatedDynamics.h"
#include "AmbientFluid/Math/Cholesky6.h"

#include <utility>

namespace ambient {

void ArticulatedDynamics::lead(LedMotion led) {
    m_led = std::move(led);
    notePose();
}

ArticulatedDynamics::Column ArticulatedDynamics::givenBaseTwist() const {
    Column twist = Column::Zero();
    if (m_led.leadsBase) twist = rotated(m_poses[0].orientation.conjugate(), m_led.baseTwist).vector();
    return twist;
}

ArticulatedDynamics::Column ArticulatedDynamics::givenBaseRate() const {
    const Column twist = givenBaseTwist();
    Column rate = Column::Zero();
    rate.tail<3>() = -twist.head<3>().cross(twist.tail<3>());
    return rate;
}

const ArticulatedDynamics::Column& ArticulatedDynamics::ledTwist(int index) {
    LinkData& link = at(index);
    link.motion = index == 0 ? givenBaseTwist() : link.toChild(at(link.parent).motion);
    for (int k = 0; m_led.leadsLink(index) && k < link.axes.count; ++k)
        link.motion += m_led.rates(link.firstRate + k) * link.axes.columns[k];
    return link.motion;
}

void ArticulatedDynamics::addLedMotion(const Column& base) {
    forEachLedRate([this](int rate) { m_rates(rate) = m_led.rates(rate); });
    if (!m_gears.any()) return findTwists(isBaseGiven() ? givenBaseTwist() : base);
    Vector6 twist = isBaseGiven() ? givenBaseTwist() : base;
    m_gears.close(*this, twist, m_rates);
    findTwists(twist);
}

void ArticulatedDynamics::setMomentumAndRates(const Vector6& base, const JointVector& rates) {
    m_rates = rates;
    findTwists(givenBaseTwist());
    if (isBaseGiven()) return;
    Vector6 atRest;
    momenta(atRest, m_jointBuffer);
    findTwists(Cholesky6(compositeInertia().matrix()).inverse() * (base - atRest));
}

} // namespace ambient
