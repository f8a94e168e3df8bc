// SPDX-License-Identifier: Zlib
#pragma once

#include "drawing/Drawing.h"
#include "drawing/ShowOptions.h"
#include "interface/PlotSpec.h"
#include "interface/RunRecord.h"

namespace samples {

/// \file
/// Marks about a single body at a single time.

/// Opacity of a body that is the ghost of another one.
constexpr double kGhostOpacity = 0.35;

/// Pieces of the separation line, vermillion.
void addSeparationLine(Drawing& drawing, const RunRecord& record, int body, const BodySample& sample,
                       double enlargement);

/// Scale of the arrows of addForces() [m/s^2]: the gravity; without gravity a round number below the
/// largest force of any term per mass so far, which makes the longest arrow one to two and a half bodies long; 0: no
/// force yet.
double forceScale(const RunRecord& record);

/// Arrows from the centre of mass: one per force term named by `show`, the weight and the sum of all forces. An arrow
/// of the body's fluid length, FluidBodyModel::length(), enlarged like the body, means a force of its mass times
/// `scale`, which is its weight if there is gravity.
/// \param scale of forceScale()
void addForces(Drawing& drawing, const RunRecord& record, int body, const BodySample& sample, const ShowOptions& show,
               double scale);

/// The colours of the arrows of addForces(). Without gravity, when no arrow is a weight, also their scale.
DrawnLegend forceLegend(const RunRecord& record, const ShowOptions& show, double scale);

/// Lift, suction and lee of lifting surfaces (ambient::wingForces), arrows from their cells, for a body in a uniform
/// medium. Length by the force over the cell's area: where the cells carry the body's mass times `scale`
/// evenly, a tenth of the body's fluid length, enlarged like the body.
void addWings(Drawing& drawing, const RunRecord& record, int body, const BodySample& sample, double enlargement,
              double scale);

/// The colours of the arrows of addWings().
DrawnLegend wingLegend();

/// The velocity as an arrow: the distance covered in this time [s].
void addVelocity(Drawing& drawing, const BodySample& sample, double seconds);

/// The added mass of translation as an ellipsoid, body frame: its axes are the principal ones, and the radius along
/// each axis is proportional to the added mass for an acceleration along this axis. The longest radius is half of the
/// model's length(). No radius is below 2 % of the longest, to be visible. Null without added mass.
std::shared_ptr<const ambient::TriangleMesh> addedMassEllipsoid(const ambient::FluidBodyModel& model);

/// The notes of a picture at a frame, in the colour of its texts.
void addNotes(Drawing& drawing, const RunRecord& record, const PlotSpec& spec, int frame, const Rgb& colour);

/// A bar of round length, 1, 2 or 5 times a power of ten, with its length beside it, at the distance of the target and
/// at the lower right of the picture.
void addRuler(Drawing& drawing, const View& view);

/// Marks of the height above the world's origin at the left of the picture, at the distance of the target: without a
/// visible ground they show the speed of rise and fall.
void addHeights(Drawing& drawing, const View& view);

/// A length with a suitable unit: "5 cm", "200 m".
std::string lengthText(double metres);

} // namespace samples
