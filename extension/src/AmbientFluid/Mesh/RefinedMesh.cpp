// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/RefinedMesh.h"

#include "AmbientFluid/Mesh/MeshRefinement.h"

#include <Eigen/Geometry>

#include <algorithm>
#include <iterator>

namespace ambient {
namespace {

/// Share of a face below which an overlap is rounding.
constexpr double kLeastOverlap = 1e-9;

/// A convex polygon inside a triangle, by barycentric coordinates: a triangle cut by three half-planes.
class Polygon {
  public:
    Polygon() : m_corners{Vector3::UnitX(), Vector3::UnitY(), Vector3::UnitZ()} {}

    /// Keeps where the linear function with these values at the triangle's corners is positive.
    void cut(const Vector3& atCorners) {
        std::vector<Vector3> kept;
        for (size_t i = 0; i < m_corners.size(); ++i) {
            const Vector3 &from = m_corners[i], &to = m_corners[(i + 1) % m_corners.size()];
            const double a = atCorners.dot(from), b = atCorners.dot(to);
            if (a >= 0.0) kept.push_back(from);
            if ((a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0)) kept.push_back((a * to - b * from) / (a - b));
        }
        m_corners = std::move(kept);
    }

    /// Share of the triangle's area, and the polygon's centroid.
    double share(Vector3& centroid) const {
        double sum = 0.0;
        centroid.setZero();
        for (size_t i = 2; i < m_corners.size(); ++i) {
            const Vector3 &a = m_corners[0], &b = m_corners[i - 1], &c = m_corners[i];
            const double part = (b - a).x() * (c - a).y() - (b - a).y() * (c - a).x();
            sum += part;
            centroid += part / 3.0 * (a + b + c);
        }
        if (sum > 0.0) centroid /= sum;
        return sum;
    }

  private:
    std::vector<Vector3> m_corners;
};

} // namespace

RefinedMesh::RefinedMesh(const TriangleMesh& given) : m_given(given), m_mesh(given), m_origins(given.faces.size()) {
    for (int f = 0; f < given.faceCount(); ++f)
        m_origins[f] = {f};
}

void RefinedMesh::flip() {
    if (flipToDelaunay(m_mesh, &m_origins) > 0) dropEmptyOverlaps();
}

void RefinedMesh::takeSliversOut(int most) {
    ambient::takeSliversOut(m_mesh, most, &m_origins);
    dropEmptyOverlaps();
}

void RefinedMesh::gradeTo(int faces) {
    std::vector<int> parents;
    m_mesh = refineTowardsSharpEdges(m_mesh, faces, &parents);
    follow(parents);
}

std::vector<int> RefinedMesh::split(const std::vector<int>& faces) {
    std::vector<int> parents;
    m_mesh = bisectFaces(m_mesh, faces, &parents);
    follow(parents);
    return parents;
}

void RefinedMesh::follow(const std::vector<int>& parents) {
    FaceOrigins origins;
    origins.reserve(parents.size());
    for (int parent : parents)
        origins.push_back(m_origins[parent]);
    m_origins = std::move(origins);
    dropEmptyOverlaps();
}

void RefinedMesh::dropEmptyOverlaps() {
    for (int f = 0; f < m_mesh.faceCount(); ++f) {
        std::vector<int>& origins = m_origins[f];
        if (origins.size() == 1) continue;
        const double least = kLeastOverlap * m_mesh.areaVector(f).norm();
        std::vector<int> kept;
        std::copy_if(origins.begin(), origins.end(), std::back_inserter(kept),
                     [&](int given) { return overlap(f, given).area > least; });
        if (!kept.empty()) origins = std::move(kept);
    }
}

RefinedMesh::Overlap RefinedMesh::overlap(int face, int given) const {
    const Vector3 areaVector = m_mesh.areaVector(face), normal = areaVector.normalized();
    Polygon polygon;
    for (int k = 0; k < 3; ++k) {
        const Vector3& from = m_given.corner(given, k);
        const Vector3 inward = normal.cross(m_given.corner(given, (k + 1) % 3) - from);
        Vector3 distance;
        for (int corner = 0; corner < 3; ++corner)
            distance[corner] = inward.dot(m_mesh.corner(face, corner) - from);
        polygon.cut(distance);
    }
    Overlap result{face, given, areaVector.norm(), Vector3::Zero()};
    result.area *= polygon.share(result.barycentric);
    return result;
}

void RefinedMesh::forEachOverlap(const std::function<void(const Overlap&)>& part) const {
    for (int f = 0; f < m_mesh.faceCount(); ++f) {
        if (m_origins[f].size() == 1)
            part({f, m_origins[f][0], m_mesh.areaVector(f).norm(), Vector3::Constant(1.0 / 3.0)});
        else
            for (int given : m_origins[f])
                part(overlap(f, given));
    }
}

} // namespace ambient
