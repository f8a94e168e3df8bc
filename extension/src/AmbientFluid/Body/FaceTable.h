// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/AddedMassDistribution.h"
#include "AmbientFluid/Body/PressureWeights.h"
#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Math/VectorRows.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <cstddef>
#include <vector>

namespace ambient {

/// Face data for the hot loops, row by row, in face order, mesh frame.
/// Each row begins at a multiple of 64 bytes and is padded with zeros to paddedSize(), so that loops need no remainder:
/// a face of zeros has no force.
class FaceTable {
  public:
    /// Contents of the rows, one number per face; see Faces and PressureWeights.
    enum Row {
        CentroidX,
        CentroidY,
        CentroidZ,
        ActionX, ///< point on which pressure acts (PressureWeights::actionShares)
        ActionY,
        ActionZ,
        NormalX,
        NormalY,
        NormalZ,
        Area,
        Pressure,                                    ///< first row of PressureWeights, then its others
        CornerX = Pressure + PressureWeights::kRows, ///< of the first corner from the centre of volume; then those of
                                                     ///< the other two, each x, y, z
        AddedMass = CornerX + 9,                     ///< g_i of AddedMassDistribution, six rows
        kRows = AddedMass + 6
    };

    FaceTable() = default;
    /// \param centerOfVolume of the body, mesh frame [m]
    FaceTable(const TriangleMesh& mesh, const PressureWeights& weights, const AddedMassDistribution& shares,
              const Vector3& centerOfVolume);
    /// Replaces the contents as the constructor fills them. Allocates only to grow.
    void assign(const TriangleMesh& mesh, const PressureWeights& weights, const AddedMassDistribution& shares,
                const Vector3& centerOfVolume);
    FaceTable(const FaceTable&) = delete;
    FaceTable& operator=(const FaceTable&) = delete;
    /// Rows keep their addresses. A moved-from table can only be destroyed or assigned to.
    FaceTable(FaceTable&&) = default;
    /// Same guarantees as the move constructor.
    FaceTable& operator=(FaceTable&&) = default;

    int size() const { return m_size; }                            ///< number of faces
    int paddedSize() const { return ambient::paddedSize(m_size); } ///< entries of a row
    /// Row `row` (CornerX and AddedMass plus their offset): paddedSize() numbers, aligned to 64 bytes.
    const double* row(int row) const { return m_first + static_cast<std::ptrdiff_t>(row) * stride(); }
    /// Row `row` from `face` on.
    const double* at(int row, int face) const { return this->row(row) + face; }

    /// Vertex indices of corner k of the faces; paddedSize() entries.
    const int* corner(int k) const { return m_corners.data() + static_cast<std::ptrdiff_t>(k) * paddedSize(); }
    const VectorRows& vertices() const { return m_vertices; } ///< of the mesh, relative to the centre of volume [m]
    int vertexCount() const { return m_vertexCount; }         ///< of the mesh

  private:
    friend class SurfaceUpdate;

    /// Rows a power of two apart would compete for the same cache sets, so the stride is an odd number of cache lines.
    int stride() const { return paddedSize() + kLanes; }
    double* writableRow(int row) { return m_first + static_cast<std::ptrdiff_t>(row) * stride(); }

    int m_size = 0;
    std::vector<double> m_memory;
    double* m_first = nullptr; ///< first element of `m_memory` at a multiple of 64 bytes
    std::vector<int> m_corners;
    VectorRows m_vertices;
    int m_vertexCount = 0;
};

/// The rows that forces need, in single precision, with centroids relative to the centre of volume.
/// Otherwise torques would be small differences of large numbers if the mesh is far from its origin. The rows of
/// kSingleParts faces lie together, aligned.
class SingleFaceTable {
  public:
    SingleFaceTable() = default;
    /// Rounds the rows of `table`. \param centerOfVolume new origin of the centroids, mesh frame [m]
    SingleFaceTable(const FaceTable& table, const Vector3& centerOfVolume) { assign(table, centerOfVolume); }
    /// Replaces the contents as the constructor fills them. Allocates only to grow.
    void assign(const FaceTable& table, const Vector3& centerOfVolume);
    SingleFaceTable(const SingleFaceTable&) = delete;
    SingleFaceTable& operator=(const SingleFaceTable&) = delete;
    /// The rows move along.
    SingleFaceTable(SingleFaceTable&&) = default;
    /// The rows move along.
    SingleFaceTable& operator=(SingleFaceTable&&) = default;

    /// Entries of a row, as in the source FaceTable.
    int paddedSize() const { return m_paddedSize; }
    /// Row `row` (those before FaceTable::CornerX) from `face` to the next multiple of kSingleParts.
    const float* at(int row, int face) const {
        const int within = static_cast<int>(static_cast<unsigned>(face) % kSingleParts);
        return m_first + static_cast<std::ptrdiff_t>(face - within) * kRows + row * kSingleParts + within;
    }

  private:
    static constexpr int kRows = FaceTable::CornerX;

    int m_paddedSize = 0;
    std::vector<float> m_memory;
    float* m_first = nullptr; ///< first element of `m_memory` at a multiple of 64 bytes
};

} // namespace ambient
