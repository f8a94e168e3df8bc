// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <Eigen/Geometry>

namespace ambient {

/// A convex solid as a function of space. Frame and unit [m] of whoever makes it. Immutable.
class ConvexSolid {
  public:
    /// All points within `radius` of the segment from a to b; a ball where a = b.
    static ConvexSolid capsule(const Vector3& a, const Vector3& b, double radius);

    /// Between two discs across the axis from a to b: a cylinder for equal radii, a cone where one of them is 0.
    static ConvexSolid frustum(const Vector3& a, const Vector3& b, double radiusAtA, double radiusAtB);

    /// The inside of a closed, outward, convex mesh.
    static ConvexSolid polyhedron(const TriangleMesh& mesh);

    /// The surface as one point sees it.
    struct Sample {
        double distance; ///< negative inside; beside a sharp edge less than the distance from the edge [m]
        Vector3 normal;  ///< gradient of the distance, unit
    };
    /// \param point [m], anywhere, in the frame of whoever made the solid
    Sample at(const Vector3& point) const;

    /// Width of the solid between two parallel planes.
    struct Width {
        Vector3 direction; ///< unit
        double width;      ///< [m]
    };
    /// Along three perpendicular directions that fit the solid.
    const std::array<Width, 3>& widths() const { return m_widths; }

    const Eigen::AlignedBox3d& bounds() const {
        return m_bounds;
    }                                      ///< the smallest box along the axes that holds it [m]
    double area() const { return m_area; } ///< of the whole surface [m^2]

  private:
    enum class Kind { Capsule, Frustum, Polyhedron };
    struct Plane {
        Vector3 normal;
        double offset; ///< normal . x on the plane

        double distance(const Vector3& point) const { return normal.dot(point) - offset; }
    };
    /// The planes that can be the outermost one in each block of the bounds, so that a hull of a thousand planes is as
    /// fast as one of fifty.
    struct Blocks {
        int perSide = 0;         ///< 0: not worth it
        std::vector<int> first;  ///< of each block and one past the end, into `planes`
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
    Vector3 m_start = Vector3::Zero(), m_axis = Vector3::UnitZ(); ///< end a, and the unit vector from there to b
    double m_length = 0.0, m_radiusAtStart = 0.0, m_slope = 0.0;  ///< radius = radiusAtStart + slope * height
    std::vector<Plane> m_planes;
    Blocks m_blocks;
    Eigen::AlignedBox3d m_bounds;
    std::array<Width, 3> m_widths;
    double m_area = 0.0;
};

} // namespace ambient
