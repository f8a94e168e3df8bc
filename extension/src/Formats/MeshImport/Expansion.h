// SPDX-License-Identifier: Zlib
#pragma once

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace ambient {

/// An exact number: the sum of doubles of ascending size that do not overlap [Shewchuk1997]. Sums, differences and
/// products of integers are exact as long as they stay below 2^990. Needs IEEE arithmetic without contraction.
class Expansion {
  public:
    /// Zero.
    Expansion() = default;
    /// A double is exact. Implicit: formulas mix both.
    Expansion(double value) {
        if (value != 0.0) m_terms.push_back(value);
    }

    /// -1, 0 or 1.
    int sign() const { return m_terms.empty() ? 0 : m_terms.back() > 0.0 ? 1 : -1; }

    /// The number to a few units in the last place.
    double value() const {
        double sum = 0.0;
        for (double term : m_terms)
            sum += term;
        return sum;
    }

    Expansion operator-() const {
        Expansion result = *this;
        for (double& term : result.m_terms)
            term = -term;
        return result;
    }

    friend Expansion operator+(const Expansion& a, const Expansion& b) {
        if (a.m_terms.empty()) return b;
        if (b.m_terms.empty()) return a;
        // Merged by size and summed from the smallest on: FAST-EXPANSION-SUM.
        std::vector<double> merged;
        merged.reserve(a.m_terms.size() + b.m_terms.size());
        std::size_t i = 0, j = 0;
        while (i < a.m_terms.size() || j < b.m_terms.size()) {
            const bool takesA =
                j == b.m_terms.size() || (i < a.m_terms.size() && std::fabs(a.m_terms[i]) < std::fabs(b.m_terms[j]));
            merged.push_back(takesA ? a.m_terms[i++] : b.m_terms[j++]);
        }
        Expansion result;
        double sum = merged.front();
        for (std::size_t k = 1; k < merged.size(); ++k) {
            const auto [head, tail] = twoSum(sum, merged[k]);
            if (tail != 0.0) result.m_terms.push_back(tail);
            sum = head;
        }
        if (sum != 0.0) result.m_terms.push_back(sum);
        return result;
    }

    friend Expansion operator-(const Expansion& a, const Expansion& b) { return a + -b; }

    friend Expansion operator*(const Expansion& a, const Expansion& b) {
        const Expansion &longer = a.m_terms.size() < b.m_terms.size() ? b : a,
                        &shorter = a.m_terms.size() < b.m_terms.size() ? a : b;
        Expansion result;
        for (double factor : shorter.m_terms)
            result = result + longer.scaled(factor);
        return result;
    }

  private:
    static std::pair<double, double> twoSum(double a, double b) {
        const double sum = a + b, partOfB = sum - a, partOfA = sum - partOfB;
        return {sum, (a - partOfA) + (b - partOfB)};
    }

    /// The halves of a double, each of 26 bits [Dekker1971].
    static std::pair<double, double> split(double a) {
        constexpr double splitter = 134217729.0; // 2^27 + 1
        const double c = splitter * a, high = c - (c - a);
        return {high, a - high};
    }

    static std::pair<double, double> twoProduct(double a, double b) {
        const double product = a * b;
        const auto [aHigh, aLow] = split(a);
        const auto [bHigh, bLow] = split(b);
        return {product, aLow * bLow - (((product - aHigh * bHigh) - aLow * bHigh) - aHigh * bLow)};
    }

    /// SCALE-EXPANSION.
    Expansion scaled(double factor) const {
        Expansion result;
        if (m_terms.empty()) return result;
        result.m_terms.reserve(2 * m_terms.size());
        const auto add = [&result](double term) {
            if (term != 0.0) result.m_terms.push_back(term);
        };
        auto [sum, rest] = twoProduct(m_terms.front(), factor);
        add(rest);
        for (std::size_t k = 1; k < m_terms.size(); ++k) {
            const auto [product, low] = twoProduct(m_terms[k], factor);
            const auto [middle, tail] = twoSum(sum, low);
            add(tail);
            const auto [next, tailOfNext] = twoSum(product, middle);
            add(tailOfNext);
            sum = next;
        }
        add(sum);
        return result;
    }

    std::vector<double> m_terms;
};

} // namespace ambient
