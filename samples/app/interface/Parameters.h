// SPDX-License-Identifier: Zlib
#pragma once

#include <Eigen/Core>

#include <string>
#include <vector>

namespace samples {

/// Kind of the values of a parameter.
enum class ParameterKind {
    Number,
    File, ///< the name of a file, in `text`
    Loop  ///< points of a closed path of two numbers, in `text`: "X,Y,X,Y,..."
};

/// A number, the name of a file or a loop, set by the user with `--set KEY=VALUE`.
struct Parameter {
    std::string key;
    std::string unit; ///< as shown to users, "1" for a pure number
    double value;     ///< default of a number
    double minimum;   ///< inclusive; of a number, or of both numbers of a loop's points
    double maximum;   ///< inclusive; of a number, or of both numbers of a loop's points
    std::string description;
    bool whole = false; ///< only whole numbers are allowed
    ParameterKind kind = ParameterKind::Number;
    std::string text = {}; ///< name of the file, "": none; or points of the loop

    bool isFile() const { return kind == ParameterKind::File; }
    bool isNumber() const { return kind == ParameterKind::Number; }
};

/// A parameter with the name of a file; default: none.
Parameter fileParameter(const std::string& key, const std::string& description);

/// A parameter with points of a closed path. \param minimum, maximum of both numbers \param text default
Parameter loopParameter(const std::string& key, const std::string& unit, double minimum, double maximum,
                        const std::string& text, const std::string& description);

/// The parameters of a scene with the values of a run.
class ParameterValues {
  public:
    explicit ParameterValues(std::vector<Parameter> parameters) : m_parameters(std::move(parameters)) {}

    /// Takes "KEY=VALUE". \throws std::invalid_argument, one line: not an assignment, unknown key (the known ones are
    /// named), not a number, out of range (the range and its unit are named), no name of a file, no points of a loop.
    void assign(const std::string& keyEqualsValue);
    /// Sets one number, checked as above.
    void set(const std::string& key, double value);
    /// Sets the name of a file, checked as above, except for the existence of the file.
    void setFile(const std::string& key, const std::string& name);
    /// Sets the points of a loop, checked as above: at least two, and no equal neighbours.
    void setLoop(const std::string& key, const std::string& text);

    /// Number of an existing key.
    double operator[](const std::string& key) const { return at(key).value; }
    /// Name of the file of an existing key; "": none.
    const std::string& file(const std::string& key) const { return at(key).text; }
    /// Points of the loop of an existing key.
    std::vector<Eigen::Vector2d> loop(const std::string& key) const;
    const std::vector<Parameter>& all() const { return m_parameters; }

  private:
    Parameter& find(const std::string& key);
    const Parameter& at(const std::string& key) const;

    std::vector<Parameter> m_parameters;
};

/// Reads a whole string as one finite number. \throws std::invalid_argument naming the argument `what` and the text.
double parseNumber(const std::string& text, const std::string& what);

/// Points of a loop as text for setLoop(), to a tenth of the unit.
std::string loopText(const std::vector<Eigen::Vector2d>& points);

/// The value for listings and titles, with its unit: "0.1 m", "1280", "leaf.obj", "none".
std::string shownValue(const Parameter& parameter);

/// Shortest usual form of a number, for messages and titles: "0.1", "1e-05".
std::string shortNumber(double value);

} // namespace samples
