// SPDX-License-Identifier: Zlib
#include "AmbientFluid/PotentialFlow/BoundaryOperator.h"

#include "AmbientFluid/Math/Quadrature.h"
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

using Moments = std::array<double, 6>; // xx, yy, zz, xy, yz, zx

/// Second moments of a panel about its centroid per unit area [m^2].
Moments secondMoments(const Panel& panel) {
    Moments m{};
    for (const Vector3& corner : panel.corner) {
        const Vector3 d = corner - panel.centroid;
        const Moments add = {d.x() * d.x(), d.y() * d.y(), d.z() * d.z(), d.x() * d.y(), d.y() * d.z(), d.z() * d.x()};
        for (int k = 0; k < 6; ++k)
            m[k] += add[k] / 12.0;
    }
    return m;
}

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

/// Panels as a structure of arrays, for the far field.
struct FarField {
    explicit FarField(const std::vector<Panel>& panels) {
        for (auto* v : {&x, &y, &z, &area, &radius})
            v->reserve(panels.size());
        for (const Panel& p : panels) {
            x.push_back(p.centroid.x());
            y.push_back(p.centroid.y());
            z.push_back(p.centroid.z());
            area.push_back(p.area);
            radius.push_back(p.radius);
            const Moments m = secondMoments(p);
            for (int k = 0; k < 6; ++k)
                moment[k].push_back(m[k]);
        }
    }
    std::vector<double> x, y, z, area, radius;
    std::array<std::vector<double>, 6> moment;
};

/// Work space of one thread and one row.
struct Row {
    explicit Row(size_t faces) : kernel(faces), distanceRatio(faces) {}
    std::vector<double> kernel;        ///< A_j n_i.(c_j - c_i)/r^3 of far panels, otherwise 0
    std::vector<double> distanceRatio; ///< distance over the sum of the radii
};

/// Centroid kernels of row i against all faces: `single` receives V_ij (one column), row.kernel the adjoint kernel.
void farRow(const FarField& far, const Panel& panel, int i, double* single, Row& row) {
    const int n = static_cast<int>(far.x.size());
    const double xi = far.x[i], yi = far.y[i], zi = far.z[i], ai = far.area[i] / kFourPi, ri = far.radius[i];
    const double nx = panel.normal.x(), ny = panel.normal.y(), nz = panel.normal.z();
    const double m0 = far.moment[0][i], m1 = far.moment[1][i], m2 = far.moment[2][i];
    const double m3 = far.moment[3][i], m4 = far.moment[4][i], m5 = far.moment[5][i];
#pragma omp simd
    for (int j = 0; j < n; ++j) {
        const double dx = far.x[j] - xi, dy = far.y[j] - yi, dz = far.z[j] - zi;
        const double r2 = dx * dx + dy * dy + dz * dz + 1e-300;
        const double inverse = 1.0 / std::sqrt(r2);
        const double inverse2 = inverse * inverse;
        const double c0 = m0 + far.moment[0][j], c1 = m1 + far.moment[1][j], c2 = m2 + far.moment[2][j];
        const double c3 = m3 + far.moment[3][j], c4 = m4 + far.moment[4][j], c5 = m5 + far.moment[5][j];
        // C d, d.C d / r^2 and tr C of the sum C of the second moments of both panels
        const double cx = c0 * dx + c3 * dy + c5 * dz, cy = c3 * dx + c1 * dy + c4 * dz,
                     cz = c5 * dx + c4 * dy + c2 * dz;
        const double quadratic = (dx * cx + dy * cy + dz * cz) * inverse2;
        const double trace = c0 + c1 + c2;
        single[j] = ai * far.area[j] * inverse * (1.0 + 0.5 * inverse2 * (3.0 * quadratic - trace));
        const double ratio = std::sqrt(r2) / (ri + far.radius[j]);
        row.distanceRatio[j] = ratio;
        const double nd = nx * dx + ny * dy + nz * dz, ncd = nx * cx + ny * cy + nz * cz;
        const double dipole = nd + inverse2 * (7.5 * nd * quadratic - 1.5 * nd * trace - 3.0 * ncd);
        const double kernel = far.area[j] * dipole * inverse * inverse2;
        row.kernel[j] = ratio < kMiddleRange ? 0.0 : kernel;
    }
}

/// Normal velocities of the six unit motions, then 1, then a zero as padding to full vector registers.
using Flux = Eigen::Matrix<double, 8, 1>;
/// Loads from a face on its three corners: one column per corner, rows as in Flux.
using CornerLoad = Eigen::Matrix<double, 8, 3>;

Flux fluxAt(const Vector3& x, const Vector3& normal) {
    return (Flux() << unitMotionNormalVelocity(x, normal), 1.0, 0.0).finished();
}

/// Points of a quadrature rule on all panels, with weights times area and the flux at each point.
template <size_t Count>
struct PointSet {
    PointSet(const std::vector<Panel>& panels, const std::array<TrianglePoint, Count>& rule) : barycentric(rule) {
        for (const Panel& panel : panels)
            for (const TrianglePoint& q : rule) {
                const Vector3 x = q.barycentric[0] * panel.corner[0] + q.barycentric[1] * panel.corner[1] +
                                  q.barycentric[2] * panel.corner[2];
                position.push_back(x);
                weight.push_back(q.weight * panel.area);
                flux.push_back(fluxAt(x, panel.normal));
            }
    }
    const std::array<TrianglePoint, Count>& barycentric;
    std::vector<Vector3> position;
    std::vector<double> weight;
    std::vector<Flux, Eigen::aligned_allocator<Flux>> flux;
};

struct Assembler {
    explicit Assembler(const std::vector<Panel>& p)
        : panels(p), far(p), coarse(p, kTriangleRuleDegree2), medium(p, kTriangleRuleDegree4),
          fine(p, kTriangleRuleDegree6) {
        for (const Panel& panel : p)
            meanFlux.push_back(fluxAt(panel.centroid, panel.normal));
    }

    const std::vector<Panel>& panels;
    FarField far;
    PointSet<3> coarse;
    PointSet<6> medium;
    PointSet<12> fine;
    std::vector<Flux, Eigen::aligned_allocator<Flux>> meanFlux;

    /// Closed form over panel i, quadrature over panel j. \returns Int_Tj Int_Ti 1/r
    template <size_t Count>
    double nearPair(int i, int j, const PointSet<Count>& points, CornerLoad& load) const {
        double single = 0.0;
        for (size_t q = j * Count; q < (j + 1) * Count; ++q) {
            const PanelIntegrals integrals = integratePanel(panels[i], points.position[q]);
            single += points.weight[q] * integrals.singleLayer;
            for (int k = 0; k < 3; ++k)
                load.col(k) += (points.weight[q] * integrals.doubleLayer[k]) * points.flux[q];
        }
        return single;
    }

    /// Quadrature error of the integral of panel i with itself.
    /// The two sides of a thin plate differ by less than the quadrature error, and V stays positive only if the error
    /// is equal within a side and across the sides. The self integral is exact, so that the integral with the
    /// coinciding panel is corrected by this error.
    double selfQuadratureError(int i) const {
        CornerLoad unused = CornerLoad::Zero();
        return panelSelfIntegral(panels[i]) - nearPair(i, i, fine, unused);
    }

    /// Quadrature with 3 x 3 points. \returns Int Int 1/r
    double middlePair(int i, int j, CornerLoad& load) const {
        const Vector3& n = panels[i].normal;
        double single = 0.0;
        for (int b = 3 * j; b < 3 * j + 3; ++b) {
            const Vector3& y = coarse.position[b];
            double kernel[3];
            for (int a = 0; a < 3; ++a) {
                const Vector3 d = y - coarse.position[3 * i + a];
                const double inverse2 = 1.0 / d.squaredNorm();
                const double inverse = std::sqrt(inverse2);
                single += inverse;
                kernel[a] = n.dot(d) * inverse * inverse2;
            }
            // The barycentric coordinates of a point of the rule are 2/3 at its nearest corner and 1/6 at the others.
            const double sum = (kernel[0] + kernel[1] + kernel[2]) / 6.0;
            const double w = coarse.weight[3 * i] * coarse.weight[b];
            for (int a = 0; a < 3; ++a)
                load.col(a) += (w * (sum + 0.5 * kernel[a])) * coarse.flux[b];
        }
        return coarse.weight[3 * i] * coarse.weight[3 * j] * single;
    }

    /// Computes one column of the single layer and the adjoint load of face i, without the 1/2 terms.
    CornerLoad assembleRow(int i, double* single, Row& row) const {
        farRow(far, panels[i], i, single, row);
        const int n = static_cast<int>(panels.size());
        Flux farFlux = Flux::Zero();
        CornerLoad load = CornerLoad::Zero();
        for (int j = 0; j < n; ++j) {
            const double ratio = row.distanceRatio[j];
            if (ratio >= kMiddleRange) {
                farFlux += row.kernel[j] * meanFlux[j];
            } else if (j == i) {
                single[j] = panelSelfIntegral(panels[i]) / kFourPi; // a flat panel has no double layer on itself
            } else if (ratio >= kNearRange) {
                single[j] = middlePair(i, j, load) / kFourPi;
            } else if (ratio >= kTouchingRange) {
                single[j] = nearPair(i, j, medium, load) / kFourPi;
            } else {
                single[j] = nearPair(i, j, fine, load) / kFourPi;
                if (coincide(panels[i], panels[j])) single[j] += selfQuadratureError(i) / kFourPi;
            }
        }
        load.colwise() += (panels[i].area / 3.0) * farFlux;
        return load / kFourPi;
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
        Row row(faces);
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
