// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/CouplingShape.h"

#include "AmbientFluid/Coupling/CouplingTables.h"
#include "AmbientFluid/Coupling/FaceClusters.h"
#include "AmbientFluid/Coupling/HarmonicFluxes.h"
#include "AmbientFluid/Coupling/SheetPairs.h"
#include "AmbientFluid/Mesh/ReducedMesh.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr double kEpsilons[] = {0.08, 0.1, 0.12, 0.15, 0.2, 0.3};
constexpr double kLargestRatio = 0.95;
constexpr double kLeastIndependence = 1e-7; ///< of a mode, as an eigenvalue of the scaled Gram matrix
constexpr int kClusters = 40;

/// Largest eigenvalue of W^-1 W_reg, the body's energy with itself by the regularised kernel.
double energyRatio(const CurrentSheet& sheet, double squaredEpsilon) {
    const PlacedSheet placed(sheet, Pose(), Reflection(), squaredEpsilon);
    const Matrix regularised = energyOf(placed, placed, meanPotentials(placed, placed, PairKernel::Points));
    return Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(regularised, sheet.self, Eigen::EigenvaluesOnly)
        .eigenvalues()
        .maxCoeff();
}

/// Double layers of the modes, orthonormal in the energy: vertices x modes.
Matrix basisOf(const CurrentSheet& sheet, int degree) {
    const Matrix harmonics = harmonicFluxes(sheet, degree);
    Matrix loads(sheet.mesh.vertexCount(), 6 + harmonics.cols());
    loads << sheet.load, harmonics;
    sheet.removeNetFlux(loads);
    const Matrix layers = sheet.solve(loads);
    const Matrix gram = 0.5 * (loads.transpose() * layers + layers.transpose() * loads);
    // A body of revolution does nothing to the fluid as it spins: such a load is rounding.
    Eigen::VectorXd scale(gram.rows());
    for (int k = 0; k < gram.rows(); ++k) {
        const double length = k < 3 ? sheet.radius : 1.0;
        const double least = 1e-20 * length * length * gram.diagonal().tail(gram.rows() - 3).maxCoeff();
        scale[k] = gram(k, k) > least ? 1.0 / std::sqrt(gram(k, k)) : 0.0;
    }
    const Matrix scaled = scale.asDiagonal() * gram * scale.asDiagonal();
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(scaled);
    const Eigen::VectorXd& values = eigen.eigenvalues(); // ascending
    int dropped = 0;
    while (values[dropped] < kLeastIndependence)
        ++dropped;
    const int kept = static_cast<int>(values.size()) - dropped;
    return layers * scale.asDiagonal() * eigen.eigenvectors().rightCols(kept) *
           values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
}

template <class Number>
CurrentPoints<Number> pointsOf(const Eigen::Matrix<double, 3, Eigen::Dynamic>& x, const Eigen::VectorXd& epsilon2,
                               const CurrentColumns& currents) {
    CurrentPoints<Number> points;
    const int modes = static_cast<int>(currents.axis[0].cols());
    points.resize(static_cast<int>(x.cols()), modes);
    for (int p = 0; p < points.count; ++p) {
        points.epsilon2[p] = static_cast<Number>(epsilon2[p]);
        for (int axis = 0; axis < 3; ++axis) {
            points.x[axis][p] = x(axis, p);
            for (int m = 0; m < modes; ++m)
                points.currents[static_cast<std::size_t>(p * points.rowLength() + axis * modes + m)] =
                    static_cast<Number>(currents.axis[axis](p, m));
        }
    }
    return points;
}

} // namespace

CouplingShape::~CouplingShape() = default;

std::shared_ptr<const CouplingShape> CouplingShape::build(const TriangleMesh& mesh,
                                                          const CouplingShapeOptions& options) {
    if (options.faces < 20)
        throw std::invalid_argument("CouplingShapeOptions::faces: " + std::to_string(options.faces) +
                                    " is less than 20");
    if (options.degree < 1 || options.degree > 8)
        throw std::invalid_argument("CouplingShapeOptions::degree: " + std::to_string(options.degree) +
                                    " is not between 1 and 8");
    const CurrentSheet sheet(reducedMesh(mesh, options.faces));
    std::shared_ptr<CouplingShape> shape(new CouplingShape);
    for (const double epsilon : kEpsilons) {
        shape->m_squaredEpsilon = epsilon;
        shape->m_largestEnergyRatio = energyRatio(sheet, epsilon);
        if (shape->m_largestEnergyRatio <= kLargestRatio) break;
    }
    const Matrix layers = basisOf(sheet, options.degree);
    const CurrentColumns currents = sheet.currents(layers);
    const FaceClusters clusters = clustersOf(sheet, currents, kClusters);
    const Eigen::VectorXd ofFaces = shape->m_squaredEpsilon * sheet.area;
    // That of the faces in the mean, so that both tiers agree at a distance.
    const Eigen::VectorXd ofClusters =
        Eigen::VectorXd::Constant(clusters.x.cols(), ofFaces.dot(sheet.area) / sheet.area.sum());
    auto tables = std::make_unique<CouplingTables>();
    tables->faces = pointsOf<double>(sheet.x, ofFaces, currents);
    tables->singleFaces = pointsOf<float>(sheet.x, ofFaces, currents);
    tables->clusters = pointsOf<double>(clusters.x, ofClusters, clusters.currents);
    tables->singleClusters = pointsOf<float>(clusters.x, ofClusters, clusters.currents);
    shape->m_tables = std::move(tables);
    shape->m_centre = sheet.centre;
    shape->m_radius = sheet.radius;
    shape->m_faces = sheet.mesh.faceCount();
    shape->m_modes = static_cast<int>(layers.cols());
    shape->m_load = layers.transpose() * sheet.load;
    return shape;
}

} // namespace ambient
