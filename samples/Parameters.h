// SPDX-License-Identifier: Zlib
#pragma once

#include <string>
#include <vector>

namespace samples {

/// One number that a user may set with `--set KEY=VALUE`.
struct Parameter {
    std::string key;
    std::string unit; ///< as shown to users, "1" for a pure number
    double value;     ///< default
    double minimum;   ///< inclusive
    double maximum;   ///< inclusive
    std::string description;
    bool whole = false; ///< only whole numbers are allowed
};

/// The parameters of a scene with the values that a run uses.
class ParameterValues {
  public:
    explicit ParameterValues(std::vector<Parameter> parameters) : m_parameters(std::move(parameters)) {}

    /// Takes "KEY=VALUE". \throws std::invalid_argument, one line: not an assignment, unknown key (the known ones are
    /// named), not a number, out of range (the range and its unit are named).
    void assign(const std::string& keyEqualsValue);
    /// Sets one value, checked as above.
    void set(const std::string& key, double value);

    /// Value of a key that exists.
    double operator[](const std::string& key) const;
    const std::vector<Parameter>& all() const { return m_parameters; }

  private:
    Parameter& find(const std::string& key);

    std::vector<Parameter> m_parameters;
};

/// Reads a whole string as one finite number. \throws std::invalid_argument naming `what` and the text.
double parseNumber(const std::string& text, const std::string& what);

/// Shortest usual form of a number, for messages and titles: "0.1", "1e-05".
std::string shortNumber(double value);

} // namespace samples
