// SPDX-License-Identifier: Zlib
#pragma once

#include "../TestBodies.h"
#include "AmbientFluid/Mesh/Primitives.h"

#include <utility>

namespace test {

/// `large` and a ball of `small` faces: beside a ball of 1 m there are 0.1 m of water between them.
inline ambient::TriangleMesh twoBalls(int small, ambient::TriangleMesh large) {
    const ambient::Pose aside{ambient::Quaternion::Identity(), {0.0, 0.0, 1.6}};
    return joined(std::move(large), transformed(ambient::makeSphere(0.5, small), aside));
}

} // namespace test
