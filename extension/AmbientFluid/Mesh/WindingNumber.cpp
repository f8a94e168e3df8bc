// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Mesh/WindingNumber.h"

#include <algorithm>
#include <cmath>

namespace ambient {
namespace {

/// Solid angle of a triangle, positive if its back is seen [VanOosterom1983, eq. 8].
double solidAngle(const Vector3& a, const Vector3& b, const Vector3& c) {
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    return 2.0 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
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

double WindingNumber::at(const Vector3& point) const {
    constexpr double far = 2.5;
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
        if (distance > far * cluster.radius) {
            angle += cluster.areaVector.dot(towards) / (distance * distance * distance);
            continue;
        }
        const TriangleTree::Node& node = m_tree.m_nodes[index];
        if (node.count == 0) {
            stack[depth++] = node.first + 1;
            stack[depth++] = node.first;
        }
        for (int k = node.first; k < node.first + node.count; ++k) {
            const int f = m_tree.m_faces[k];
            angle += solidAngle(m_mesh.corner(f, 0) - point, m_mesh.corner(f, 1) - point, m_mesh.corner(f, 2) - point);
        }
    }
    return angle / (4.0 * kPi);
}

} // namespace ambient
