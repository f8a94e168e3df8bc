// SPDX-License-Identifier: Zlib
#include "Parameters.h"

#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace samples {

void ParameterValues::assign(const std::string& keyEqualsValue) {
    const std::size_t equals = keyEqualsValue.find('=');
    if (equals == std::string::npos || equals == 0)
        throw std::invalid_argument("--set " + keyEqualsValue + ": not of the form KEY=VALUE");
    const std::string key = keyEqualsValue.substr(0, equals);
    find(key);
    set(key, parseNumber(keyEqualsValue.substr(equals + 1), "--set " + key));
}

void ParameterValues::set(const std::string& key, double value) {
    Parameter& p = find(key);
    const std::string unit = p.unit == "1" ? "" : " " + p.unit;
    if (!(value >= p.minimum && value <= p.maximum))
        throw std::invalid_argument("--set " + key + ": " + shortNumber(value) + unit + " is outside " +
                                    shortNumber(p.minimum) + " to " + shortNumber(p.maximum) + unit);
    if (p.whole && value != std::floor(value))
        throw std::invalid_argument("--set " + key + ": " + shortNumber(value) + " is not a whole number");
    p.value = value;
}

double ParameterValues::operator[](const std::string& key) const {
    for (const Parameter& p : m_parameters)
        if (p.key == key) return p.value;
    assert(!"a scene asks for a parameter that it does not declare");
    return 0.0;
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

std::string shortNumber(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

} // namespace samples
