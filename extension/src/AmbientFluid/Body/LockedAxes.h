// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"

namespace ambient {

/// World axes along or about which a body cannot move, as in a game in a plane.
struct LockedAxes {
    bool angular[3] = {false, false, false}; ///< x, y, z: no rotation about the axis
    bool linear[3] = {false, false, false};  ///< x, y, z: no translation along the axis

    /// Whether any axis is locked.
    bool any() const { return angular[0] || angular[1] || angular[2] || linear[0] || linear[1] || linear[2]; }
    /// Compares axis by axis.
    bool operator==(const LockedAxes& o) const {
        for (int k = 0; k < 3; ++k)
            if (angular[k] != o.angular[k] || linear[k] != o.linear[k]) return false;
        return true;
    }

    /// The twist (world axes) without its components along locked axes.
    Twist freePartOf(Twist twist) const {
        for (int k = 0; k < 3; ++k) {
            if (angular[k]) twist.angular[k] = 0.0;
            if (linear[k]) twist.linear[k] = 0.0;
        }
        return twist;
    }
};

/// Removes variable k from a symmetric system.
/// Row and column k become those of the identity, so that the remaining variables are inverted and solved
/// independently.
template <class SquareMatrix>
void isolate(SquareMatrix& matrix, int k) {
    matrix.row(k).setZero();
    matrix.col(k).setZero();
    matrix(k, k) = 1.0;
}

} // namespace ambient
