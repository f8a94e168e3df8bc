// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/SpatialVector.h"
#include "NumberText.h"
#include "RobotFormats/XacroExpression.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ambient {
namespace {

using Kind = XacroValue::Kind;

constexpr std::size_t kLongestText = 100000;

bool isNumber(const XacroValue& value) {
    return value.kind == Kind::Truth || value.kind == Kind::Whole || value.kind == Kind::Real;
}

double numberOf(const XacroValue& value) {
    if (!isNumber(value)) throw XacroError("'" + xacroText(value) + "' is not a number");
    return value.number;
}

XacroValue textValue(std::string text) {
    XacroValue value;
    value.kind = Kind::Text;
    value.text = std::move(text);
    return value;
}

/// A text that an expression makes.
XacroValue madeText(std::string text) {
    if (text.size() > kLongestText) throw XacroError("a text is longer than 100000 letters");
    return textValue(std::move(text));
}

bool areEqual(const XacroValue& a, const XacroValue& b) {
    if (isNumber(a) && isNumber(b)) return a.number == b.number;
    if (a.kind != b.kind) return false;
    return a.text == b.text && std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), areEqual);
}

/// The number that a text is, as Python's float() reads it; nothing: another text.
std::optional<XacroValue> numberIn(const std::string& text) {
    constexpr const char* blanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string::npos) return std::nullopt;
    const std::size_t end = text.find_last_not_of(blanks) + 1;
    const std::size_t digits = first + (text[first] == '+' ? 1 : 0);
    if (digits < end && text[digits] == '-' && digits > first) return std::nullopt;
    double number = 0.0;
    const auto [at, error] = numberFromText(text.data() + digits, text.data() + end, number);
    if (error != std::errc() || at != text.data() + end || !std::isfinite(number)) return std::nullopt;
    const bool isWhole = text.find_first_of(".eE", first) >= end;
    return xacroNumber(isWhole ? Kind::Whole : Kind::Real, number);
}

/// A function of Python's module math of one number; null: none of this name.
double (*oneNumber(const std::string& name))(double) {
    static const std::pair<const char*, double (*)(double)> functions[] = {
        {"sin", portable::sin},
        {"cos", portable::cos},
        {"tan", portable::tan},
        {"atan", portable::atan},
        {"acos", portable::acos},
        {"asin", [](double x) { return portable::atan2(x, std::sqrt(1.0 - x * x)); }},
        {"sinh", portable::sinh},
        {"tanh", portable::tanh},
        {"exp", portable::exp},
        {"log10", portable::log10},
        {"sqrt", [](double x) { return std::sqrt(x); }},
        {"fabs", [](double x) { return std::fabs(x); }},
        {"float", [](double x) { return x; }},
        {"radians", [](double x) { return x * kPi / 180.0; }},
        {"degrees", [](double x) { return x * 180.0 / kPi; }},
    };
    for (const auto& [known, function] : functions)
        if (name == known) return function;
    return nullptr;
}

void requireCount(const std::string& name, const std::vector<XacroValue>& arguments, std::size_t least,
                  std::size_t most) {
    if (arguments.size() < least || arguments.size() > most)
        throw XacroError(name + "() has " + std::to_string(arguments.size()) + " arguments");
}

XacroValue rounded(const std::vector<XacroValue>& arguments) {
    requireCount("round", arguments, 1, 2);
    const double digits = arguments.size() == 2 ? numberOf(arguments[1]) : 0.0;
    if (!(std::fabs(digits) <= 15.0)) throw XacroError("round() has more than 15 digits");
    double factor = 1.0;
    for (int i = 0; i < static_cast<int>(std::fabs(digits)); ++i)
        factor *= 10.0;
    const double x = numberOf(arguments[0]);
    const double value = digits < 0.0 ? std::nearbyint(x / factor) * factor : std::nearbyint(x * factor) / factor;
    return xacroNumber(arguments.size() == 2 ? Kind::Real : Kind::Whole, value);
}

XacroValue extreme(const std::string& name, const std::vector<XacroValue>& arguments) {
    const bool isList = arguments.size() == 1 && arguments[0].kind == Kind::List;
    const std::vector<XacroValue>& values = isList ? arguments[0].items : arguments;
    if (values.empty()) throw XacroError(name + "() has no arguments");
    const auto isLess = [](const XacroValue& a, const XacroValue& b) { return numberOf(a) < numberOf(b); };
    return name == "min" ? *std::min_element(values.begin(), values.end(), isLess)
                         : *std::max_element(values.begin(), values.end(), isLess);
}

/// Functions of Python's own; nothing: none of this name.
std::optional<XacroValue> ownFunction(const std::string& name, const std::vector<XacroValue>& arguments) {
    if (name == "min" || name == "max") return extreme(name, arguments);
    if (name == "round") return rounded(arguments);
    constexpr const char* known[] = {"str", "bool", "len", "int", "abs", "floor", "ceil"};
    if (std::find(std::begin(known), std::end(known), name) == std::end(known)) return std::nullopt;
    requireCount(name, arguments, 1, 1);
    const XacroValue& first = arguments[0];
    if (name == "str") return madeText(xacroText(first));
    if (name == "bool") return xacroNumber(Kind::Truth, xacroTruth(first) ? 1.0 : 0.0);
    if (name == "len" && first.kind == Kind::List)
        return xacroNumber(Kind::Whole, static_cast<double>(first.items.size()));
    if (name == "len" && first.kind == Kind::Text)
        return xacroNumber(Kind::Whole, static_cast<double>(first.text.size()));
    if (name == "len") throw XacroError("len() of a number");
    const XacroValue number = first.kind == Kind::Text ? numberIn(first.text).value_or(first) : first;
    if (name == "int") return xacroNumber(Kind::Whole, std::trunc(numberOf(number)));
    if (name == "abs")
        return xacroNumber(first.kind == Kind::Real ? Kind::Real : Kind::Whole, std::fabs(numberOf(first)));
    return xacroNumber(Kind::Whole, name == "floor" ? std::floor(numberOf(first)) : std::ceil(numberOf(first)));
}

} // namespace

XacroValue xacroNumber(Kind kind, double number) {
    if (!std::isfinite(number)) throw XacroError("the result is not finite");
    XacroValue value;
    value.kind = kind;
    value.number = number;
    return value;
}

std::string xacroText(const XacroValue& value) {
    switch (value.kind) {
    case Kind::None:
        return "None";
    case Kind::Truth:
        return value.number != 0.0 ? "True" : "False";
    case Kind::Text:
        return value.text;
    case Kind::List: {
        std::string text = "[";
        for (const XacroValue& item : value.items)
            text += (text.size() > 1 ? ", " : "") + (item.kind == Kind::Text ? "'" + item.text + "'" : xacroText(item));
        return text + "]";
    }
    case Kind::Whole:
    case Kind::Real:
        break;
    }
    const std::string digits = shortestText(value.number);
    const bool isPlain = digits.find_first_of(".e") == std::string::npos;
    return digits + (value.kind == Kind::Real && isPlain ? ".0" : "");
}

XacroValue xacroLiteral(const std::string& text) {
    if (text.size() >= 2 && text.front() == '\'' && text.back() == '\'')
        return textValue(text.substr(1, text.size() - 2));
    if (text == "true" || text == "True") return xacroNumber(Kind::Truth, 1.0);
    if (text == "false" || text == "False") return xacroNumber(Kind::Truth, 0.0);
    return numberIn(text).value_or(textValue(text));
}

bool xacroTruth(const XacroValue& value) {
    return value.number != 0.0 || !value.text.empty() || !value.items.empty();
}

bool xacroCondition(const XacroValue& value) {
    if (value.kind != Kind::Text) return xacroTruth(value);
    const XacroValue literal = xacroLiteral(value.text);
    if (literal.kind == Kind::Text || literal.kind == Kind::Real)
        throw XacroError("'" + value.text + "' is neither true nor false");
    return xacroTruth(literal);
}

XacroValue callXacro(const std::string& name, const std::vector<XacroValue>& arguments) {
    if (const auto function = oneNumber(name)) {
        requireCount(name, arguments, 1, 1);
        const XacroValue& first = arguments[0];
        const XacroValue number =
            name == "float" && first.kind == Kind::Text ? numberIn(first.text).value_or(first) : first;
        return xacroNumber(Kind::Real, function(numberOf(number)));
    }
    if (const std::optional<XacroValue> value = ownFunction(name, arguments)) return *value;
    if (name == "log") {
        requireCount(name, arguments, 1, 2);
        const double base = arguments.size() == 2 ? portable::log(numberOf(arguments[1])) : 1.0;
        return xacroNumber(Kind::Real, portable::log(numberOf(arguments[0])) / base);
    }
    if (name != "atan2" && name != "hypot" && name != "pow" && name != "fmod")
        throw XacroError("the function '" + name + "' is not known");
    requireCount(name, arguments, 2, 2);
    const double a = numberOf(arguments[0]), b = numberOf(arguments[1]);
    if (name == "atan2") return xacroNumber(Kind::Real, portable::atan2(a, b));
    if (name == "hypot") return xacroNumber(Kind::Real, portable::hypot(a, b));
    return xacroNumber(Kind::Real, name == "pow" ? portable::pow(a, b) : std::fmod(a, b));
}

XacroValue combineXacro(const std::string& sign, const XacroValue& a, const XacroValue& b) {
    if (sign == "+" && a.kind == Kind::Text && b.kind == Kind::Text) return madeText(a.text + b.text);
    if (sign == "+" && (a.kind == Kind::Text || b.kind == Kind::Text))
        throw XacroError("'" + xacroText(a) + "' and '" + xacroText(b) + "' cannot be added: one is a text");
    const double x = numberOf(a), y = numberOf(b);
    const bool areWhole = a.kind != Kind::Real && b.kind != Kind::Real;
    const Kind kind = areWhole ? Kind::Whole : Kind::Real;
    if (sign == "+") return xacroNumber(kind, x + y);
    if (sign == "-") return xacroNumber(kind, x - y);
    if (sign == "*") return xacroNumber(kind, x * y);
    if (sign == "**") return xacroNumber(areWhole && y >= 0.0 ? Kind::Whole : Kind::Real, portable::pow(x, y));
    if (y == 0.0) throw XacroError("division by zero");
    if (sign == "/") return xacroNumber(Kind::Real, x / y);
    // As Python: exact, with the sign of y, so that 1 % 0.1 is just below 0.1.
    double rest = std::fmod(x, y);
    if (rest != 0.0 && (rest < 0.0) != (y < 0.0)) rest += y;
    return xacroNumber(kind, sign == "//" ? std::round((x - rest) / y) : rest);
}

bool compareXacro(const std::string& sign, const XacroValue& a, const XacroValue& b) {
    if (sign == "==" || sign == "is") return areEqual(a, b);
    if (sign == "!=") return !areEqual(a, b);
    if (sign == "in" && b.kind == Kind::List)
        return std::any_of(b.items.begin(), b.items.end(), [&a](const XacroValue& item) { return areEqual(a, item); });
    if (sign == "in" && a.kind == Kind::Text && b.kind == Kind::Text) return b.text.find(a.text) != std::string::npos;
    if (sign == "in") throw XacroError("'" + xacroText(b) + "' is no list");
    if (a.kind == Kind::Text && b.kind == Kind::Text) {
        const int order = a.text.compare(b.text);
        return sign == "<" ? order < 0 : sign == "<=" ? order <= 0 : sign == ">" ? order > 0 : order >= 0;
    }
    const double x = numberOf(a), y = numberOf(b);
    return sign == "<" ? x < y : sign == "<=" ? x <= y : sign == ">" ? x > y : x >= y;
}

} // namespace ambient
