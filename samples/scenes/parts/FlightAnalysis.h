// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/RunRecord.h"

namespace samples {

/// The first frame in which a body's centre is at or below a height [m] and was above it just before, or at the start;
/// -1: none.
int landingFrame(const RunRecord& record, double height, int body = 0);

/// The frame of the landing, else the last one.
int lastFlightFrame(const RunRecord& record, double height, int body = 0);

/// "NAME: landed after 1.23 s, 4.56 m away" of a body, or that it is in the air after this time.
std::string flightText(const RunRecord& record, double height, int body);

/// Place and time of this passage, by linear interpolation between two samples.
struct Landing {
    bool landed = false;
    double time = 0.0;                                    ///< [s]
    ambient::Vector3 position = ambient::Vector3::Zero(); ///< of the centre [m]
    ambient::Vector3 velocity = ambient::Vector3::Zero(); ///< [m/s]
};
Landing landingOf(const RunRecord& record, double height, int body = 0);

/// Whether all bodies are at or below a height [m] after at least one step.
bool allLanded(const RunRecord& record, double height);

/// How far a point is to the left of the vertical plane in which the body started, seen along its flight [m].
double driftOf(const ambient::Vector3& point, const RunRecord& record, int body = 0);

/// How far a point is from the start of the body along its horizontal direction of launch [m].
double rangeOf(const ambient::Vector3& point, const RunRecord& record, int body = 0);

/// Angle between the body's z axis, its nose, and its velocity, 0 to 180; 0 at rest [deg].
double noseAngleDegrees(const BodySample& sample);

} // namespace samples
