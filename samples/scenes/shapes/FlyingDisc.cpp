// SPDX-License-Identifier: Zlib
#include "scenes/shapes/FlyingDisc.h"

#include "scenes/shapes/RevolvedProfile.h"

namespace samples {

ambient::TriangleMesh makeFlyingDisc(double radius, double depth, int faces) {
    // Radii over that of the disc, heights over the depth of the hollow.
    std::vector<Eigen::Vector2d> outline = {{0.0, 1.0}, {0.80, 0.85}, {0.86, 0.65}, {0.89, 0.0},  {0.95, 0.0},
                                            {1.0, 0.3}, {0.98, 0.7},  {0.80, 1.1},  {0.50, 1.25}, {0.0, 1.3}};
    for (Eigen::Vector2d& point : outline)
        point = radius * Eigen::Vector2d(point.x(), depth * point.y());
    return revolveProfile(outline, faces);
}

} // namespace samples
