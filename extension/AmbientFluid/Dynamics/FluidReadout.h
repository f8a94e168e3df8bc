// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffEquations.h"

#include <array>
#include <string_view>

namespace ambient {

/// What one term does to a body at one instant.
struct TermReadout {
    std::string_view name; ///< ForceModel::name(); valid as long as the force set that it was read from
    Wrench wrench;         ///< about the centre of mass, world axes [N m, N]
    double power = 0.0;    ///< of that wrench at the twist relative to the medium [W]
};

/// Everything that can be told about one body at one instant. World axes, about the centre of mass, unless a field
/// says otherwise. "Relative" is relative to the medium. The balance that the fields keep, for a body that is free to
/// move in a medium of constant density:
///     d(kineticEnergy)/dt = weight.power + powerLimit.power + sum of terms[i].power + power of user loads.
struct FluidReadout {
    int termCount = 0; ///< entries of `terms` in use: the size of the force set, in vacuum too
    /// Each force of the set as it is by itself, before the limit below; all zero in vacuum.
    std::array<TermReadout, KirchhoffEquations::kMaxTerms> terms;
    /// What the equations take off the sum of the dissipative terms so that they never drive the body (limitPower):
    /// its power is -(the sum of theirs) where that sum is positive; zero where it is not, or where the set does not
    /// limit it. Name "power_limit".
    TermReadout powerLimit;
    /// m (g - DU/Dt) at the centre of mass: in an accelerating medium this is the weight that the medium's own frame
    /// feels, m g otherwise. Name "weight". Where the medium is not the same everywhere it is m g, and
    TermReadout weight;
    /// this is what the medium's motion and the body's way through a surface or through layers add to the momentum
    /// (ImmersionLoads); zero elsewhere. Name "immersion".
    TermReadout immersion;

    double kineticEnergy = 0.0; ///< of body and added fluid, in the medium's frame [J]
    Momentum momentum;          ///< K times the relative twist [kg m^2/s, kg m/s]
    Twist twist;                ///< absolute: the velocity that a viewer sees [rad/s, m/s]
    Twist relativeTwist;        ///< relative [rad/s, m/s]

    int faceCount = 0; ///< of the model that all this is summed over: fewer for a reduced one (reduceModel)

    double submergedVolume = 0.0; ///< [m^3]: below the surface of a divided medium, else the whole; 0 in vacuum
    double wettedArea = 0.0;      ///< surface in contact with that medium [m^2]; 0 in vacuum
    /// The part of `wettedArea` that the flow is attached to [m^2]; half of it for a body that does not move against
    /// the medium; 0 in vacuum.
    double attachedArea = 0.0;
    Vector3 centerOfBuoyancy = Vector3::Zero(); ///< centroid of the submerged volume, a point of the world [m]

    /// Terms, limit and weight together: KirchhoffEquations::loads(state, no user wrench).total(), to rounding.
    Wrench total() const;
    /// Power of total() [W].
    double totalPower() const { return power(relativeTwist, total()); }
};

/// Reads one body out. Costs about 1.5 evaluations of the forces; allocates nothing, but for the names of the terms the
/// first time in a process; may be called from any thread.
/// A state that is not finite gives fields that are not finite. Throws only what the user's medium or forces throw.
FluidReadout readOut(const KirchhoffEquations& equations, const FluidBodyState& state);

} // namespace ambient
