// SPDX-License-Identifier: Zlib
#include "RobotFormats/XacroExpression.h"

#include "AmbientFluid/Math/SpatialVector.h"
#include "NumberText.h"

#include <algorithm>
#include <cctype>
#include <cmath>

namespace ambient {
namespace {

using Kind = XacroValue::Kind;

bool isLetter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}
bool isDigit(char c) {
    return std::isdigit(static_cast<unsigned char>(c));
}

XacroValue truth(bool value) {
    return xacroNumber(Kind::Truth, value ? 1.0 : 0.0);
}

/// Reads an expression from left to right and evaluates it. A part that Python leaves out, such as the other branch of
/// a condition, is read without values: m_left counts the branches around it.
class Evaluation {
  public:
    Evaluation(const std::string& text, const XacroNames& names, int& depth)
        : m_text(text), m_names(names), m_depth(depth) {
        next();
    }

    XacroValue whole() {
        XacroValue value = choice();
        if (!m_word.empty()) refuseWord();
        return value;
    }

  private:
    static constexpr int kDeepest = 200;
    static constexpr std::size_t kLargestList = 100000; // as sizeOf()

    [[noreturn]] void refuseWord() const {
        throw XacroError(m_word.empty() ? "the expression ends too early" : "'" + m_word + "' is not understood");
    }

    /// Moves on to the next word: a name, a number, a text with its quotes, or a sign.
    void next() {
        while (m_at < m_text.size() && std::isspace(static_cast<unsigned char>(m_text[m_at])))
            ++m_at;
        const std::size_t first = m_at;
        if (m_at == m_text.size()) {
            m_word.clear();
            return;
        }
        const char c = m_text[m_at++];
        const char after = m_at < m_text.size() ? m_text[m_at] : '\0';
        if (isLetter(c)) {
            while (m_at < m_text.size() && (isLetter(m_text[m_at]) || isDigit(m_text[m_at])))
                ++m_at;
        } else if (isDigit(c) || (c == '.' && isDigit(after))) {
            endNumber();
        } else if (c == '\'' || c == '"') {
            m_at = m_text.find(c, m_at);
            if (m_at == std::string::npos) throw XacroError("a text has no end");
            ++m_at;
        } else if ((after == '=' && std::string("=!<>").find(c) != std::string::npos) ||
                   ((c == '*' || c == '/') && after == c)) {
            ++m_at;
        }
        m_word = m_text.substr(first, m_at - first);
    }
    void endNumber() {
        for (; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at], before = m_text[m_at - 1];
            const bool isSignOfPower = (c == '-' || c == '+') && (before == 'e' || before == 'E');
            if (!isDigit(c) && c != '.' && c != 'e' && c != 'E' && !isSignOfPower) break;
        }
    }

    bool takes(const char* word) {
        if (m_word != word) return false;
        next();
        return true;
    }
    void require(const char* word) {
        if (!takes(word)) refuseWord();
    }
    bool isRead() const { return m_left == 0; }

    XacroValue choice() {
        if (++m_depth > kDeepest) throw XacroError("the expression is nested too deeply");
        // The condition stands behind the first branch, which may name unknown properties if it does not count.
        const std::size_t start = m_at;
        const std::string word = m_word;
        ++m_left;
        alternative();
        --m_left;
        XacroValue value;
        if (takes("if")) {
            const bool isFirst = xacroTruth(alternative()) && isRead();
            if (isFirst) {
                const std::size_t behind = m_at;
                const std::string wordBehind = m_word;
                m_at = start;
                m_word = word;
                value = alternative();
                m_at = behind;
                m_word = wordBehind;
            }
            require("else");
            m_left += isFirst;
            XacroValue other = choice();
            m_left -= isFirst;
            if (!isFirst) value = std::move(other);
        } else if (isRead()) {
            m_at = start;
            m_word = word;
            value = alternative();
        }
        --m_depth;
        return value;
    }

    XacroValue alternative() {
        XacroValue value = conjunction();
        while (takes("or")) {
            const bool isSettled = isRead() && xacroTruth(value);
            m_left += isSettled;
            XacroValue other = conjunction();
            m_left -= isSettled;
            if (!isSettled) value = std::move(other);
        }
        return value;
    }
    XacroValue conjunction() {
        XacroValue value = negation();
        while (takes("and")) {
            const bool isSettled = isRead() && !xacroTruth(value);
            m_left += isSettled;
            XacroValue other = negation();
            m_left -= isSettled;
            if (!isSettled) value = std::move(other);
        }
        return value;
    }
    XacroValue negation() {
        bool isNegated = false, isAny = false;
        while (takes("not")) {
            isNegated = !isNegated;
            isAny = true;
        }
        XacroValue value = comparison();
        if (!isAny) return value;
        return truth(isRead() && xacroTruth(value) != isNegated);
    }
    XacroValue comparison() {
        constexpr const char* signs[] = {"==", "!=", "<=", ">=", "<", ">", "in", "is", "not"};
        XacroValue value = sum();
        bool isComparison = false, holds = true;
        while (std::find(std::begin(signs), std::end(signs), m_word) != std::end(signs)) {
            std::string sign = m_word;
            next();
            bool isNegated = sign == "not";
            if (isNegated) {
                sign = "in";
                require("in");
            } else if (sign == "is") {
                isNegated = takes("not");
            }
            XacroValue other = sum();
            if (isRead()) holds = holds && compareXacro(sign, value, other) != isNegated;
            value = std::move(other);
            isComparison = true;
        }
        return isComparison ? truth(holds) : value;
    }

    XacroValue sum() {
        XacroValue value = product();
        while (m_word == "+" || m_word == "-")
            value = combined(value, [this] { return product(); });
        return value;
    }
    XacroValue product() {
        XacroValue value = signedFactor();
        while (m_word == "*" || m_word == "/" || m_word == "//" || m_word == "%")
            value = combined(value, [this] { return signedFactor(); });
        return value;
    }
    template <class Operand>
    XacroValue combined(const XacroValue& value, const Operand& operand) {
        const std::string sign = m_word;
        next();
        const XacroValue other = operand();
        return isRead() ? combineXacro(sign, value, other) : XacroValue();
    }
    XacroValue signedFactor() {
        bool isNegative = false, isAny = false;
        for (; m_word == "-" || m_word == "+"; next()) {
            isNegative = isNegative != (m_word == "-");
            isAny = true;
        }
        XacroValue value = power();
        if (!isAny || !isRead()) return value;
        return combineXacro("*", xacroNumber(Kind::Whole, isNegative ? -1.0 : 1.0), value);
    }
    XacroValue power() {
        XacroValue base = part();
        if (!takes("**")) return base;
        if (++m_depth > kDeepest) throw XacroError("the expression is nested too deeply");
        const XacroValue exponent = signedFactor();
        --m_depth;
        return isRead() ? combineXacro("**", base, exponent) : XacroValue();
    }

    /// A value with the indices behind it.
    XacroValue part() {
        XacroValue value = atom();
        while (takes("[")) {
            const XacroValue index = choice();
            require("]");
            if (isRead()) value = itemOf(value, index);
        }
        return value;
    }
    static XacroValue itemOf(const XacroValue& value, const XacroValue& index) {
        if (index.kind != Kind::Whole || (value.kind != Kind::List && value.kind != Kind::Text))
            throw XacroError("'" + xacroText(value) + "' has no part '" + xacroText(index) + "'");
        const std::size_t count = value.kind == Kind::List ? value.items.size() : value.text.size();
        const double place = index.number < 0.0 ? index.number + static_cast<double>(count) : index.number;
        if (!(place >= 0.0) || place >= static_cast<double>(count))
            throw XacroError("'" + xacroText(value) + "' has no part " + xacroText(index));
        const std::size_t at = static_cast<std::size_t>(place);
        if (value.kind == Kind::List) return value.items[at];
        XacroValue letter;
        letter.kind = Kind::Text;
        letter.text = value.text[at];
        return letter;
    }

    /// Letters and values in a value; a value counts as much as a hundred letters.
    static std::size_t sizeOf(const XacroValue& value) {
        std::size_t size = 100 + value.text.size();
        for (const XacroValue& item : value.items)
            size += sizeOf(item);
        return size;
    }
    /// Values up to a closing sign.
    std::vector<XacroValue> valuesUpTo(const char* end) {
        std::vector<XacroValue> values;
        std::size_t size = 0;
        while (!takes(end)) {
            values.push_back(choice());
            size += sizeOf(values.back());
            if (size > kLargestList) throw XacroError("a list is too long");
            if (m_word != end) require(",");
        }
        return values;
    }

    XacroValue atom() {
        const std::string word = m_word;
        if (word.empty()) refuseWord();
        if (isDigit(word[0]) || (word[0] == '.' && word.size() > 1)) {
            next();
            const XacroValue value = xacroLiteral(word);
            if (value.kind == Kind::Text) throw XacroError("'" + word + "' is not a number");
            return value;
        }
        XacroValue value;
        if (word[0] == '\'' || word[0] == '"') {
            value.kind = Kind::Text;
            for (; !m_word.empty() && (m_word[0] == '\'' || m_word[0] == '"'); next())
                value.text += m_word.substr(1, m_word.size() - 2);
            return value;
        }
        if (takes("(") || takes("[")) {
            const bool isList = word == "[";
            value.items = valuesUpTo(isList ? "]" : ")");
            value.kind = Kind::List;
            if (!isList && value.items.size() == 1) return XacroValue(value.items[0]);
            return value;
        }
        if (!isLetter(word[0])) refuseWord();
        next();
        return named(word);
    }

    /// A constant, a function's value or a property.
    XacroValue named(std::string name) {
        while (takes(".")) {
            if (m_word.empty() || !isLetter(m_word[0])) refuseWord();
            name += "." + m_word;
            next();
        }
        std::string plain = name;
        for (const char* module : {"math.", "python."})
            if (name.rfind(module, 0) == 0) plain = name.substr(std::string(module).size());
        if (takes("(")) {
            const std::vector<XacroValue> arguments = valuesUpTo(")");
            return isRead() ? callXacro(plain, arguments) : XacroValue();
        }
        if (name == "True" || name == "False") return truth(name == "True");
        if (name == "None" || !isRead()) return {};
        if (std::optional<XacroValue> value = m_names(name)) return *std::move(value);
        if (plain == "pi") return xacroNumber(Kind::Real, kPi);
        if (plain == "tau") return xacroNumber(Kind::Real, 2.0 * kPi);
        if (plain == "e") return xacroNumber(Kind::Real, 2.718281828459045);
        throw XacroError("'" + name + "' is not defined");
    }

    const std::string& m_text;
    const XacroNames& m_names;
    std::string m_word; ///< to be read next; empty: the end
    std::size_t m_at = 0;
    int& m_depth; ///< of brackets
    int m_left = 0;
};

} // namespace

XacroValue evaluateXacro(const std::string& expression, const XacroNames& names, int* depth) {
    int own = 0;
    return Evaluation(expression, names, depth ? *depth : own).whole();
}

} // namespace ambient
