// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"

namespace ambient {

/// World axes that a body cannot move along or turn about, as of a game in a plane.
struct LockedAxes {
    bool angular[3] = {false, false, false}; ///< x, y, z: no rotation about it
    bool linear[3] = {false, false, false};  ///< x, y, z: no translation along it

    /// Whether the body has less than its six degrees of freedom.
    bool any() const { return angular[0] || angular[1] || angular[2] || linear[0] || linear[1] || linear[2]; }
    /// Axis by axis.
    bool operator==(const LockedAxes& o) const {
        for (int k = 0; k < 3; ++k)
            if (angular[k] != o.angular[k] || linear[k] != o.linear[k]) return false;
        return true;
    }

    /// The twist (world axes) less its motion along these axes.
    Twist freePartOf(Twist twist) const {
        for (int k = 0; k < 3; ++k) {
            if (angular[k]) twist.angular[k] = 0.0;
            if (linear[k]) twist.linear[k] = 0.0;
        }
        return twist;
    }
};

/// Takes variable k out of a symmetric system: its row and column become those of the identity, so that the rest is
/// inverted and solved as if it were not there.
template <class SquareMatrix>
void isolate(SquareMatrix& matrix, int k) {
    matrix.row(k).setZero();
    matrix.col(k).setZero();
    matrix(k, k) = 1.0;
}

} // namespace ambient
