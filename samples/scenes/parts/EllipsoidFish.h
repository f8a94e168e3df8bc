// SPDX-License-Identifier: Zlib
#pragma once

#include "interface/Parameters.h"
#include "interface/PlotSpec.h"
#include "scenes/parts/Coupled.h"

#include <BulletDynamics/ConstraintSolver/btHingeConstraint.h>

#include <array>

namespace samples {

/// \file
/// A fish of three ellipsoids in a row with two joints, neutrally buoyant, as in the scenes of [Gao2025].

constexpr int kFishSegments = 3;
using FishJoints = std::array<btHingeConstraint*, kFishSegments - 1>;

/// The model of a segment.
std::shared_ptr<const ambient::FluidBodyModel> fishSegmentModel(const SceneContext& context);

/// Adds a fish along x. \param model fishSegmentModel() \param head place of the first segment [m]
FishJoints addFish(SceneContext& context, btFluidCoupling& coupling,
                   const std::shared_ptr<const ambient::FluidBodyModel>& model, const std::string& name,
                   const ambient::Vector3& head, bool isCoupled);

/// The parameters of beat(). \param frequency default [1/s]
std::vector<Parameter> beatParameters(double frequency);
/// Turns the joints to and fro, the second one later than the first.
void beat(SceneContext& context, const ParameterValues& values, const FishJoints& joints);

/// A plot with pictures from above, in the colours of time. \param title in one line
PlotSpec fishPlot(const std::string& title);

/// Still water without weight.
void fillFishTank(SceneContext& context);

/// Way of the middle of a fish since the start [m].
ambient::Vector3 fishWay(const RunRecord& record, int frame, int firstSegment);

} // namespace samples
