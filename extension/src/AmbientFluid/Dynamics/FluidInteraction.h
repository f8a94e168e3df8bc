// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Forces/ForceModel.h"
#include "AmbientFluid/Forces/ForceSet.h"

#include <memory>

namespace ambient {

/// Loads of a fluid on a body about the centre of mass, world axes [N m, N].
struct FluidLoads {
    Wrench dissipative; ///< surface forces: never positive work relative to the medium
    Wrench other;       ///< buoyancy, and the momentum rate due to a non-uniform medium (ImmersionLoads)
    Wrench shed;        ///< part of `other`: momentum that parts leaving the fluid take along
    /// Acceleration of the frame of the momentum, world axes [m/s^2]: that of a uniform medium, else 0. A dry mass m
    /// has the load -m times it, which is not included.
    Vector3 frameAcceleration = Vector3::Zero();
};

/// Momentum rate due to a medium that varies in space or time.
struct MediumRates {
    Wrench wrench;                               ///< as ImmersionLoads::wrench(); zero in a uniform medium
    Wrench shed;                                 ///< part of `wrench`: momentum that parts leaving the fluid take along
    Vector3 frameAcceleration = Vector3::Zero(); ///< FluidLoads::frameAcceleration
};

/// What a momentum relative to the medium along the body's path has beside addLoads(), for trees of links.
struct PathRates {
    Wrench wrench;                               ///< -K_fluid (0, dU/dt), about the centre of mass, world axes
    Wrench leaving;                              ///< of fluid that becomes lighter along the path
    Vector3 frameAcceleration = Vector3::Zero(); ///< dU/dt along the path, world axes [m/s^2]
};

/// The fluid side of one body: added mass and loads of its surface in a medium.
/// Knows no mass, weight, user load or locked axis of the body; those belong to KirchhoffMotion. A link of a multi-body
/// has the same fluid side.
///
/// evaluate() samples the medium once for a pose and a time. All other functions read this Immersion, so that nothing
/// is sampled twice.
class FluidInteraction {
  public:
    /// \param body model, placement and deformation are used
    /// \param medium null: vacuum
    /// \throws std::invalid_argument if the model is null, the placement is not finite, the force set has more than
    /// ForceSet::kMaxTerms terms, or the medium at the origin at time 0 is not finite
    FluidInteraction(const FluidBody& body, std::shared_ptr<const FluidMedium> medium, ForceSet forces);

    /// Replaces the faces of the body. Does not allocate. Invalidates all evaluations.
    /// \param model with the volume, centre and added mass of the present one (reduceModel)
    void setModel(std::shared_ptr<const FluidBodyModel> model) { m_model = std::move(model); }
    /// Sets the velocity of a stream at the body, added to that of a uniform medium: equal at all points of the body,
    /// constant in time, world axes [m/s]. Default: zero. Invalidates all evaluations. No effect in other media.
    void setStream(const Vector3& velocity) { m_stream = velocity; }
    const Vector3& stream() const { return m_stream; }           ///< see setStream()
    const FluidMedium* medium() const { return m_medium.get(); } ///< of the constructor; null: vacuum
    const ForceSet& forces() const { return m_forces; }          ///< of the constructor

    /// Whether the medium is uniform: one medium without a surface, or vacuum.
    bool isUniform() const { return m_isUniform; }
    /// Whether the added mass is constant: a rigid body in a uniform medium.
    bool isConstant() const { return m_isUniform && !m_deformation; }
    /// Whether the medium is constant in time.
    bool isSteady() const { return m_isSteady; }
    /// Whether the density of a medium may differ between places or times.
    bool hasVaryingDensity() const { return m_hasVaryingDensity; }

    /// Samples the medium around the body and computes the added mass. Reuses the buffers of `at`.
    /// \throws std::invalid_argument as immerse(). Exceptions of a user's medium pass through
    /// \param needsForces false: `at` is used for inertia and mean medium only, and may have no parts. Saves most of
    /// the time of a deforming body in a uniform medium, and of a rigid one in waves
    void evaluate(const Pose& worldFromBody, double time, Immersion& at, bool needsForces = true) const;

    /// Added mass about the centre of mass, body axes, if isConstant(); else Immersion::addedMass has it.
    const SpatialInertia& constantAddedMass() const { return m_constantAddedMass; }

    /// Adds the loads of all displaced media.
    /// \param relative twist relative to at.medium, body axes, about the centre of mass
    /// \param ofForces twist at which the forces are evaluated, as `relative`, and normally equal to it
    /// \param gravity of the buoyancy, world axes [m/s^2]
    void addLoads(Immersion& at, const Twist& relative, const Twist& ofForces, const Vector3& gravity,
                  FluidLoads& sum) const;

    /// The part of addLoads() that is due to a medium that varies.
    MediumRates mediumRates(Immersion& at, const Twist& relative) const;
    /// Rates of a momentum whose frame is the medium at the body, along the body's path.
    PathRates pathRates(const Immersion& at, const Twist& relative) const;
    /// Momentum per time that a surface which passes over the faces adds to K (0, wind): about the centre of mass, body
    /// axes. Zero unless a surface cuts the body. \param wind body axes [m/s]
    Momentum surfaceRate(Immersion& at, const Twist& relative, const Vector3& wind) const;

    /// The flow around the body in one displaced medium, mesh frame. Refers to `at` if the medium is non-uniform.
    /// \param part below at.partCount
    RelativeFlow relativeFlow(const Immersion& at, int part, const Twist& relative, const Vector3& gravity) const;

    /// Stokes resistance per viscosity about the centre of mass, body axes; zero if the force set has no viscous
    /// regime.
    Matrix6 resistance(const Immersion& at) const;
    /// Rate at which the viscous forces of all displaced media fall with the twist (viscousDamping), about the centre
    /// of mass, body axes. Symmetric, positive semidefinite. \param relative as addLoads()
    Matrix6 damping(const Immersion& at, const Twist& relative) const;

    /// The wrench of each force, about the centre of mass, world axes; `terms` holds forces().size() entries.
    void termWrenches(const Immersion& at, const Twist& relative, const Vector3& gravity, Wrench* terms) const;

  private:
    /// Adds the velocity of the faces and the momentum of a deforming body.
    void addDeformation(Immersion& at, bool needsForces) const;
    Matrix6 resistanceOf(const ViscousTensor& viscous) const;
    MediumSample sampleAtCenter(const Pose& worldFromBody, double time) const;
    /// Transforms a wrench about the mesh origin, mesh axes, to the centre of mass, world axes.
    Wrench wrenchInWorld(const Immersion& at, const Wrench& inMesh) const;

    std::shared_ptr<const FluidBodyModel> m_model;
    Pose m_bodyFromMesh, m_meshFromBody;
    std::shared_ptr<const BodyDeformation> m_deformation;
    std::shared_ptr<const FluidMedium> m_medium;
    ForceSet m_forces;
    bool m_isSteady = true;
    bool m_isUniform = true;
    bool m_hasVaryingDensity = false;
    bool m_isStill = true; ///< uniform and steady:
    MediumSample m_still;  ///< the medium if m_isStill
    Vector3 m_stream = Vector3::Zero();
    bool m_isMeshFrame = true;              ///< whether mesh frame and body frame coincide
    SpatialInertia m_constantAddedMass;     ///< if isConstant()
    Matrix6 m_resistance = Matrix6::Zero(); ///< of the model: see resistance()
};

} // namespace ambient
