// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <array>
#include <vector>

namespace ambient {

/// The lifting surfaces of a body in cells: faces that lie side by side and have nearly the same section.
/// The lift of a face depends on the whole section of the body through it, so that neighbours have equal numbers; a
/// cell has their means. Mesh frame, structure of arrays, padded with zeros to a multiple of kLanes: a cell of zeros
/// has no force. The force is that of WingForce.
struct WingCells {
    /// The numbers of a cell. c and s are the directions along the chord lines of the sections along chord and span.
    enum Row {
        PointX, ///< [m]
        PointY,
        PointZ,
        NormalX, ///< d0' = n - z0_c c - z0_s s: n the normal of both chord lines, z0 the mean slopes of both mean lines
        NormalY,
        NormalZ,
        ChordX, ///< c
        ChordY,
        ChordZ,
        SpanX, ///< s
        SpanY,
        SpanZ,
        WakeX, ///< k, unit wake normal
        WakeY,
        WakeZ,
        CurvingC, ///< z1 of the mean line along c
        CurvingS,
        BendS,   ///< zb_s: z0_s less the slope of the mean surface along s at the cell; 0 on pieces as wide as long
        BehindC, ///< way of the lift behind the point in flow along c [m]
        BehindS,
        Half,   ///< g = A/2 <n,m> F [m^2]: half of the planform
        Sheet,  ///< lambda, share of a thin sheet
        SlopeC, ///< Planform: slope of the lift in flow along c
        SlopeS,
        SuctionC, ///< share of the suction of the leading edge
        SuctionS,
        SideC, ///< suction of the side edges
        SideS,
        AspectC,
        AspectS,
        RoundC, ///< half the sum of the roundness of both ends of the section along c
        TiltC,  ///< half the difference: end ahead less end behind
        RoundS,
        TiltS,
        Reach,   ///< of revolving wings [m]
        LeeFlat, ///< suction in the lee, as the row of PressureWeights [m^2]
        kRows
    };
    std::array<std::vector<double>, kRows> of; ///< row by row, one number per cell
    int count = 0;                             ///< cells, without the padding
    int pieces = 0;                            ///< pieces of surface that have cells

    /// Beside the rows of a cell.
    struct Place {
        int firstFace = 0;     ///< of the cell, in `faces`
        int piece = 0;         ///< SurfaceShape::piece of its faces, numbered from 0
        double flatness = 0.0; ///< F of its Planform; 0 on an annular wing
        double onChord = 0.0;  ///< way of its point from the middle of the chord there, along c [m]
    };
    std::vector<Place> places;     ///< of each cell, and one more, which ends the faces of the last
    std::vector<int> faces;        ///< of all cells, cell by cell
    std::vector<double> faceShare; ///< g of each of them [m^2]

    /// Three rows as a vector.
    Vector3 vector(int row, int cell) const {
        const std::size_t r = static_cast<std::size_t>(row), i = static_cast<std::size_t>(cell);
        return {of[r][i], of[r + 1][i], of[r + 2][i]};
    }
};

} // namespace ambient
