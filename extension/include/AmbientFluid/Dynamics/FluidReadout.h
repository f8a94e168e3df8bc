// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyState.h"
#include "AmbientFluid/Forces/ForceSet.h"

#include <array>
#include <string_view>

namespace ambient {

class KirchhoffMotion;
class Evaluation;

/// The load of one term on a body at one instant.
struct TermReadout {
    std::string_view name; ///< ForceModel::name(); valid as long as the force set of the read-out
    Wrench wrench;         ///< about the centre of mass, world axes [N m, N]
    double power = 0.0;    ///< of `wrench` at the twist relative to the medium [W]
};

/// State and loads of one body at one instant.
/// World axes, about the centre of mass, unless a field says otherwise. "Relative" means relative to the medium.
/// Balance of a body that moves freely in a medium of constant density:
///     d(kineticEnergy)/dt = weight.power + powerLimit.power + sum of terms[i].power + power of user loads.
struct FluidReadout {
    int termCount = 0; ///< entries of `terms` in use: the size of the force set, in vacuum too
    /// Each force of the set by itself, before the limit below; all zero in vacuum.
    std::array<TermReadout, ForceSet::kMaxTerms> terms;
    /// The wrench that limitPower removes from the sum of the dissipative terms so that they never drive the body.
    /// Its power is minus theirs if their sum is positive; else, or if the set does not limit power, the wrench is
    /// zero. Name "power_limit".
    TermReadout powerLimit;
    /// m g at the centre of mass; in a uniform medium, whose frame accelerates with it, m (g - dU/dt).
    /// Name "weight".
    TermReadout weight;
    /// Momentum rate of the fluid due to a non-uniform medium (ImmersionLoads): its acceleration, and the added mass
    /// gained or shed at a surface or a layer. Zero in a uniform medium. Name "immersion".
    TermReadout immersion;

    double kineticEnergy = 0.0; ///< of body and added fluid, in the medium's frame [J]
    Momentum momentum;          ///< K times the relative twist [kg m^2/s, kg m/s]
    Twist twist;                ///< absolute, as seen by a viewer [rad/s, m/s]
    Twist relativeTwist;        ///< relative to the medium [rad/s, m/s]

    int faceCount = 0; ///< faces of the model in use; fewer for a reduced one (reduceModel)

    double submergedVolume = 0.0; ///< displaced [m^3]: below the surface of a medium, else the whole; 0 in vacuum
    double wettedArea = 0.0;      ///< surface in contact with the lower medium, else the whole [m^2]; 0 in vacuum
    /// Attached part of `wettedArea` [m^2]; half of `wettedArea` if the body does not move relative to the medium; 0 in
    /// vacuum.
    double attachedArea = 0.0;
    Vector3 centerOfBuoyancy = Vector3::Zero(); ///< centroid of the submerged volume, world frame [m]

    /// Sum of terms, limit, weight and immersion: loads(motion, state).total(), to
    /// rounding.
    Wrench total() const;
    /// Power of total() [W].
    double totalPower() const { return power(relativeTwist, total()); }
};

/// Reads out one body. Costs about 1.5 evaluations of the forces.
/// Allocates nothing except the names of the terms at their first use in a process. A non-finite state gives non-finite
/// fields. Only exceptions of the user's medium or forces are thrown.
/// \param at evaluation of the state; its buffers are used
/// \param momentum FluidBodyState::momentum
FluidReadout readOut(const KirchhoffMotion& motion, Evaluation& at, const Momentum& momentum);

/// Overload that evaluates the state; any thread may call it. Allocates in a non-uniform medium.
FluidReadout readOut(const KirchhoffMotion& motion, const FluidBodyState& state);

} // namespace ambient
