// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Drawing.h"
#include "drawing/ShowOptions.h"
#include "interface/RunRecord.h"

namespace samples {

/// \file
/// Marks about a single body at a single time.

/// Pieces of the separation line, vermillion.
void addSeparationLine(Drawing& drawing, const RunRecord& record, int body, const BodySample& sample,
                       double enlargement);

/// Scale of the arrows of addForces() [m/s^2]: the gravity; without gravity a round number below the
/// largest force of any term per mass so far, which makes the longest arrow one to two and a half bodies long; 0: no
/// force yet.
double forceScale(const RunRecord& record);

/// Arrows from the centre of mass: one per force term that `show` names, the weight and the sum of all forces. One as
/// long as the body's fluid length, FluidBodyModel::length(), enlarged as the body is, stands for its mass times
/// `scale`: for its weight where there is gravity.
/// \param scale of forceScale()
void addForces(Drawing& drawing, const RunRecord& record, int body, const BodySample& sample, const ShowOptions& show,
               double scale);

/// The colours of the arrows of addForces(), and without gravity, where no arrow is a weight, what they are measured
/// by.
DrawnLegend forceLegend(const RunRecord& record, const ShowOptions& show, double scale);

/// The velocity as an arrow, drawn as the way made in this time [s].
void addVelocity(Drawing& drawing, const BodySample& sample, double seconds);

/// The added mass of translation as an ellipsoid, body frame: its axes are the principal ones, its radius along each
/// stands for the added mass felt when accelerated along it. Proportions only: the longest radius is half of the
/// model's length(), and none is below 2 % of that, to be seen. Null where there is no added mass.
std::shared_ptr<const ambient::TriangleMesh> addedMassEllipsoid(const ambient::FluidBodyModel& model);

/// A bar of round length, 1, 2 or 5 times a power of ten, with its length beside it, at the distance of the target and
/// at the lower right of the picture.
void addRuler(Drawing& drawing, const View& view);

/// Marks of the height above the world's origin at the left of the picture, at the distance of the target: where no
/// ground is seen they show how fast things rise and fall.
void addHeights(Drawing& drawing, const View& view);

/// A length with a unit that suits it: "5 cm", "200 m".
std::string lengthText(double metres);

} // namespace samples
