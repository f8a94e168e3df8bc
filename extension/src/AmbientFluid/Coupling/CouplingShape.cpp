// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Coupling/CouplingShape.h"

#include "AmbientFluid/Coupling/CouplingTables.h"
#include "AmbientFluid/Coupling/FaceClusters.h"
#include "AmbientFluid/Coupling/HarmonicFluxes.h"
#include "AmbientFluid/Coupling/RegularHarmonics.h"
#include "AmbientFluid/Coupling/SheetPairs.h"
#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Math/SymmetricEigen.h"
#include "AmbientFluid/Mesh/ReducedMesh.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr double kEpsilons[] = {0.08, 0.1, 0.12, 0.15, 0.2, 0.3};
constexpr double kLargestRatio = 0.95;
constexpr double kLeastIndependence = 1e-7; ///< of a mode, as an eigenvalue of the scaled Gram matrix
constexpr double kLeastOfDipoles = 0.05;    ///< the same, of the flows of dipoles, which are many
/// Of the two tiers of clusters: their number, the degree of the moments that they keep, and that of the flows that a
/// body feels of others. Measured in decision 97.
struct ClusterTier {
    int clusters, momentDegree, flowDegree;
};
constexpr ClusterTier kClusterTiers[] = {{96, 5, 4}, {40, 3, 3}};

/// Largest eigenvalue of W^-1 W_reg, the body's energy with itself by the regularised kernel.
double energyRatio(const CurrentSheet& sheet, double squaredEpsilon) {
    const PlacedSheet placed(sheet, Pose(), Reflection(), squaredEpsilon);
    const Matrix regularised = energyOf(placed, placed, meanPotentials(placed, placed, PairKernel::Points));
    return generalizedEigenvalues(regularised, sheet.self).maxCoeff();
}

/// Double layers of orthonormal modes, in the order of their loads: first those of the six unit motions, then those of
/// each degree.
struct Basis {
    Matrix layers;                                      ///< vertices x modes
    std::array<int, CouplingShape::kTiers> counts = {}; ///< of the first ones, which a tier has
    int quadratic = 0;                                  ///< of the first ones, to degree 2
};

/// Adds the modes of some loads to a basis. A load that the basis has already is rounding, as of a body of revolution
/// that spins.
/// \param scale makes the energy of each load 1
void addModes(const CurrentSheet& sheet, Matrix loads, const Eigen::VectorXd& scale, double leastIndependence,
              Matrix& basis) {
    loads = loads * scale.asDiagonal();
    Matrix layers = sheet.solve(loads);
    if (basis.cols() > 0) {
        // Twice, since once leaves the rounding of the part that is taken out.
        for (int round = 0; round < 2; ++round)
            layers -= basis * (basis.transpose() * (sheet.self * layers));
    }
    const Matrix energy = sheet.self * layers;
    const auto eigen = symmetricEigen(Matrix(0.5 * (layers.transpose() * energy + energy.transpose() * layers)));
    const Eigen::VectorXd& values = eigen.values; // ascending
    int dropped = 0;
    while (dropped < values.size() && values[dropped] < leastIndependence)
        ++dropped;
    const int kept = static_cast<int>(values.size()) - dropped, before = static_cast<int>(basis.cols());
    basis.conservativeResize(layers.rows(), before + kept);
    basis.rightCols(kept) =
        layers * eigen.vectors.rightCols(kept) * values.tail(kept).cwiseSqrt().cwiseInverse().asDiagonal();
}

Basis basisOf(const CurrentSheet& sheet, const CouplingShapeOptions& options) {
    const int degree = options.degree;
    const Matrix harmonics = harmonicFluxes(sheet, degree);
    Matrix loads(sheet.mesh.vertexCount(), 6 + harmonics.cols());
    loads << sheet.load, harmonics;
    sheet.removeNetFlux(loads);
    const Eigen::VectorXd energy = loads.cwiseProduct(sheet.solve(loads)).colwise().sum();
    Eigen::VectorXd scale(energy.size());
    for (int k = 0; k < energy.size(); ++k) {
        const double length = k < 3 ? sheet.radius : 1.0;
        const double least = 1e-20 * length * length * energy.tail(energy.size() - 3).maxCoeff();
        scale[k] = energy[k] > least ? 1.0 / std::sqrt(energy[k]) : 0.0;
    }
    Basis basis;
    for (int l = 1, first = 0; l <= degree; ++l) {
        const int count = l == 1 ? 6 : 2 * l + 1;
        addModes(sheet, loads.middleCols(first, count), scale.segment(first, count), kLeastIndependence, basis.layers);
        first += count;
        if (l <= 2) basis.quadratic = static_cast<int>(basis.layers.cols());
        for (int tier = 1; tier < CouplingShape::kTiers; ++tier)
            if (l <= kClusterTiers[tier - 1].flowDegree) basis.counts[tier] = static_cast<int>(basis.layers.cols());
    }
    if (options.smallest > 0.0) {
        Matrix dipoles = dipoleFluxes(sheet, options.smallest);
        sheet.removeNetFlux(dipoles);
        const Eigen::VectorXd ofDipoles = dipoles.cwiseProduct(sheet.solve(dipoles)).colwise().sum();
        addModes(sheet, dipoles, ofDipoles.cwiseSqrt().cwiseInverse(), kLeastOfDipoles, basis.layers);
        basis.counts[1] = static_cast<int>(basis.layers.cols()); // a small body is not far from a large one there
    }
    basis.counts[0] = static_cast<int>(basis.layers.cols());
    return basis;
}

/// Symmetric gradients of the flows of harmonicFluxes() of degree 2.
std::array<Matrix3, 5> strainsOf(double radius) {
    std::array<Matrix3, 5> strains;
    for (int axis = 0; axis < 3; ++axis) {
        const RegularHarmonics table(2, Vector3::Unit(axis) / radius);
        for (int k = 0; k < 5; ++k) { // as the columns of harmonicFluxes()
            const std::array<std::complex<double>, 3> gradient = table.gradient(2, (k + 1) / 2);
            for (int row = 0; row < 3; ++row)
                strains[k](row, axis) = k == 0 || k % 2 == 1 ? gradient[row].real() : gradient[row].imag();
        }
    }
    return strains;
}

/// The least-squares map from the flux of a flow on the modes to three velocities and five strains.
Matrix flowFit(const CurrentSheet& sheet, const Basis& basis, int degree) {
    Matrix loads = Matrix::Zero(sheet.mesh.vertexCount(), 8);
    loads.leftCols<3>() = sheet.load.rightCols<3>();
    if (degree >= 2) loads.rightCols<5>() = harmonicFluxes(sheet, 2);
    sheet.removeNetFlux(loads);
    const Matrix onModes = basis.layers.leftCols(basis.quadratic).transpose() * loads;
    const Eigen::VectorXd scale = onModes.colwise().norm().cwiseMax(1e-100).cwiseInverse();
    return scale.asDiagonal() *
           leastSquares(onModes * scale.asDiagonal(), Matrix::Identity(onModes.rows(), onModes.rows()));
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

template <class Number>
HatTables<Number> hatsOf(const CurrentSheet& sheet, const Matrix& layers) {
    HatTables<Number> hats;
    hats.join(sheet.mesh.faces, sheet.mesh.vertexCount());
    for (const Panel& panel : sheet.panels)
        for (int k = 0; k < 3; ++k) {
            const Vector3 curl = panel.area * panel.normal.cross(panel.hatGradient[k]);
            for (int axis = 0; axis < 3; ++axis)
                hats.curls.push_back(static_cast<Number>(curl[axis]));
        }
    const int row = paddedSize(static_cast<int>(layers.cols()));
    hats.layers.assign(static_cast<std::size_t>(paddedSize(hats.vertices) * row), Number(0));
    for (int v = 0; v < hats.vertices; ++v)
        for (int m = 0; m < layers.cols(); ++m)
            hats.layers[static_cast<std::size_t>(v * row + m)] = static_cast<Number>(layers(v, m));
    return hats;
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
    if (!(options.smallest >= 0.0) || !std::isfinite(options.smallest))
        throw std::invalid_argument("CouplingShapeOptions::smallest: " + std::to_string(options.smallest) +
                                    " m is negative or not finite");
    const CurrentSheet sheet(reducedMesh(mesh, options.faces));
    std::shared_ptr<CouplingShape> shape(new CouplingShape);
    for (const double epsilon : kEpsilons) {
        shape->m_squaredEpsilon = epsilon;
        shape->m_largestEnergyRatio = energyRatio(sheet, epsilon);
        if (shape->m_largestEnergyRatio <= kLargestRatio) break;
    }
    const Basis basis = basisOf(sheet, options);
    const Matrix& layers = basis.layers;
    const CurrentColumns currents = sheet.currents(layers);
    const Eigen::VectorXd ofFaces = shape->m_squaredEpsilon * sheet.area;
    auto tables = std::make_unique<CouplingTables>();
    tables->points[0] = pointsOf<double>(sheet.x, ofFaces, currents);
    tables->singlePoints[0] = pointsOf<float>(sheet.x, ofFaces, currents);
    for (int tier = 1; tier < kTiers; ++tier) {
        const ClusterTier& of = kClusterTiers[tier - 1];
        const FaceClusters clusters =
            clustersOf(sheet, sheet.currents(layers.leftCols(basis.counts[tier])), of.clusters, of.momentDegree);
        // That of the faces in the mean, so that the tiers agree at a distance.
        const Eigen::VectorXd epsilon2 =
            Eigen::VectorXd::Constant(clusters.x.cols(), ofFaces.dot(sheet.area) / sheet.area.sum());
        tables->points[tier] = pointsOf<double>(clusters.x, epsilon2, clusters.currents);
        tables->singlePoints[tier] = pointsOf<float>(clusters.x, epsilon2, clusters.currents);
    }
    tables->hats = hatsOf<double>(sheet, layers);
    tables->singleHats = hatsOf<float>(sheet, layers);
    tables->points[0].hats = &tables->hats;
    tables->singlePoints[0].hats = &tables->singleHats;
    shape->m_tables = std::move(tables);
    shape->m_centre = sheet.centre;
    shape->m_radius = sheet.radius;
    shape->m_faces = sheet.mesh.faceCount();
    shape->m_modes = basis.counts;
    shape->m_load = layers.transpose() * sheet.load;
    shape->m_flow = flowFit(sheet, basis, options.degree);
    shape->m_strain = strainsOf(sheet.radius);
    return shape;
}

FlowAround CouplingShape::flowOf(const Eigen::VectorXd& onModes) const {
    const Eigen::Matrix<double, 8, 1> factors = m_flow * onModes.head(m_flow.cols());
    FlowAround flow;
    flow.velocity = factors.head<3>();
    for (int k = 0; k < 5; ++k)
        flow.strain += factors[3 + k] * m_strain[k];
    return flow;
}

Eigen::VectorXd CouplingShape::loadsOf(const FlowAround& forces, int modes) const {
    Eigen::Matrix<double, 8, 1> onFactors;
    onFactors.head<3>() = forces.velocity;
    for (int k = 0; k < 5; ++k)
        onFactors[3 + k] = forces.strain.cwiseProduct(m_strain[k]).sum();
    Eigen::VectorXd loads = Eigen::VectorXd::Zero(modes);
    loads.head(m_flow.cols()) = m_flow.transpose() * onFactors;
    return loads;
}

} // namespace ambient
