// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/SheetPairs.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Quadrature.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr double kFourPi = 4.0 * kPi;

// Distances in units of the sum of the radii of two faces from which rules of degree 2 and 4 do; nearer, the inner
// integral is in closed form. Twice these change K of two spheres of 320 faces and a gap of a tenth by 1e-6.
constexpr double kCoarseRange = 4.0;
constexpr double kMediumRange = 1.5;

template <std::size_t Count>
PlacedSheet::Points pointsOf(const std::vector<Panel>& panels, const std::array<TrianglePoint, Count>& rule) {
    PlacedSheet::Points points;
    points.perFace = Count;
    for (const TrianglePoint& q : rule)
        points.weight.push_back(q.weight);
    points.position.reserve(Count * panels.size());
    for (const Panel& panel : panels)
        for (const TrianglePoint& q : rule)
            points.position.push_back(panel.at(q.barycentric));
    return points;
}

/// Int 1/r dA over a panel and its gradient at p, in closed form.
struct PanelPotential {
    double value;     ///< [m]
    Vector3 gradient; ///< with p
};

PanelPotential potentialAt(const Panel& panel, const Vector3& p) {
    const PanelIntegrals integrals = integratePanel(panel, p);
    PanelPotential result{integrals.singleLayer, -integrals.solidAngle * panel.normal};
    for (int k = 0; k < 3; ++k) {
        const double length = panel.edgeLength[k];
        const double sum = (panel.corner[k] - p).norm() + (panel.corner[(k + 1) % 3] - p).norm();
        result.gradient -= portable::log((sum + length) / std::max(sum - length, 1e-15 * length)) * panel.edgeNormal[k];
    }
    return result;
}

/// Calls term(position, potential, gradient) for points on or as seen from face f of a: the terms' sum of potentials is
/// the mean of 1/(4 pi r) over f and h, and gradients are with the displacement of f.
template <class Term>
void forEachTerm(const PlacedSheet& a, const PlacedSheet& b, int f, int h, PairKernel kernel, Term term) {
    const Panel &pf = a.panels[f], &ph = b.panels[h];
    const Vector3 between = pf.centroid - ph.centroid;
    if (kernel == PairKernel::Points) {
        const double inverse = 1.0 / std::sqrt(between.squaredNorm() + a.epsilon2[f] + b.epsilon2[h]);
        const double potential = inverse / kFourPi;
        term(pf.centroid, potential, -potential * inverse * inverse * between);
        return;
    }
    const double ratio = between.norm() / (pf.radius + ph.radius);
    if (ratio >= kMediumRange) {
        const bool isFar = ratio >= kCoarseRange;
        const PlacedSheet::Points &of = isFar ? a.coarse : a.medium, &oh = isFar ? b.coarse : b.medium;
        for (int i = 0; i < of.perFace; ++i)
            for (int k = 0; k < oh.perFace; ++k) {
                const Vector3& x = of.position[f * of.perFace + i];
                const Vector3 d = x - oh.position[h * oh.perFace + k];
                const double inverse2 = 1.0 / d.squaredNorm();
                const double potential = of.weight[i] * oh.weight[k] * std::sqrt(inverse2) / kFourPi;
                term(x, potential, -potential * inverse2 * d);
            }
        return;
    }
    // Both ways round, so that the means of (f, h) and (h, f) agree to rounding.
    for (int i = 0; i < a.fine.perFace; ++i) {
        const Vector3& x = a.fine.position[f * a.fine.perFace + i];
        const PanelPotential at = potentialAt(ph, x);
        const double weight = 0.5 * a.fine.weight[i] / (kFourPi * ph.area);
        term(x, weight * at.value, weight * at.gradient);
    }
    for (int i = 0; i < b.fine.perFace; ++i) {
        const Vector3& x = b.fine.position[h * b.fine.perFace + i];
        const PanelPotential at = potentialAt(pf, x);
        const double weight = 0.5 * b.fine.weight[i] / (kFourPi * pf.area);
        term(x, weight * at.value, -weight * at.gradient);
    }
}

} // namespace

PlacedSheet::PlacedSheet(const CurrentSheet& of, const Pose& worldFromSheet, const Reflection& image,
                         double squaredEpsilon)
    : turn(image.ofCurrents() * worldFromSheet.orientation.toRotationMatrix()), sheet(&of) {
    panels.reserve(of.panels.size());
    for (const Panel& panel : of.panels) {
        Vector3 corner[3];
        for (int k = 0; k < 3; ++k)
            corner[k] = image * (worldFromSheet * panel.corner[k]);
        panels.emplace_back(corner[0], corner[1], corner[2]);
        epsilon2.push_back(squaredEpsilon * panel.area);
    }
    coarse = pointsOf(panels, kTriangleRuleDegree2);
    medium = pointsOf(panels, kTriangleRuleDegree4);
    fine = pointsOf(panels, kTriangleRuleDegree6);
}

Matrix meanPotentials(const PlacedSheet& a, const PlacedSheet& b, PairKernel kernel) {
    const int rows = static_cast<int>(a.panels.size()), columns = static_cast<int>(b.panels.size());
    Matrix means(columns, rows); // transposed: a row of a is contiguous
#pragma omp parallel for schedule(dynamic, 16)
    for (int f = 0; f < rows; ++f)
        for (int h = 0; h < columns; ++h) {
            double sum = 0.0;
            forEachTerm(a, b, f, h, kernel,
                        [&](const Vector3&, double potential, const Vector3&) { sum += potential; });
            means(h, f) = sum;
        }
    return means.transpose();
}

Matrix energyOf(const PlacedSheet& a, const PlacedSheet& b, const Matrix& means) {
    const auto spread = [](const PlacedSheet& placed) { // curls of the hats of each face, world axes: 3 x 3 faces
        std::vector<Matrix3> curls;
        for (const Panel& panel : placed.sheet->panels) {
            Matrix3 curl;
            for (int k = 0; k < 3; ++k)
                curl.col(k) = placed.turn * (panel.area * panel.normal.cross(panel.hatGradient[k]));
            curls.push_back(curl);
        }
        return curls;
    };
    const std::vector<Matrix3> ofA = spread(a), ofB = spread(b);
    const TriangleMesh &meshA = a.sheet->mesh, &meshB = b.sheet->mesh;
    Matrix energy = Matrix::Zero(meshA.vertexCount(), meshB.vertexCount());
    for (int axis = 0; axis < 3; ++axis) {
        Matrix image = Matrix::Zero(meshA.vertexCount(), meshB.faceCount());
        for (int f = 0; f < meshA.faceCount(); ++f)
            for (int k = 0; k < 3; ++k)
                image.row(meshA.faces[f][k]) += ofA[f](axis, k) * means.row(f);
        for (int h = 0; h < meshB.faceCount(); ++h)
            for (int k = 0; k < 3; ++k)
                energy.col(meshB.faces[h][k]) += ofB[h](axis, k) * image.col(h);
    }
    return energy;
}

Wrench pairWrench(const PlacedSheet& a, const PlacedSheet& b, const FaceCurrents& ofA, const FaceCurrents& ofB,
                  const Vector3& point, PairKernel kernel) {
    const int rows = static_cast<int>(a.panels.size()), columns = static_cast<int>(b.panels.size());
    std::vector<Wrench> ofFace(a.panels.size());
#pragma omp parallel for schedule(dynamic, 16)
    for (int f = 0; f < rows; ++f) {
        Wrench sum;
        const Vector3 current = ofA.col(f);
        for (int h = 0; h < columns; ++h) {
            const double product = current.dot(ofB.col(h));
            double mean = 0.0;
            forEachTerm(a, b, f, h, kernel, [&](const Vector3& x, double potential, const Vector3& gradient) {
                const Vector3 force = -product * gradient;
                mean += potential;
                sum.linear += force;
                sum.angular += (x - point).cross(force);
            });
            sum.angular -= mean * current.cross(ofB.col(h));
        }
        ofFace[f] = sum;
    }
    Wrench total;
    for (const Wrench& part : ofFace)
        total += part;
    return total;
}

} // namespace ambient
