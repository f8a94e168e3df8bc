// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FaceTable.h"

#include <memory>

namespace ambient {

struct CrowdHull;

/// The default forces of a body as those of a few points, in single precision: for crowds, whose loops take one body a
/// lane and the same point of all. Made by crowdModel(). Mesh axes; places from the centre of volume.
///
/// A point is a face of the full model whose numbers have been multiplied by factors >= 0: {Front, Hollow},
/// {LeeFlat, LeeRound}, {Sheet, Chord}, Revolving and the area of the friction. Every term of a point therefore opposes
/// the motion, as that of a face does. Bases, the rotation term and the viscous forces are those of the full model;
/// each base is one more point.
struct CrowdPoints {
    static constexpr int kMost = 48;                 ///< points, beside the bases
    static constexpr int kRows = FaceTable::CornerX; ///< numbers of a point, in the order of FaceTable::Row

    int count = 0;             ///< points
    std::vector<float> points; ///< kRows numbers each; CentroidX to CentroidZ are 0, Base is a coefficient [m^2]

    float spin[15][16] = {};                        ///< SpinColumns about the centre of volume, column by column
    float felt[9] = {}, spinLength = 0.0F;          ///< PressureWeights::feltRotations, row by row, and spinLength
    float resistance[36] = {}, slip[36] = {};       ///< of ViscousTensor, row by row
    float resistanceCenter[3] = {};                 ///< ViscousTensor::center [m]
    float moments[9] = {}, momentTrace = 0.0F;      ///< of ViscousTensor, row by row [m^2]
    float slipArea = 0.0F, middleLength = 0.0F;     ///< of ViscousTensor
    float separationCosine = 0.0F;                  ///< Surface::separationCosine(), less the reach of tails
    double pressureScale = 1.0, viscousScale = 1.0; ///< factors of the pressure and of S and L (ViscousRegime)
    double frictionScale = 1.0, length = 0.0;       ///< of the plate of the friction
    std::shared_ptr<const CrowdHull> hull;          ///< the faces of the model for games, for floats; null: none

    /// A number of a point. \param row of FaceTable, before FaceTable::CornerX
    const float* at(int row, int point) const { return points.data() + kRows * point + row; }
};

} // namespace ambient
