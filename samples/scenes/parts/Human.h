// SPDX-License-Identifier: Zlib
#pragma once

#include "MeshImport/SkeletonImport.h"
#include "Worlds/WorldFile.h"

#include <string>
#include <vector>

namespace samples {

/// A human of 1.75 m and 73 kg: 14 ellipsoids on ball joints, with the shares of mass of [DeLeva1996]. Axes of all
/// links at rest: x to the left, y to the head, z to the front; arms and legs hang down.
/// \param density of all parts [kg/m^3] \param faces of each part, about
ambient::WorldArticulatedBody makeHuman(double density, int faces);

/// Gives the joints of the human the pose with which a motion starts.
void startWith(ambient::WorldArticulatedBody& human, const ambient::SkeletonMotion& motion);

/// The human in a pose, with hands and feet as parts of forearms and shanks. \param turns of the joints, one per link
ambient::WorldArticulatedBody withStiffHandsAndFeet(const ambient::WorldArticulatedBody& human,
                                                    const std::vector<ambient::Quaternion>& turns);

/// Names of the human's links, base first.
std::vector<std::string> humanNames();
/// Parents of the human's links, -1 for the base.
std::vector<int> humanParents();

/// Names of the strokes.
const std::vector<std::string>& strokeNames();

/// The motion of makeStroke() that is no stroke.
constexpr const char* kWalk = "walk";

/// Period of the strokes in samples/motions/ [s].
constexpr double kStrokePeriod = 1.4;

/// One cycle of a stroke or of the walk of this human, by the formula in Human.cpp, sampled 48 times; the last frame is
/// the first. \param stroke one of strokeNames(), or kWalk \param period of the cycle [s]
ambient::SkeletonMotion makeStroke(const std::string& stroke, double period);

} // namespace samples
