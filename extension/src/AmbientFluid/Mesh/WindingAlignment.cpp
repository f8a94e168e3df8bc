// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/WindingAlignment.h"

#include "AmbientFluid/Mesh/MeshAdjacency.h"

#include <utility>

namespace ambient {
namespace {

void reverse(TriangleMesh::Face& face) {
    std::swap(face[1], face[2]);
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

    int alignMinorities() {
        return reverseInPatches([this](const Patch& patch) { return patch.isOrientable ? minorityOf(patch) : none; });
    }

    int turnInverted() {
        return reverseInPatches([this](const Patch& patch) {
            return patch.isOrientable && !isOpen(patch) && volumeOf(patch) < 0.0 ? State::Agrees : none;
        });
    }

  private:
    enum class State : char { Unseen, Agrees, Disagrees };
    static constexpr State none = State::Unseen;
    static State opposite(State s) { return s == State::Agrees ? State::Disagrees : State::Agrees; }

    /// \param choose says which faces of a patch to reverse
    template <class Choice>
    int reverseInPatches(const Choice& choose) {
        int reversed = 0;
        for (int f = 0; f < m_mesh.faceCount(); ++f) {
            if (!m_adjacency.contains(f) || m_state[f] != State::Unseen) continue;
            const Patch patch = collectPatch(f);
            const State chosen = choose(patch);
            for (int g : patch.faces) {
                if (m_state[g] != chosen) continue;
                reverse(m_mesh.faces[g]);
                ++reversed;
            }
        }
        return reversed;
    }

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

    bool isOpen(const Patch& patch) {
        if (m_isOpenFace.empty()) {
            m_isOpenFace.assign(m_mesh.faces.size(), 0);
            for (const MeshAdjacency::Edge& e : m_adjacency.edges())
                if (e.sideCount == 1) m_isOpenFace[m_adjacency.sides()[e.firstSide].face] = 1;
        }
        for (int f : patch.faces)
            if (m_isOpenFace[f]) return true;
        return false;
    }

    /// About the mean of the faces' centroids, weighted with area [m^3].
    double volumeOf(const Patch& patch) const {
        const Vector3& origin = m_mesh.corner(patch.faces.front(), 0);
        Vector3 weighted = Vector3::Zero(), areaVector = Vector3::Zero();
        double area = 0.0, sixVolume = 0.0;
        for (int f : patch.faces) {
            const Vector3 a = m_mesh.corner(f, 0) - origin, b = m_mesh.corner(f, 1) - origin,
                          c = m_mesh.corner(f, 2) - origin;
            const Vector3 vector = 0.5 * (b - a).cross(c - a);
            areaVector += vector;
            area += vector.norm();
            weighted += vector.norm() / 3.0 * (a + b + c);
            sixVolume += a.dot(b.cross(c));
        }
        if (!(area > 0.0)) return 0.0;
        return sixVolume / 6.0 - (weighted / area).dot(areaVector) / 3.0;
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
    std::vector<char> m_isOpenFace;
};

} // namespace

int alignWindings(TriangleMesh& mesh) {
    return WindingAligner(mesh).alignMinorities();
}

int turnInvertedPatches(TriangleMesh& mesh) {
    return WindingAligner(mesh).turnInverted();
}

} // namespace ambient
