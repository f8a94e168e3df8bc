// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/NeumannSolver.h"

#include "AmbientFluid/Math/DenseCholesky.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshComponents.h"
#include "AmbientFluid/PotentialFlow/LoopProgress.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

template <class Columns>
double largestRelativeResidual(const Matrix& a, const Columns& x, const Columns& b) {
    const Columns residual = b - a * x;
    double largest = 0.0;
    for (Eigen::Index j = 0; j < b.cols(); ++j)
        if (b.col(j).norm() > 0.0) largest = std::max(largest, residual.col(j).norm() / b.col(j).norm());
    return largest;
}

/// Shifts potentials of zero mean so that they vanish at infinity.
/// The shift follows from the first Calderon equation, (1/2 - K) phi = -V g, tested with 1, and from (1/2 - K) 1 = 1.
/// \param singleLayerFlux V g
void shiftToZeroAtInfinity(const GalerkinOperators& op, const SixColumns& singleLayerFlux, SixColumns& potentials) {
    const double area = op.hatArea.sum();
    const Eigen::Matrix<double, 1, 6> singleLayerMean = singleLayerFlux.colwise().sum();
    const Eigen::Matrix<double, 1, 6> doubleLayerMean = (op.hatArea - op.adjointOfOne).transpose() * potentials;
    potentials.rowwise() -= (singleLayerMean + doubleLayerMean) / area;
}

/// Index of the piece of each vertex, from 0.
struct Pieces {
    explicit Pieces(const TriangleMesh& mesh) : ofVertex(mesh.vertices.size(), 0) {
        const MeshComponents components = connectedComponents(mesh, MeshAdjacency(mesh));
        ofFace = components.ofFace;
        count = components.count();
        for (int f = 0; f < mesh.faceCount(); ++f)
            for (int v : mesh.faces[f])
                ofVertex[v] = ofFace[f];
    }

    /// Rows of one piece; the other rows are zero.
    template <class Columns>
    Columns only(int piece, const Columns& columns) const {
        Columns result = columns;
        for (int v = 0; v < static_cast<int>(ofVertex.size()); ++v)
            if (ofVertex[v] != piece) result.row(v).setZero();
        return result;
    }

    std::vector<int> ofVertex, ofFace;
    int count = 0;
};

/// Shifts the potentials of each of several pieces so that they vanish at infinity.
/// The first Calderon equation is tested with the indicator of each piece, for which (1/2 - K) 1_c = 1_c, at the face
/// centroids.
void shiftPiecesToZeroAtInfinity(const TriangleMesh& mesh, const Pieces& pieces, const SixColumns& singleLayerFlux,
                                 SixColumns& potentials) {
    const std::vector<Panel> panels = makePanels(mesh);
    const int faces = mesh.faceCount();
    using Rows = Eigen::Matrix<double, Eigen::Dynamic, 6, Eigen::RowMajor>;
    const Rows atVertices = potentials;
    Rows excess = Rows::Zero(faces, 6);
    constexpr int kBlock = 64; // rows whose points are integrated together
#pragma omp parallel
    {
        PanelPoints points;
#pragma omp for schedule(dynamic)
        for (int first = 0; first < faces; first += kBlock) {
            const int end = std::min(first + kBlock, faces);
            points.clear();
            for (int i = first; i < end; ++i)
                points.add(panels[i].centroid);
            for (int j = 0; j < faces; ++j) {
                points.integrate(panels[j]);
                for (int i = first; i < end; ++i) {
                    if (j == i) continue;
                    const PanelIntegrals integrals = points.at(i - first);
                    for (int k = 0; k < 3; ++k)
                        excess.row(i) -= integrals.doubleLayer[k] / (4.0 * kPi) * atVertices.row(mesh.faces[j][k]);
                }
            }
            for (int i = first; i < end; ++i) {
                for (int k = 0; k < 3; ++k)
                    excess.row(i) += 0.5 / 3.0 * atVertices.row(mesh.faces[i][k]);
                excess.row(i) = panels[i].area * excess.row(i) + singleLayerFlux.row(i);
            }
        }
    }
    SixColumns constant = SixColumns::Zero(pieces.count, 6);
    Eigen::VectorXd area = Eigen::VectorXd::Zero(pieces.count);
    for (int f = 0; f < faces; ++f) {
        constant.row(pieces.ofFace[f]) += excess.row(f);
        area[pieces.ofFace[f]] += panels[f].area;
    }
    for (int v = 0; v < mesh.vertexCount(); ++v)
        potentials.row(v) -= constant.row(pieces.ofVertex[v]) / area[pieces.ofVertex[v]];
}

} // namespace

double symmetryDefect(const Matrix6& k, double length) {
    Vector6 scale;
    scale << Vector3::Constant(1.0 / length), Vector3::Ones();
    const Matrix6 scaled = scale.asDiagonal() * k * scale.asDiagonal();
    return (scaled - scaled.transpose()).norm() / scaled.norm();
}

AddedMass solveGalerkin(const TriangleMesh& mesh, const std::function<void(double)>& progress) {
    GalerkinOperators op = assembleGalerkin(mesh, progress);
    // The null space of W contains the constants on each piece, which are orthogonal to all loads. Adding them,
    // weighted with the largest diagonal entry, makes the matrix definite and changes no solution.
    const Pieces pieces(mesh);
    const double weight = op.hypersingular.diagonal().maxCoeff() / op.hatArea.cwiseAbs2().mean();
    Matrix& w = op.hypersingular;
    for (int b = 0; b < mesh.vertexCount(); ++b)
        for (int a = 0; a < mesh.vertexCount(); ++a)
            if (pieces.ofVertex[a] == pieces.ofVertex[b]) w(a, b) += weight * op.hatArea[a] * op.hatArea[b];
    SixColumns load = op.adjointLoad;
    for (int c = 0; c < pieces.count; ++c) {
        const Eigen::VectorXd hatArea = pieces.only(c, op.hatArea);
        const Eigen::RowVectorXd loadMean = pieces.only(c, op.adjointLoad).colwise().sum() / hatArea.sum();
        load -= hatArea * loadMean; // removes the net flux left by the quadrature error
    }
    if (progress) progress(0.9);
    const DenseCholesky factors(w);
    const SixColumns minusPhi =
        factors.isPositive() ? SixColumns(factors.solve(load)) : SixColumns::Constant(load.rows(), 6, std::nan(""));
    if (progress) progress(1.0);

    AddedMass result;
    result.unknowns = mesh.vertexCount();
    result.residual = largestRelativeResidual(w, minusPhi, load);
    const SixColumns singleLayerFlux = op.singleLayer * op.faceFlux;
    const Matrix6 energy = op.faceFlux.transpose() * singleLayerFlux + load.transpose() * minusPhi;
    result.perDensity = SpatialInertia(energy);
    result.symmetryDefect = symmetryDefect(op.hatFlux.transpose() * minusPhi, std::sqrt(op.hatArea.sum()));
    result.unitPotentials = -minusPhi;
    if (pieces.count == 1)
        shiftToZeroAtInfinity(op, singleLayerFlux, result.unitPotentials);
    else
        shiftPiecesToZeroAtInfinity(mesh, pieces, singleLayerFlux, result.unitPotentials);
    return result;
}

CollocationSolution solveCollocation(const TriangleMesh& mesh, const Matrix& normalVelocity,
                                     const std::function<void(double)>& progress) {
    const std::vector<Panel> panels = makePanels(mesh);
    const int n = mesh.faceCount();
    Matrix a(n, n), load = Matrix::Zero(n, normalVelocity.cols());
    LoopProgress told(progress, n, 0.8);
#pragma omp parallel for schedule(dynamic, 16)
    for (int i = 0; i < n; ++i) {
        if (told.isStopped()) continue;
        for (int j = 0; j < n; ++j) {
            const PanelIntegrals integrals = integratePanel(panels[j], panels[i].centroid);
            a(i, j) = (i == j ? 0.5 : -integrals.solidAngle / (4.0 * kPi));
            load.row(i) -= integrals.singleLayer / (4.0 * kPi) * normalVelocity.row(j);
        }
        told.roundDone();
    }
    told.rethrow();
    CollocationSolution result;
    result.potentials = a.partialPivLu().solve(load);
    result.residual = largestRelativeResidual(a, result.potentials, load);
    return result;
}

AddedMass solveCollocation(const TriangleMesh& mesh, const std::function<void(double)>& progress) {
    const std::vector<Panel> panels = makePanels(mesh);
    const int n = mesh.faceCount();
    Matrix flux(n, 6);
    for (int f = 0; f < n; ++f)
        flux.row(f) = unitMotionNormalVelocity(panels[f].centroid, panels[f].normal).transpose();
    const CollocationSolution solution = solveCollocation(mesh, flux, progress);
    if (progress) progress(1.0);
    for (int f = 0; f < n; ++f)
        flux.row(f) *= panels[f].area;
    AddedMass result;
    result.unknowns = n;
    result.unitPotentials = solution.potentials;
    result.residual = solution.residual;
    const Matrix6 k = -(flux.transpose() * result.unitPotentials);
    result.symmetryDefect = symmetryDefect(k, std::sqrt(surfaceArea(mesh)));
    result.perDensity = SpatialInertia(k);
    return result;
}

} // namespace ambient
