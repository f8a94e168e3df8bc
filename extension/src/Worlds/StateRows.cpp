// SPDX-License-Identifier: Zlib
#include "Worlds/StateRows.h"

#include <algorithm>

namespace ambient {

double* StateRows::writeRow(const FileWorld::Motion& motion, double* row) {
    const Vector3& p = motion.worldFromShown.position;
    const auto& q = motion.worldFromShown.orientation.coeffs();
    row = std::copy(p.data(), p.data() + 3, row);
    row = std::copy(q.data(), q.data() + 4, row);
    row = std::copy(motion.velocity.angular.data(), motion.velocity.angular.data() + 3, row);
    return std::copy(motion.velocity.linear.data(), motion.velocity.linear.data() + 3, row);
}

} // namespace ambient
