// SPDX-License-Identifier: Zlib
// Parts that come and go: thrusters of Python, and the indices of handles.
#include "PythonWorld.h"

#include <algorithm>

namespace ambient::python {

void PythonWorld::addThruster(std::shared_ptr<btFluidThruster> thruster, const void* on) {
    m_thrusters.push_back({std::move(thruster), on});
}

bool PythonWorld::has(const btFluidThruster* thruster) const {
    return std::any_of(m_thrusters.begin(), m_thrusters.end(),
                       [thruster](const Mounted& mounted) { return mounted.thruster.get() == thruster; });
}

PartIndex PythonWorld::indexOf(LiveWorld::List list, int index) {
    std::vector<std::shared_ptr<int>>& known = m_indices[list];
    while (known.size() <= static_cast<std::size_t>(index))
        known.push_back(std::make_shared<int>(static_cast<int>(known.size())));
    return PartIndex(known[static_cast<std::size_t>(index)]);
}

void PythonWorld::remove(LiveWorld::List list, int index) {
    LiveWorld& world = live();
    const auto at = static_cast<std::size_t>(index);
    const void* body = nullptr;
    if (list == LiveWorld::List::Bodies) body = content().bodies()[at];
    if (list == LiveWorld::List::ArticulatedBodies) body = content().multiBodies()[at].get();
    for (const LiveWorld::Removed& removed : world.remove(list, index)) {
        std::vector<std::shared_ptr<int>>& known = m_indices[removed.list];
        const auto place = static_cast<std::size_t>(removed.index);
        if (place >= known.size()) continue;
        *known[place] = -1;
        known.erase(known.begin() + removed.index);
        for (std::size_t i = place; i < known.size(); ++i)
            --*known[i];
    }
    if (body)
        m_thrusters.erase(std::remove_if(m_thrusters.begin(), m_thrusters.end(),
                                         [body](const Mounted& mounted) { return mounted.on == body; }),
                          m_thrusters.end());
    if (list != LiveWorld::List::ArticulatedBodies) return;
    std::map<int, std::shared_ptr<TargetPath>> left;
    for (const auto& [of, path] : servos)
        if (of != index) left[of < index ? of : of - 1] = path;
    servos = std::move(left);
}

void PythonWorld::remove(const btFluidThruster* thruster) {
    live();
    m_thrusters.erase(std::remove_if(m_thrusters.begin(), m_thrusters.end(),
                                     [thruster](const Mounted& mounted) { return mounted.thruster.get() == thruster; }),
                      m_thrusters.end());
}

} // namespace ambient::python
