// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Adjacency of faces, edges and vertices in a triangle mesh.
/// Accepts any mesh: faces with an index out of range or a repeated index have no sides here (contains() is false for
/// them). Built in O(F log F). A snapshot: later changes of the mesh have no effect.
class MeshAdjacency {
  public:
    /// Side of a face, from corner `corner` to corner (corner + 1) % 3; {-1, -1}: none.
    struct Side {
        int face;   ///< -1: none
        int corner; ///< corner at which the side begins, 0, 1 or 2; -1: none
    };

    /// Undirected edge and its sides, a range of sides().
    struct Edge {
        int low;          ///< smaller vertex index
        int high;         ///< larger vertex index
        int firstSide;    ///< first index into sides()
        int sideCount;    ///< 1: open, 2: regular, more: non-manifold
        int forwardCount; ///< number of sides from low to high; 1 of 2 if the two faces agree in winding
    };

    /// Consecutive face indices inside the adjacency, for range-based loops.
    struct FaceRange {
        const int* first;                                           ///< the lowest face
        const int* last;                                            ///< one past the highest
        const int* begin() const { return first; }                  ///< as `first`
        const int* end() const { return last; }                     ///< as `last`
        int size() const { return static_cast<int>(last - first); } ///< faces; 0 for an unused vertex
    };

    /// Takes a snapshot of the mesh. The mesh need not outlive it.
    explicit MeshAdjacency(const TriangleMesh& mesh);

    /// True if the vertex indices of face f are in range and distinct.
    bool contains(int f) const { return m_contains[f] != 0; }

    /// Opposite side of side `corner` of face f; face -1 if the edge is open or non-manifold.
    Side across(int f, int corner) const { return m_across[3 * f + corner]; }

    /// Neighbour of face f across side `corner`; -1 if the edge is open or non-manifold.
    int neighbor(int f, int corner) const { return across(f, corner).face; }

    /// Edges in ascending order of (low, high).
    const std::vector<Edge>& edges() const { return m_edges; }

    /// Sides grouped by edge, in ascending order of face within an edge.
    const std::vector<Side>& sides() const { return m_sides; }

    /// Faces that have vertex v as a corner, ascending.
    FaceRange facesAround(int v) const {
        return {m_vertexFaces.data() + m_vertexOffsets[v], m_vertexFaces.data() + m_vertexOffsets[v + 1]};
    }

  private:
    void markValidFaces(const TriangleMesh& mesh);
    void buildEdges(const TriangleMesh& mesh);
    void buildVertexFaces(const TriangleMesh& mesh);

    std::vector<char> m_contains;
    std::vector<Edge> m_edges;
    std::vector<Side> m_sides;
    std::vector<Side> m_across;
    std::vector<int> m_vertexOffsets;
    std::vector<int> m_vertexFaces;
};

} // namespace ambient
