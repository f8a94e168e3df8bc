// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <Eigen/Geometry>

namespace ambient {

/// Convex solid given by its signed distance. Immutable.
/// All points are in the frame chosen by the caller of the factory function [m].
class ConvexSolid {
  public:
    /// Capsule: all points within `radius` of the segment from a to b; a ball if a = b.
    static ConvexSolid capsule(const Vector3& a, const Vector3& b, double radius);

    /// Frustum between two discs perpendicular to the axis from a to b.
    /// A cylinder if the radii are equal, a cone if one of them is 0.
    static ConvexSolid frustum(const Vector3& a, const Vector3& b, double radiusAtA, double radiusAtB);

    /// Interior of a closed, outward, convex mesh.
    static ConvexSolid polyhedron(const TriangleMesh& mesh);

    /// Signed distance and its gradient at one point.
    struct Sample {
        double distance; ///< [m], negative inside; near a sharp edge a lower bound of the distance
        Vector3 normal;  ///< gradient of the distance, unit
    };
    /// Samples the signed distance. \param point any point in the frame of the solid [m]
    Sample at(const Vector3& point) const;

    /// Width of the solid between two parallel tangent planes.
    struct Width {
        Vector3 direction; ///< unit
        double width;      ///< [m]
    };
    /// Widths along three perpendicular directions aligned with the solid.
    const std::array<Width, 3>& widths() const { return m_widths; }

    const Eigen::AlignedBox3d& bounds() const { return m_bounds; } ///< axis-aligned bounding box [m]
    double area() const { return m_area; }                         ///< surface area [m^2]

  private:
    enum class Kind { Capsule, Frustum, Polyhedron };
    struct Plane {
        Vector3 normal;
        double offset; ///< normal . x on the plane

        double distance(const Vector3& point) const { return normal.dot(point) - offset; }
    };
    /// Candidate planes for each block of the bounding box.
    /// Only planes that can be the outermost one in the block are tested: a hull of a thousand planes is as fast as one
    /// of fifty.
    struct Blocks {
        int perSide = 0;         ///< blocks along each axis; 0: no blocks, too few planes
        std::vector<int> first;  ///< start of each block in `planes`, and the end of the last
        std::vector<int> planes; ///< numbers
    };

    explicit ConvexSolid(Kind kind) : m_kind(kind) {}
    Sample atCapsule(const Vector3& point) const;
    Sample atFrustum(const Vector3& point) const;
    Sample atPolyhedron(const Vector3& point) const;
    void sortIntoBlocks();
    int blockAt(const Vector3& point) const;
    void measureAxial(double overhang, double largestRadius);

    Kind m_kind;
    Vector3 m_start = Vector3::Zero(), m_axis = Vector3::UnitZ(); ///< end a, and the unit vector from a to b
    double m_length = 0.0, m_radiusAtStart = 0.0, m_slope = 0.0;  ///< radius = radiusAtStart + slope * height
    std::vector<Plane> m_planes;
    Blocks m_blocks;
    Eigen::AlignedBox3d m_bounds;
    std::array<Width, 3> m_widths;
    double m_area = 0.0;
};

} // namespace ambient
