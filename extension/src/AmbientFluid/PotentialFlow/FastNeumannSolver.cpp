// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/SymmetricEigen.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/MeshComponents.h"
#include "AmbientFluid/PotentialFlow/BlockGmres.h"
#include "AmbientFluid/PotentialFlow/FastBoundaryOperator.h"
#include "AmbientFluid/PotentialFlow/NeumannSolver.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// sqrt(area) area / volume of a sphere.
constexpr double kThinnessOfSphere = 10.635;

// Error of the added mass of a body as thick as a sphere with expansions of degree kUsualOrder, and the factor by which
// one more degree reduces it. Measured with ellipsoids and plates of 3000 faces, against solveCollocation().
constexpr int kUsualOrder = 6;
constexpr double kUsualError = 2e-5, kGain = 2.6;
constexpr int kLowestOrder = 4;

/// Largest sqrt(area) area / volume among the pieces, over that of a sphere.
double thinness(const TriangleMesh& mesh, const std::vector<Panel>& panels) {
    const MeshComponents pieces = connectedComponents(mesh, MeshAdjacency(mesh));
    std::vector<double> area(pieces.count(), 0.0), volume(pieces.count(), 0.0);
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const int piece = pieces.ofFace[f];
        const Vector3& origin = mesh.corner(pieces.firstFace[piece], 0);
        area[piece] += panels[f].area;
        volume[piece] += panels[f].area / 3.0 * panels[f].normal.dot(panels[f].centroid - origin);
    }
    double largest = 1.0;
    for (int piece = 0; piece < pieces.count(); ++piece) {
        const double cube = area[piece] * std::sqrt(area[piece]);
        largest = std::max(largest, cube / std::max(std::abs(volume[piece]), 1e-9 * cube) / kThinnessOfSphere);
    }
    return largest;
}

/// Order of the expansions for a tolerance.
/// The error of the far field grows as thinness^1.5, measured down to plates of thickness ratio 1 to 40.
int orderFor(double tolerance, double thinness) {
    const double excess = kUsualError * portable::pow(thinness, 1.5) / tolerance;
    const int order = kUsualOrder + static_cast<int>(std::ceil(portable::log(excess) / portable::log(kGain)));
    return std::clamp(order, kLowestOrder, kHighestOrder);
}

/// Raises eigenvalues to at least 1e-12 of the largest.
/// Rounding may make the zero eigenvalue of a body of revolution negative.
Matrix6 withoutNegativeRounding(const Matrix6& k, double length) {
    Vector6 scale;
    scale << Vector3::Constant(1.0 / length), Vector3::Ones();
    const Eigen::MatrixXd scaled = scale.asDiagonal() * k * scale.asDiagonal();
    const auto eigen = symmetricEigen(scaled);
    const Vector6 values = eigen.values;
    if (values.minCoeff() > 0.0) return k;
    const Vector6 raised = values.cwiseMax(1e-12 * values.maxCoeff());
    const Matrix6 positive = eigen.vectors * raised.asDiagonal() * eigen.vectors.transpose();
    const Vector6 back = scale.cwiseInverse();
    return back.asDiagonal() * positive * back.asDiagonal();
}

/// Unit of length that keeps values within single precision (1e38); a power of two, for exact scaling.
double unitOf(const TriangleMesh& mesh) {
    double size = 0.0;
    for (const Vector3& vertex : mesh.vertices)
        size = std::max(size, vertex.cwiseAbs().maxCoeff());
    return std::ldexp(1.0, std::ilogb(size));
}

SixColumns unitFlux(const std::vector<Panel>& panels) {
    SixColumns flux(panels.size(), 6);
    for (size_t f = 0; f < panels.size(); ++f)
        flux.row(f) = unitMotionNormalVelocity(panels[f].centroid, panels[f].normal).transpose();
    return flux;
}

/// Maps the progress of a part of the work to the fractions `from` to `to`.
std::function<void(double)> share(const std::function<void(double)>& progress, double from, double to) {
    if (!progress) return {};
    return [&progress, from, to](double fraction) { progress(from + (to - from) * fraction); };
}

} // namespace

AddedMass solveFast(const TriangleMesh& mesh, double tolerance, int mostIterations,
                    const std::function<void(double)>& progress) {
    const double unit = unitOf(mesh);
    TriangleMesh scaled = mesh;
    for (Vector3& vertex : scaled.vertices)
        vertex /= unit;
    const std::vector<Panel> panels = makePanels(scaled);
    const SixColumns flux = unitFlux(panels);
    FastBoundaryOptions boundary;
    boundary.order = orderFor(tolerance, thinness(scaled, panels));
    const FastBoundaryOperator op(panels, flux, boundary, share(progress, 0.0, 0.5));
    GmresOptions iteration;
    iteration.tolerance = 0.5 * tolerance;
    iteration.mostIterations = mostIterations;
    iteration.progress = share(progress, 0.5, 1.0);
    SixRows solution;
    const GmresReport report =
        solveInLockstep([&](const SixRows& x, SixRows& image) { op.apply(x, image); }, op.load(), solution, iteration);
    if (progress) progress(1.0);

    AddedMass result;
    result.unknowns = mesh.faceCount();
    result.residual = report.residual;
    result.iterations = report.iterations;
    Vector6 lengths;
    lengths << Vector3::Constant(unit), Vector3::Ones();
    result.unitPotentials.resize(mesh.faceCount(), 6);
    Matrix6 k = Matrix6::Zero();
    for (int row = 0; row < mesh.faceCount(); ++row) {
        const int f = op.order()[row];
        result.unitPotentials.row(f) = unit * solution.row(row).cwiseProduct(lengths.transpose());
        k -= panels[f].area * solution.row(row).transpose() * flux.row(f);
    }
    k = (unit * unit * unit) * (lengths.asDiagonal() * k * lengths.asDiagonal());
    const double length = std::sqrt(surfaceArea(mesh));
    result.symmetryDefect = symmetryDefect(k, length);
    if (k.allFinite()) result.perDensity = SpatialInertia(withoutNegativeRounding(0.5 * (k + k.transpose()), length));
    return result;
}

} // namespace ambient
