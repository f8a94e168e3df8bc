// SPDX-License-Identifier: Zlib
#include "Worlds/WamitText.h"

#include "NumberText.h"
#include "Output/RadiationOutput.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <stdexcept>
#include <utility>
#include <vector>

namespace ambient {
namespace {

/// A line of numbers and its place.
struct NumberLine {
    std::string place; ///< "hull.1:12"
    std::vector<double> numbers;

    [[noreturn]] void refuse(const std::string& why) const { throw std::invalid_argument(place + ": " + why); }
    /// A motion, counted from 1 in the order of ships, as index of 6-vectors.
    int motion(std::size_t column) const {
        const double number = numbers[column];
        if (number > 6.0 && number == std::floor(number))
            refuse("mode " + std::to_string(static_cast<long long>(std::min(number, 1e9))) +
                   " is not one of the six motions of one body");
        for (int k = 0; k < 6; ++k)
            if (number == k + 1.0) return kShipOrder[k];
        refuse("column " + std::to_string(column + 1) + " is no mode, 1 to 6");
    }
};

bool readNumber(std::string word, double& value) {
    for (char& letter : word)
        if (letter == 'D' || letter == 'd') letter = 'E';
    const char* const first = word.c_str() + (word[0] == '+' ? 1 : 0);
    const char* const last = word.c_str() + word.size();
    const std::from_chars_result end = numberFromText(first, last, value);
    return end.ec == std::errc() && end.ptr == last && std::isfinite(value);
}

std::vector<std::string> wordsOf(const std::string& line) {
    std::vector<std::string> words;
    const char* const blanks = " \t\r,";
    for (std::size_t at = line.find_first_not_of(blanks); at != std::string::npos;) {
        const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
        words.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(blanks, end);
    }
    return words;
}

std::vector<NumberLine> linesOf(const std::string& text, const std::string& name) {
    std::vector<NumberLine> lines;
    std::size_t count = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::vector<std::string> words = wordsOf(text.substr(at, end - at));
        at = end + 1;
        NumberLine line{name + ":" + std::to_string(++count), {}};
        double value = 0.0;
        if (words.empty() || (lines.empty() && count == 1 && !readNumber(words[0], value))) continue;
        for (const std::string& word : words) {
            if (!readNumber(word, value)) line.refuse("'" + word.substr(0, 40) + "' is no number");
            line.numbers.push_back(value);
        }
        lines.push_back(line);
    }
    if (lines.empty()) throw std::invalid_argument(name + ": has no numbers");
    return lines;
}

/// A matrix from single entries.
class Entries {
  public:
    void set(const NumberLine& line, int i, int j, double value) {
        if (m_isGiven[i][j]) line.refuse("the entry stands twice");
        m_isGiven[i][j] = true;
        m_values(i, j) = value;
    }
    /// With j, i for i, j where only one is given.
    Matrix6 matrix() const {
        Matrix6 whole = m_values;
        for (int i = 0; i < 6; ++i)
            for (int j = 0; j < 6; ++j)
                if (!m_isGiven[i][j]) whole(i, j) = m_values(j, i);
        return whole;
    }

  private:
    Matrix6 m_values = Matrix6::Zero();
    bool m_isGiven[6][6] = {};
};

/// The rows of a file by period.
struct Rows {
    struct Row {
        Entries addedMass, damping;
        std::map<double, Complex6> forces; ///< by heading [deg]
        std::map<double, std::array<bool, 6>> isGiven;
    };
    std::map<double, Row> byPeriod;
    Entries atZero, atInfinity;
    bool hasInfinity = false;

    /// The row of a period to six digits; null: none.
    Row* near(double period) {
        for (auto& [known, row] : byPeriod)
            if (std::abs(known - period) <= 2e-6 * period) return &row;
        return nullptr;
    }
};

void readCoefficients(const WamitText& text, double density, Rows& rows) {
    for (const NumberLine& line : linesOf(text.coefficients, text.coefficientsName)) {
        if (line.numbers.size() < 4) line.refuse("has fewer than 4 numbers: period, i, j, A and B");
        const double period = line.numbers[0];
        const int i = line.motion(1), j = line.motion(2);
        const double unit = density * std::pow(text.length, 3 + (i < 3) + (j < 3));
        const double addedMass = unit * line.numbers[3];
        if (!(period > 0.0)) {
            (period < 0.0 ? rows.atZero : rows.atInfinity).set(line, i, j, addedMass);
            rows.hasInfinity = rows.hasInfinity || period == 0.0;
            continue;
        }
        if (line.numbers.size() < 5) line.refuse("has no damping");
        Rows::Row* const known = rows.near(period);
        Rows::Row& row = known ? *known : rows.byPeriod[period];
        row.addedMass.set(line, i, j, addedMass);
        row.damping.set(line, i, j, unit * (2.0 * kPi / period) * line.numbers[4]);
    }
    if (!rows.hasInfinity)
        throw std::invalid_argument(text.coefficientsName +
                                    ": has no lines of period 0, the added mass at infinite frequency");
}

void readForces(const WamitText& text, double densityTimesGravity, Rows& rows) {
    for (const NumberLine& line : linesOf(text.forces, text.forcesName)) {
        if (line.numbers.size() < 7)
            line.refuse("has fewer than 7 numbers: period, heading, i, modulus, phase, real and imaginary part");
        const double period = line.numbers[0], heading = line.numbers[1];
        Rows::Row* const row = period > 0.0 ? rows.near(period) : nullptr;
        if (!row) line.refuse("its period is not one of " + text.coefficientsName);
        const int i = line.motion(2);
        Complex6& force = row->forces.try_emplace(heading, Complex6::Zero()).first->second;
        if (std::exchange(row->isGiven[heading][static_cast<std::size_t>(i)], true))
            line.refuse("the entry stands twice");
        const double unit = densityTimesGravity * std::pow(text.length, i < 3 ? 3 : 2);
        force[i] = unit * std::complex<double>(line.numbers[5], -line.numbers[6]); // from e^(i w t)
    }
    for (const auto& [period, row] : rows.byPeriod)
        if (row.forces.empty())
            throw std::invalid_argument(text.forcesName + ": has no lines of the period " + std::to_string(period) +
                                        " s of " + text.coefficientsName);
}

} // namespace

WaveRadiation readWamit(const WamitText& text, double density, double gravity) {
    Rows rows;
    readCoefficients(text, density, rows);
    if (!text.forces.empty()) readForces(text, density * gravity, rows);
    WaveRadiation found;
    found.fluidDensity = density;
    found.gravity = gravity;
    found.addedMassAtZero = rows.atZero.matrix();
    found.addedMassAtInfinity = rows.atInfinity.matrix();
    for (auto from = rows.byPeriod.rbegin(); from != rows.byPeriod.rend(); ++from) {
        WaveRow row;
        row.frequency = 2.0 * kPi / from->first;
        row.waveNumber = row.frequency * row.frequency / gravity;
        row.addedMass = from->second.addedMass.matrix();
        row.damping = from->second.damping.matrix();
        for (const auto& [heading, force] : from->second.forces) {
            WaveExcitation wave;
            wave.heading = heading * kPi / 180.0;
            wave.diffraction = force;
            row.excitation.push_back(wave);
        }
        found.rows.push_back(row);
    }
    return found;
}

} // namespace ambient
