// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/DuplicateFaces.h"

#include <algorithm>

namespace ambient {
namespace {

struct Entry {
    TriangleMesh::Face sorted;
    int face;
    bool isEven; ///< winding: an even permutation of the sorted corners
};

/// By corners, then by number.
std::vector<Entry> sortedEntries(const TriangleMesh& mesh) {
    std::vector<Entry> entries;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        TriangleMesh::Face sorted = mesh.faces[f];
        std::sort(sorted.begin(), sorted.end());
        const TriangleMesh::Face& face = mesh.faces[f];
        const bool isEven = (face[0] < face[1]) + (face[1] < face[2]) + (face[2] < face[0]) == 2;
        entries.push_back({sorted, f, isEven});
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.sorted != b.sorted ? a.sorted < b.sorted : a.face < b.face;
    });
    return entries;
}

} // namespace

DuplicateFaces dropDuplicateFaces(NumberedMesh& numbered) {
    const std::vector<Entry> entries = sortedEntries(numbered.mesh);
    DuplicateFaces result;
    std::vector<char> marks(entries.size(), 0);
    std::vector<std::pair<int, int>> pairs; // opposite faces, the first one first
    for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
        int even = -1, odd = -1;
        for (end = begin; end < entries.size() && entries[end].sorted == entries[begin].sorted; ++end) {
            int& kept = entries[end].isEven ? even : odd;
            if (kept >= 0) {
                marks[entries[end].face] = 1;
                ++result.equal;
            } else {
                kept = entries[end].face;
            }
        }
        if (even >= 0 && odd >= 0) pairs.push_back(std::minmax(even, odd));
    }
    const int left = numbered.mesh.faceCount() - result.equal, paired = 2 * static_cast<int>(pairs.size());
    const bool isDrawnFromBothSides = 2 * paired > left;
    for (const auto& [first, second] : pairs) {
        marks[second] = 1;
        if (!isDrawnFromBothSides) marks[first] = 1;
    }
    (isDrawnFromBothSides ? result.backs : result.opposite) = isDrawnFromBothSides ? paired / 2 : paired;
    numbered.dropFaces(marks);
    return result;
}

} // namespace ambient
