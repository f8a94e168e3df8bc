// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/SurfaceContacts.h"

#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Mesh/DisjointSets.h"
#include "AmbientFluid/Mesh/MeshAdjacency.h"

#include <Eigen/Geometry>

#include <algorithm>

namespace ambient {
namespace {

/// A face at an edge of several.
struct Leaf {
    double angle; ///< about the edge [rad]
    bool isForward;
    int face;
};

class ContactParter {
  public:
    explicit ContactParter(NumberedMesh& numbered)
        : m_numbered(numbered), m_mesh(numbered.mesh), m_adjacency(numbered.mesh),
          m_corners(3 * numbered.mesh.faceCount()) {}

    int run() {
        for (const MeshAdjacency::Edge& e : m_adjacency.edges())
            joinSheets(e);
        int added = 0;
        const int given = m_mesh.vertexCount();
        for (int v = 0; v < given; ++v)
            added += partFans(v);
        return added;
    }

  private:
    int cornerAt(int f, int v) const {
        const TriangleMesh::Face& face = m_mesh.faces[f];
        return 3 * f + (face[0] == v ? 0 : face[1] == v ? 1 : 2);
    }

    void join(const MeshAdjacency::Edge& e, int f, int g) {
        for (int v : {e.low, e.high})
            m_corners.join(cornerAt(f, v), cornerAt(g, v));
    }

    void joinSheets(const MeshAdjacency::Edge& e) {
        const std::vector<Leaf> leaves = e.sideCount > 2 ? leavesOf(e) : std::vector<Leaf>();
        if (!alternate(leaves)) {
            const int first = m_adjacency.sides()[e.firstSide].face;
            for (int s = 1; s < e.sideCount; ++s)
                join(e, first, m_adjacency.sides()[e.firstSide + s].face);
            return;
        }
        // Counter-clockwise about the edge, the fluid comes after a face that runs forward and the solid after the
        // other.
        for (std::size_t i = 0; i < leaves.size(); ++i)
            if (!leaves[i].isForward) join(e, leaves[i].face, leaves[(i + 1) % leaves.size()].face);
    }

    std::vector<Leaf> leavesOf(const MeshAdjacency::Edge& e) const {
        const Vector3 axis = (m_mesh.vertices[e.high] - m_mesh.vertices[e.low]).normalized();
        const Vector3 u = axis.unitOrthogonal(), w = axis.cross(u);
        std::vector<Leaf> leaves;
        for (int s = e.firstSide; s < e.firstSide + e.sideCount; ++s) {
            const MeshAdjacency::Side side = m_adjacency.sides()[s];
            const Vector3 apex = m_mesh.corner(side.face, (side.corner + 2) % 3) - m_mesh.vertices[e.low];
            leaves.push_back(
                {portable::atan2(apex.dot(w), apex.dot(u)), m_mesh.faces[side.face][side.corner] == e.low, side.face});
        }
        std::sort(leaves.begin(), leaves.end(), [](const Leaf& a, const Leaf& b) {
            return a.angle != b.angle ? a.angle < b.angle : a.face < b.face;
        });
        return leaves;
    }

    /// Whether solid and fluid take turns about the edge, and no two faces lie on one another.
    static bool alternate(const std::vector<Leaf>& leaves) {
        constexpr double apart = 1e-6;
        if (leaves.size() % 2 != 0 || leaves.empty()) return false;
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            const Leaf& next = leaves[(i + 1) % leaves.size()];
            const double turn = next.angle - leaves[i].angle + (i + 1 == leaves.size() ? 2.0 * kPi : 0.0);
            if (next.isForward == leaves[i].isForward || !(turn > apart)) return false;
        }
        return true;
    }

    /// The first fan keeps the vertex.
    int partFans(int v) {
        std::vector<std::pair<int, int>> fans; // root, vertex
        const MeshAdjacency::FaceRange around = m_adjacency.facesAround(v);
        std::vector<int> corners;
        for (int f : around)
            corners.push_back(cornerAt(f, v));
        for (int corner : corners) {
            const int root = m_corners.root(corner);
            auto fan =
                std::find_if(fans.begin(), fans.end(), [root](const auto& known) { return known.first == root; });
            if (fan == fans.end()) {
                fans.push_back({root, fans.empty() ? v : m_numbered.copyVertex(v)});
                fan = fans.end() - 1;
            }
            m_mesh.faces[corner / 3][corner % 3] = fan->second;
        }
        return fans.empty() ? 0 : static_cast<int>(fans.size()) - 1;
    }

    NumberedMesh& m_numbered;
    TriangleMesh& m_mesh;
    MeshAdjacency m_adjacency;
    DisjointSets m_corners;
};

} // namespace

int partSurfaceContacts(NumberedMesh& numbered) {
    const MeshAdjacency adjacency(numbered.mesh);
    const auto isOpen = [](const MeshAdjacency::Edge& e) { return e.sideCount == 1; };
    if (std::any_of(adjacency.edges().begin(), adjacency.edges().end(), isOpen)) return 0;
    return ContactParter(numbered).run();
}

} // namespace ambient
