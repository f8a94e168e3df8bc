// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Articulated/ArticulatedBody.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

namespace ambient {
namespace {

struct JointSize {
    int positions, rates;
};

JointSize sizeOf(JointType type) {
    switch (type) {
    case JointType::Revolute:
    case JointType::Prismatic:
        return {1, 1};
    case JointType::Spherical:
        return {4, 3};
    case JointType::Planar:
        return {3, 3};
    default:
        return {0, 0};
    }
}

[[noreturn]] void refuse(std::size_t link, const std::string& why) {
    throw std::invalid_argument("ArticulatedBody: link " + std::to_string(link) + ": " + why);
}

bool isUnit(double squaredLength) {
    return std::abs(squaredLength - 1.0) < 1e-6;
}

void requireValid(const Joint& joint, std::size_t link) {
    if (!joint.pivotInParent.allFinite() || !joint.comFromPivot.allFinite() || !joint.axis.allFinite() ||
        !joint.zeroParentFromChild.coeffs().allFinite())
        refuse(link, "a number of its joint is not finite");
    if (!isUnit(joint.zeroParentFromChild.squaredNorm())) refuse(link, "its rotation at zero is no unit quaternion");
    const bool takesRotor = joint.type != JointType::Fixed && joint.type != JointType::Planar;
    if (!(joint.armature >= 0.0) || !std::isfinite(joint.armature) || (joint.armature > 0.0 && !takesRotor))
        refuse(link, "the armature of its joint must be 0 or above, 0 for a fixed or planar joint, got " +
                         std::to_string(joint.armature));
    if (joint.type == JointType::Fixed || joint.type == JointType::Spherical) return;
    if (!isUnit(joint.axis.squaredNorm())) refuse(link, "the axis of its joint is no unit vector");
    if (joint.type != JointType::Planar) return;
    const Vector3 &first = joint.firstDirection, &second = joint.secondDirection;
    if (!(first.squaredNorm() > 0.0) || !(second.squaredNorm() > 0.0) || !first.allFinite() || !second.allFinite())
        refuse(link, "a direction of its plane is zero or not finite");
    if (std::abs(first.dot(joint.axis)) > 1e-6 * first.norm() ||
        std::abs(second.dot(joint.axis)) > 1e-6 * second.norm() ||
        std::abs(first.dot(second)) > 1e-6 * first.norm() * second.norm())
        refuse(link, "the directions of its plane are not perpendicular to each other and to the axis");
}

void requireValid(const ArticulatedLink& link, std::size_t index, bool isFixed) {
    if (index == 0 ? link.parent != -1 : link.parent < 0 || link.parent >= static_cast<int>(index))
        refuse(index, index == 0 ? "the base has no parent, got " + std::to_string(link.parent)
                                 : "its parent must come before it, got " + std::to_string(link.parent));
    if (index > 0) requireValid(link.joint, index);
    if (isFixed) return;
    if (!link.inertia.matrix().allFinite()) refuse(index, "its inertia is not finite");
    const double mass = link.inertia.matrix()(3, 3), moment = link.inertia.matrix().topLeftCorner<3, 3>().trace();
    if (!(mass > 0.0) || !(moment > 0.0) || !(link.inertia.smallestEigenvalue(std::sqrt(moment / mass)) > 0.0))
        refuse(index, "its mass and inertia must be positive definite");
}

} // namespace

ArticulatedBody::ArticulatedBody(std::vector<ArticulatedLink> links, bool hasFixedBase, std::vector<JointGear> gears)
    : m_links(std::move(links)), m_hasFixedBase(hasFixedBase), m_gears(std::move(gears)) {
    if (m_links.empty()) throw std::invalid_argument("ArticulatedBody: there is no link");
    std::vector<double> reach; // distance of the centre of mass from that of the base, along the links
    for (std::size_t i = 0; i < m_links.size(); ++i) {
        ArticulatedLink& link = m_links[i];
        const bool isFixed = i == 0 && m_hasFixedBase;
        requireValid(link, i, isFixed);
        if (i == 0) link.joint = {};
        if (isFixed) link.inertia = {};
        link.joint.zeroParentFromChild.normalize();
        if (link.joint.type != JointType::Spherical) link.joint.axis.normalize();
        m_firstPosition.push_back(m_positionCount);
        m_firstRate.push_back(m_rateCount);
        const JointSize size = sizeOf(link.joint.type);
        m_positionCount += size.positions;
        m_rateCount += size.rates;
        const double mass = link.inertia.matrix()(3, 3), moment = link.inertia.matrix().topLeftCorner<3, 3>().trace();
        const double gyration = isFixed ? 0.0 : std::sqrt(moment / mass);
        m_mass += mass;
        const double toParent = link.joint.pivotInParent.norm() + link.joint.comFromPivot.norm();
        reach.push_back(i == 0 ? 0.0 : reach[static_cast<std::size_t>(link.parent)] + toParent);
        m_length = std::max(m_length, reach.back() + gyration);
    }
    m_firstRate.push_back(m_rateCount);
    requireGears();
}

void ArticulatedBody::requireGears() const {
    std::vector<char> follows(m_links.size(), 0);
    const auto hasOneRate = [this](int link) { return link > 0 && link < linkCount() && ratesOf(link) == 1; };
    for (const JointGear& gear : m_gears) {
        const std::string name = "ArticulatedBody: gear of link " + std::to_string(gear.link) + ": ";
        if (!hasOneRate(gear.link) || !hasOneRate(gear.leader) || gear.link == gear.leader)
            throw std::invalid_argument(name + "it must lie between two joints with one rate, got " +
                                        std::to_string(gear.link) + " and " + std::to_string(gear.leader));
        if (gear.ratio == 0.0 || !std::isfinite(gear.ratio) || !std::isfinite(gear.offset))
            throw std::invalid_argument(name + "its ratio must not be 0, and its numbers finite");
        if (std::exchange(follows[static_cast<std::size_t>(gear.link)], char(1)))
            throw std::invalid_argument(name + "the joint follows another one already");
    }
    for (const JointGear& gear : m_gears)
        if (follows[static_cast<std::size_t>(gear.leader)])
            throw std::invalid_argument("ArticulatedBody: gear of link " + std::to_string(gear.link) +
                                        ": its leader follows another joint");
}

void ArticulatedBody::followGears(JointVector& positions) const {
    for (const JointGear& gear : m_gears)
        positions(firstPosition(gear.link)) = gear.ratio * positions(firstPosition(gear.leader)) + gear.offset;
}

JointVector ArticulatedBody::zeroPositions() const {
    JointVector positions = JointVector::Zero(m_positionCount);
    for (int i = 0; i < linkCount(); ++i)
        if (link(i).joint.type == JointType::Spherical) positions(firstPosition(i) + 3) = 1.0;
    return positions;
}

} // namespace ambient
