// SPDX-License-Identifier: Zlib
#pragma once

#include <tinyxml2.h>

#include <string>
#include <vector>

namespace ambient {

/// Classes of default attributes of an MJCF file. The elements outlive it.
class MjcfDefaults {
  public:
    /// Adds a <default> of a <mujoco>, with the classes within it.
    void add(const tinyxml2::XMLElement& scope) { collect(scope, -1); }

    /// Value of an attribute of an element: its own, else that of its class and the classes around that.
    /// \param around class of elements that name none; empty: the outermost \returns null if there is no value
    const char* attribute(const tinyxml2::XMLElement& element, const std::string& around, const char* name) const;

    /// Whether there is a class of this name. "main" is always there.
    bool has(const std::string& name) const { return name == "main" || find(name) >= 0; }

  private:
    struct Scope {
        const tinyxml2::XMLElement* element;
        int parent; ///< index; -1: none
    };

    void collect(const tinyxml2::XMLElement& scope, int parent);
    int find(const std::string& name) const;

    std::vector<Scope> m_scopes; ///< outermost first
};

} // namespace ambient
