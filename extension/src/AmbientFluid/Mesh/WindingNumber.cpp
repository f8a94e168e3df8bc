// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/WindingNumber.h"

#include "AmbientFluid/Math/PortableFunctions.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Radii of a cluster from which it counts as one dipole.
constexpr double kFar = 2.5;

/// Solid angle of a triangle, positive if its back is seen [VanOosterom1983, eq. 8].
double solidAngle(const Vector3& a, const Vector3& b, const Vector3& c) {
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    return 2.0 * portable::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
}

} // namespace

WindingNumber::WindingNumber(const TriangleMesh& mesh) : m_mesh(mesh), m_tree(mesh), m_clusters(m_tree.m_nodes.size()) {
    if (!mesh.faces.empty()) clusterOf(0);
}

WindingNumber::Cluster WindingNumber::clusterOf(int node) {
    const TriangleTree::Node& n = m_tree.m_nodes[node];
    Cluster cluster;
    double area = 0.0;
    Vector3 weighted = Vector3::Zero();
    const Vector3 middle = 0.5 * (n.low + n.high);
    const auto add = [&](const Vector3& center, const Vector3& areaVector, double weight) {
        cluster.areaVector += areaVector;
        weighted += weight * (center - middle);
        area += weight;
    };
    if (n.count == 0) {
        for (int child : {n.first, n.first + 1}) {
            const Cluster part = clusterOf(child);
            add(part.center, part.areaVector, part.areaVector.norm());
        }
    }
    for (int k = n.first; k < n.first + n.count; ++k) {
        const Vector3 areaVector = m_mesh.areaVector(m_tree.m_faces[k]);
        add(m_mesh.faceCentroid(m_tree.m_faces[k]), areaVector, areaVector.norm());
    }
    cluster.center = middle;
    if (area > 0.0) cluster.center += weighted / area;
    cluster.radius = (n.low - cluster.center).cwiseAbs().cwiseMax((n.high - cluster.center).cwiseAbs()).norm();
    m_clusters[node] = cluster;
    return cluster;
}

double WindingNumber::solidAngleOfFace(int f, const Vector3& point) const {
    return solidAngle(m_mesh.corner(f, 0) - point, m_mesh.corner(f, 1) - point, m_mesh.corner(f, 2) - point);
}

double WindingNumber::at(const Vector3& point) const {
    if (m_mesh.faces.empty()) return 0.0;
    double angle = 0.0;
    int stack[TriangleTree::kMaxDepth];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const int index = stack[--depth];
        const Cluster& cluster = m_clusters[index];
        const Vector3 towards = cluster.center - point;
        const double distance = towards.norm();
        if (distance > kFar * cluster.radius) {
            angle += cluster.areaVector.dot(towards) / (distance * distance * distance);
            continue;
        }
        const TriangleTree::Node& node = m_tree.m_nodes[index];
        if (node.count == 0) {
            stack[depth++] = node.first + 1;
            stack[depth++] = node.first;
        }
        for (int k = node.first; k < node.first + node.count; ++k)
            angle += solidAngleOfFace(m_tree.m_faces[k], point);
    }
    return angle / (4.0 * kPi);
}

WindingNumber::Local::Local(const WindingNumber& winding, const Vector3& center, double radius)
    : m_winding(winding), m_center(center), m_radius(radius) {
    const TriangleMesh& mesh = winding.m_mesh;
    int stack[TriangleTree::kMaxDepth];
    int depth = 0;
    if (!mesh.faces.empty()) stack[depth++] = 0;
    while (depth > 0) {
        const int index = stack[--depth];
        const Cluster& cluster = winding.m_clusters[index];
        if (add({cluster.center, cluster.areaVector}, cluster.radius)) continue;
        const TriangleTree::Node& node = winding.m_tree.m_nodes[index];
        if (node.count == 0) {
            stack[depth++] = node.first + 1;
            stack[depth++] = node.first;
        }
        for (int k = node.first; k < node.first + node.count; ++k) {
            const int f = winding.m_tree.m_faces[k];
            const Vector3 middle = mesh.faceCentroid(f);
            double size = 0.0;
            for (int corner = 0; corner < 3; ++corner)
                size = std::max(size, (mesh.corner(f, corner) - middle).norm());
            if (!add({middle, mesh.areaVector(f)}, size)) m_faces.push_back(f);
        }
    }
}

bool WindingNumber::Local::add(const Dipole& dipole, double radius) {
    constexpr double smooth = 4.0; // radii of the ball from which degree 2 is enough
    const double distance = (dipole.center - m_center).norm();
    if (!(distance > kFar * radius + m_radius)) return false;
    if (distance > smooth * m_radius)
        addToPolynomial(dipole);
    else
        m_dipoles.push_back(dipole);
    return true;
}

void WindingNumber::Local::addToPolynomial(const Dipole& dipole) {
    const Vector3 towards = dipole.center - m_center;
    const double square = towards.squaredNorm(), cube = square * std::sqrt(square);
    const double along = dipole.areaVector.dot(towards);
    const Matrix3 product = dipole.areaVector * towards.transpose();
    m_value += along / cube;
    m_gradient += (3.0 * along / square * towards - dipole.areaVector) / cube;
    m_hessian += (15.0 * along / square * towards * towards.transpose() -
                  3.0 * (product + product.transpose() + along * Matrix3::Identity())) /
                 (square * cube);
}

double WindingNumber::Local::at(const Vector3& point) const {
    const Vector3 offset = point - m_center;
    double angle = m_value + m_gradient.dot(offset) + 0.5 * offset.dot(m_hessian * offset);
    for (const Dipole& dipole : m_dipoles) {
        const Vector3 towards = dipole.center - point;
        const double square = towards.squaredNorm();
        angle += dipole.areaVector.dot(towards) / (square * std::sqrt(square));
    }
    for (int f : m_faces)
        angle += m_winding.solidAngleOfFace(f, point);
    return angle / (4.0 * kPi);
}

} // namespace ambient
