// SPDX-License-Identifier: Zlib
#include "RobotFormats/XacroScope.h"

#include <algorithm>
#include <utility>

namespace ambient {
namespace {

constexpr const char* kBlanks = " \t\r\n";

/// The end of a parameter's default: a blank outside quotes and brackets.
std::size_t endOfDefault(const std::string& text, std::size_t first) {
    for (std::size_t at = first; at < text.size(); ++at) {
        const char c = text[at];
        const bool isExpression = c == '$' && at + 1 < text.size() && (text[at + 1] == '{' || text[at + 1] == '(');
        if (c == '\'' || c == '"')
            at = text.find(c, at + 1);
        else if (isExpression)
            at = text.find(text[at + 1] == '{' ? '}' : ')', at);
        else if (std::string(kBlanks).find(c) != std::string::npos)
            return at;
        if (at == std::string::npos) throw XacroError("a default in '" + text + "' has no end");
    }
    return text.size();
}

} // namespace

std::vector<XacroMacro::Parameter> xacroParameters(const std::string& text) {
    std::vector<XacroMacro::Parameter> parameters;
    std::size_t at = text.find_first_not_of(kBlanks);
    while (at != std::string::npos) {
        XacroMacro::Parameter parameter;
        const std::size_t end = std::min(text.find_first_of(std::string(kBlanks) + ":=", at), text.size());
        if (end == at) throw XacroError("the parameters '" + text + "' are not understood");
        parameter.name = text.substr(at, end - at);
        at = std::min(text.find_first_not_of(kBlanks, end), text.size());
        const std::size_t sign = text.compare(at, 2, ":=") == 0 ? 2 : text.compare(at, 1, "=") == 0 ? 1 : 0;
        if (sign > 0) {
            at = std::min(text.find_first_not_of(kBlanks, at + sign), text.size());
            parameter.isForwarded = text.compare(at, 1, "^") == 0;
            if (parameter.isForwarded) ++at;
            const bool hasDefault = !parameter.isForwarded || text.compare(at, 1, "|") == 0;
            if (parameter.isForwarded && hasDefault) ++at;
            const std::size_t behind = endOfDefault(text, at);
            if (hasDefault) parameter.otherwise = text.substr(at, behind - at);
            at = behind;
        }
        parameters.push_back(std::move(parameter));
        at = text.find_first_not_of(kBlanks, at);
    }
    return parameters;
}

void XacroScope::setText(const std::string& name, const std::string& text) {
    XacroValue literal = xacroLiteral(text);
    if (literal.kind == XacroValue::Kind::Text && literal.text == text)
        m_properties[name] = {text, std::nullopt, false};
    else
        setValue(name, std::move(literal));
}

void XacroScope::setValue(const std::string& name, XacroValue value) {
    if (value.kind == XacroValue::Kind::Text) value = xacroLiteral(value.text);
    m_properties[name] = {"", std::move(value), false};
}

bool XacroScope::has(const std::string& name) const {
    return m_properties.count(name) > 0 || (m_around && m_around->has(name));
}

void XacroScope::remove(const std::string& name) {
    for (XacroScope* scope = this; scope; scope = scope->m_around)
        scope->m_properties.erase(name);
}

std::optional<XacroValue> XacroScope::value(const std::string& name, const Extension& extension) {
    const auto found = m_properties.find(name);
    if (found == m_properties.end()) return m_around ? m_around->value(name, extension) : std::nullopt;
    Property& property = found->second;
    if (!property.value) {
        if (property.isInUse) throw XacroError("the property '" + name + "' needs itself");
        property.isInUse = true;
        XacroValue value = evaluated(property.text, extension);
        if (value.kind == XacroValue::Kind::Text) value = xacroLiteral(value.text);
        property.value = std::move(value);
        property.isInUse = false;
    }
    countLetters(property.value->text.size());
    return property.value;
}

void XacroScope::countLetters(std::size_t count) {
    constexpr std::size_t most = 50000000;
    std::size_t& letters = outermost().m_letters;
    letters += count;
    if (letters > most) throw XacroError("the macros make too long a file");
}

XacroValue XacroScope::evaluated(const std::string& text, const Extension& extension) {
    const XacroNames names = [&](const std::string& name) { return value(name, extension); };
    countLetters(text.size());
    std::vector<XacroValue> parts;
    const auto addText = [&parts](const std::string& plain) {
        XacroValue part;
        part.kind = XacroValue::Kind::Text;
        part.text = plain;
        if (!plain.empty()) parts.push_back(std::move(part));
    };
    std::size_t done = 0;
    for (std::size_t at = text.find('$'); at != std::string::npos; at = text.find('$', std::max(at, done))) {
        const std::size_t bracket = text.find_first_not_of('$', at);
        if (bracket == std::string::npos) break;
        if (text[bracket] != '{' && text[bracket] != '(') {
            at = bracket;
            continue;
        }
        const bool isExpression = text[bracket] == '{', isEscaped = bracket > at + 1;
        addText(text.substr(done, at - done));
        if (isEscaped) {
            addText(text.substr(at + 1, bracket - at));
            done = bracket + 1;
            continue;
        }
        const std::size_t end = text.find(isExpression ? '}' : ')', bracket);
        if (end == std::string::npos) throw XacroError("'" + text.substr(at) + "' has no end");
        const std::string within = xacroText(evaluated(text.substr(bracket + 1, end - bracket - 1), extension));
        parts.push_back(isExpression ? evaluateXacro(within, names, &outermost().m_depth) : extension(within));
        countLetters(xacroText(parts.back()).size());
        done = end + 1;
    }
    addText(text.substr(done));
    if (parts.size() == 1) return parts[0];
    XacroValue whole;
    whole.kind = XacroValue::Kind::Text;
    for (const XacroValue& part : parts)
        whole.text += xacroText(part);
    return whole;
}

const XacroMacro* XacroScope::macro(const std::string& name) const {
    const auto found = macros.find(name);
    if (found != macros.end()) return &found->second;
    return m_around ? m_around->macro(name) : nullptr;
}

const XacroBlock* XacroScope::block(const std::string& name) const {
    const auto found = blocks.find(name);
    if (found != blocks.end()) return &found->second;
    return m_around ? m_around->block(name) : nullptr;
}

XacroScope& XacroScope::outermost() {
    return m_around ? m_around->outermost() : *this;
}

} // namespace ambient
