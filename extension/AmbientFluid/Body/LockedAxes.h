// SPDX-License-Identifier: Zlib
#pragma once

namespace ambient {

/// World axes that a body cannot move along or turn about, as of a game in a plane.
struct LockedAxes {
    bool angular[3] = {false, false, false};
    bool linear[3] = {false, false, false};

    bool any() const { return angular[0] || angular[1] || angular[2] || linear[0] || linear[1] || linear[2]; }
    bool operator==(const LockedAxes& o) const {
        for (int k = 0; k < 3; ++k)
            if (angular[k] != o.angular[k] || linear[k] != o.linear[k]) return false;
        return true;
    }
};

} // namespace ambient
