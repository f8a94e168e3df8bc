// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/AddedMassShares.h"
#include "AmbientFluid/Body/PressureWeights.h"
#include "AmbientFluid/Math/Lanes.h"
#include "AmbientFluid/Math/VectorRows.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <cstddef>
#include <vector>

namespace ambient {

/// What the hot loops read of the faces, row by row, in face order, mesh frame; each row begins at a multiple of 64
/// bytes and is filled up with zeros to paddedSize(), so that loops need no remainder: a face of zeros feels
/// nothing.
class FaceTable {
  public:
    /// What each row holds, one number for each face; see FaceArrays and PressureWeights.
    enum Row {
        CentroidX,
        CentroidY,
        CentroidZ,
        NormalX,
        NormalY,
        NormalZ,
        Area,
        WindwardNormal, ///< PressureWeights, and so the next six
        WindwardAlong,
        LeewardNormal,
        LeewardAlong,
        ChordX,
        ChordY,
        ChordZ,
        CornerX,                 ///< of the first corner from the centre of volume; the other two follow, x, y, z each
        AddedMass = CornerX + 9, ///< g_i of AddedMassShares, six rows
        kRows = AddedMass + 6
    };

    FaceTable() = default;
    /// \param centerOfVolume of the body [m]
    FaceTable(const TriangleMesh& mesh, const PressureWeights& weights, const AddedMassShares& shares,
              const Vector3& centerOfVolume);
    FaceTable(const FaceTable&) = delete;
    FaceTable& operator=(const FaceTable&) = delete;
    /// Rows keep their addresses. What was moved from is good for destruction and assignment only.
    FaceTable(FaceTable&&) = default;
    /// As the move constructor.
    FaceTable& operator=(FaceTable&&) = default;

    int size() const { return m_size; }                            ///< faces
    int paddedSize() const { return ambient::paddedSize(m_size); } ///< entries of a row
    /// A Row (CornerX and AddedMass plus their offset): paddedSize() numbers, aligned to 64 bytes.
    const double* row(int row) const { return m_first + static_cast<std::ptrdiff_t>(row) * stride(); }
    /// A row from a face on.
    const double* at(int row, int face) const { return this->row(row) + face; }

    /// Corners of the faces: indices of vertices, three rows of paddedSize().
    const int* corner(int k) const { return m_corners.data() + static_cast<std::ptrdiff_t>(k) * paddedSize(); }
    const VectorRows& vertices() const { return m_vertices; } ///< of the mesh, from the centre of volume [m]
    int vertexCount() const { return m_vertexCount; }         ///< of the mesh

  private:
    /// An odd number of cache lines: rows a power of two apart would fight for the same places in the cache.
    int stride() const { return paddedSize() + kLanes; }
    double* writableRow(int row) { return m_first + static_cast<std::ptrdiff_t>(row) * stride(); }

    int m_size = 0;
    std::vector<double> m_memory;
    double* m_first = nullptr; ///< the first of `m_memory` at a multiple of 64 bytes
    std::vector<int> m_corners;
    VectorRows m_vertices;
    int m_vertexCount = 0;
};

/// The rows that forces need, in single precision, with centroids from the centre of volume: torques are small
/// differences where the mesh is far from its origin. The rows of kSingleParts faces lie together, aligned.
class SingleFaceTable {
  public:
    SingleFaceTable() = default;
    /// Rounded from the rows of `table`. \param centerOfVolume what centroids are told from, mesh frame [m]
    SingleFaceTable(const FaceTable& table, const Vector3& centerOfVolume);
    SingleFaceTable(const SingleFaceTable&) = delete;
    SingleFaceTable& operator=(const SingleFaceTable&) = delete;
    /// Movable: the rows move with it.
    SingleFaceTable(SingleFaceTable&&) = default;
    /// Movable: the rows move with it.
    SingleFaceTable& operator=(SingleFaceTable&&) = default;

    /// Numbers in a row: that of the FaceTable it was made of.
    int paddedSize() const { return m_paddedSize; }
    /// FaceTable::CentroidX to FaceTable::ChordZ from a face on, up to the next multiple of kSingleParts.
    const float* at(int row, int face) const {
        const int within = static_cast<int>(static_cast<unsigned>(face) % kSingleParts);
        return m_first + static_cast<std::ptrdiff_t>(face - within) * kRows + row * kSingleParts + within;
    }

  private:
    static constexpr int kRows = FaceTable::CornerX;

    int m_paddedSize = 0;
    std::vector<float> m_memory;
    float* m_first = nullptr; ///< the first of `m_memory` at a multiple of 64 bytes
};

} // namespace ambient
