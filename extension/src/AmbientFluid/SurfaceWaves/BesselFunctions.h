// SPDX-License-Identifier: Zlib
#pragma once

#include <array>
#include <vector>

namespace ambient {

/// Bessel functions of the first and second kind and of orders 0 and 1.
struct BesselValues {
    double j0 = 1.0, j1 = 0.0, y0 = 0.0, y1 = 0.0;
};

/// Struve functions of orders 0 and 1.
struct StruveValues {
    double h0 = 0.0, h1 = 0.0;
};

/// From their power series; the error grows to 1e-10 at x = 16. \param x in (0, 16]
BesselValues besselBySeries(double x);
/// \param x in [0, 16]
StruveValues struveBySeries(double x);
/// From Hankel's asymptotic series, to 1e-9. \param x at least 14
BesselValues besselFarOut(double x);

/// Bessel functions for every x >= 0: cubic between the points of a table, asymptotic beyond it.
/// Errors: J 2e-8; Y the same from x = 1 on; below .5, Y is that of .5.
class BesselTable {
  public:
    BesselTable();
    /// J0 and J1 only. \param x not negative
    void first(double x, double& j0, double& j1) const;
    BesselValues at(double x) const; ///< all four

  private:
    static constexpr double kStep = 0.05, kEnd = 16.0;
    /// Function values and slopes times kStep at the points.
    using Row = std::array<double, 8>;
    static double between(const Row& a, const Row& b, int function, double t);

    std::vector<Row> m_rows;
};

} // namespace ambient
