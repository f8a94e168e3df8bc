// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/WaveSet.h"
#include "AmbientFluid/SurfaceWaves/WaveRadiation.h"
#include "BulletAmbientFluid/btFluidMooring.h"
#include "interface/SceneContext.h"

#include <functional>
#include <limits>

namespace samples {

/// \file
/// Common parts of scenes with seas and floating bodies.

/// Water under air with sine waves and the flow below them.
std::shared_ptr<const ambient::FluidMedium> sineSea(const std::vector<ambient::Wave>& waves);

/// Lets a body make waves in all six motions (btFluidSetWavesMade). Vacuum: does nothing.
void makeAllWaves(SceneContext& context, const btRigidBody* body);

/// Waves of different frequencies that all repeat after the same time, so that the answer of a body to each can be told
/// from one run.
struct WaveComb {
    double period = 40.0; ///< after which all waves repeat [s]
    int first = 8;        ///< waves in this time, of the longest wave
    int last = 28;        ///< of the shortest wave
    double slope = 0.002; ///< k a of each wave

    /// All waves, with one heading; their phases keep them from piling up.
    std::vector<ambient::Wave> waves(const ambient::Vector3& heading) const;
};

/// The waves of a record with a sineSea(); none in vacuum.
std::vector<ambient::WaveSet::Prepared> wavesOf(const RunRecord& record);

/// Amplitudes of a value of a run at the frequency of each wave as a body meets it, at the body's place at each time.
/// All waves, a mean and a slope in time are fitted at once: a body that drifts meets waves that do not repeat after
/// the period, and each would add to the sums of the others. \param waves of wavesOf() \param period the last time that
/// counts [s]; zeros are returned for a shorter run \param value of a frame
std::vector<double> answersTo(const RunRecord& record, const std::vector<ambient::WaveSet::Prepared>& waves,
                              double period, int body, const std::function<double(int frame)>& value);

/// Roll of a body about its x axis [deg].
double rollDegrees(const BodySample& sample);

/// The motion of a body in a run.
struct RollAndHeave {
    double roll;  ///< largest to either side [deg]
    double heave; ///< from top to bottom [m]
};
/// \param firstFrame the first one that counts
RollAndHeave rollAndHeaveOf(const RunRecord& record, int body, int firstFrame);

/// An end of a line of a scene.
struct LineEnd {
    btRigidBody* body = nullptr; ///< null: a place of the world
    ambient::Vector3 place;      ///< frame of the body, or world [m]
};

/// A cable for pictures, with its tensions at both ends as gauges [N], those of the first end first. The scene applies
/// it before each step. \param seabed height of the bed [m]; minus infinity: none
std::shared_ptr<btFluidMooring> addCable(SceneContext& context, const std::string& name, const LineEnd& first,
                                         const LineEnd& second, const ambient::CableDef& def,
                                         double seabed = -std::numeric_limits<double>::infinity());

} // namespace samples
