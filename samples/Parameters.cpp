// SPDX-License-Identifier: Zlib
#include "Parameters.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace samples {

Parameter fileParameter(const std::string& key, const std::string& description) {
    Parameter parameter{key, "file", 0.0, 0.0, 0.0, description};
    parameter.isFile = true;
    return parameter;
}

void ParameterValues::assign(const std::string& keyEqualsValue) {
    const std::size_t equals = keyEqualsValue.find('=');
    if (equals == std::string::npos || equals == 0)
        throw std::invalid_argument("--set " + keyEqualsValue + ": not of the form KEY=VALUE");
    const std::string key = keyEqualsValue.substr(0, equals);
    const std::string value = keyEqualsValue.substr(equals + 1);
    if (find(key).isFile)
        setFile(key, value);
    else
        set(key, parseNumber(value, "--set " + key));
}

void ParameterValues::set(const std::string& key, double value) {
    Parameter& p = find(key);
    if (p.isFile) throw std::invalid_argument("--set " + key + ": takes the name of a file, not a number");
    const std::string unit = p.unit == "1" ? "" : " " + p.unit;
    if (!(value >= p.minimum && value <= p.maximum))
        throw std::invalid_argument("--set " + key + ": " + shortNumber(value) + unit + " is outside " +
                                    shortNumber(p.minimum) + " to " + shortNumber(p.maximum) + unit);
    if (p.whole && value != std::floor(value))
        throw std::invalid_argument("--set " + key + ": " + shortNumber(value) + " is not a whole number");
    p.value = value;
}

void ParameterValues::setFile(const std::string& key, const std::string& name) {
    Parameter& p = find(key);
    if (!p.isFile) throw std::invalid_argument("--set " + key + ": takes a number, not the name of a file");
    if (name.empty()) throw std::invalid_argument("--set " + key + ": the name of the file is missing");
    p.text = name;
}

const Parameter& ParameterValues::at(const std::string& key) const {
    const auto found =
        std::find_if(m_parameters.begin(), m_parameters.end(), [&](const Parameter& p) { return p.key == key; });
    if (found == m_parameters.end()) throw std::logic_error("the scene has no parameter '" + key + "'");
    return *found;
}

Parameter& ParameterValues::find(const std::string& key) {
    std::string known;
    for (Parameter& p : m_parameters) {
        if (p.key == key) return p;
        known += (known.empty() ? "" : ", ") + p.key;
    }
    throw std::invalid_argument("--set " + key + ": unknown key; this scene has " + known);
}

double parseNumber(const std::string& text, const std::string& what) {
    char* end = nullptr;
    const double value = std::strtod(text.c_str(), &end);
    const bool padded = !text.empty() && (text.front() == ' ' || text.front() == '\t');
    if (text.empty() || padded || end != text.c_str() + text.size() || !std::isfinite(value))
        throw std::invalid_argument(what + ": '" + text + "' is not a finite number");
    return value;
}

std::string shownValue(const Parameter& parameter) {
    if (parameter.isFile) return parameter.text.empty() ? "none" : parameter.text;
    return shortNumber(parameter.value) + (parameter.unit == "1" ? "" : " " + parameter.unit);
}

std::string shortNumber(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

} // namespace samples
