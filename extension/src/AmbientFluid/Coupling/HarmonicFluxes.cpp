// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/HarmonicFluxes.h"

#include "AmbientFluid/Coupling/RegularHarmonics.h"
#include "AmbientFluid/Math/Quadrature.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace ambient {
namespace {

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
            const Vector3 x = panel.at(q.barycentric);
            const RegularHarmonics table(degree, x / sheet.radius);
            Eigen::RowVectorXd normal(columns);
            int column = 0;
            for (int l = 2; l <= degree; ++l)
                for (int m = 0; m <= l; ++m) {
                    const std::array<std::complex<double>, 3> gradient = table.gradient(l, m);
                    const std::complex<double> flux = panel.normal.x() * gradient[0] + panel.normal.y() * gradient[1] +
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
            const Vector3 x = panel.at(q.barycentric);
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
