// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/RefinedSolve.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/RoundedNumber.h"
#include "AmbientFluid/Mesh/RefinedMesh.h"
#include "AmbientFluid/PotentialFlow/DiscretisationError.h"
#include "AmbientFluid/PotentialFlow/NeumannSolver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>

namespace ambient {
namespace {

constexpr int kFewFaces = 400;
constexpr int kRefinedFaces = 800;
constexpr double kLargestResidual = 1e-6;
/// An estimate is good to a factor of two, and another solve costs four times as much: a tenth is not worth it.
constexpr double kSlack = 1.1;
constexpr double kBulk = 0.6;         ///< share of the error that one round of splitting takes on
constexpr double kLeftOfShare = 0.35; ///< a half of a face keeps this much of its share, half of 2^-0.5
/// Estimates that fall slower than faces to minus this power show that grading did not help.
constexpr double kLeastOrder = 0.3;
/// Faces from one solve to the next: enough to compare the two, and no more than the estimate is worth.
constexpr double kLeastGrowth = 1.35, kMostGrowth = 2.0;

/// Means over the given mesh's faces of a potential on a refinement of it.
/// \param at (face, barycentric coordinates): the potentials there
template <class At>
SixColumns meansOverGiven(const RefinedMesh& solved, int givenFaces, At at) {
    SixColumns sum = SixColumns::Zero(givenFaces, 6);
    Eigen::VectorXd area = Eigen::VectorXd::Zero(givenFaces);
    solved.forEachOverlap([&](const RefinedMesh::Overlap& part) {
        area(part.given) += part.area;
        sum.row(part.given) += part.area * at(part.face, part.barycentric);
    });
    for (int f = 0; f < givenFaces; ++f)
        if (area(f) > 0.0) sum.row(f) /= area(f);
    return sum;
}

/// Longest side over height of a needle, and the share of needles in the area from which a mesh hides its error from an
/// estimate by neighbours: walls of CAD cylinders.
constexpr double kNeedle = 20.0, kManyNeedles = 0.05;

bool hasManyNeedles(const TriangleMesh& mesh) {
    double area = 0.0, needles = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const double part = mesh.areaVector(f).norm();
        double longest = 0.0;
        for (int k = 0; k < 3; ++k)
            longest = std::max(longest, (mesh.corner(f, k) - mesh.corner(f, (k + 1) % 3)).squaredNorm());
        area += part;
        if (longest > 2.0 * kNeedle * part) needles += part;
    }
    return needles > kManyNeedles * area;
}

/// An estimate, or -1: squares of the lengths of a body of 1e-72 m are 0, and no error is relative to that.
double knownEstimate(double estimate) {
    return std::isfinite(estimate) ? estimate : -1.0;
}

using SixRow = Eigen::Matrix<double, 1, 6>;

/// Progress of an unknown number of solves: each takes half of the rest.
class HalvingProgress {
  public:
    explicit HalvingProgress(const std::function<void(double)>& progress) : m_progress(progress) {}

    std::function<void(double)> next() {
        if (!m_progress) return {};
        const double from = m_done;
        m_done = 0.5 * (1.0 + m_done);
        return [this, from, to = m_done](double fraction) { m_progress(from + (to - from) * fraction); };
    }
    void finish() const {
        if (m_progress) m_progress(1.0);
    }

  private:
    const std::function<void(double)>& m_progress;
    double m_done = 0.0;
};

class GalerkinLevels {
  public:
    GalerkinLevels(const TriangleMesh& given, const AddedMassOptions& options)
        : m_given(given), m_options(options), m_mesh(given), m_progress(options.progress) {}

    AddedMass run() {
        if (!m_options.refineCoarseMeshes)
            solve();
        else if (!isGoodAsGiven())
            refineGiven();
        m_progress.finish();
        return std::move(*m_result);
    }

  private:
    int faces() const { return m_mesh.mesh().faceCount(); }

    /// Whether the given triangles, graded if they are few, are good enough. A mesh that its author graded towards its
    /// edges is often better than a Delaunay one of as many faces.
    bool isGoodAsGiven() {
        if (faces() < kFewFaces) {
            m_mesh.gradeTo(kFewFaces);
            if (faces() > m_given.faceCount()) solve();
            m_mesh.gradeTo(kRefinedFaces);
        }
        m_isSolvedAsGiven = solve();
        // An estimate that needles hide a part of is taken for a third of the error.
        const double factor = hasManyNeedles(m_given) ? 3.0 : 1.0;
        return m_isSolvedAsGiven && factor * m_result->errorEstimate <= kSlack * m_options.discretisation;
    }

    /// Goes on from the given triangles unless better ones can be made of them.
    void refineGiven() {
        RefinedMesh better(m_given);
        better.takeSliversOut(m_options.mostFaces);
        if (m_isSolvedAsGiven && better.mesh().faces == m_given.faces) {
            refineToTolerance();
            return;
        }
        const AddedMass asGiven = *m_result;
        m_mesh = std::move(better);
        m_level.reset();
        if (faces() < kFewFaces && grade(kFewFaces)) {
            solve();
            grade(kRefinedFaces);
        }
        if (solve()) refineToTolerance();
        keepLarger(asGiven);
    }

    void refineToTolerance() {
        while (!isGoodEnough() && refine() && solve()) {
        }
    }

    /// Every mesh of one polyhedron gives a lower bound of the added mass, so the larger of two is the better one, and
    /// the estimate for the smaller one holds for both.
    void keepLarger(const AddedMass& other) {
        if (!(other.residual <= kLargestResidual)) return;
        const Matrix6 more = other.perDensity.matrix() - m_result->perDensity.matrix();
        if (!(AddedMassUnit(m_given, m_result->perDensity.matrix()).trace(more) > 0.0)) return;
        const double estimate = std::min(other.errorEstimate, m_result->errorEstimate);
        const bool isLimited = m_result->isLimited;
        *m_result = other;
        m_result->errorEstimate = estimate;
        m_result->isLimited = isLimited;
    }

    bool grade(int wanted) {
        const int before = faces();
        m_mesh.gradeTo(wanted);
        m_mesh.flip();
        return faces() > before;
    }

    /// False where the system could not be solved: the solution before stays, if there is one.
    bool solve() {
        AddedMass result = solveGalerkin(m_mesh.mesh(), m_progress.next());
        const bool isSolved = result.residual <= kLargestResidual && result.perDensity.matrix().allFinite();
        if (!isSolved && m_result) return false;
        const AveragingEstimate averaging(m_mesh.mesh(), result.unitPotentials);
        const SolvedLevel level{faces(), result.perDensity.matrix(), averaging.sum};
        const AddedMassUnit unit(m_given, level.perDensity);
        const ErrorEstimate error(unit, level, m_level ? &*m_level : nullptr);
        const double averaged = unit.measure(averaging.sum);
        m_isTrusted = m_level || !hasManyNeedles(m_mesh.mesh());
        m_gradingHelps =
            !m_level || averaged < m_averaged * portable::pow(double(m_level->faces) / level.faces, kLeastOrder);
        m_averaged = averaged;
        m_level = level;
        m_shares.clear();
        for (const Matrix6& share : averaging.shares)
            m_shares.push_back(unit.trace(share));
        keep(std::move(result), error);
        return isSolved;
    }

    void keep(AddedMass result, const ErrorEstimate& error) {
        result.errorEstimate = knownEstimate(error.relative);
        result.extrapolated = SpatialInertia(error.extrapolated);
        result.solvedFaces = faces();
        result.facePotentials =
            meansOverGiven(m_mesh, m_given.faceCount(), [&](int f, const Vector3& weights) -> SixRow {
                const TriangleMesh::Face& face = m_mesh.mesh().faces[f];
                return weights[0] * result.unitPotentials.row(face[0]) +
                       weights[1] * result.unitPotentials.row(face[1]) +
                       weights[2] * result.unitPotentials.row(face[2]);
            });
        result.unitPotentials.conservativeResize(m_given.vertexCount(), 6); // refinement appends its vertices
        m_result = std::move(result);
    }

    bool isGoodEnough() const {
        if (m_options.discretisation == std::numeric_limits<double>::infinity() || m_result->errorEstimate < 0.0)
            return true;
        return m_isTrusted && !(m_result->errorEstimate > kSlack * m_options.discretisation);
    }

    /// The number that the estimate calls for, and a tenth more: the time grows with the square.
    int wantedFaces() const {
        double growth = kMostGrowth;
        if (m_isTrusted)
            growth = std::clamp(
                kSlack * portable::pow(m_result->errorEstimate / m_options.discretisation, 1.0 / kErrorOrder),
                kLeastGrowth, kMostGrowth);
        return std::min(static_cast<int>(growth * faces()), m_options.mostFaces);
    }

    bool refine() {
        const int before = faces(), wanted = wantedFaces();
        if (wanted < 1.2 * before) {
            m_result->isLimited = m_result->errorEstimate > kSlack * m_options.discretisation;
            return false;
        }
        if (!m_gradingHelps || !grade(wanted)) splitLargestShares(wanted);
        return faces() > before;
    }

    void splitLargestShares(int wanted) {
        while (faces() < wanted) {
            std::vector<int> order(m_shares.size());
            std::iota(order.begin(), order.end(), 0);
            const auto share = [&](int f) { return roundedForChoice(m_shares[f]); };
            std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return share(a) > share(b); });
            const double bulk = kBulk * std::accumulate(m_shares.begin(), m_shares.end(), 0.0);
            double sum = 0.0;
            size_t marked = 0;
            while (marked < order.size() && sum < bulk && faces() + static_cast<int>(marked) < wanted)
                sum += m_shares[order[marked++]];
            order.resize(marked);
            if (order.empty()) return;
            std::vector<int> halves(m_shares.size(), 0);
            const std::vector<int> parents = m_mesh.split(order);
            for (int parent : parents)
                ++halves[parent];
            std::vector<double> shares;
            for (int parent : parents)
                shares.push_back(halves[parent] > 1 ? kLeftOfShare * m_shares[parent] : m_shares[parent]);
            m_shares = std::move(shares);
        }
        m_mesh.flip();
    }

    const TriangleMesh& m_given;
    const AddedMassOptions& m_options;
    RefinedMesh m_mesh;
    HalvingProgress m_progress;
    std::optional<SolvedLevel> m_level;
    std::optional<AddedMass> m_result;
    std::vector<double> m_shares; ///< of the faces of m_mesh in the error
    double m_averaged = 0.0;
    bool m_isSolvedAsGiven = false;
    bool m_gradingHelps = true;
    bool m_isTrusted = true; ///< the estimate
};

/// Of the averaging estimate with the means of face potentials at the vertices: three is right for even faces, one half
/// where flat bodies are thin.
constexpr double kFastShare = 1.7;

/// Means over the faces round each vertex, weighted by area.
SixColumns atVertices(const TriangleMesh& mesh, const SixColumns& ofFaces) {
    SixColumns sum = SixColumns::Zero(mesh.vertexCount(), 6);
    Eigen::VectorXd area = Eigen::VectorXd::Zero(mesh.vertexCount());
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const double part = mesh.areaVector(f).norm();
        for (int v : mesh.faces[f]) {
            sum.row(v) += part * ofFaces.row(f);
            area(v) += part;
        }
    }
    for (int v = 0; v < mesh.vertexCount(); ++v)
        if (area(v) > 0.0) sum.row(v) /= area(v);
    return sum;
}

} // namespace

AddedMass solveGalerkinRefined(const TriangleMesh& mesh, const AddedMassOptions& options) {
    return GalerkinLevels(mesh, options).run();
}

AddedMass solveFastRefined(const TriangleMesh& mesh, const AddedMassOptions& options) {
    RefinedMesh solved(mesh);
    if (options.refineCoarseMeshes) {
        solved.takeSliversOut(2 * mesh.faceCount());
        if (solved.mesh().faceCount() < kFewFaces) solved.gradeTo(kRefinedFaces);
        solved.flip();
    }
    AddedMass result = solveFast(solved.mesh(), options.tolerance, options.mostIterations, options.progress);
    result.solvedFaces = solved.mesh().faceCount();
    const AveragingEstimate averaging(solved.mesh(), atVertices(solved.mesh(), result.unitPotentials));
    const SolvedLevel level{result.solvedFaces, result.perDensity.matrix(), averaging.sum};
    if (!hasManyNeedles(solved.mesh())) {
        const AddedMassUnit unit(mesh, level.perDensity);
        result.errorEstimate = knownEstimate(kFastShare * ErrorEstimate(unit, level, nullptr).relative);
        result.isLimited = result.errorEstimate > kSlack * options.discretisation;
    }
    result.extrapolated = result.perDensity;
    result.facePotentials = meansOverGiven(
        solved, mesh.faceCount(), [&](int f, const Vector3&) -> SixRow { return result.unitPotentials.row(f); });
    result.unitPotentials = result.facePotentials;
    return result;
}

} // namespace ambient
