// SPDX-License-Identifier: Zlib
#pragma once

#include <algorithm>

namespace ambient {

/// Keys around a time, and the fraction between them.
struct KeyPlace {
    unsigned before, after; ///< indices; equal before the first key and from the last one on
    float fraction;         ///< of the way from one to the other
};

/// Finds a time among keys. \param keys with the member mTime, in order of time \param count 1 or more
template <class Key>
KeyPlace placeOf(const Key* keys, unsigned count, double time) {
    const Key* const later =
        std::upper_bound(keys, keys + count, time, [](double t, const Key& key) { return t < key.mTime; });
    const auto after = static_cast<unsigned>(later - keys);
    if (after == 0) return {0, 0, 0.0f};
    if (after == count) return {count - 1, count - 1, 0.0f};
    const double from = keys[after - 1].mTime, to = keys[after].mTime;
    return {after - 1, after, static_cast<float>((time - from) / (to - from))};
}

} // namespace ambient
