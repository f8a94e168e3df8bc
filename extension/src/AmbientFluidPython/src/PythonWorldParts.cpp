// SPDX-License-Identifier: Zlib
// Parts that come and go: the indices of handles.
#include "PythonWorld.h"

namespace ambient::python {

PartIndex PythonWorld::indexOf(LiveWorld::List list, int index) {
    std::vector<std::shared_ptr<int>>& known = m_indices[list];
    while (known.size() <= static_cast<std::size_t>(index))
        known.push_back(std::make_shared<int>(static_cast<int>(known.size())));
    return PartIndex(known[static_cast<std::size_t>(index)]);
}

void PythonWorld::remove(LiveWorld::List list, int index) {
    LiveWorld& world = live();
    for (const LiveWorld::Removed& removed : world.remove(list, index)) {
        std::vector<std::shared_ptr<int>>& known = m_indices[removed.list];
        const auto place = static_cast<std::size_t>(removed.index);
        if (place >= known.size()) continue;
        *known[place] = -1;
        known.erase(known.begin() + removed.index);
        for (std::size_t i = place; i < known.size(); ++i)
            --*known[i];
    }
    if (list != LiveWorld::List::ArticulatedBodies) return;
    std::map<int, std::shared_ptr<TargetPath>> left;
    for (const auto& [of, path] : servos)
        if (of != index) left[of < index ? of : of - 1] = path;
    servos = std::move(left);
}

} // namespace ambient::python
