// SPDX-License-Identifier: Zlib
#include "AmbientFluidGrid/MeshDistance.h"

#include "AmbientFluid/Mesh/WindingNumber.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ambient {
namespace {

constexpr double kMostSpacings = 500.0; ///< of a mesh, along an axis

/// Square of the distance of a point from a triangle. [Ericson2005, section 5.1.5]
double squaredDistance(const Vector3& p, const Vector3& a, const Vector3& b, const Vector3& c) {
    const Vector3 ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
    const double d1 = ab.dot(ap), d2 = ac.dot(ap), d3 = ab.dot(bp), d4 = ac.dot(bp), d5 = ab.dot(cp), d6 = ac.dot(cp);
    if (d1 <= 0.0 && d2 <= 0.0) return ap.squaredNorm();
    if (d3 >= 0.0 && d4 <= d3) return bp.squaredNorm();
    if (d6 >= 0.0 && d5 <= d6) return cp.squaredNorm();
    const double vc = d1 * d4 - d3 * d2, vb = d5 * d2 - d1 * d6, va = d3 * d6 - d5 * d4;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) return (ap - d1 / (d1 - d3) * ab).squaredNorm();
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) return (ap - d2 / (d2 - d6) * ac).squaredNorm();
    if (va <= 0.0 && d4 >= d3 && d5 >= d6) return (bp - (d4 - d3) / ((d4 - d3) + (d5 - d6)) * (c - b)).squaredNorm();
    const double sum = va + vb + vc;
    return (ap - (vb / sum) * ab - (vc / sum) * ac).squaredNorm();
}

} // namespace

MeshDistance::MeshDistance(const TriangleMesh& mesh, const Pose& bodyFromMesh, double spacing)
    : m_step(0.5 * spacing), m_reach(2.0 * spacing) {
    if (!(spacing > 0.0) || !std::isfinite(spacing))
        throw std::invalid_argument("MeshDistance: the spacing is " + std::to_string(spacing) + " m");
    if (mesh.faces.empty()) throw std::invalid_argument("MeshDistance: the mesh has no faces");
    TriangleMesh placed = mesh;
    Vector3 low = Vector3::Constant(1e300), high = -low;
    for (Vector3& vertex : placed.vertices) {
        vertex = bodyFromMesh * vertex;
        if (!vertex.allFinite()) throw std::invalid_argument("MeshDistance: a vertex of the mesh is not finite");
        low = low.cwiseMin(vertex);
        high = high.cwiseMax(vertex);
    }
    if (!((high - low).maxCoeff() <= kMostSpacings * spacing))
        throw std::invalid_argument("MeshDistance: the mesh is " + std::to_string((high - low).maxCoeff()) +
                                    " m long, over 500 times the spacing of " + std::to_string(spacing) + " m");
    // Samples outside on all sides: they are where a line of signs starts.
    m_low = low - Vector3::Constant(m_reach + m_step);
    for (int axis = 0; axis < 3; ++axis)
        m_counts[std::size_t(axis)] = int(std::ceil((high[axis] + m_reach + m_step - m_low[axis]) / m_step)) + 1;
    m_values.assign(at(0, 0, m_counts[2]), float(m_reach));
    measure(placed);
    setSigns(placed);
}

void MeshDistance::measure(const TriangleMesh& mesh) {
    for (int face = 0; face < mesh.faceCount(); ++face) {
        const Vector3 &a = mesh.corner(face, 0), &b = mesh.corner(face, 1), &c = mesh.corner(face, 2);
        const Vector3 low = (a.cwiseMin(b).cwiseMin(c) - m_low).array() - m_reach;
        const Vector3 high = (a.cwiseMax(b).cwiseMax(c) - m_low).array() + m_reach;
        int first[3], last[3];
        for (int axis = 0; axis < 3; ++axis) {
            first[axis] = std::max(0, int(std::ceil(low[axis] / m_step)));
            last[axis] = std::min(m_counts[std::size_t(axis)] - 1, int(std::floor(high[axis] / m_step)));
        }
        for (int k = first[2]; k <= last[2]; ++k)
            for (int j = first[1]; j <= last[1]; ++j)
                for (int i = first[0]; i <= last[0]; ++i) {
                    float& value = m_values[at(i, j, k)];
                    const double squared = squaredDistance(pointAt(i, j, k), a, b, c);
                    if (squared < double(value) * double(value)) value = float(std::sqrt(squared));
                }
    }
}

void MeshDistance::setSigns(const TriangleMesh& mesh) {
    const WindingNumber winding(mesh);
    const float band = float(2.0 * m_step); // two samples of different signs are closer to the surface than a step
#pragma omp parallel for schedule(dynamic)
    for (int k = 0; k < m_counts[2]; ++k)
        for (int j = 0; j < m_counts[1]; ++j) {
            bool isInside = false;
            for (int i = 0; i < m_counts[0]; ++i) {
                float& value = m_values[at(i, j, k)];
                if (value < band) isInside = winding.at(pointAt(i, j, k)) > 0.5;
                if (isInside) value = -value;
            }
        }
}

double MeshDistance::operator()(const Vector3& point) const {
    const Vector3 place = (point - m_low) / m_step;
    std::size_t base = 0, stride = 1, strides[3];
    double share[3];
    for (int axis = 0; axis < 3; ++axis) {
        const int count = m_counts[std::size_t(axis)];
        if (!(place[axis] >= 0.0 && place[axis] <= count - 1)) return m_reach;
        const int cell = std::min(int(place[axis]), count - 2);
        share[axis] = place[axis] - cell;
        strides[axis] = stride;
        base += std::size_t(cell) * stride;
        stride *= std::size_t(count);
    }
    const float* const v = m_values.data() + base;
    const auto along = [&](std::size_t from) {
        return (1.0 - share[0]) * double(v[from]) + share[0] * double(v[from + strides[0]]);
    };
    const auto across = [&](std::size_t from) {
        return (1.0 - share[1]) * along(from) + share[1] * along(from + strides[1]);
    };
    return (1.0 - share[2]) * across(0) + share[2] * across(strides[2]);
}

} // namespace ambient
