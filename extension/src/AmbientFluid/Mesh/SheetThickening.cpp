// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/SheetThickening.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Mesh/DisjointSets.h"
#include "AmbientFluid/Mesh/MeshAdjacency.h"
#include "AmbientFluid/Mesh/MeshRepair.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

namespace ambient {
namespace {

/// Largest thickness as a fraction of the thickness at which the first face vanishes.
constexpr double kThicknessMargin = 0.9;
/// Smallest thickness as a fraction of sqrt(area): the potential flow about thinner solids is lost in rounding.
constexpr double kSmallestThickness = 1e-4;
/// Normals at a vertex cancel (a flat fold) if their angle-weighted sum is shorter than this times the sum of angles.
constexpr double kCancelledNormal = 1e-3;

std::string shortText(double value) {
    char buffer[32];
    std::snprintf(buffer, sizeof buffer, "%.4g", value);
    return buffer;
}

/// True for defects that thickening cures or ignores.
bool isTolerable(MeshDefect defect) {
    return defect == MeshDefect::OpenEdge || defect == MeshDefect::TooFewFaces ||
           defect == MeshDefect::NonManifoldVertex || defect == MeshDefect::SeveralComponents ||
           defect == MeshDefect::Inverted;
}

void requireSound(const TriangleMesh& mesh) {
    MeshReport report = checkMesh(mesh);
    auto& issues = report.issues;
    issues.erase(std::remove_if(issues.begin(), issues.end(), [](const MeshIssue& i) { return isTolerable(i.defect); }),
                 issues.end());
    if (issues.empty()) return;
    if (issues.front().defect == MeshDefect::InconsistentOrientation)
        issues.front().message +=
            "; if reversing faces cannot mend it, the sheet has one side only, as a Moebius strip";
    throw MeshError(report);
}

/// Marks the faces whose piece has an open edge.
std::vector<char> markSheets(const TriangleMesh& mesh, const MeshAdjacency& adjacency, int* pieces = nullptr) {
    DisjointSets connected(mesh.faceCount());
    for (int f = 0; f < mesh.faceCount(); ++f) {
        for (int k = 0; k < 3; ++k) {
            const int g = adjacency.neighbor(f, k);
            if (g >= 0) connected.join(f, g);
        }
    }
    std::vector<char> isOpen(mesh.faces.size(), 0);
    for (const MeshAdjacency::Edge& e : adjacency.edges()) {
        if (e.sideCount == 1) isOpen[connected.root(adjacency.sides()[e.firstSide].face)] = 1;
    }
    if (pieces) *pieces = static_cast<int>(std::count(isOpen.begin(), isOpen.end(), 1));
    for (int f = 0; f < mesh.faceCount(); ++f)
        isOpen[f] = isOpen[connected.root(f)];
    return isOpen;
}

class SheetThickener {
  public:
    SheetThickener(const TriangleMesh& mesh, double thickness)
        : m_mesh(mesh), m_adjacency(mesh), m_isSheet(markSheets(mesh, m_adjacency)), m_thickness(thickness),
          m_solid(mesh) {}

    TriangleMesh run() {
        splitIntoFans();
        computeOffsets();
        requireThickEnough();
        requireUpright();
        placeSides();
        addRims();
        return std::move(m_solid);
    }

  private:
    /// Gives each fan of faces around a vertex a separate vertex.
    /// The first fan keeps the index; a fan of a closed piece always does.
    void splitIntoFans() {
        DisjointSets corners(3 * m_mesh.faceCount());
        for (int f = 0; f < m_mesh.faceCount(); ++f) {
            for (int k = 0; k < 3; ++k) {
                const MeshAdjacency::Side other = m_adjacency.across(f, k);
                if (other.face < 0) continue;
                corners.join(3 * f + k, 3 * other.face + (other.corner + 1) % 3);
                corners.join(3 * f + (k + 1) % 3, 3 * other.face + other.corner);
            }
        }
        std::vector<char> taken(m_mesh.vertices.size(), 0);
        for (int f = 0; f < m_mesh.faceCount(); ++f) {
            for (int v : m_mesh.faces[f])
                if (!m_isSheet[f]) taken[v] = 1;
        }
        std::vector<int> vertexOfFan(3 * m_mesh.faces.size(), -1);
        for (int f = 0; f < m_mesh.faceCount(); ++f) {
            for (int k = 0; m_isSheet[f] && k < 3; ++k) {
                int& vertex = vertexOfFan[corners.root(3 * f + k)];
                const int original = m_mesh.faces[f][k];
                if (vertex < 0) {
                    vertex = taken[original] ? m_solid.vertexCount() : original;
                    if (taken[original]) m_solid.vertices.push_back(m_mesh.vertices[original]);
                    taken[original] = 1;
                }
                m_solid.faces[f][k] = vertex;
            }
        }
    }

    /// Computes the moves of the vertices.
    /// The direction is the angle-weighted normal, the bisector of a fold for any meshing. The length makes the sum of
    /// face areas times moves along the face normals exactly area times thickness.
    void computeOffsets() {
        const std::size_t count = m_solid.vertices.size();
        std::vector<Vector3> byAngle(count, Vector3::Zero()), byArea(count, Vector3::Zero());
        std::vector<double> angles(count, 0.0), areas(count, 0.0);
        for (int f = 0; f < m_mesh.faceCount(); ++f) {
            if (!m_isSheet[f]) continue;
            const Vector3 areaVector = m_mesh.areaVector(f), normal = areaVector.stableNormalized();
            for (int k = 0; k < 3; ++k) {
                const int v = m_solid.faces[f][k];
                const double angle = cornerAngle(f, k), area = areaVector.stableNorm();
                byAngle[v] += angle * normal;
                byArea[v] += area * normal;
                angles[v] += angle;
                areas[v] += area;
            }
        }
        m_offset.assign(count, Vector3::Zero());
        for (std::size_t v = 0; v < count; ++v) {
            if (angles[v] == 0.0) continue;
            if (byAngle[v].norm() < kCancelledNormal * angles[v]) refuseFold(static_cast<int>(v));
            const Vector3 direction = byAngle[v].normalized();
            const double alongNormals = byArea[v].dot(direction) / areas[v];
            m_offset[v] = direction / std::max(alongNormals, 1.0 / kMiterLimit);
        }
    }

    double cornerAngle(int f, int k) const {
        const Vector3& p = m_mesh.corner(f, k);
        const Vector3 u = (m_mesh.corner(f, (k + 1) % 3) - p).stableNormalized();
        const Vector3 w = (m_mesh.corner(f, (k + 2) % 3) - p).stableNormalized();
        return portable::atan2(u.cross(w).norm(), u.dot(w));
    }

    /// Smallest thickness at which one side of the face has no area, seen along its normal.
    double largestThickness(int f) const {
        const TriangleMesh::Face& face = m_solid.faces[f];
        const Vector3 u = m_mesh.corner(f, 1) - m_mesh.corner(f, 0), w = m_mesh.corner(f, 2) - m_mesh.corner(f, 0);
        const Vector3 du = m_offset[face[1]] - m_offset[face[0]], dw = m_offset[face[2]] - m_offset[face[0]];
        const Vector3 n = u.cross(w).stableNormalized();
        // Roots of the projected area c0 + c1 t + c2 t^2 at the distance t; c0 > 0.
        const double c0 = n.dot(u.cross(w)), c1 = n.dot(u.cross(dw) + du.cross(w)), c2 = n.dot(du.cross(dw));
        const double discriminant = c1 * c1 - 4.0 * c0 * c2;
        const double nearest = discriminant < 0.0 ? 0.0 : std::fabs(c1) + std::sqrt(discriminant);
        return nearest == 0.0 ? std::numeric_limits<double>::infinity() : 4.0 * c0 / nearest;
    }

    void requireThickEnough() const {
        double area = 0.0;
        int first = -1;
        for (int f = 0; f < m_mesh.faceCount(); ++f) {
            if (!m_isSheet[f]) continue;
            if (first < 0) first = f;
            area += m_mesh.areaVector(f).norm();
        }
        const double smallest = kSmallestThickness * std::sqrt(area);
        if (first < 0 || m_thickness >= smallest) return;
        refuse("face " + std::to_string(first),
               "a sheet thickness of " + shortText(m_thickness) + " m is too thin for this sheet, at least " +
                   shortText(smallest) + " m is needed",
               m_mesh.faceCentroid(first));
    }

    void requireUpright() const {
        double smallest = std::numeric_limits<double>::infinity();
        int worst = -1;
        for (int f = 0; f < m_mesh.faceCount(); ++f) {
            const double limit = m_isSheet[f] ? kThicknessMargin * largestThickness(f) : smallest;
            if (limit < smallest) {
                smallest = limit;
                worst = f;
            }
        }
        if (m_thickness <= smallest) return;
        refuse("face " + std::to_string(worst),
               "a solid of thickness " + shortText(m_thickness) + " m would turn inside out here, at most " +
                   shortText(smallest) + " m is possible",
               m_mesh.faceCentroid(worst));
    }

    [[noreturn]] void refuseFold(int vertex) const {
        int f = 0;
        while (std::count(m_solid.faces[f].begin(), m_solid.faces[f].end(), vertex) == 0)
            ++f;
        refuse("face " + std::to_string(f), "the sheet is folded flat onto itself here and has no side to thicken",
               m_solid.vertices[vertex]);
    }

    [[noreturn]] void refuse(const std::string& where, const std::string& what, const Vector3& at) const {
        MeshReport report = checkMesh(m_mesh);
        report.issues = {{MeshDefect::SheetThickness, where,
                          where + ": " + what + ", at (" + shortText(at.x()) + ", " + shortText(at.y()) + ", " +
                              shortText(at.z()) + ")"}};
        throw MeshError(report);
    }

    void placeSides() {
        const int count = m_solid.vertexCount();
        m_back.assign(count, -1);
        for (int v = 0; v < count; ++v) {
            if (m_offset[v].isZero()) continue;
            m_back[v] = m_solid.vertexCount();
            const Vector3 middle = m_solid.vertices[v], move = 0.5 * m_thickness * m_offset[v];
            m_solid.vertices.push_back(middle - move);
            m_solid.vertices[v] = middle + move;
        }
        for (int f = 0; f < m_mesh.faceCount(); ++f) {
            const TriangleMesh::Face face = m_solid.faces[f];
            if (m_isSheet[f]) m_solid.faces.push_back({m_back[face[0]], m_back[face[2]], m_back[face[1]]});
        }
    }

    /// Adds four triangles around a middle vertex for each open edge.
    /// They are mirror images of each other, and the potential has an unknown at the stagnation point of the rim.
    void addRims() {
        for (const MeshAdjacency::Edge& e : m_adjacency.edges()) {
            if (e.sideCount != 1) continue;
            const MeshAdjacency::Side side = m_adjacency.sides()[e.firstSide];
            const int a = m_solid.faces[side.face][side.corner], b = m_solid.faces[side.face][(side.corner + 1) % 3];
            const int around[4] = {a, m_back[a], m_back[b], b};
            Vector3 middle = Vector3::Zero();
            for (int v : around)
                middle += 0.25 * m_solid.vertices[v];
            const int center = m_solid.vertexCount();
            m_solid.vertices.push_back(middle);
            for (int i = 0; i < 4; ++i)
                m_solid.faces.push_back({around[i], around[(i + 1) % 4], center});
        }
    }

    const TriangleMesh& m_mesh;
    MeshAdjacency m_adjacency;
    std::vector<char> m_isSheet; ///< per face of m_mesh
    double m_thickness;
    TriangleMesh m_solid;          ///< starts as a copy of m_mesh
    std::vector<Vector3> m_offset; ///< move to the front per half thickness; zero for vertices outside sheets
    std::vector<int> m_back;       ///< back vertex of each front vertex
};

} // namespace

TriangleMesh thickenSheet(const TriangleMesh& mesh, double thickness) {
    if (!(thickness > 0.0) || !std::isfinite(thickness))
        throw std::invalid_argument("sheet thickness must be positive and finite, got " + textOf(thickness) + " m");
    requireSound(mesh);
    return SheetThickener(mesh, thickness).run();
}

int countSheets(const TriangleMesh& mesh) {
    int pieces = 0;
    markSheets(mesh, MeshAdjacency(mesh), &pieces);
    return pieces;
}

double suggestedSheetThickness(const MeshReport& report) {
    const bool curable = std::all_of(report.issues.begin(), report.issues.end(),
                                     [](const MeshIssue& i) { return isTolerable(i.defect); });
    const double percent = 0.01 * std::sqrt(report.area);
    if (!curable || !report.has(MeshDefect::OpenEdge) || !(percent > 0.0)) return 0.0;
    const double unit = portable::pow(10.0, std::floor(portable::log10(percent)));
    return std::round(percent / unit) * unit;
}

std::string sheetThicknessAdvice(const MeshReport& report, const std::string& option) {
    const double thickness = suggestedSheetThickness(report);
    if (thickness == 0.0) return "";
    return "; if this is a thin sheet, " + option + " makes a solid of it, for example " + shortText(thickness) +
           " m thick";
}

} // namespace ambient
