// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshRepair.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/DegenerateFaces.h"
#include "AmbientFluid/Mesh/DuplicateFaces.h"
#include "AmbientFluid/Mesh/MassProperties.h"
#include "AmbientFluid/Mesh/SeparatePieces.h"
#include "AmbientFluid/Mesh/SheetThickening.h"
#include "AmbientFluid/Mesh/SurfaceContacts.h"
#include "AmbientFluid/Mesh/VertexWeld.h"
#include "AmbientFluid/Mesh/WindingAlignment.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <utility>

namespace ambient {

namespace {

/// Tolerances that are tried where the usual one leaves an open mesh: files of few digits.
constexpr double kWiderTolerances[] = {1e-7, 1e-6, 1e-5};

std::string counted(const char* verb, int count, const char* one, const char* many) {
    return std::string(verb) + " " + std::to_string(count) + " " + (count == 1 ? one : many);
}

bool isSame(const TriangleMesh& a, const TriangleMesh& b) {
    return a.faces == b.faces && a.vertices.size() == b.vertices.size() &&
           (a.vertices.empty() ||
            std::memcmp(a.vertices.data(), b.vertices.data(), a.vertices.size() * sizeof(Vector3)) == 0);
}

/// A mesh with the repairs so far.
class Repairer {
  public:
    explicit Repairer(NumberedMesh numbered, double tolerance = 0.0)
        : m_numbered(std::move(numbered)), m_tolerance(tolerance) {}

    /// Drops vertices without a face; `others` [of them] are accounted for already.
    void dropUnusedVertices(int others = 0) {
        note(m_numbered.dropUnusedVertices() - others, "dropped", "unused vertex", "unused vertices");
    }

    /// All that is safe. \param weld whether coincident vertices become one
    void clean(bool weld) {
        const int welded = weld ? weldVertices() : 0;
        dropUnusedVertices(welded);
        const MeshReport found = checkMesh(m_numbered.mesh);
        if (found.has(MeshDefect::NonFiniteVertex)) {
            note(alignWindings(m_numbered.mesh), "reversed", "face", "faces");
            return;
        }
        cleanFaces((found.boundsMax - found.boundsMin).stableNorm());
        orient();
        note(partSurfaceContacts(m_numbered), "parted the surface where it touches itself, at", "vertex", "vertices");
        dropIdlePieces();
        m_numbered.dropUnusedVertices();
    }

    MeshReport report() const {
        return checkMesh(m_numbered.mesh, {&m_numbered.faceNumbers, &m_numbered.vertexNumbers});
    }

    NumberedMesh& numbered() { return m_numbered; }
    const std::vector<std::string>& repairs() const { return m_repairs; }

  private:
    /// Notes a repair of `count` places.
    void note(int count, const char* verb, const char* one, const char* many) {
        if (count > 0) note(counted(verb, count, one, many));
    }

    /// Notes a repair, and how it moved volume and area.
    void note(const std::string& text) {
        const double volume = enclosedVolume(m_numbered.mesh), area = surfaceArea(m_numbered.mesh);
        m_repairs.push_back(text + change("volume", m_volume, volume, "m^3", portable::pow(area, 1.5)) +
                            change("area", m_area, area, "m^2", area));
        m_volume = volume;
        m_area = area;
    }

    static std::string change(const char* name, double before, double after, const char* unit, double scale) {
        constexpr double rounding = 1e-9;
        if (!(std::abs(after - before) > rounding * scale)) return "";
        char text[96];
        std::snprintf(text, sizeof text, ", %s %.6g -> %.6g %s", name, before, after, unit);
        return text;
    }

    int weldVertices() {
        TriangleMesh& mesh = m_numbered.mesh;
        const std::vector<int> representative = coincidentVertices(mesh, std::max(m_tolerance, kWeldTolerance));
        for (TriangleMesh::Face& f : mesh.faces) {
            for (int& v : f)
                v = representative[v];
        }
        int welded = 0;
        for (int v = 0; v < mesh.vertexCount(); ++v)
            welded += representative[v] != v;
        char within[96];
        std::snprintf(within, sizeof within, "coincident vertices, no farther apart than %.0g of the diagonal",
                      m_tolerance);
        note(welded, "welded", "coincident vertex", m_tolerance > 0.0 ? within : "coincident vertices");
        return welded;
    }

    void cleanFaces(double diagonal) {
        note(removeDegenerateFaces(m_numbered), "removed", "degenerate face", "degenerate faces");
        const DuplicateFaces duplicates = dropDuplicateFaces(m_numbered);
        note(duplicates.equal, "dropped", "face that was there twice", "faces that were there twice");
        note(duplicates.backs, "dropped", "back", "backs of faces, a surface drawn from both sides");
        note(duplicates.opposite, "dropped", "face", "faces back to back, walls inside");
        const double tolerance = std::max(m_tolerance, kWeldTolerance) * diagonal;
        note(closeSeams(m_numbered, tolerance), "divided", "face at a seam", "faces at a seam");
    }

    void orient() {
        note(alignWindings(m_numbered.mesh), "reversed", "face", "faces");
        const int turned = turnInvertedPatches(m_numbered.mesh);
        if (turned > 0 && turned == m_numbered.mesh.faceCount())
            note("turned the mesh inside out");
        else
            note(turned, "turned", "face of an inverted part", "faces of inverted parts");
    }

    void dropIdlePieces() {
        const MeshAdjacency adjacency(m_numbered.mesh);
        const MeshComponents components = connectedComponents(m_numbered.mesh, adjacency);
        const IdlePieces idle = findIdlePieces(m_numbered.mesh, adjacency, components);
        dropPieces(components, idle.empty, "without volume");
        if (idle.inside.empty()) return;
        if (idle.empty.empty()) {
            dropPieces(components, idle.inside, "inside another");
            return;
        }
        const MeshAdjacency sidesLeft(m_numbered.mesh);
        const MeshComponents left = connectedComponents(m_numbered.mesh, sidesLeft);
        dropPieces(left, findIdlePieces(m_numbered.mesh, sidesLeft, left).inside, "inside another");
    }

    void dropPieces(const MeshComponents& components, const std::vector<int>& pieces, const char* which) {
        if (pieces.empty()) return;
        std::vector<char> marks;
        for (int piece : components.ofFace)
            marks.push_back(std::binary_search(pieces.begin(), pieces.end(), piece));
        const int faces = m_numbered.dropFaces(marks);
        note(counted("dropped", static_cast<int>(pieces.size()), "piece ", "pieces ") + which + ", " +
             std::to_string(faces) + " faces");
    }

    NumberedMesh m_numbered;
    double m_tolerance;
    std::vector<std::string> m_repairs;
    double m_volume = enclosedVolume(m_numbered.mesh), m_area = surfaceArea(m_numbered.mesh);
};

/// The first way of cleaning that gives a usable mesh, or else the most careful one.
Repairer cleaned(const NumberedMesh& given, const MeshReport& found) {
    Repairer first(given);
    if (found.usable()) {
        first.dropUnusedVertices();
        return first;
    }
    // A closed surface may touch itself where its vertices coincide: welding is tried last.
    first.clean(!found.closed);
    MeshReport report = first.report();
    if (report.usable() || report.has(MeshDefect::NonFiniteVertex)) return first;
    if (found.closed) {
        Repairer welded(given);
        welded.clean(true);
        if (welded.report().usable()) return welded;
    }
    if (!report.has(MeshDefect::OpenEdge)) return first;
    for (double tolerance : kWiderTolerances) {
        Repairer wider(given, tolerance);
        wider.clean(true);
        if (wider.report().usable()) return wider;
    }
    return first;
}

CheckedMesh repaired(const TriangleMesh& mesh, MeshRepair repair) {
    NumberedMesh numbered(mesh);
    CheckedMesh result{mesh, checkMesh(mesh), numbered.faceNumbers};
    if (repair == MeshRepair::None || result.report.has(MeshDefect::IndexOutOfRange)) return result;

    // The changes of one round can let the next one go on. The last round changes nothing: repairing twice is repairing
    // once.
    constexpr int mostRounds = 8;
    std::vector<std::string> repairs;
    for (int round = 0; round < mostRounds; ++round) {
        Repairer repairer = cleaned(numbered, result.report);
        if (isSame(repairer.numbered().mesh, numbered.mesh)) break;
        repairs.insert(repairs.end(), repairer.repairs().begin(), repairer.repairs().end());
        numbered = std::move(repairer.numbered());
        result.report = checkMesh(numbered.mesh, {&numbered.faceNumbers, &numbered.vertexNumbers});
    }
    result.mesh = std::move(numbered.mesh);
    result.givenFaces = std::move(numbered.faceNumbers);
    result.report.repairs = std::move(repairs);
    return result;
}

void thickenSheets(CheckedMesh& checked, double thickness) {
    const int sheets = countSheets(checked.mesh);
    std::vector<std::string> repairs = std::move(checked.report.repairs);
    try {
        checked.mesh = thickenSheet(checked.mesh, thickness);
        checked.givenFaces.resize(checked.mesh.faces.size(), -1);
        checked.report = checkMesh(checked.mesh);
        checked.report.thickenedSheets = sheets;
        checked.report.sheetThickness = thickness;
        char text[80];
        std::snprintf(text, sizeof text, "made %s of %d open %s, %g m thick", sheets == 1 ? "a solid" : "solids",
                      sheets, sheets == 1 ? "sheet" : "sheets", thickness);
        repairs.push_back(text);
    } catch (const MeshError& error) {
        checked.report = error.report;
    }
    checked.report.repairs = std::move(repairs);
}

} // namespace

CheckedMesh repairMesh(const TriangleMesh& mesh, MeshRepair repair, double sheetThickness) {
    CheckedMesh result = repaired(mesh, repair);
    if (sheetThickness > 0.0 && std::isfinite(sheetThickness) && result.report.has(MeshDefect::OpenEdge))
        thickenSheets(result, sheetThickness);
    return result;
}

CheckedMesh requireUsableMesh(const TriangleMesh& mesh, MeshRepair repair, double sheetThickness) {
    CheckedMesh result = repairMesh(mesh, repair, sheetThickness);
    if (!result.report.usable()) throw MeshError(result.report);
    return result;
}

} // namespace ambient
