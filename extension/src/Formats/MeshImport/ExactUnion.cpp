// SPDX-License-Identifier: Zlib
#include "MeshImport/ExactUnion.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/Decimation.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "MeshImport/ShortEdges.h"
#include "MeshImport/UnionSurface.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ambient {
namespace {

/// Growth over the thickness of the thinnest part. Below 1e-4, contacts leave needles.
constexpr double kGrowth = 1e-4;

/// Both unions are the same body if their areas differ by less.
constexpr double kSameArea = 1e-3;

/// Edges below this share of the diagonal are rounding.
constexpr double kRounding = 1e-9;

/// Change of volume and area by a reduction of faces, at most.
constexpr double kThinning = 3e-4;

double thicknessOf(const TriangleMesh& part) {
    return 2.0 * enclosedVolume(part) / surfaceArea(part);
}

/// Moves each vertex outward so that the planes of its faces move by about `distance`.
TriangleMesh grown(const TriangleMesh& part, double distance) {
    std::vector<Vector3> normals(part.vertices.size(), Vector3::Zero());
    std::vector<double> facing(part.vertices.size(), 1.0);
    for (int f = 0; f < part.faceCount(); ++f)
        for (int k = 0; k < 3; ++k) {
            const Vector3 a = part.corner(f, (k + 1) % 3) - part.corner(f, k),
                          b = part.corner(f, (k + 2) % 3) - part.corner(f, k);
            const double angle = portable::atan2(a.cross(b).norm(), a.dot(b));
            normals[static_cast<std::size_t>(part.faces[static_cast<std::size_t>(f)][static_cast<std::size_t>(k)])] +=
                angle * part.areaVector(f).normalized();
        }
    for (Vector3& normal : normals)
        normal.normalize();
    for (int f = 0; f < part.faceCount(); ++f)
        for (int v : part.faces[static_cast<std::size_t>(f)]) {
            double& least = facing[static_cast<std::size_t>(v)];
            least = std::min(least, normals[static_cast<std::size_t>(v)].dot(part.areaVector(f).normalized()));
        }
    constexpr double leastFacing = 0.4; // a needle's point stays near
    TriangleMesh result = part;
    for (std::size_t v = 0; v < result.vertices.size(); ++v)
        result.vertices[v] += distance / std::max(facing[v], leastFacing) * normals[v];
    return result;
}

/// The surface of a union without needles, checked.
CheckedMesh tidied(const UnionSurface& surface, double shortest) {
    CheckedMesh checked = repairMesh(withoutShortEdges(surface.mesh, shortest));
    checked.givenFaces.assign(checked.mesh.faces.size(), -1);
    return checked;
}

/// The mesh with fewer faces, as few as keep the body.
CheckedMesh thinned(CheckedMesh checked, int mostFaces) {
    const auto anywhere = [](const Vector3& point) { return point; };
    for (int faces = mostFaces; faces < checked.mesh.faceCount(); faces *= 2) {
        CheckedMesh fewer = repairMesh(decimate(checked.mesh, faces, anywhere, Keep::Shape));
        const MeshReport &a = fewer.report, &b = checked.report;
        const double side = (b.boundsMax - b.boundsMin).maxCoeff();
        const double moved = std::max((a.boundsMax - b.boundsMax).cwiseAbs().maxCoeff(),
                                      (a.boundsMin - b.boundsMin).cwiseAbs().maxCoeff());
        const bool isSame = a.usable() && a.componentCount == b.componentCount && moved <= kThinning * side &&
                            std::abs(a.volume - b.volume) <= kThinning * b.volume &&
                            std::abs(a.area - b.area) <= kThinning * b.area;
        if (!isSame) continue;
        fewer.report.repairs = checked.report.repairs;
        fewer.givenFaces.assign(fewer.mesh.faces.size(), -1);
        return fewer;
    }
    return checked;
}

void measure(const std::vector<TriangleMesh>& parts, const UnionSurface& surface, UnionReport& report) {
    Eigen::AlignedBox3d box;
    for (const TriangleMesh& part : parts) {
        report.volumeOfParts += enclosedVolume(part);
        for (const Vector3& v : part.vertices)
            box.extend(v);
    }
    report.boundsMin = box.min();
    report.boundsMax = box.max();
    report.volume = enclosedVolume(surface.mesh);
    report.area = surfaceArea(surface.mesh);
    report.areaShare.assign(parts.size(), 0.0);
    for (int f = 0; f < surface.mesh.faceCount(); ++f)
        report.areaShare[static_cast<std::size_t>(surface.parts[static_cast<std::size_t>(f)])] +=
            surface.mesh.areaVector(f).norm();
    for (std::size_t p = 0; p < parts.size(); ++p)
        report.areaShare[p] /= surfaceArea(parts[p]);
}

/// The union of the parts, each grown a little more than the last, so that flush faces form clean steps.
CheckedMesh unionOfGrown(const std::vector<TriangleMesh>& parts, double growth) {
    constexpr double golden = 0.6180339887498949;
    std::vector<TriangleMesh> larger;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        const double turns = golden * static_cast<double>(p);
        larger.push_back(grown(parts[p], growth * (1.0 + 0.5 * (turns - std::floor(turns)))));
    }
    return tidied(surfaceOfUnion(larger), 2.0 * growth);
}

} // namespace

double changeFrom(const UnionReport& report, const MeshReport& made) {
    const double side = (report.boundsMax - report.boundsMin).maxCoeff();
    const double moved = std::max((made.boundsMax - report.boundsMax).cwiseAbs().maxCoeff(),
                                  (made.boundsMin - report.boundsMin).cwiseAbs().maxCoeff());
    return std::max(
        {moved / side, std::abs(made.volume / report.volume - 1.0), std::abs(made.area / report.area - 1.0)});
}

std::optional<CheckedMesh> uniteExactly(const std::vector<TriangleMesh>& parts, int mostFaces, UnionReport& report) {
    report = UnionReport();
    try {
        const UnionSurface surface = surfaceOfUnion(parts);
        measure(parts, surface, report);
        CheckedMesh exact = tidied(surface, kRounding * (report.boundsMax - report.boundsMin).norm());
        double thinnest = thicknessOf(parts.front());
        for (const TriangleMesh& part : parts)
            thinnest = std::min(thinnest, thicknessOf(part));
        const double growth = kGrowth * thinnest;
        CheckedMesh second = unionOfGrown(parts, growth);
        const bool areSame = std::abs(second.report.area - report.area) <= kSameArea * report.area;
        if (!areSame) report.area = second.report.area; // contacts are no surface
        if (exact.report.usable() && areSame && needleCount(exact.mesh, 0.1 * growth) == 0)
            return thinned(std::move(exact), mostFaces);
        if (second.report.usable()) {
            report.growth = growth;
            return thinned(std::move(second), mostFaces);
        }
        if (exact.report.usable() && areSame) return thinned(std::move(exact), mostFaces);
        report.refusal = second.report.issues.front().message;
    } catch (const std::logic_error& error) {
        report.refusal = error.what();
    }
    return std::nullopt;
}

double commonVolume(const TriangleMesh& a, const TriangleMesh& b) {
    try {
        return enclosedVolume(a) + enclosedVolume(b) - enclosedVolume(surfaceOfUnion({a, b}).mesh);
    } catch (const std::logic_error&) {
        return 0.0;
    }
}

} // namespace ambient
