// SPDX-License-Identifier: Zlib
#pragma once

#include "RobotFormats/XacroExpression.h"

#include <tinyxml2.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ambient {

/// A macro as its file defines it.
struct XacroMacro {
    /// A parameter; blocks begin with one or two stars.
    struct Parameter {
        std::string name;
        std::optional<std::string> otherwise; ///< value if a call has none
        bool isForwarded = false;             ///< a call without it takes the value of this name around the call
    };

    const tinyxml2::XMLElement* body = nullptr;
    std::string path;             ///< its file
    std::filesystem::path folder; ///< of the file
    std::vector<Parameter> parameters;
};

/// Elements of a block parameter, or of a property without a value.
struct XacroBlock {
    const tinyxml2::XMLElement* element = nullptr;
    std::string path;             ///< its file
    std::filesystem::path folder; ///< of the file
    bool isExpanded = false;      ///< nothing of xacro is left in it
};

/// The parameters of a `<xacro:macro>`. \throws XacroError
std::vector<XacroMacro::Parameter> xacroParameters(const std::string& text);

/// Properties, macros and blocks within a macro's call or a file. A name that a scope does not have is that of the one
/// around it.
class XacroScope {
  public:
    explicit XacroScope(XacroScope* around = nullptr) : m_around(around) {}

    /// A property whose text is evaluated at its first use, with the names of this scope.
    void setText(const std::string& name, const std::string& text);
    void setValue(const std::string& name, XacroValue value);
    bool has(const std::string& name) const;
    void remove(const std::string& name);

    /// The text with its expressions evaluated; an expression alone keeps its kind of value.
    /// \param extension value of $(...) by the text within \throws XacroError
    using Extension = std::function<XacroValue(const std::string& text)>;
    XacroValue evaluated(const std::string& text, const Extension& extension);

    /// The value of a name; nothing: unknown. \throws XacroError also for a property that needs itself
    std::optional<XacroValue> value(const std::string& name, const Extension& extension);

    /// Counts letters that are read or made. \throws XacroError if a whole file has too many
    void countLetters(std::size_t count);

    const XacroMacro* macro(const std::string& name) const;
    const XacroBlock* block(const std::string& name) const;

    XacroScope* around() const { return m_around; }
    XacroScope& outermost();

    std::map<std::string, XacroMacro> macros;
    std::map<std::string, XacroBlock> blocks; ///< with one or two stars before their names

  private:
    struct Property {
        std::string text; ///< to be evaluated, if there is no value
        std::optional<XacroValue> value;
        bool isInUse = false;
    };

    XacroScope* m_around;
    std::map<std::string, Property> m_properties;
    int m_depth = 0;           ///< of the outermost scope: brackets, also of properties that need each other
    std::size_t m_letters = 0; ///< of the outermost scope
};

} // namespace ambient
