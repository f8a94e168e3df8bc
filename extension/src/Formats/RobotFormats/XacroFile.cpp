// SPDX-License-Identifier: Zlib
#include "RobotFormats/XacroFile.h"

#include "FilePath.h"
#include "RobotFormats/ResourcePath.h"
#include "RobotFormats/RobotXml.h"
#include "RobotFormats/XacroScope.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>
#include <utility>

namespace ambient {
namespace {

namespace fs = std::filesystem;
using tinyxml2::XMLElement;
using tinyxml2::XMLNode;

constexpr const char* kPrefix = "xacro:";

bool isOfXacro(const char* name) {
    return std::strncmp(name, kPrefix, std::strlen(kPrefix)) == 0;
}

std::map<std::string, std::string>& givenArguments() {
    static std::map<std::string, std::string> arguments;
    return arguments;
}

/// The part of a name behind the prefix.
std::string plainName(const XMLElement& element) {
    return element.Name() + std::strlen(kPrefix);
}

bool hasXacro(const XMLElement& element) {
    if (isOfXacro(element.Name())) return true;
    for (const auto* child = element.FirstChildElement(); child; child = child->NextSiblingElement())
        if (hasXacro(*child)) return true;
    return false;
}

/// Elements within a node, and letters of their names, attributes and texts.
struct Size {
    std::size_t elements = 0, letters = 0;

    explicit Size(const XMLNode& node) {
        if (const auto* text = node.ToText()) letters += std::strlen(text->Value());
        if (const XMLElement* element = node.ToElement()) {
            ++elements;
            letters += std::strlen(element->Name());
            for (const auto* given = element->FirstAttribute(); given; given = given->Next())
                letters += std::strlen(given->Name()) + std::strlen(given->Value());
        }
        for (const XMLNode* child = node.FirstChild(); child; child = child->NextSibling()) {
            const Size within(*child);
            elements += within.elements;
            letters += within.letters;
        }
    }
};

/// Expands one file and those that it includes.
class Expansion {
  public:
    Expansion(std::string path, const std::string& folder)
        : m_file(std::move(path)),
          m_folder(fs::absolute(folder.empty() ? fs::path(".") : pathFromUtf8(folder)).lexically_normal()) {}

    void expand(const XMLElement& root) {
        addElement(root, m_result, m_outermost);
        const XMLElement& robot = *m_result.RootElement();
        if (isXml(robot, "robot") && !robot.FirstChildElement("link") && !m_outermost.macros.empty())
            refuseXml(m_file, root, "has no link: its macros are for the files that include it");
    }
    const tinyxml2::XMLDocument& result() const { return m_result; }

  private:
    static constexpr int kDeepest = 120; // macros and elements in each other
    static constexpr std::size_t kMost = 200000;

    /// Another file for as long as its elements are read.
    class InFile {
      public:
        InFile(Expansion& expansion, const std::string& file, const fs::path& folder)
            : m_expansion(expansion), m_file(expansion.m_file), m_folder(expansion.m_folder) {
            expansion.m_file = file;
            expansion.m_folder = folder;
        }
        InFile(const InFile&) = delete;
        InFile& operator=(const InFile&) = delete;
        ~InFile() {
            m_expansion.m_file = m_file;
            m_expansion.m_folder = m_folder;
        }

      private:
        Expansion& m_expansion;
        std::string m_file;
        fs::path m_folder;
    };

    [[noreturn]] void refuse(const XMLElement& element, const std::string& why) const {
        refuseXml(m_file, element, why);
    }

    /// The result of a function; its refusals get a place.
    template <class Function>
    auto placed(const XMLElement& element, const Function& function) const -> decltype(function()) {
        try {
            return function();
        } catch (const XacroError& error) {
            refuse(element, error.what());
        }
    }

    /// \name Texts
    /// @{
    XacroValue evaluated(const std::string& text, XacroScope& scope, const XMLElement& element) {
        return placed(element, [&] {
            return scope.evaluated(text, [&](const std::string& within) { return extension(within, scope); });
        });
    }
    std::string textOf(const std::string& text, XacroScope& scope, const XMLElement& element) {
        return xacroText(evaluated(text, scope, element));
    }
    std::string attribute(const XMLElement& element, const char* name, XacroScope& scope) {
        return textOf(requiredAttribute(element, name, m_file), scope, element);
    }
    bool holds(const XMLElement& element, const char* text, XacroScope& scope) {
        return placed(element, [&] { return xacroCondition(evaluated(text, scope, element)); });
    }

    /// The value of $(...).
    XacroValue extension(const std::string& text, XacroScope& scope) const {
        std::istringstream words(text);
        std::string kind, name, rest;
        words >> kind >> name;
        std::getline(words >> std::ws, rest);
        XacroValue value;
        value.kind = XacroValue::Kind::Text;
        if (kind == "eval")
            return evaluateXacro(text.substr(text.find(kind) + kind.size()), [&](const std::string& known) {
                return scope.value(known, [](const std::string&) -> XacroValue { throw XacroError("$( in $("); });
            });
        if (kind == "find" && !name.empty()) {
            value.text = packageFolder(name);
        } else if (kind == "arg") {
            const auto found = m_arguments.find(name);
            if (found == m_arguments.end())
                throw XacroError("the argument '" + name + "' has no default: give it, as --xacro " + name + ":=VALUE");
            value.text = found->second;
        } else if (kind == "env" || kind == "optenv") {
            const char* given = std::getenv(name.c_str());
            if (!given && kind == "env") throw XacroError("there is no environment variable '" + name + "'");
            value.text = given ? given : rest;
        } else if (kind == "dirname" || kind == "cwd") {
            value.text = utf8Of(kind == "cwd" ? fs::current_path() : m_folder);
        } else {
            throw XacroError("$(" + text + ") is not understood");
        }
        return value;
    }
    std::string packageFolder(const std::string& name) const {
        const fs::path manifest = inPackage(name + "/package.xml", m_folder);
        const fs::path inside = manifest.empty() ? inPackage(name, m_folder) : manifest;
        if (inside.empty())
            throw XacroError("there is no package '" + name +
                             "' beside or above the file, nor on the search path: " + searchPathText());
        return utf8Of(inside.parent_path());
    }
    /// @}

    /// Adds the expansion of all that is within an element to another one.
    void addContent(const XMLElement& from, XMLNode& into, XacroScope& scope) {
        if (++m_depth > kDeepest) refuse(from, "the macros are nested too deeply");
        for (const XMLNode* node = from.FirstChild(); node; node = node->NextSibling()) {
            if (const auto* text = node->ToText())
                into.InsertEndChild(m_result.NewText(textOf(text->Value(), scope, from).c_str()));
            const XMLElement* element = node->ToElement();
            if (!element) continue;
            if (++m_count > kMost) refuse(*element, "the macros make too many elements");
            if (isOfXacro(element->Name()))
                addXacro(*element, into, scope);
            else
                addElement(*element, into, scope);
        }
        --m_depth;
    }
    void addElement(const XMLElement& from, XMLNode& into, XacroScope& scope, const char* name = nullptr) {
        XMLElement& element = *m_result.NewElement(name ? name : from.Name());
        into.InsertEndChild(&element);
        std::size_t letters = std::strlen(element.Name()); // values are counted as they are evaluated
        for (const auto* given = from.FirstAttribute(); given; given = given->Next()) {
            if (isOfXacro(given->Name()) || std::strncmp(given->Name(), "xmlns", 5) == 0) continue;
            letters += std::strlen(given->Name());
            element.SetAttribute(given->Name(), textOf(given->Value(), scope, from).c_str());
        }
        placed(from, [&] { scope.countLetters(letters); });
        keepXmlPlace(element, m_file, from);
        addContent(from, element, scope);
    }

    void addXacro(const XMLElement& element, XMLNode& into, XacroScope& scope) {
        const std::string kind = plainName(element);
        if (kind == "property") {
            setProperty(element, scope);
        } else if (kind == "macro") {
            setMacro(element, scope);
        } else if (kind == "arg") {
            setArgument(element, scope);
        } else if (kind == "include") {
            include(element, into, scope);
        } else if (kind == "if" || kind == "unless") {
            const std::string condition = requiredAttribute(element, "value", m_file);
            if (holds(element, condition.c_str(), scope) == (kind == "if")) addContent(element, into, scope);
        } else if (kind == "insert_block") {
            insertBlock(element, into, scope);
        } else if (kind == "element") {
            const std::string name = attribute(element, "xacro:name", scope);
            addElement(element, into, scope, name.c_str());
        } else if (kind == "attribute") {
            const std::string name = attribute(element, "name", scope);
            if (XMLElement* parent = into.ToElement())
                parent->SetAttribute(name.c_str(), attribute(element, "value", scope).c_str());
        } else {
            call(element, kind == "call" ? attribute(element, "macro", scope) : kind, into, scope);
        }
    }

    void setProperty(const XMLElement& element, XacroScope& scope) {
        const std::string name = attribute(element, "name", scope);
        const char *value = element.Attribute("value"), *otherwise = element.Attribute("default");
        const char *remove = element.Attribute("remove"), *of = element.Attribute("scope");
        if (remove && holds(element, remove, scope)) {
            scope.remove(name);
            return;
        }
        if (otherwise && scope.has(name)) return;
        XacroScope* target = &scope;
        if (of && std::strcmp(of, "global") == 0) target = &scope.outermost();
        if (of && std::strcmp(of, "parent") == 0 && scope.around()) target = scope.around();
        const char* text = value ? value : otherwise;
        if (!text) {
            target->blocks["**" + name] = {&element, m_file, m_folder, false};
            return;
        }
        const char* lazy = element.Attribute("lazy_eval");
        if (target != &scope || (lazy && !holds(element, lazy, scope)))
            target->setValue(name, evaluated(text, scope, element));
        else
            target->setText(name, text);
    }

    void setMacro(const XMLElement& element, XacroScope& scope) {
        std::string name = requiredAttribute(element, "name", m_file);
        if (isOfXacro(name.c_str())) name.erase(0, std::strlen(kPrefix));
        const char* parameters = element.Attribute("params");
        placed(element, [&] {
            scope.macros[name] = {&element, m_file, m_folder, xacroParameters(parameters ? parameters : "")};
        });
    }

    void setArgument(const XMLElement& element, XacroScope& scope) {
        const std::string name = attribute(element, "name", scope);
        const char* otherwise = element.Attribute("default");
        if (otherwise && !m_arguments.count(name)) m_arguments[name] = textOf(otherwise, scope, element);
    }

    void include(const XMLElement& element, XMLNode& into, XacroScope& scope) {
        if (element.Attribute("ns")) refuse(element, "namespaces of included files are not read");
        const std::string name = attribute(element, "filename", scope);
        const fs::path found = (m_folder / pathFromUtf8(name)).lexically_normal();
        const std::string file = utf8Of(found);
        if (!isFileAt(found)) {
            const char* optional = element.Attribute("optional");
            if (optional && holds(element, optional, scope)) return;
            refuse(element, "there is no file '" + name + "'");
        }
        std::unique_ptr<tinyxml2::XMLDocument>& document = m_files[file];
        if (!document) {
            document = std::make_unique<tinyxml2::XMLDocument>();
            loadRobotXml(*document, file);
        }
        const InFile inFile(*this, file, found.parent_path());
        if (const XMLElement* root = document->RootElement()) addContent(*root, into, scope);
    }

    void insertBlock(const XMLElement& element, XMLNode& into, XacroScope& scope) {
        const std::string name = attribute(element, "name", scope);
        const XacroBlock* several = scope.block("**" + name);
        const XacroBlock* block = several ? several : scope.block("*" + name);
        if (!block) refuse(element, "there is no block '" + name + "'");
        if (!block->isExpanded) {
            const XacroBlock kept = *block;
            const InFile inFile(*this, kept.path, kept.folder);
            addContent(*kept.element, into, scope);
            return;
        }
        const Size size(*block->element);
        placed(element, [&] { scope.countLetters(size.letters); });
        m_count += size.elements;
        if (m_count > kMost) refuse(element, "the macros make too many elements");
        if (!several) into.InsertEndChild(block->element->DeepClone(&m_result));
        for (const XMLNode* child = several ? several->element->FirstChild() : nullptr; child;
             child = child->NextSibling())
            into.InsertEndChild(child->DeepClone(&m_result));
    }

    void call(const XMLElement& element, const std::string& name, XMLNode& into, XacroScope& scope) {
        const XacroMacro* known = scope.macro(name);
        if (!known) refuse(element, "there is no macro '" + name + "'");
        const XacroMacro macro = *known;
        XacroScope inner(&scope);
        giveValues(element, macro, inner, scope);
        // Blocks are expanded with the names that hold at the call.
        tinyxml2::XMLElement& blocks = *m_result.NewElement("blocks");
        addContent(element, blocks, scope);
        const XMLElement* block = blocks.FirstChildElement();
        for (const XacroMacro::Parameter& parameter : macro.parameters) {
            if (parameter.name[0] != '*') continue;
            if (!block) refuse(element, "has too few blocks for '" + parameter.name + "'");
            inner.blocks[parameter.name] = {block, m_file, m_folder, true};
            block = block->NextSiblingElement();
        }
        if (block) refuse(element, std::string("has a block <") + block->Name() + "> too many");
        {
            const InFile inFile(*this, macro.path, macro.folder);
            addContent(*macro.body, into, inner);
        }
        m_result.DeleteNode(&blocks);
    }

    /// The parameters of a call that are no blocks.
    void giveValues(const XMLElement& element, const XacroMacro& macro, XacroScope& inner, XacroScope& scope) {
        for (const auto* given = element.FirstAttribute(); given; given = given->Next()) {
            const std::string name = given->Name();
            if (name.rfind("xmlns", 0) == 0 || (name == "macro" && plainName(element) == "call")) continue;
            bool isKnown = false;
            for (const XacroMacro::Parameter& parameter : macro.parameters)
                isKnown = isKnown || parameter.name == name;
            if (!isKnown) refuse(element, "has no parameter '" + name + "'");
            inner.setValue(name, evaluated(given->Value(), scope, element));
        }
        for (const XacroMacro::Parameter& parameter : macro.parameters) {
            if (parameter.name[0] == '*' || element.Attribute(parameter.name.c_str())) continue;
            if (parameter.isForwarded && scope.has(parameter.name))
                inner.setValue(parameter.name, evaluated("${" + parameter.name + "}", scope, element));
            else if (parameter.otherwise)
                inner.setValue(parameter.name, evaluated(*parameter.otherwise, scope, element));
            else
                refuse(element, "needs the parameter '" + parameter.name + "'");
        }
    }

    std::string m_file; ///< whose elements are read
    fs::path m_folder;  ///< of it
    tinyxml2::XMLDocument m_result;
    XacroScope m_outermost;
    std::map<std::string, std::string> m_arguments = givenArguments();
    std::map<std::string, std::unique_ptr<tinyxml2::XMLDocument>> m_files; ///< included ones
    int m_depth = 0;
    std::size_t m_count = 0; ///< of elements
};

} // namespace

void setXacroArguments(const std::string& arguments) {
    std::map<std::string, std::string> given;
    std::istringstream words(arguments);
    for (std::string word; words >> word;) {
        const std::size_t sign = word.find(":=");
        if (sign == 0 || sign == std::string::npos)
            throw std::invalid_argument("'" + word + "' is no argument of xacro: they are NAME:=VALUE");
        given[word.substr(0, sign)] = word.substr(sign + 2);
    }
    givenArguments() = std::move(given);
}

bool isXacro(const tinyxml2::XMLDocument& document) {
    return document.RootElement() && hasXacro(*document.RootElement());
}

void expandXacro(tinyxml2::XMLDocument& document, const std::string& path, const std::string& folder) {
    Expansion expansion(path, folder);
    expansion.expand(*document.RootElement());
    expansion.result().DeepCopy(&document);
}

} // namespace ambient
