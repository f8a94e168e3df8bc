// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FaceTable.h"
#include "AmbientFluid/Math/Types.h"

#include <array>
#include <vector>

namespace ambient {

/// \file
/// Vectorised loops over the faces of a body that a surface cuts.
/// Arrays are in face order, padded to FaceTable::paddedSize(). Every InstructionSet gives identical bits.

/// A number at each corner of every face, such as its depth below a surface [m].
struct CornerValues {
    std::array<std::vector<double>, 3> of; ///< corner by corner

    /// Resizes to `paddedSize` faces, padding included. Allocates only to grow.
    void resize(int paddedSize) {
        for (std::vector<double>& values : of)
            values.resize(static_cast<std::size_t>(paddedSize));
    }
};

/// Loads the values at the corners of L faces from `face` on.
template <int L>
AMBIENT_ALWAYS_INLINE void loadCorners(const CornerValues& values, int face, typename Lanes<L>::Real (&at)[3]) {
    for (std::size_t k = 0; k < 3; ++k)
        at[k] = load<typename Lanes<L>::Real>(values.of[k].data() + face);
}

/// Fills the values at all corners with atCenter - fall . x, x from the centre of volume, mesh axes.
void fillLinearly(const FaceTable& table, double atCenter, const Vector3& fall, CornerValues& values);

/// As fillLinearly(), for some blocks of kLanes faces; other blocks are unchanged. \param blocks first faces
void fillBlocksLinearly(const FaceTable& table, double atCenter, const Vector3& fall, const std::vector<int>& blocks,
                        CornerValues& values);

/// Fills the values at all corners from a number at each vertex.
void fillFromVertices(const FaceTable& table, const double* atVertices, CornerValues& values);

/// As fillFromVertices(), for some blocks of kLanes faces; other blocks are unchanged. \param blocks first faces
void fillBlocksFromVertices(const FaceTable& table, const double* atVertices, const std::vector<int>& blocks,
                            CornerValues& values);

/// Lowest and highest depth in each block of kLanes faces [m].
struct DepthRanges {
    /// Smallest and largest depth of the corners of each block [m]; negative above the surface.
    std::vector<double> least, most;
    /// Smallest and largest depth of all corners [m].
    double leastOfAll = 0.0, mostOfAll = 0.0;
};
/// Fills `ranges` for all blocks, padding included. Allocates only to grow.
void findDepthRanges(const FaceTable& table, const CornerValues& depths, DepthRanges& ranges);

/// The volume on one side of a surface as columns between each face and the surface.
/// For the lower side, columns over faces that look down are positive and over faces that look up negative.
struct FaceColumns {
    std::vector<double> volume;                ///< [m^3], of either sign
    std::array<std::vector<double>, 3> center; ///< from the body's centre of volume [m]; unspecified if the volume is 0

    /// Resizes to `paddedSize` faces, padding included. Allocates only to grow.
    void resize(int paddedSize) {
        volume.resize(static_cast<std::size_t>(paddedSize));
        for (std::vector<double>& row : center)
            row.resize(static_cast<std::size_t>(paddedSize));
    }
};

/// The wetted part of each face, and sums over the wetted surface.
struct WettedFaces {
    std::vector<double> fraction;         ///< wetted part of the area
    std::vector<double> share;            ///< mean over the face of a weight that grows from 0 to 1 with the depth
                                          ///< within the band
    std::vector<int> cutBlocks;           ///< first faces of the blocks whose shares may change
    CornerValues shareSlope;              ///< in these blocks: derivative of the share by the depth of each corner
                                          ///< [1/m]
    double volume = 0.0;                  ///< volume below: integral of the depth over the faces' flux [m^3]
    Vector3 moment = Vector3::Zero();     ///< of that volume about the centre of volume, mesh axes [m^4]
    double area = 0.0;                    ///< wetted area [m^2]
    double shareArea = 0.0;               ///< sum of area times share [m^2]
    Vector3 areaVector = Vector3::Zero(); ///< sum of wetted area times normal [m^2]
    Vector3 areaMoment = Vector3::Zero(); ///< sum of wetted area times (centroid x normal), about the mesh origin
                                          ///< [m^3]: a body moving with (w, v) displaces the volume areaMoment . w +
                                          ///< areaVector . v per time
};

/// Finds the wetted part of each face.
/// \param band depth within which a point becomes wet [m] \param up unit, mesh axes
/// \param columns receives the columns of the water below; null: not computed
void findWettedFaces(const FaceTable& table, const CornerValues& depths, const DepthRanges& ranges, double band,
                     const Vector3& up, WettedFaces& wetted, FaceColumns* columns = nullptr);

/// Finds the columns of the volume above the surface.
void findColumnsAbove(const FaceTable& table, const CornerValues& depths, const Vector3& up, FaceColumns& columns);

} // namespace ambient
