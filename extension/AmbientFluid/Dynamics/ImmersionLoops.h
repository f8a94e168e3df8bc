// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FaceTable.h"
#include "AmbientFluid/Math/Types.h"

#include <array>
#include <vector>

namespace ambient {

/// \file
/// The loops over the faces of a body that a surface cuts, at vector speed. Arrays are in face order, filled up to
/// FaceTable::paddedSize(). All give the same bits with every InstructionSet.

/// A number at each corner of every face, such as its depth below a surface [m].
struct CornerValues {
    std::array<std::vector<double>, 3> of; ///< corner by corner

    /// For this many faces, padding included; allocates only when it grows.
    void resize(int paddedSize) {
        for (std::vector<double>& values : of)
            values.resize(static_cast<std::size_t>(paddedSize));
    }
};

/// At the corners of L faces from `face` on.
template <int L>
AMBIENT_ALWAYS_INLINE void loadCorners(const CornerValues& values, int face, typename Lanes<L>::Real (&at)[3]) {
    for (std::size_t k = 0; k < 3; ++k)
        at[k] = load<typename Lanes<L>::Real>(values.of[k].data() + face);
}

/// atCenter - fall . x, x from the centre of volume, mesh axes.
void fillLinearly(const FaceTable& table, double atCenter, const Vector3& fall, CornerValues& values);

/// The same for some blocks of kLanes faces only, given by their first ones; the others are left as they were.
void fillBlocksLinearly(const FaceTable& table, double atCenter, const Vector3& fall, const std::vector<int>& blocks,
                        CornerValues& values);

/// From a number at each vertex.
void fillFromVertices(const FaceTable& table, const double* atVertices, CornerValues& values);

/// The same for some blocks only, as fillBlocksLinearly().
void fillBlocksFromVertices(const FaceTable& table, const double* atVertices, const std::vector<int>& blocks,
                            CornerValues& values);

/// Lowest and highest depth in each block of kLanes faces [m].
struct DepthRanges {
    /// Of each block of kLanes faces: least and largest depth of their corners [m], negative above the surface.
    std::vector<double> least, most;
    /// Over all blocks [m].
    double leastOfAll = 0.0, mostOfAll = 0.0;
};
/// Fills `ranges` for all blocks, padding included; allocates only when it grows.
void findDepthRanges(const FaceTable& table, const CornerValues& depths, DepthRanges& ranges);

/// The volume on one side of a surface as columns between each face and the surface: under a face that looks down they
/// count, under one that looks up they are taken away again.
struct FaceColumns {
    std::vector<double> volume;                ///< [m^3], of either sign
    std::array<std::vector<double>, 3> center; ///< from the centre of volume of the body [m]; any where there is none

    /// For this many faces, padding included; allocates only when it grows.
    void resize(int paddedSize) {
        volume.resize(static_cast<std::size_t>(paddedSize));
        for (std::vector<double>& row : center)
            row.resize(static_cast<std::size_t>(paddedSize));
    }
};

/// What of each face is below a surface.
struct WettedFaces {
    std::vector<double> fraction;         ///< of its area
    std::vector<double> share;            ///< grows with the depth of each point from 0 to 1 within the band, as a mean
    std::vector<int> cutBlocks;           ///< first faces of the blocks in which some shares may change
    CornerValues shareSlope;              ///< there: of the share with the depth of each corner [1/m]
    double volume = 0.0;                  ///< below: integral of the depth over the faces' flux [m^3]
    Vector3 moment = Vector3::Zero();     ///< of that volume about the centre of volume, mesh axes [m^4]
    double area = 0.0;                    ///< wetted [m^2]
    double shareArea = 0.0;               ///< sum of area times share [m^2]
    Vector3 areaVector = Vector3::Zero(); ///< sum of wetted area times normal [m^2]
    Vector3 areaMoment = Vector3::Zero(); ///< of it about the mesh origin [m^3]: a body moving with (w, v) displaces
                                          ///< areaMoment . w + areaVector . v of volume per time through them
};

/// \param band depth within which a point becomes wet [m] \param up unit, mesh axes
/// \param columns of the water below; null where nobody asks for them
void findWettedFaces(const FaceTable& table, const CornerValues& depths, const DepthRanges& ranges, double band,
                     const Vector3& up, WettedFaces& wetted, FaceColumns* columns = nullptr);

/// The columns of the other side.
void findColumnsAbove(const FaceTable& table, const CornerValues& depths, const Vector3& up, FaceColumns& columns);

} // namespace ambient
