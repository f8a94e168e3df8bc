// SPDX-License-Identifier: Zlib
#include "interface/Parameters.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>

namespace samples {
namespace {

std::string unitAfterNumber(const Parameter& p) {
    return p.unit == "1" ? "" : " " + p.unit;
}

void requireInRange(const Parameter& p, double value) {
    if (value >= p.minimum && value <= p.maximum) return;
    const std::string unit = unitAfterNumber(p);
    throw std::invalid_argument("--set " + p.key + ": " + shortNumber(value) + unit + " is outside " +
                                shortNumber(p.minimum) + " to " + shortNumber(p.maximum) + unit);
}

/// \throws std::invalid_argument if the text is no loop of the parameter
std::vector<Eigen::Vector2d> parseLoop(const Parameter& p, const std::string& text) {
    std::vector<double> numbers;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t comma = std::min(text.find(',', begin), text.size());
        numbers.push_back(parseNumber(text.substr(begin, comma - begin), "--set " + p.key));
        requireInRange(p, numbers.back());
        begin = comma + 1;
    }
    if (numbers.size() % 2 != 0 || numbers.size() < 4)
        throw std::invalid_argument("--set " + p.key + ": takes points X,Y,X,Y,..., at least two, not " +
                                    std::to_string(numbers.size()) + " numbers");
    std::vector<Eigen::Vector2d> points;
    for (std::size_t i = 0; i < numbers.size(); i += 2)
        points.emplace_back(numbers[i], numbers[i + 1]);
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i] == points[(i + 1) % points.size()])
            throw std::invalid_argument("--set " + p.key + ": point " + std::to_string(i + 1) +
                                        " is the same as the next one");
    return points;
}

} // namespace

Parameter fileParameter(const std::string& key, const std::string& description) {
    Parameter parameter{key, "file", 0.0, 0.0, 0.0, description};
    parameter.kind = ParameterKind::File;
    return parameter;
}

Parameter loopParameter(const std::string& key, const std::string& unit, double minimum, double maximum,
                        const std::string& text, const std::string& description) {
    Parameter parameter{key, unit, 0.0, minimum, maximum, description};
    parameter.kind = ParameterKind::Loop;
    parameter.text = text;
    return parameter;
}

void ParameterValues::assign(const std::string& keyEqualsValue) {
    const std::size_t equals = keyEqualsValue.find('=');
    if (equals == std::string::npos || equals == 0)
        throw std::invalid_argument("--set " + keyEqualsValue + ": not of the form KEY=VALUE");
    const std::string key = keyEqualsValue.substr(0, equals);
    const std::string value = keyEqualsValue.substr(equals + 1);
    switch (find(key).kind) {
    case ParameterKind::Number:
        return set(key, parseNumber(value, "--set " + key));
    case ParameterKind::File:
        return setFile(key, value);
    case ParameterKind::Loop:
        return setLoop(key, value);
    }
}

void ParameterValues::set(const std::string& key, double value) {
    Parameter& p = find(key);
    if (!p.isNumber())
        throw std::invalid_argument("--set " + key + ": takes " +
                                    (p.isFile() ? "the name of a file" : "the points of a loop") + ", not a number");
    requireInRange(p, value);
    if (p.whole && value != std::floor(value))
        throw std::invalid_argument("--set " + key + ": " + shortNumber(value) + " is not a whole number");
    p.value = value;
}

void ParameterValues::setFile(const std::string& key, const std::string& name) {
    Parameter& p = find(key);
    if (!p.isFile()) throw std::invalid_argument("--set " + key + ": does not take the name of a file");
    if (name.empty()) throw std::invalid_argument("--set " + key + ": the name of the file is missing");
    p.text = name;
}

void ParameterValues::setLoop(const std::string& key, const std::string& text) {
    Parameter& p = find(key);
    if (p.kind != ParameterKind::Loop)
        throw std::invalid_argument("--set " + key + ": does not take the points of a loop");
    parseLoop(p, text);
    p.text = text;
}

std::vector<Eigen::Vector2d> ParameterValues::loop(const std::string& key) const {
    return parseLoop(at(key), at(key).text);
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

std::string loopText(const std::vector<Eigen::Vector2d>& points) {
    std::string text;
    for (const Eigen::Vector2d& point : points)
        for (const double number : {point.x(), point.y()})
            text += (text.empty() ? "" : ",") + shortNumber(0.1 * std::round(10.0 * number) + 0.0);
    return text;
}

std::string shownValue(const Parameter& parameter) {
    if (!parameter.isNumber()) return parameter.text.empty() ? "none" : parameter.text;
    return shortNumber(parameter.value) + unitAfterNumber(parameter);
}

std::string shortNumber(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", value);
    return text;
}

} // namespace samples
