// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/DipoleFluxes.h"

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
