// SPDX-License-Identifier: Zlib
#pragma once

#include <LinearMath/btScalar.h>

namespace test {

/// How far Bullet's scalar type rounds: tolerances of the two precisions.
inline double bulletTolerance(double inDouble, double inFloat) {
    return sizeof(btScalar) == 8 ? inDouble : inFloat;
}

} // namespace test
