// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <vector>

namespace ambient {

/// Mean line of a section, with the half chord as unit of length: x = cos t along the chord line from the end behind
/// to the end ahead, z across it. The chord line joins the two ends; the mean line is halfway between both sides.
/// Slopes z' are those of 32 intervals with ends at equal steps of t. [Glauert1926]
struct MeanLine {
    Vector3 chord = Vector3::Zero(); ///< unit vector along the chord line
    double half = 0.0;               ///< half chord [m]; 0: no section
    double height = 0.0;             ///< of the section across the chord line, over the half chord
    double slope = 0.0;              ///< z0, mean of z' over t
    double curving = 0.0;            ///< z1, mean of z' cos t over t
    double roundAhead = 0.0;         ///< roundness of the end ahead: 1 round, 0 sharp or square
    double roundBehind = 0.0;        ///< of the end behind
    double onChord = 0.0;            ///< way from the middle of the chord to the place, along it [m]

    double spanned = 0.0;            ///< how far flow spans the hollow at the place (SectionHollows)
    double mouthHalf = 0.0;          ///< half the width of its mouth, with rims in line
    Vector3 mouth = Vector3::Zero(); ///< its outward unit normal

    /// \param section closed polygon (sectionThrough) \param ahead, up unit vectors in its plane
    /// \param disc share of a FlyingDisc: flow spans its hollows \param place on the section
    static MeanLine of(const std::vector<Vector3>& section, const Vector3& ahead, const Vector3& up, double disc = 0.0,
                       const Vector3& place = Vector3::Zero());
};

} // namespace ambient
