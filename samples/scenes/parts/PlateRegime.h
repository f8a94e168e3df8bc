// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/RunRecord.h"

namespace samples {

/// How a plate, a disc, a card falls once its release is forgotten.
enum class PlateRegime {
    Steady,  ///< fixed axis, near the vertical or without any drift
    Glide,   ///< fixed but leaning axis, and a slide sideways
    Flutter, ///< swings to and fro, without turning over
    Chaotic, ///< turns over now and then, or to and fro
    Tumble   ///< turns over and over, always the same way
};

/// "steady", "glide", "flutter", "chaotic", "tumble".
std::string nameOf(PlateRegime regime);

/// Regime of a fall within a window of time. Its definition, with n the body's axis (of its largest moment of
/// inertia: the normal of a plate):
/// - A half turn is counted each time n_z has gone from one side of the horizontal to the other, by 10 degrees on both
///   (so that a swing just past edge-on is none). Its sense is that of the rotation vector, the integral of n x dn
///   since the half turn before: along this vector or against it, for any axis.
/// - Tumble: at least three half turns, all of one sense, and never a pause longer than three times their mean distance
///   in time, the ends of the window included. Chaotic: any other fall with a half turn.
/// - Without any: the swing is the largest angle between n and its mean. Below 10 degrees the fall is steady, or a
///   glide if the mean leans by more than 20 degrees and the drift is 2 % of the fall or more; else the fall is
///   flutter.
struct PlateFall {
    PlateRegime regime = PlateRegime::Steady;
    bool tooShort = true;     ///< less than three samples: nothing else here means anything
    double swing = 0.0;       ///< largest angle between the axis and its mean; 180 with a half turn [deg]
    double largestTilt = 0.0; ///< largest angle between the axis and the nearer vertical; 180 with a half turn [deg]
    int halfTurns = 0;        ///< all counted half turns
    int reversals = 0;        ///< half turns against the sense of the one before
    double turnRate = 0.0;  ///< mean rate of turn of the axis [rad/s]: pi times the half turns over the time they took
    double frequency = 0.0; ///< of the swings to and fro, in half swings; 0 without one whole swing [Hz]
    double descent = 0.0;   ///< mean speed downwards [m/s]
    double drift = 0.0;     ///< distance gone sideways over distance fallen
};

/// Time window of the analysis of a fall [s].
struct TimeWindow {
    double from = 0.0;
    double to = 1e30;
};

/// The fall of one body. `axisInBody`: of its largest moment of inertia, a unit vector.
/// A window too short to say anything (less than three samples) is `tooShort`, steady, with zeros.
PlateFall plateFall(const RunRecord& record, const TimeWindow& window, int body = 0,
                    const ambient::Vector3& axisInBody = ambient::Vector3::UnitZ());

/// The second half of the record: the release is forgotten by then.
TimeWindow secondHalf(const RunRecord& record);

/// In a line: "flutter, tilt up to 84.0 deg at 0.66 Hz, 0.300 m/s down, drift 0.02"; without a frequency if there is
/// not one whole swing; "too short to tell".
std::string describe(const PlateFall& fall);

/// Such a line for each body, in the second half of the record.
std::string describeFalls(const RunRecord& record);

} // namespace samples
