// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceSet.h"

namespace ambient {

/// \file
/// Models of bodies that are far away: fewer faces, the same inertia.

/// How far the surface forces of a reduced model are from the full one's, by the default forces in water, over random
/// twists that the fit has not seen: |difference| / |full|, of wrenches about the centre of volume with torques over
/// the body's radius. Where the full one's is less than kSmallWrench of its root mean square (a ball that spins), that
/// is divided by.
struct ModelMisfit {
    double mean = 0.0;    ///< root mean square
    double largest = 0.0; ///< of all twists
};

/// Wrenches below this share of the root mean square are measured against it: see ModelMisfit.
constexpr double kSmallWrench = 0.25;

/// A model of fewer faces, and how well it fits.
struct ReducedModel {
    std::shared_ptr<const FluidBodyModel> model; ///< the coarse one, never null
    ModelMisfit misfit;                          ///< of its surface forces
};

/// A model of about this many faces, at least 4 of each piece, that stands for `full`. Volume, its centre and the added
/// mass are the full model's to the bit, so that a submerged body changes from one to the other without a change of
/// momentum or velocity. The weights of the pressure on its faces are the non-negative ones that give the default
/// forces' wrenches over many twists best, as in energy-conserving sampling and weighting [Farhat2014]: what they do is
/// dissipative as the full model's is. The rotation term is the full model's. For any force set, but forces other than
/// the default ones are summed over the coarse mesh as they are. Takes some 10 ms; deterministic.
/// \throws std::invalid_argument when `faces` is less than 4
ReducedModel reduceModel(const FluidBodyModel& full, int faces);

} // namespace ambient
