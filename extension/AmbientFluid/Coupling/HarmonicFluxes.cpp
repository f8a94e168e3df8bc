// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/HarmonicFluxes.h"

#include "AmbientFluid/Math/Quadrature.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

namespace ambient {
namespace {

using Complex = std::complex<double>;

/// Regular solid harmonics R_l^m = r^l P_l^m(cos t) e^(i m p) / (l + m)! of one point, |m| <= l.
class RegularTable {
  public:
    RegularTable(int degree, const Vector3& x) : m_values((degree + 1) * (degree + 2) / 2) {
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
    Complex operator()(int l, int m) const {
        if (m > l || -m > l) return 0.0;
        const Complex value = m_values[l * (l + 1) / 2 + (m < 0 ? -m : m)];
        return m >= 0 ? value : m % 2 == 0 ? std::conj(value) : -std::conj(value);
    }

    /// The gradient: dR/dz = R_(l-1)^m, (d/dx +- i d/dy) R = +- R_(l-1)^(m +- 1).
    std::array<Complex, 3> gradient(int l, int m) const {
        const Complex up = (*this)(l - 1, m + 1), down = (*this)(l - 1, m - 1);
        return {0.5 * (up - down), Complex(0.0, -0.5) * (up + down), (*this)(l - 1, m)};
    }

  private:
    Complex& at(int l, int m) { return m_values[l * (l + 1) / 2 + m]; }

    std::vector<Complex> m_values;
};

/// Places over the surface, none much nearer to it than `distance` or to another one.
std::vector<Vector3> placesOver(const CurrentSheet& sheet, double distance) {
    constexpr double kSlack = 0.9; // next to a corner of the surface, and between places
    std::vector<Vector3> places;
    for (const Panel& panel : sheet.panels) {
        const Vector3 middle = (panel.corner[0] + panel.corner[1] + panel.corner[2]) / 3.0;
        const Vector3 place = middle + distance * panel.normal;
        const auto isNear = [&](const Vector3& other) { return (other - place).norm() < kSlack * distance; };
        if (std::any_of(places.begin(), places.end(), isNear)) continue;
        const bool isInside = std::any_of(sheet.panels.begin(), sheet.panels.end(), [&](const Panel& of) {
            return isNear((of.corner[0] + of.corner[1] + of.corner[2]) / 3.0);
        });
        if (!isInside) places.push_back(place);
    }
    return places;
}

} // namespace

Matrix harmonicFluxes(const CurrentSheet& sheet, int degree) {
    const int columns = (degree + 1) * (degree + 1) - 4;
    Matrix fluxes = Matrix::Zero(sheet.mesh.vertexCount(), degree < 2 ? 0 : columns);
    if (degree < 2) return fluxes;
    for (int f = 0; f < sheet.mesh.faceCount(); ++f) {
        const Panel& panel = sheet.panels[f];
        for (const TrianglePoint& q : kTriangleRuleDegree6) {
            const Vector3 x = q.barycentric[0] * panel.corner[0] + q.barycentric[1] * panel.corner[1] +
                              q.barycentric[2] * panel.corner[2];
            const RegularTable table(degree, x / sheet.radius);
            Eigen::RowVectorXd normal(columns);
            int column = 0;
            for (int l = 2; l <= degree; ++l)
                for (int m = 0; m <= l; ++m) {
                    const std::array<Complex, 3> gradient = table.gradient(l, m);
                    const Complex flux = panel.normal.x() * gradient[0] + panel.normal.y() * gradient[1] +
                                         panel.normal.z() * gradient[2];
                    normal[column++] = flux.real();
                    if (m > 0) normal[column++] = flux.imag();
                }
            for (int k = 0; k < 3; ++k)
                fluxes.row(sheet.mesh.faces[f][k]) += (q.weight * panel.area * q.barycentric[k]) * normal;
        }
    }
    return fluxes;
}

Matrix dipoleFluxes(const CurrentSheet& sheet, double distance) {
    const std::vector<Vector3> places = placesOver(sheet, distance);
    const int columns = 3 * static_cast<int>(places.size());
    Matrix fluxes = Matrix::Zero(sheet.mesh.vertexCount(), columns);
    Eigen::RowVectorXd normal(columns);
    for (int f = 0; f < sheet.mesh.faceCount(); ++f) {
        const Panel& panel = sheet.panels[f];
        for (const TrianglePoint& q : kTriangleRuleDegree6) {
            const Vector3 x = q.barycentric[0] * panel.corner[0] + q.barycentric[1] * panel.corner[1] +
                              q.barycentric[2] * panel.corner[2];
            for (std::size_t p = 0; p < places.size(); ++p) {
                const Vector3 r = (x - places[p]) / distance;
                const double inverse = 1.0 / r.norm(), cube = inverse * inverse * inverse;
                normal.segment<3>(3 * static_cast<int>(p)) =
                    (cube * (panel.normal - 3.0 * inverse * inverse * r.dot(panel.normal) * r)).transpose();
            }
            for (int k = 0; k < 3; ++k)
                fluxes.row(sheet.mesh.faces[f][k]) += (q.weight * panel.area * q.barycentric[k]) * normal;
        }
    }
    return fluxes;
}

} // namespace ambient
