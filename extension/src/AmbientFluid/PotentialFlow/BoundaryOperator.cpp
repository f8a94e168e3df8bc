// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/BoundaryOperator.h"

#include "AmbientFluid/Math/Quadrature.h"
#include "AmbientFluid/PotentialFlow/GalerkinRows.h"
#include "AmbientFluid/PotentialFlow/LoopProgress.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

constexpr double kFourPi = 4.0 * kPi;

// Ranges in units of the sum of the radii of two panels: the smallest that keep the quadrature error well below the
// discretisation error. Changing them to 1.05 / 2 / 20 changes translations of ellipsoids, boxes and plates of 3000
// faces by at most 0.04 %.
constexpr double kTouchingRange = 0.8;
constexpr double kNearRange = 1.5;
constexpr double kMiddleRange = 5.0;

// Distance, as a fraction of a panel's smaller dimension, within which corners of another panel coincide.
constexpr double kCoincidence = 0.1;

/// True if panel b is a close copy of a, on the other side of a thin plate.
/// The distance is compared with the height of slender panels; otherwise neighbours on one side would match too.
bool coincide(const Panel& a, const Panel& b) {
    const double longest = *std::max_element(a.edgeLength.begin(), a.edgeLength.end());
    const double close = kCoincidence * std::min(a.radius, 2.0 * a.area / longest);
    if ((a.centroid - b.centroid).norm() > close) return false;
    return std::all_of(a.corner.begin(), a.corner.end(), [&](const Vector3& p) {
        return std::any_of(b.corner.begin(), b.corner.end(), [&](const Vector3& q) { return (p - q).norm() <= close; });
    });
}

/// Work space of one thread and one row.
struct Row {
    FarKernels far;
    PanelPoints near;    ///< points on near panels, in the order of these
    MiddlePoints middle; ///< points on panels in the middle range
    WeightedFluxes load;
};

Flux fluxAt(const Vector3& x, const Vector3& normal) {
    return (Flux() << unitMotionNormalVelocity(x, normal), 1.0, 0.0).finished();
}

/// Points of a quadrature rule on all panels, with weights times area and the flux at each point.
template <size_t Count>
struct PointSet {
    PointSet(const std::vector<Panel>& panels, const std::array<TrianglePoint, Count>& rule) {
        for (const Panel& panel : panels)
            for (const TrianglePoint& q : rule) {
                const Vector3 x = panel.at(q.barycentric);
                position.push_back(x);
                weight.push_back(q.weight * panel.area);
                flux.push_back(fluxAt(x, panel.normal));
            }
    }
    std::vector<Vector3> position;
    std::vector<double> weight;
    std::vector<Flux, Eigen::aligned_allocator<Flux>> flux;
};

/// How the integrals of a pair of panels are computed.
enum class PairRule { Far, Self, Middle, Near, Touching };

/// The rule for panels i and j. \param ratio of their distance to the sum of their radii
PairRule pairRule(int i, int j, double ratio) {
    if (ratio >= kMiddleRange) return PairRule::Far;
    if (j == i) return PairRule::Self;
    if (ratio >= kNearRange) return PairRule::Middle;
    return ratio >= kTouchingRange ? PairRule::Near : PairRule::Touching;
}

struct Assembler {
    explicit Assembler(const std::vector<Panel>& p)
        : panels(p), far(p), coarse(p, kTriangleRuleDegree2), medium(p, kTriangleRuleDegree4),
          fine(p, kTriangleRuleDegree6) {
        for (const Panel& panel : p)
            meanFlux.push_back(fluxAt(panel.centroid, panel.normal));
    }

    const std::vector<Panel>& panels;
    FarPanels far;
    PointSet<3> coarse;
    PointSet<6> medium;
    PointSet<12> fine;
    std::vector<Flux, Eigen::aligned_allocator<Flux>> meanFlux;

    template <size_t Count, class Points>
    static void addPoints(int j, const PointSet<Count>& points, Points& to) {
        for (size_t q = j * Count; q < (j + 1) * Count; ++q)
            to.add(points.position[q]);
    }

    /// Closed form over panel i at the points of near panels, and quadrature at those of the middle range.
    void integratePoints(int i, Row& row) const {
        row.near.clear();
        row.middle.clear();
        const double* ratio = row.far.distanceRatio();
        for (int j = 0; j < static_cast<int>(panels.size()); ++j)
            switch (pairRule(i, j, ratio[j])) {
            case PairRule::Middle:
                addPoints(j, coarse, row.middle);
                break;
            case PairRule::Near:
                addPoints(j, medium, row.near);
                break;
            case PairRule::Touching:
                addPoints(j, fine, row.near);
                break;
            case PairRule::Far:
            case PairRule::Self:
                break;
            }
        row.near.integrate(panels[i]);
        row.middle.evaluate(&coarse.position[3 * i], panels[i].normal);
    }

    /// Closed form over panel i, quadrature over panel j.
    /// \param first place in row.near of the points of panel j; moves on \returns Int_Tj Int_Ti 1/r
    template <size_t Count>
    static double nearPair(int j, const PointSet<Count>& points, Row& row, int& first) {
        double single = 0.0;
        for (size_t q = j * Count; q < (j + 1) * Count; ++q) {
            const PanelIntegrals integrals = row.near.at(first++);
            const double w = points.weight[q];
            single += w * integrals.singleLayer;
            row.load.add(points.flux[q], w * integrals.doubleLayer[0], w * integrals.doubleLayer[1],
                         w * integrals.doubleLayer[2]);
        }
        return single;
    }

    /// Quadrature error of the integral of panel i with itself.
    /// The two sides of a thin plate differ by less than the quadrature error, and V stays positive only if the error
    /// is equal within a side and across the sides. The self integral is exact, so that the integral with the
    /// coinciding panel is corrected by this error.
    double selfQuadratureError(int i) const {
        PanelPoints own;
        addPoints(i, fine, own);
        own.integrate(panels[i]);
        double single = 0.0;
        for (int q = 0; q < own.size(); ++q)
            single += fine.weight[i * own.size() + q] * own.at(q).singleLayer;
        return panelSelfIntegral(panels[i]) - single;
    }

    /// Quadrature with 3 x 3 points. \param first as of nearPair(), in row.middle \returns Int Int 1/r
    double middlePair(int i, int j, Row& row, int& first) const {
        double single = 0.0;
        for (int b = 3 * j; b < 3 * j + 3; ++b, ++first) {
            single += row.middle.inverseDistances(first);
            const double w = coarse.weight[3 * i] * coarse.weight[b];
            row.load.add(coarse.flux[b], w * row.middle.adjoint(first, 0), w * row.middle.adjoint(first, 1),
                         w * row.middle.adjoint(first, 2));
        }
        return coarse.weight[3 * i] * coarse.weight[3 * j] * single;
    }

    /// Computes one column of the single layer and the adjoint load of face i, without the 1/2 terms.
    CornerLoad assembleRow(int i, double* single, Row& row) const {
        row.far.evaluate(far, i, panels[i].normal);
        integratePoints(i, row);
        const double *ratio = row.far.distanceRatio(), *farSingle = row.far.singleLayer(), *adjoint = row.far.adjoint();
        const double third = panels[i].area / 3.0;
        int near = 0, middle = 0;
        row.load.clear();
        for (int j = 0; j < static_cast<int>(panels.size()); ++j) {
            switch (pairRule(i, j, ratio[j])) {
            case PairRule::Far: {
                single[j] = farSingle[j];
                const double w = third * adjoint[j];
                row.load.add(meanFlux[j], w, w, w);
                break;
            }
            case PairRule::Self:
                single[j] = panelSelfIntegral(panels[i]); // a flat panel has no double layer on itself
                break;
            case PairRule::Middle:
                single[j] = middlePair(i, j, row, middle);
                break;
            case PairRule::Near:
                single[j] = nearPair(j, medium, row, near);
                break;
            case PairRule::Touching:
                single[j] = nearPair(j, fine, row, near);
                if (coincide(panels[i], panels[j])) single[j] += selfQuadratureError(i);
                break;
            }
            single[j] /= kFourPi;
        }
        return row.load.sum() / kFourPi;
    }
};

using CornerLoads = std::vector<CornerLoad, Eigen::aligned_allocator<CornerLoad>>;

/// Sums the corner loads of the faces at the vertices, in face order: vertices x 8.
Matrix scatterToVertices(const TriangleMesh& mesh, const CornerLoads& perFace) {
    Matrix sum = Matrix::Zero(mesh.vertexCount(), 8);
    for (int f = 0; f < mesh.faceCount(); ++f)
        for (int k = 0; k < 3; ++k)
            sum.row(mesh.faces[f][k]) += perFace[f].col(k).transpose();
    return sum;
}

/// Int hat_a (g, 1) dA over one face, exact because g is linear on a face.
CornerLoad hatLoad(const Panel& panel) {
    CornerLoad atCorner;
    for (int k = 0; k < 3; ++k)
        atCorner.col(k) = fluxAt(panel.corner[k], panel.normal);
    const Matrix3 mass = (panel.area / 12.0) * (Matrix3::Ones() + Matrix3::Identity());
    return atCorner * mass;
}

/// Hat function of one corner of a face and its surface curl, n x grad hat = (opposite edge)/(2 area).
struct HatOnFace {
    int face;
    Vector3 curl;
};

std::vector<std::vector<HatOnFace>> collectHats(const TriangleMesh& mesh, const std::vector<Panel>& panels) {
    std::vector<std::vector<HatOnFace>> hats(mesh.vertices.size());
    for (int f = 0; f < mesh.faceCount(); ++f)
        for (int k = 0; k < 3; ++k)
            hats[mesh.faces[f][k]].push_back({f, panels[f].normal.cross(panels[f].hatGradient[k])});
    return hats;
}

Matrix assembleHypersingular(const TriangleMesh& mesh, const std::vector<Panel>& panels, const Matrix& singleLayer) {
    const std::vector<std::vector<HatOnFace>> hats = collectHats(mesh, panels);
    const int vertices = mesh.vertexCount();
    Matrix w(vertices, vertices);
#pragma omp parallel
    {
        Eigen::Matrix<double, Eigen::Dynamic, 3> image(mesh.faceCount(), 3); // V times the curl of one hat
#pragma omp for schedule(static)
        for (int b = 0; b < vertices; ++b) {
            image.setZero();
            for (const HatOnFace& hat : hats[b])
                for (int d = 0; d < 3; ++d)
                    image.col(d) += hat.curl[d] * singleLayer.col(hat.face);
            for (int a = 0; a < vertices; ++a) {
                double sum = 0.0;
                for (const HatOnFace& hat : hats[a])
                    sum += image.row(hat.face).dot(hat.curl);
                w(a, b) = sum;
            }
        }
    }
    return w;
}

void symmetrise(Matrix& m) {
    const int n = static_cast<int>(m.rows());
#pragma omp parallel for schedule(static, 16)
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < j; ++i)
            m(i, j) = m(j, i) = 0.5 * (m(i, j) + m(j, i));
}

} // namespace

std::vector<Panel> makePanels(const TriangleMesh& mesh) {
    std::vector<Panel> panels;
    panels.reserve(mesh.faces.size());
    for (int f = 0; f < mesh.faceCount(); ++f)
        panels.emplace_back(mesh.corner(f, 0), mesh.corner(f, 1), mesh.corner(f, 2));
    return panels;
}

Vector6 unitMotionNormalVelocity(const Vector3& x, const Vector3& n) {
    return (Vector6() << x.cross(n), n).finished();
}

GalerkinOperators assembleGalerkin(const TriangleMesh& mesh, const std::function<void(double)>& progress) {
    const std::vector<Panel> panels = makePanels(mesh);
    const int faces = mesh.faceCount();
    GalerkinOperators op;
    op.faceFlux.resize(faces, 6);
    for (int f = 0; f < faces; ++f)
        op.faceFlux.row(f) = unitMotionNormalVelocity(panels[f].centroid, panels[f].normal).transpose();

    const Assembler assembler(panels);
    CornerLoads adjoint(faces), mass(faces);
    op.singleLayer.resize(faces, faces);
    LoopProgress told(progress, faces, 0.8);
#pragma omp parallel
    {
        Row row;
#pragma omp for schedule(dynamic, 16)
        for (int i = 0; i < faces; ++i) {
            if (told.isStopped()) continue;
            mass[i] = hatLoad(panels[i]);
            adjoint[i] = 0.5 * mass[i] + assembler.assembleRow(i, op.singleLayer.col(i).data(), row);
            told.roundDone();
        }
    }
    told.rethrow();
    symmetrise(op.singleLayer);

    const Matrix adjointLoad = scatterToVertices(mesh, adjoint);
    op.adjointLoad = adjointLoad.leftCols<6>();
    op.adjointOfOne = adjointLoad.col(6);
    const Matrix hatMass = scatterToVertices(mesh, mass);
    op.hatFlux = hatMass.leftCols<6>();
    op.hatArea = hatMass.col(6);

    op.hypersingular = assembleHypersingular(mesh, panels, op.singleLayer);
    symmetrise(op.hypersingular);
    return op;
}

} // namespace ambient
