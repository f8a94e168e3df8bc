// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"

#include <cstddef>

namespace ambient {

/// A face of a grid that a body covers in part or whole.
struct CoveredFace {
    std::ptrdiff_t high, low; ///< cells beside it
    std::ptrdiff_t face;      ///< place in the field of its component
    int component;            ///< axis of the face
    double share;             ///< of the body
    double distance;          ///< of its centre from the surface, negative inside [m]
    Vector3 arm;              ///< from the body's centre of mass to its centre, world axes [m]
};

/// Component of a rigid motion's velocity at a point. \param arm from the centre of mass, world axes [m]
inline double velocityAlong(const Twist& twist, const Vector3& arm, int axis) {
    const int b = axis == 2 ? 0 : axis + 1, c = axis == 0 ? 2 : axis - 1;
    return twist.linear[axis] + twist.angular[b] * arm[c] - twist.angular[c] * arm[b];
}

/// Adds a force or impulse along an axis, at a point. \param arm from the centre of mass, world axes [m]
inline void addPush(Wrench& sum, double push, const Vector3& arm, int axis) {
    const int b = axis == 2 ? 0 : axis + 1, c = axis == 0 ? 2 : axis - 1;
    sum.linear[axis] += push;
    sum.angular[b] += push * arm[c];
    sum.angular[c] -= push * arm[b];
}

/// Makes room for lists that change a little from step to step, so that these steps allocate nothing.
template <class List>
void reserveAhead(List& list) {
    if (4 * list.capacity() < 5 * list.size() + 64) list.reserve(2 * list.size() + 64);
}

} // namespace ambient
