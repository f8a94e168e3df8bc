// SPDX-License-Identifier: Zlib
#include "AmbientFluid/StokesFlow/ViscousTensor.h"

#include "AmbientFluid/Math/SymmetricEigen.h"
#include "AmbientFluid/Mesh/MeshRefinement.h"
#include "AmbientFluid/Mesh/ReducedMesh.h"
#include "AmbientFluid/StokesFlow/MeshSymmetry.h"
#include "AmbientFluid/StokesFlow/SolvedSurface.h"
#include "AmbientFluid/StokesFlow/StokesSystem.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr int kFewestFaces = 20;
constexpr int kFewestSolved = 192; ///< unless ViscousOptions::faces is less

/// Resistance about the origin, per viscosity, and the excess of the faces' own blocks.
struct MeshResistance {
    Matrix6 aboutOrigin;
    double selfExcess;
};

MeshResistance solve(const TriangleMesh& mesh) {
    const StokesSystem system(mesh, 1.0);
    const StokesSystem::Fields motions = system.rigidMotions();
    return {StokesSystem::resistanceOf(motions, system.forces(motions)), system.selfExcess()};
}

/// |a - b| / |b| with rotations in units of a length.
double relativeDifference(const Matrix6& a, const Matrix6& b, double length) {
    return inUnits(a - b, 1.0 / length).norm() / inUnits(b, 1.0 / length).norm();
}

/// The integral of the squared slip velocity as a form of the twist at a point.
Matrix6 slipForm(const TriangleMesh& mesh, const Vector3& about) {
    Matrix6 form = Matrix6::Zero();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 areaVector = mesh.areaVector(f);
        const double area = areaVector.norm();
        if (!(area > 0.0)) continue;
        const Vector3 n = areaVector / area;
        Eigen::Matrix<double, 3, 6> slip; // of a twist
        slip << -skew(mesh.faceCentroid(f) - about), Matrix3::Identity();
        slip -= n * (n.transpose() * slip);
        form += area * (slip.transpose() * slip);
    }
    return 0.5 * (form + form.transpose());
}

/// Sets the centroid of the area and its second moments.
void describeArea(const TriangleMesh& mesh, ViscousTensor& tensor) {
    double area = 0.0;
    Vector3 first = Vector3::Zero();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const double part = mesh.areaVector(f).norm();
        area += part;
        first += part * mesh.faceCentroid(f);
    }
    const Vector3 g = tensor.areaCenter = first / area;
    tensor.area = area;
    Matrix3 sum = Matrix3::Zero();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const Vector3 a = mesh.corner(f, 0) - g, b = mesh.corner(f, 1) - g, c = mesh.corner(f, 2) - g, s = a + b + c;
        sum += mesh.areaVector(f).norm() / 12.0 *
               (a * a.transpose() + b * b.transpose() + c * c.transpose() + s * s.transpose());
    }
    tensor.moments = sum / area;
}

/// Numbers in [0, 1), spread evenly for any count of them.
double spreadNumber(std::size_t number) {
    constexpr double kGolden = 0.6180339887498949;
    const double turns = kGolden * static_cast<double>(number);
    return turns - std::floor(turns);
}

/// Normals of planes that may be planes of symmetry, whatever the frame of the mesh: the axes of its area, and the
/// lines from one of the points farthest from its centre to the others, for bodies with the same moments about several
/// axes.
std::vector<Vector3> likelyNormals(const TriangleMesh& mesh, const Vector3& at, const Matrix3& moments) {
    constexpr double kSame = 1e-9;
    std::vector<Vector3> normals;
    const Eigen::SelfAdjointEigenSolver<Matrix3> axes(moments);
    for (int k = 0; k < 3; ++k)
        normals.push_back(axes.eigenvectors().col(k));
    const double farthest = farthestDistance(mesh, at);
    std::vector<Vector3> points;
    for (const Vector3& vertex : mesh.vertices)
        if ((vertex - at).norm() >= (1.0 - kSame) * farthest) points.push_back(vertex);
    // Neighbours on a rim have planes at small angles, with means that converge slowly: points far apart first.
    for (std::size_t k = 1; k <= points.size(); ++k) {
        const auto other = static_cast<std::size_t>(spreadNumber(k) * static_cast<double>(points.size()));
        const Vector3 line = points[other] - points.front();
        if (line.norm() > kSame * farthest) normals.push_back(line.normalized());
    }
    return normals;
}

/// A coarser mesh that turns and moves with the fine one. Edges that are equally long, or equally cheap to collapse,
/// would be taken in an order that rounding decides: each vertex is moved by up to a ten-thousandth towards the centre
/// or away from it. Far from the origin rounding would be larger than these moves.
TriangleMesh reducedInItsFrame(TriangleMesh mesh, int faces) {
    constexpr double kMove = 1e-4;
    const Vector3 center = areaCentroid(mesh);
    for (std::size_t v = 0; v < mesh.vertices.size(); ++v)
        mesh.vertices[v] = (1.0 + kMove * spreadNumber(v)) * (mesh.vertices[v] - center);
    TriangleMesh reduced = reducedMesh(mesh, faces);
    for (Vector3& vertex : reduced.vertices)
        vertex += center;
    return reduced;
}

} // namespace

TriangleMesh solvableMesh(const TriangleMesh& mesh, int faces) {
    if (mesh.faceCount() > faces) return reducedInItsFrame(mesh, faces);
    return refineEvenly(refineTowardsSharpEdges(mesh, faces), std::min(faces, kFewestSolved));
}

Vector3 areaCentroid(const TriangleMesh& mesh) {
    ViscousTensor area;
    describeArea(mesh, area);
    return area.areaCenter;
}

std::vector<Vector3> mirrorPlanes(const TriangleMesh& mesh, const Vector3& at) {
    constexpr double kTolerance = 1e-9;
    constexpr std::size_t kMostPlanes = 9; // more than generate the symmetry of a cube or an icosahedron
    ViscousTensor area;
    describeArea(mesh, area);
    std::vector<Vector3> planes =
        planesOfSymmetry(mesh, likelyNormals(mesh, at, area.moments), at, kTolerance, kMostPlanes);
    // Those across the axes of the mesh come last: means over their images have zeros where others leave rounding.
    const std::vector<Vector3> axes = {Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()};
    const std::vector<Vector3> across = planesOfSymmetry(mesh, axes, at, kTolerance);
    planes.insert(planes.end(), across.begin(), across.end());
    return planes;
}

Matrix6 mirrorImage(const Vector3& normal) {
    Matrix6 image = Matrix6::Identity();
    image.bottomRightCorner<3, 3>() -= 2.0 * normal * normal.transpose();
    image.topLeftCorner<3, 3>() = -image.bottomRightCorner<3, 3>();
    return image;
}

Matrix6 symmetrised(const Matrix6& aboutOrigin, const TriangleMesh& mesh) {
    const Vector3 at = areaCentroid(mesh);
    const std::vector<Vector3> planes = mirrorPlanes(mesh, at);
    if (planes.empty()) return aboutOrigin;
    const double length = farthestDistance(mesh, at);
    const auto imageOf = [](const Matrix6& image, const Matrix6& r) -> Matrix6 { return image * r * image; };
    const Matrix6 mean = meanOfImages(inUnits(resistanceAbout(aboutOrigin, at), 1.0 / length), planes, imageOf);
    return resistanceAbout(inUnits(mean, length), -at);
}

Matrix6 resistanceAbout(const Matrix6& resistance, const Vector3& shift) {
    Matrix6 x = Matrix6::Identity(); // twist about the old point of a twist about the new one
    x.bottomLeftCorner<3, 3>() = skew(shift);
    const Matrix6 moved = x.transpose() * resistance * x;
    return 0.5 * (moved + moved.transpose());
}

Matrix6 inUnits(const Matrix6& resistance, double unit) {
    Matrix6 scaled = resistance;
    scaled.topRows<3>() *= unit;
    scaled.leftCols<3>() *= unit;
    return scaled;
}

void setResistance(ViscousTensor& tensor, const Matrix6& aboutOrigin) {
    const Matrix3 k = aboutOrigin.bottomRightCorner<3, 3>(), coupling = aboutOrigin.topRightCorner<3, 3>();
    // The block C + [c]^T K is symmetric if (tr K - K) c is the axial vector of C - C^T. [HappelBrenner1983, 5-4]
    const Matrix3 odd = coupling - coupling.transpose();
    const Vector3 axial(odd(2, 1), odd(0, 2), odd(1, 0));
    tensor.center = (k.trace() * Matrix3::Identity() - k).ldlt().solve(axial);
    tensor.resistance = resistanceAbout(aboutOrigin, tensor.center);
    tensor.radius = k.trace() / (18.0 * kPi);
}

ViscousTensor makeViscousTensor(const Matrix6& aboutOrigin, const TriangleMesh& mesh) {
    ViscousTensor tensor;
    setResistance(tensor, aboutOrigin);
    describeArea(mesh, tensor);
    tensor.slip = slipForm(mesh, tensor.center);
    const Eigen::SelfAdjointEigenSolver<Matrix3> axes(tensor.moments, Eigen::EigenvaluesOnly);
    tensor.middleLength = std::sqrt(12.0 * axes.eigenvalues()[1]);
    return tensor;
}

void ViscousOptions::requireValid(const char* field) const {
    if (faces >= kFewestFaces && faces <= kMostFaces) return;
    throw std::invalid_argument(std::string(field) + " must lie in [" + std::to_string(kFewestFaces) + ", " +
                                std::to_string(kMostFaces) + "], got " + std::to_string(faces));
}

ViscousTensor computeViscousTensor(const TriangleMesh& mesh, const ViscousOptions& options, ViscousReport* report) {
    options.requireValid("ViscousOptions::faces");
    const auto start = std::chrono::steady_clock::now();
    const TriangleMesh coarse = solvableMesh(mesh, options.faces);
    const MeshResistance solved = solve(coarse);
    const ViscousTensor tensor = makeViscousTensor(symmetrised(solved.aboutOrigin, mesh), mesh);
    if (!report) return tensor;
    *report = {coarse.faceCount(), solved.selfExcess, 0.0, -1.0};
    if (options.estimatesError) {
        const Matrix6 half = solve(reducedMesh(coarse, coarse.faceCount() / 2)).aboutOrigin;
        report->errorEstimate =
            relativeDifference(resistanceAbout(half, tensor.center), tensor.resistance, tensor.radius);
    }
    report->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return tensor;
}

} // namespace ambient
