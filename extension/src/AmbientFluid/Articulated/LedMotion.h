// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedBody.h"

#include <algorithm>
#include <vector>

namespace ambient {

/// Motion of the parts of an articulated body that a user leads. These parts take no impulse; the other parts feel
/// their motion. Default: none is led.
struct LedMotion {
    bool leadsBase = false;       ///< the base moves with `baseTwist`
    Twist baseTwist;              ///< of a led base: absolute, world axes, about its centre of mass
    std::vector<char> leadsLinks; ///< per link, base included: whether its joint moves with `rates`; empty: none
    JointVector rates;            ///< of all joints; those of led links are read

    /// Whether the joint of a link is led. \param link above 0
    bool leadsLink(int link) const { return !leadsLinks.empty() && leadsLinks[static_cast<std::size_t>(link)] != 0; }
    /// Whether anything is led.
    bool any() const {
        return leadsBase || std::any_of(leadsLinks.begin(), leadsLinks.end(), [](char isLed) { return isLed != 0; });
    }
};

} // namespace ambient
