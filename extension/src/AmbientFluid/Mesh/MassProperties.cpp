// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/MassProperties.h"

#include "AmbientFluid/Math/Requirements.h"

#include <Eigen/Geometry>

#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {

namespace {

/// Point inside the bounding box of the mesh.
/// Integrals about this point keep their precision if the mesh is far from its origin.
Vector3 middleOf(const TriangleMesh& mesh) {
    Eigen::AlignedBox3d box;
    for (const TriangleMesh::Face& f : mesh.faces) {
        for (int v : f)
            box.extend(mesh.vertices[v]);
    }
    return box.isEmpty() ? Vector3::Zero() : Vector3(box.center());
}

/// Six times the signed volume of the tetrahedron (origin, face f), and the corners relative to the origin.
struct FaceTetrahedron {
    FaceTetrahedron(const TriangleMesh& mesh, int f, const Vector3& origin)
        : a(mesh.corner(f, 0) - origin), b(mesh.corner(f, 1) - origin), c(mesh.corner(f, 2) - origin),
          sixVolume(a.dot(b.cross(c))) {}
    Vector3 a, b, c;
    double sixVolume;
};

/// Signed volume by Neumaier's compensated sum.
/// Plain summation over a million faces would lose three or four digits.
double volumeAbout(const TriangleMesh& mesh, const Vector3& origin) {
    double sum = 0.0, lost = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const double term = FaceTetrahedron(mesh, f, origin).sixVolume, next = sum + term;
        lost += std::abs(sum) >= std::abs(term) ? (sum - next) + term : (term - next) + sum;
        sum = next;
    }
    return (sum + lost) / 6.0;
}

/// s s^T + a a^T + b b^T + c c^T with s = a + b + c, common to the moments of triangle and tetrahedron.
Matrix3 cornerMoments(const Vector3& a, const Vector3& b, const Vector3& c) {
    const Vector3 s = a + b + c;
    return s * s.transpose() + a * a.transpose() + b * b.transpose() + c * c.transpose();
}

Matrix3 inertiaFromSecondMoments(const Matrix3& m) {
    return m.trace() * Matrix3::Identity() - m;
}

} // namespace

double enclosedVolume(const TriangleMesh& mesh) {
    return volumeAbout(mesh, middleOf(mesh));
}

Vector3 volumeCentroid(const TriangleMesh& mesh) {
    const Vector3 origin = middleOf(mesh);
    double sixVolume = 0.0;
    Vector3 moment = Vector3::Zero();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const FaceTetrahedron t(mesh, f, origin);
        sixVolume += t.sixVolume;
        moment += t.sixVolume * (t.a + t.b + t.c);
    }
    Vector3 centroid = origin + moment / (4.0 * sixVolume);
    if (!centroid.allFinite()) throw std::invalid_argument("mesh: encloses no volume, so it has no centroid");
    return centroid;
}

double surfaceArea(const TriangleMesh& mesh) {
    double sum = 0.0;
    for (int f = 0; f < mesh.faceCount(); ++f)
        sum += mesh.areaVector(f).norm();
    return sum;
}

MassProperties solidMassProperties(const TriangleMesh& mesh, double density) {
    requirePositive(density, "density [kg/m^3]");
    requirePositive(enclosedVolume(mesh), "mesh: enclosed volume [m^3]");
    MassProperties result;
    result.centerOfMass = volumeCentroid(mesh);
    double sixVolume = 0.0;
    Matrix3 moments = Matrix3::Zero();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const FaceTetrahedron t(mesh, f, result.centerOfMass);
        sixVolume += t.sixVolume;
        moments += t.sixVolume * cornerMoments(t.a, t.b, t.c);
    }
    result.mass = density * sixVolume / 6.0;
    result.inertia = inertiaFromSecondMoments(density / 120.0 * moments);
    return result;
}

MassProperties shellMassProperties(const TriangleMesh& mesh, double arealDensity) {
    requirePositive(arealDensity, "areal density [kg/m^2]");
    const double area = surfaceArea(mesh);
    requirePositive(area, "mesh: surface area [m^2]");

    const Vector3 origin = middleOf(mesh);
    Vector3 moment = Vector3::Zero();
    for (int f = 0; f < mesh.faceCount(); ++f)
        moment += mesh.areaVector(f).norm() * (mesh.faceCentroid(f) - origin);

    MassProperties result;
    result.mass = arealDensity * area;
    result.centerOfMass = origin + moment / area;
    Matrix3 moments = Matrix3::Zero();
    for (int f = 0; f < mesh.faceCount(); ++f) {
        const FaceTetrahedron t(mesh, f, result.centerOfMass);
        moments += mesh.areaVector(f).norm() / 12.0 * cornerMoments(t.a, t.b, t.c);
    }
    result.inertia = inertiaFromSecondMoments(arealDensity * moments);
    return result;
}

MassProperties pointMassProperties(const std::vector<Vector3>& points, const std::vector<double>& masses) {
    if (points.empty()) throw std::invalid_argument("point masses: no points");
    if (points.size() != masses.size()) {
        throw std::invalid_argument("point masses: " + std::to_string(points.size()) + " points but " +
                                    std::to_string(masses.size()) + " masses");
    }
    MassProperties result;
    Vector3 moment = Vector3::Zero();
    for (std::size_t i = 0; i < points.size(); ++i) {
        requirePositive(masses[i], ("point mass " + std::to_string(i) + " [kg]").c_str());
        if (!points[i].allFinite()) throw std::invalid_argument("point " + std::to_string(i) + ": not finite");
        result.mass += masses[i];
        moment += masses[i] * (points[i] - points[0]);
    }
    result.centerOfMass = points[0] + moment / result.mass;
    Matrix3 moments = Matrix3::Zero();
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Vector3 arm = points[i] - result.centerOfMass;
        moments += masses[i] * arm * arm.transpose();
    }
    result.inertia = inertiaFromSecondMoments(moments);
    return result;
}

} // namespace ambient
