// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/BoxGrid.h"

#include "AmbientFluid/Mesh/GradedLine.h"
#include "AmbientFluid/Mesh/LatticeSurface.h"

namespace ambient {

int BoxGrid::faceCount() const {
    return 4 * (intervals[0] * intervals[1] + intervals[1] * intervals[2] + intervals[2] * intervals[0]);
}

TriangleMesh BoxGrid::triangulate() const {
    LatticeSurface surface({gradedLine(size.x(), zone, intervals[0]), gradedLine(size.y(), zone, intervals[1]),
                            gradedLine(size.z(), zone, intervals[2])});
    for (int axis = 0; axis < 3; ++axis) {
        const LatticeSurface::Range u{0, intervals[(axis + 1) % 3]}, v{0, intervals[(axis + 2) % 3]};
        surface.addPatch(axis, 0, u, v, false);
        surface.addPatch(axis, intervals[axis], u, v, true);
    }
    return surface.take();
}

} // namespace ambient
