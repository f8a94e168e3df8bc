// SPDX-License-Identifier: Zlib
#pragma once

#include "../TestBodies.h"
#include "AmbientFluid/Mesh/Primitives.h"

namespace test {

/// `large` and a ball of `small` faces: beside a ball of 1 m there are 0.1 m of water between them.
inline ambient::TriangleMesh twoBalls(int small, ambient::TriangleMesh large) {
    const ambient::Pose aside{ambient::Quaternion::Identity(), {0.0, 0.0, 1.6}};
    const ambient::TriangleMesh ball = transformed(ambient::makeSphere(0.5, small), aside);
    const int first = large.vertexCount();
    large.vertices.insert(large.vertices.end(), ball.vertices.begin(), ball.vertices.end());
    for (const auto& face : ball.faces)
        large.faces.push_back({face[0] + first, face[1] + first, face[2] + first});
    return large;
}

} // namespace test
