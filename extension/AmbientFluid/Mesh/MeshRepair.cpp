// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MeshRepair.h"

#include "AmbientFluid/Mesh/MeshAdjacency.h"
#include "AmbientFluid/Mesh/SheetThickening.h"
#include "AmbientFluid/Mesh/VertexWeld.h"

#include <cmath>
#include <cstdio>
#include <utility>

namespace ambient {

namespace {

void reverse(TriangleMesh::Face& face) {
    std::swap(face[1], face[2]);
}

/// Each returns how many vertices or faces it changed.
int weldVertices(TriangleMesh& mesh) {
    const std::vector<int> representative = coincidentVertices(mesh);
    for (TriangleMesh::Face& f : mesh.faces) {
        for (int& v : f)
            v = representative[v];
    }
    int welded = 0;
    for (int v = 0; v < mesh.vertexCount(); ++v)
        welded += representative[v] != v;
    return welded;
}

int dropUnusedVertices(TriangleMesh& mesh) {
    std::vector<int> newIndex(mesh.vertices.size(), -1);
    for (const TriangleMesh::Face& f : mesh.faces) {
        for (int v : f)
            newIndex[v] = 0;
    }
    int kept = 0;
    for (int v = 0; v < mesh.vertexCount(); ++v) {
        if (newIndex[v] < 0) continue;
        mesh.vertices[kept] = mesh.vertices[v];
        newIndex[v] = kept++;
    }
    const int dropped = mesh.vertexCount() - kept;
    mesh.vertices.resize(static_cast<std::size_t>(kept));
    for (TriangleMesh::Face& f : mesh.faces) {
        for (int& v : f)
            v = newIndex[v];
    }
    return dropped;
}

/// Faces that are connected across edges of exactly two faces.
struct Patch {
    std::vector<int> faces;
    bool isOrientable = true;
};

class WindingAligner {
  public:
    explicit WindingAligner(TriangleMesh& mesh)
        : m_mesh(mesh), m_adjacency(mesh), m_state(mesh.faces.size(), State::Unseen) {}

    int run() {
        int reversed = 0;
        for (int f = 0; f < m_mesh.faceCount(); ++f) {
            if (!m_adjacency.contains(f) || m_state[f] != State::Unseen) continue;
            const Patch patch = collectPatch(f);
            if (!patch.isOrientable) continue;
            const State minority = minorityOf(patch);
            for (int g : patch.faces) {
                if (m_state[g] != minority) continue;
                reverse(m_mesh.faces[g]);
                ++reversed;
            }
        }
        return reversed;
    }

  private:
    enum class State : char { Unseen, Agrees, Disagrees };
    static State opposite(State s) { return s == State::Agrees ? State::Disagrees : State::Agrees; }

    Patch collectPatch(int seed) {
        Patch patch;
        patch.faces.push_back(seed);
        m_state[seed] = State::Agrees;
        for (std::size_t i = 0; i < patch.faces.size(); ++i) {
            const int f = patch.faces[i];
            for (int k = 0; k < 3; ++k) {
                const MeshAdjacency::Side across = m_adjacency.across(f, k);
                if (across.face < 0) continue;
                const bool agrees = m_mesh.faces[across.face][across.corner] == m_mesh.faces[f][(k + 1) % 3];
                const State expected = agrees ? m_state[f] : opposite(m_state[f]);
                if (m_state[across.face] == State::Unseen) {
                    m_state[across.face] = expected;
                    patch.faces.push_back(across.face);
                } else if (m_state[across.face] != expected) {
                    patch.isOrientable = false;
                }
            }
        }
        return patch;
    }

    /// The faces to reverse: the fewer; at a draw those whose reversal leaves the volume positive.
    State minorityOf(const Patch& patch) const {
        std::size_t agreeing = 0;
        double volume = 0.0;
        const Vector3& origin = m_mesh.corner(patch.faces.front(), 0);
        for (int f : patch.faces) {
            const Vector3 a = m_mesh.corner(f, 0) - origin, b = m_mesh.corner(f, 1) - origin;
            const double sixVolume = a.dot(b.cross(m_mesh.corner(f, 2) - origin));
            volume += m_state[f] == State::Agrees ? sixVolume : -sixVolume;
            agreeing += m_state[f] == State::Agrees;
        }
        const std::size_t disagreeing = patch.faces.size() - agreeing;
        if (agreeing == disagreeing) return volume < 0.0 ? State::Agrees : State::Disagrees;
        return agreeing < disagreeing ? State::Agrees : State::Disagrees;
    }

    TriangleMesh& m_mesh;
    MeshAdjacency m_adjacency;
    std::vector<State> m_state;
};

std::string sentence(const char* verb, int count, const char* one, const char* many) {
    return std::string(verb) + " " + std::to_string(count) + " " + (count == 1 ? one : many);
}

TriangleMesh insideOut(TriangleMesh mesh) {
    for (TriangleMesh::Face& f : mesh.faces)
        reverse(f);
    return mesh;
}

CheckedMesh repaired(const TriangleMesh& mesh, MeshRepair repair) {
    CheckedMesh result{mesh, checkMesh(mesh)};
    if (repair == MeshRepair::None || result.report.has(MeshDefect::IndexOutOfRange)) return result;

    std::vector<std::string> repairs;
    const auto note = [&repairs](const char* verb, int count, const char* one, const char* many) {
        if (count > 0) repairs.push_back(sentence(verb, count, one, many));
    };
    const int welded = result.report.closed ? 0 : weldVertices(result.mesh);
    note("welded", welded, "coincident vertex", "coincident vertices");
    note("dropped", dropUnusedVertices(result.mesh) - welded, "unused vertex", "unused vertices");
    note("reversed", WindingAligner(result.mesh).run(), "face", "faces");
    if (!repairs.empty()) result.report = checkMesh(result.mesh);

    if (repair == MeshRepair::FlipInverted && result.report.has(MeshDefect::Inverted)) {
        CheckedMesh turned{insideOut(result.mesh), {}};
        turned.report = checkMesh(turned.mesh);
        if (!turned.report.has(MeshDefect::Inverted)) {
            result = std::move(turned);
            repairs.push_back("turned the mesh inside out");
        }
    }
    result.report.repairs = std::move(repairs);
    return result;
}

void thickenSheets(CheckedMesh& checked, double thickness) {
    const int sheets = countSheets(checked.mesh);
    std::vector<std::string> repairs = std::move(checked.report.repairs);
    try {
        checked.mesh = thickenSheet(checked.mesh, thickness);
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
