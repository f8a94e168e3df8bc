// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/FaceTable.h"

#include <algorithm>
#include <cstdint>

namespace ambient {
namespace {

/// Fills `memory` with zeros and returns its first element at a multiple of 64 bytes, with `count` numbers from there.
template <class Number>
Number* alignedZeros(std::vector<Number>& memory, std::size_t count) {
    constexpr std::size_t alignment = 64;
    memory.assign(count + alignment / sizeof(Number), Number(0));
    const std::size_t excess = reinterpret_cast<std::uintptr_t>(memory.data()) % alignment;
    return memory.data() + (excess == 0 ? 0 : (alignment - excess) / sizeof(Number));
}

Vector3 actionPoint(const TriangleMesh& mesh, const PressureWeights& weights, int f) {
    if (weights.actionShares.empty()) return mesh.faceCentroid(f);
    const Vector3& shares = weights.actionShares[static_cast<std::size_t>(f)];
    return shares[0] * mesh.corner(f, 0) + shares[1] * mesh.corner(f, 1) + shares[2] * mesh.corner(f, 2);
}

} // namespace

FaceTable::FaceTable(const TriangleMesh& mesh, const PressureWeights& weights, const AddedMassDistribution& shares,
                     const Vector3& centerOfVolume) {
    assign(mesh, weights, shares, centerOfVolume);
}

void FaceTable::assign(const TriangleMesh& mesh, const PressureWeights& weights, const AddedMassDistribution& shares,
                       const Vector3& centerOfVolume) {
    m_size = mesh.faceCount();
    m_vertexCount = mesh.vertexCount();
    m_vertices.resize(m_vertexCount);
    for (int v = 0; v < m_vertexCount; ++v)
        m_vertices.set(v, mesh.vertices[static_cast<std::size_t>(v)] - centerOfVolume);
    m_first = alignedZeros(m_memory, static_cast<std::size_t>(kRows * stride()));
    m_corners.assign(static_cast<std::size_t>(3 * paddedSize()), 0);
    for (int f = 0; f < m_size; ++f) {
        const Vector3 centroid = mesh.faceCentroid(f), areaVector = mesh.areaVector(f);
        const Vector3 action = actionPoint(mesh, weights, f);
        const double area = areaVector.norm();
        for (int axis = 0; axis < 3; ++axis) {
            writableRow(CentroidX + axis)[f] = centroid[axis];
            writableRow(ActionX + axis)[f] = action[axis];
            writableRow(NormalX + axis)[f] = areaVector[axis] / area;
            for (int k = 0; k < 3; ++k)
                writableRow(CornerX + 3 * k + axis)[f] = mesh.corner(f, k)[axis] - centerOfVolume[axis];
        }
        writableRow(Area)[f] = area;
        for (int k = 0; k < 3; ++k)
            m_corners[static_cast<std::size_t>(k * paddedSize() + f)] =
                mesh.faces[static_cast<std::size_t>(f)][static_cast<std::size_t>(k)];
    }
    for (int k = 0; k < PressureWeights::kRows; ++k)
        std::copy(weights.of[static_cast<std::size_t>(k)].begin(), weights.of[static_cast<std::size_t>(k)].end(),
                  writableRow(Pressure + k));
    for (int k = 0; k < 6; ++k)
        std::copy(shares.g[static_cast<std::size_t>(k)].begin(), shares.g[static_cast<std::size_t>(k)].end(),
                  writableRow(AddedMass + k));
}

void SingleFaceTable::assign(const FaceTable& table, const Vector3& centerOfVolume) {
    m_paddedSize = table.paddedSize();
    m_first = alignedZeros(m_memory, static_cast<std::size_t>(kRows) * static_cast<std::size_t>(m_paddedSize));
    for (int row = 0; row < kRows; ++row)
        for (int f = 0; f < table.size(); ++f) {
            const double origin = row <= FaceTable::ActionZ ? centerOfVolume[row % 3] : 0.0;
            const int within = f % kSingleParts;
            m_first[(f - within) * std::ptrdiff_t{kRows} + row * kSingleParts + within] =
                static_cast<float>(table.row(row)[f] - origin);
        }
}

} // namespace ambient
