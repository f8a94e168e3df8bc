// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/GridJoints.h"

namespace ambient {

void moveByVelocity(double duration, GridBody& body) {
    if (body.isAbsent) return;
    Pose& pose = body.worldFromBody;
    pose.position += duration * body.velocity.linear;
    pose.orientation = (expSO3(duration * body.velocity.angular) * pose.orientation).normalized();
}

void GridJoints::advance(double duration, GridBody* bodies) {
    for (int i = 0; i < m_count; ++i)
        moveByVelocity(duration, bodies[i]);
}

} // namespace ambient
