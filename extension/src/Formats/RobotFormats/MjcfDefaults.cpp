// SPDX-License-Identifier: Zlib
#include "RobotFormats/MjcfDefaults.h"

namespace ambient {

using tinyxml2::XMLElement;

void MjcfDefaults::collect(const XMLElement& scope, int parent) {
    const int index = static_cast<int>(m_scopes.size());
    m_scopes.push_back({&scope, parent});
    for (const XMLElement* e = scope.FirstChildElement("default"); e; e = e->NextSiblingElement("default"))
        collect(*e, index);
}

int MjcfDefaults::find(const std::string& name) const {
    for (std::size_t i = 0; i < m_scopes.size(); ++i) {
        const char* own = m_scopes[i].element->Attribute("class");
        if (name.empty() || name == "main" ? m_scopes[i].parent < 0 : own && name == own) return static_cast<int>(i);
    }
    return -1;
}

const char* MjcfDefaults::attribute(const XMLElement& element, const std::string& around, const char* name) const {
    if (const char* own = element.Attribute(name)) return own;
    const char* named = element.Attribute("class");
    for (int at = find(named ? named : around); at >= 0; at = m_scopes[static_cast<std::size_t>(at)].parent) {
        const XMLElement& scope = *m_scopes[static_cast<std::size_t>(at)].element;
        for (const auto* e = scope.FirstChildElement(element.Name()); e; e = e->NextSiblingElement(element.Name()))
            if (const char* value = e->Attribute(name)) return value;
    }
    return nullptr;
}

} // namespace ambient
