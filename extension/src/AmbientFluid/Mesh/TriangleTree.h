// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <optional>
#include <vector>

namespace ambient {

/// Bounding-box tree over the faces of a mesh, for rays and neighbourhoods. The mesh must outlive it and keep its
/// positions; any mesh will do, open or self-crossing ones too. Built in O(F log F). Queries may run in parallel.
class TriangleTree {
  public:
    /// \param mesh kept by reference; its indices must be in range
    explicit TriangleTree(const TriangleMesh& mesh);

    /// Hit of a ray.
    struct Hit {
        double distance; ///< from the origin of the ray [m]
        int face;        ///< index of the face
    };
    /// The nearest face from `origin` along the unit vector `direction` at more than `minimum` [m], from either side;
    /// nothing if there is none.
    std::optional<Hit> findHit(const Vector3& origin, const Vector3& direction, double minimum = 0.0) const;

    /// Distance from `origin` [m] along the unit vector `direction` to the nearest face that is hit at more than
    /// `minimum` [m], from either side; nothing if none is.
    std::optional<double> castRay(const Vector3& origin, const Vector3& direction, double minimum = 0.0) const;

    /// Calls visit(face) for every face whose bounding box comes within `radius` [m] of `center`, always in the same
    /// order.
    template <class Visitor>
    void forEachNear(const Vector3& center, double radius, Visitor&& visit) const {
        int stack[kMaxDepth];
        int depth = 0;
        stack[depth++] = 0;
        while (depth > 0) {
            const Node& node = m_nodes[stack[--depth]];
            if (node.squaredDistance(center) > radius * radius) continue;
            if (node.count == 0) {
                stack[depth++] = node.first + 1;
                stack[depth++] = node.first;
            }
            for (int k = node.first; k < node.first + node.count; ++k)
                visit(m_faces[k]);
        }
    }

  private:
    friend class WindingNumber;

    static constexpr int kMaxDepth = 128;
    static constexpr int kLeafFaces = 4;

    /// A leaf holds m_faces[first .. first + count); an inner node (count 0) has children first and first + 1.
    struct Node {
        Vector3 low, high;
        int first = 0, count = 0;

        double squaredDistance(const Vector3& p) const {
            return (low - p).cwiseMax(p - high).cwiseMax(Vector3::Zero()).squaredNorm();
        }
    };

    void build(int node, int first, int count, const std::vector<Vector3>& centroids);
    /// Distance at which the ray enters the node's box, or nothing if it misses it before `farthest`.
    static std::optional<double> enter(const Node& node, const Vector3& origin, const Vector3& inverse,
                                       double farthest);

    const TriangleMesh& m_mesh;
    std::vector<int> m_faces;
    std::vector<Node> m_nodes;
};

} // namespace ambient
