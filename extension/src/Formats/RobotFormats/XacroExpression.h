// SPDX-License-Identifier: Zlib
#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ambient {

/// \file
/// Expressions in files of xacro: the part of Python's that robots use.

/// A value of a property or an expression.
struct XacroValue {
    enum class Kind { None, Truth, Whole, Real, Text, List };

    Kind kind = Kind::None;
    double number = 0.0; ///< of Truth, Whole and Real
    std::string text;
    std::vector<XacroValue> items; ///< of List
};

/// An expression that cannot be evaluated; the message has no place.
class XacroError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// The value of a name; nothing: it is unknown.
using XacroNames = std::function<std::optional<XacroValue>(const std::string& name)>;

/// The text of a value as Python writes it: 2, 2.0, True.
std::string xacroText(const XacroValue& value);

/// The value of a text without expressions: a number, true or false, a text in single quotes without them, else the
/// text itself.
XacroValue xacroLiteral(const std::string& text);

/// Whether a condition holds. \throws XacroError for a text that is neither true, false nor a whole number
bool xacroCondition(const XacroValue& value);

/// Evaluates numbers, texts, lists, arithmetic, comparisons, `and`, `or`, `not`, `in`, `a if c else b`, indices, and
/// the functions of Python's module math and some of its own, with or without `math.` and `python.`.
/// \param depth of brackets around the expression, which counts on: for expressions that need each other; null: 0
/// \throws XacroError for anything else, an unknown name, a result that is not finite, or brackets, lists or texts
/// beyond limits, so that no file takes all memory or the whole stack
XacroValue evaluateXacro(const std::string& expression, const XacroNames& names, int* depth = nullptr);

/// \name For the parts of the evaluation
/// @{
/// A function by its name without a module. \throws XacroError if there is none, or the arguments do not fit
XacroValue callXacro(const std::string& name, const std::vector<XacroValue>& arguments);
/// +, -, *, /, //, %, **. \throws XacroError
XacroValue combineXacro(const std::string& sign, const XacroValue& a, const XacroValue& b);
/// ==, !=, <, <=, >, >=, in. \throws XacroError
bool compareXacro(const std::string& sign, const XacroValue& a, const XacroValue& b);
bool xacroTruth(const XacroValue& value);
XacroValue xacroNumber(XacroValue::Kind kind, double number);
/// @}

} // namespace ambient
