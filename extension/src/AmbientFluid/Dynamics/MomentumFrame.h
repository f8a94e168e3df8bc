// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/KirchhoffMotion.h"

namespace ambient {

/// \file
/// Frames of the momentum in a non-uniform medium, and the exchange of fluid between the ends of a substep.
///
/// Within a substep the momentum is relative to a frame with the constant velocity C of the medium where the substep
/// begins: M = K (Y - C) + sigma with the twist Y in the world. Nothing in it jumps with the velocity of the medium. At
/// both ends the momentum changes its frame: relative to the medium it is M - K (U - C). CONVENTIONS.md has the
/// equations.

/// The momentum of a state relative to the medium at its pose; the state's own in a uniform medium.
/// \param at evaluation of the state
Momentum momentumInMedium(const KirchhoffMotion& motion, const Evaluation& at, const FluidBodyState& state);

/// A momentum relative to the medium, taken to a frame with another velocity, world axes [m/s]; and back.
Momentum toFrame(const Evaluation& at, const Momentum& inMedium, const Vector3& frameVelocity);
/// The inverse of toFrame().
Momentum fromFrame(const Evaluation& at, const Momentum& inFrame, const Vector3& frameVelocity);

/// Takes a state to the frame of the medium at its pose. No effect in a uniform medium.
void settle(const KirchhoffMotion& motion, const Evaluation& at, FluidBodyState& state);

/// Sums the fluid that has come to faces, and that faces have left behind, where the density has changed.
/// \param before densities at the start of the path \param at its end; its buffers are used
/// \param frameVelocity of the frame of the momentum, world axes [m/s] \param sum is overwritten; about the mesh
/// origin, mesh axes \returns whether there is any
bool sumDensityExchange(const FaceDensities& before, Immersion& at, const Quaternion& bodyFromMesh,
                        const Vector3& frameVelocity, FaceExchange& sum);

/// The K of a body where a substep begins, and how it changes in the substep.
class SubstepFrame {
  public:
    /// \param at evaluation of the start \param densities receives those of the start; kept by reference
    SubstepFrame(const KirchhoffMotion& motion, const Evaluation& at, FaceDensities& densities);
    /// The frame of the next substep. \param at evaluation of its start
    void restart(const Evaluation& at);

    /// C, world axes [m/s].
    const Vector3& velocity() const { return m_velocity; }

    /// The momentum relative to C after faces have come into fluid of another density.
    /// Fluid that comes brings its own velocity along, fluid that is left behind that of the body: with E and D the
    /// growth and the loss of K,
    ///     (K + D) Y = M + E U - sigma' D,    M' = K Y + sigma.
    /// \param at evaluation of a later pose \param inFrame about the centre of mass of that pose, world axes
    Momentum exchanged(Evaluation& at, const Momentum& inFrame) const;

    /// Load on a momentum relative to C beside Loads::total(), of which the spatial momentum is made as in a medium at
    /// rest: K'(0, U - C) and what Munk's moment has more in this frame. World axes, about the centre of mass.
    Wrench load(Evaluation& at, const Loads& loads) const;

  private:
    const KirchhoffMotion& m_motion;
    FaceDensities& m_densities;
    Vector3 m_velocity = Vector3::Zero();
    double m_time = 0.0;
    Matrix6 m_wholePerDensity; ///< added mass of a body that changes its shape
};

/// K (0, e_k) of the three axes, body axes.
using CarriedColumns = Eigen::Matrix<double, 6, 3>;

/// Rate in body axes by which a momentum relative to another frame differs from one relative to the medium, of which
/// the spatial momentum is made as in a medium at rest.
/// \param carried K (0, e_k) \param ofChange K' (0, wind) of K in body axes
/// \param twist relative to the medium \param linear momentum relative to the medium \param wind U - C
Vector6 rateInFrame(const CarriedColumns& carried, const Vector6& ofChange, const Twist& twist, const Vector3& linear,
                    const Vector3& wind);

} // namespace ambient
