// SPDX-License-Identifier: Zlib
#include "Worlds/LiveWorld.h"

#include <algorithm>

namespace ambient {
namespace {

/// Whether a name of a file is that of a body or of one of its links.
bool isOf(const std::string& name, const std::string& body) {
    return name == body || name.compare(0, body.size() + 1, body + "/") == 0;
}

/// The list of a description.
template <class Use>
void withList(WorldDescription& d, LiveWorld::List list, Use&& use) {
    switch (list) {
    case LiveWorld::List::Bodies:
        return use(d.bodies, "bodies");
    case LiveWorld::List::Joints:
        return use(d.joints, "joints");
    case LiveWorld::List::ArticulatedBodies:
        return use(d.articulatedBodies, "articulated_bodies");
    case LiveWorld::List::Moorings:
        return use(d.moorings, "moorings");
    case LiveWorld::List::Thrusters:
        return use(d.thrusters, "thrusters");
    }
}

} // namespace

std::vector<LiveWorld::Removed> LiveWorld::remove(List list, int index) {
    std::vector<Removed> removed;
    const auto at = static_cast<std::size_t>(index);
    if (list == List::Bodies || list == List::ArticulatedBodies) {
        m_simulation->content().requireRemovable(list == List::Bodies, at);
        const std::string name =
            list == List::Bodies ? m_description.bodies[at].name : m_description.articulatedBodies[at].name;
        removeAttached(name, list == List::Bodies ? index : -2, removed);
    }
    removeOne(list, index);
    removed.push_back({list, index});
    if (list != List::Bodies) return removed;
    for (WorldJoint& joint : m_description.joints)
        for (int* end : {&joint.parent, &joint.child})
            if (*end > index) --*end;
    return removed;
}

void LiveWorld::removeAttached(const std::string& body, int index, std::vector<Removed>& removed) {
    const auto take = [&](List list, const auto& parts, auto hangs) {
        for (std::size_t i = parts.size(); i-- > 0;)
            if (hangs(parts[i])) {
                removeOne(list, static_cast<int>(i));
                removed.push_back({list, static_cast<int>(i)});
            }
    };
    take(List::Joints, m_description.joints,
         [index](const WorldJoint& joint) { return joint.parent == index || joint.child == index; });
    take(List::Moorings, m_description.moorings, [&body](const WorldMooring& mooring) {
        return isOf(mooring.first.body, body) || isOf(mooring.second.body, body);
    });
    take(List::Thrusters, m_description.thrusters,
         [&body](const WorldThruster& thruster) { return isOf(thruster.body, body); });
}

void LiveWorld::removeOne(List list, int index) {
    const auto at = static_cast<std::size_t>(index);
    FileWorld& content = m_simulation->content();
    switch (list) {
    case List::Bodies:
        content.removeBody(at);
        break;
    case List::Joints:
        content.removeJoint(at);
        break;
    case List::ArticulatedBodies:
        content.removeArticulated(at);
        break;
    case List::Moorings:
        content.removeMooring(at);
        break;
    case List::Thrusters:
        content.removeThruster(at);
        break;
    }
    withList(m_description, list, [&](auto& parts, const char* key) {
        parts.erase(parts.begin() + index);
        m_file[key].erase(at);
    });
}

} // namespace ambient
