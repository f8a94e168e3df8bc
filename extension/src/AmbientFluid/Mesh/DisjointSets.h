// SPDX-License-Identifier: Zlib
#pragma once

#include <numeric>
#include <utility>
#include <vector>

namespace ambient {

/// Union-find over 0..count-1.
/// The root of a set is its smallest member, so that results do not depend on the order of joins.
class DisjointSets {
  public:
    /// Starts with `count` sets of one member each.
    explicit DisjointSets(int count) : m_parent(static_cast<std::size_t>(count)) {
        std::iota(m_parent.begin(), m_parent.end(), 0);
    }

    /// Smallest member of the set that contains i.
    int root(int i) {
        while (m_parent[i] != i) {
            m_parent[i] = m_parent[m_parent[i]];
            i = m_parent[i];
        }
        return i;
    }

    /// Merges the sets of i and j; no effect if they are in one set already.
    void join(int i, int j) {
        i = root(i);
        j = root(j);
        if (j < i) std::swap(i, j);
        m_parent[j] = i;
    }

  private:
    std::vector<int> m_parent;
};

} // namespace ambient
