// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/Waterplane.h"
#include "AmbientFluid/Media/WaveSet.h"
#include "AmbientFluid/SurfaceWaves/FloatingModel.h"

namespace ambient {

/// A floating body in the water of one evaluation, beside its FloatingModel.
///
/// Heading axes: z up, x and y those of the model's water turned with the body about the vertical; the origin is the
/// point of the body in the waterplane's centroid at rest.
struct FloatingPlace {
    /// Scale s of velocities and forces: area of the waterplane over that at rest, up to 1.5, times the cosine of the
    /// heel and the root of the ratio of densities; 0: no waves.
    double share = 0.0;
    double massShare = 0.0; ///< the same of FloatingModel::excessMass: up to 1, and up to the ratio of volumes
    Pose comFromHeading;    ///< to world axes about the centre of mass
    Twist water;            ///< rigid motion of the water at the body, heading axes [rad/s, m/s]
    /// Whether linear theory may hold: at most 10 degrees of heel or trim against the rest, and a displaced volume that
    /// differs from that at rest by at most a fifth, as after a rise or fall by a fifth of the mean draft.
    bool isLinear = true;

    /// A twist relative to the water. \param twist absolute, about the centre of mass, world axes
    Vector6 relative(const Twist& twist) const { return (changeFrame(twist, comFromHeading) - water).vector(); }
};

/// The place of a body in one evaluation. The water's motion is the twist under which the added mass of the wet faces
/// has the momentum that the water has at the faces; visits the faces only if the water moves unevenly.
/// \param at uses its buffers \param plane of the evaluation \returns with share 0 if the model does not hold: no
/// surface, a gravity that differs by more than 1 %, a fluid above of more than 1 % of the density below, a body on its
/// end
FloatingPlace findFloatingPlace(const FloatingModel& model, Immersion& at, const Pose& bodyFromMesh,
                                const Waterplane& plane);

/// Waves, and by how much they were moved [m] (btFluidAction::moveWorld).
struct PlacedWaves {
    const WaveSet* waves = nullptr;   ///< null: none that are known
    Vector3 offset = Vector3::Zero(); ///< [m]
};

/// The waves of a medium with a surface, and a flow below it.
PlacedWaves wavesOf(const FluidMedium& medium);

/// Whether w^2 of a wave is that of the water of a model, up to 2 %: it feels the bed as the model's waves do.
bool isOfWater(const WaveSet::Prepared& wave, const FloatingModel& model);

/// Force of the waves that the body scatters, beside that of its motion relative to the water (WaveScattering); heading
/// axes. Waves of other water (isOfWater) are left out.
/// \param origin of the heading axes, world axes [m] \param time at which the waves are at it [s]
Vector6 scatteredForce(const FloatingModel& model, const FloatingPlace& place, const PlacedWaves& waves,
                       const Vector3& origin, double time);

} // namespace ambient
