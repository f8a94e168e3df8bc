// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <array>
#include <complex>
#include <vector>

namespace ambient {

/// Regular solid harmonics R_l^m = r^l P_l^m(cos t) e^(i m p) / (l + m)! of one point, |m| <= l.
class RegularHarmonics {
  public:
    /// \param degree largest l, 0 or above
    RegularHarmonics(int degree, const Vector3& x) : m_values((degree + 1) * (degree + 2) / 2) {
        const Complex xy(x.x(), x.y());
        for (int m = 0; m <= degree; ++m) {
            at(m, m) = m == 0 ? Complex(1.0) : -0.5 / m * xy * at(m - 1, m - 1);
            for (int l = m + 1; l <= degree; ++l) {
                const Complex below = l > m + 1 ? x.squaredNorm() * at(l - 2, m) : Complex(0.0);
                at(l, m) = ((2.0 * l - 1.0) * x.z() * at(l - 1, m) - below) / static_cast<double>(l * l - m * m);
            }
        }
    }

    /// R_l^m; 0 outside |m| <= l.
    std::complex<double> operator()(int l, int m) const {
        if (m > l || -m > l) return 0.0;
        const Complex value = m_values[l * (l + 1) / 2 + (m < 0 ? -m : m)];
        return m >= 0 ? value : m % 2 == 0 ? std::conj(value) : -std::conj(value);
    }

    /// The gradient: dR/dz = R_(l-1)^m, (d/dx +- i d/dy) R = +- R_(l-1)^(m +- 1).
    std::array<std::complex<double>, 3> gradient(int l, int m) const {
        const Complex up = (*this)(l - 1, m + 1), down = (*this)(l - 1, m - 1);
        return {0.5 * (up - down), Complex(0.0, -0.5) * (up + down), (*this)(l - 1, m)};
    }

  private:
    using Complex = std::complex<double>;

    Complex& at(int l, int m) { return m_values[l * (l + 1) / 2 + m]; }

    std::vector<Complex> m_values;
};

} // namespace ambient
