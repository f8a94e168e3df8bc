// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Body/FluidBodyState.h"
#include "AmbientFluid/Body/LockedAxes.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Forces/ForceSet.h"

#include <memory>
#include <vector>

namespace ambient {

/// Loads on a body about the centre of mass, world axes [N m, N], in the medium's frame.
struct Loads {
    Wrench dissipative; ///< surface forces: never positive work relative to the medium
    Wrench other;       ///< weight, buoyancy, user
    Wrench leaving;     ///< part of `other`: momentum that parts leaving the fluid take along

    // The motion that the loads belong to:
    Momentum momentum;                        ///< FluidBodyState::momentum in body axes
    Twist twist;                              ///< relative to the medium, body axes, about the centre of mass
    Vector3 mediumVelocity = Vector3::Zero(); ///< velocity of the frame of momentum and twist, world axes [m/s]

    /// Rate of the momentum without the gyroscopic term.
    Wrench total() const { return dissipative + other; }
};

/// The equations of motion of one body in a medium. With K = K_body + K_fluid and Y the twist RELATIVE to the medium,
///     mu = K Y,    l' = l x w + p x v + tau,    p' = p x w + f     (body frame, about the centre of mass)
/// where (tau, f) holds weight and buoyancy in the effective gravity g - DU/Dt, the force set, and user loads.
/// [Padilla2025, eqs. 3, 4; moving medium: CONVENTIONS.md] Without a medium the body is a free rigid body.
///
/// If the medium is non-uniform, or a surface cuts the body, K depends on the pose and the forces use the medium at
/// each face. Y is then relative to a frame with the medium's velocity U at the body's centre of volume:
///     mu' = the above with weight m g, buoyancy rho (integral of DU/Dt - g over the displaced volume)
///           + K_fluid (0, DU/Dt), each face with its own DU/Dt  - K (0, dU/dt along the path)
///           + the momentum K-' Y taken along by parts that leave the fluid
///           + the momentum K+' (U_face - U) of the fluid gained by parts that enter it.
/// A body that enters thus keeps its momentum and is slowed by the fluid that it sets in motion; a body that leaves
/// keeps its velocity. Kinetic energy never grows by either.
class KirchhoffEquations {
  public:
    /// Largest force set that per-term read-outs can hold.
    static constexpr int kMaxTerms = 8;

    /// \param medium  null: vacuum
    /// \param gravity [m/s^2], world frame
    /// \throws std::invalid_argument if the body has no model, its inertia is not positive definite, the force set has
    /// more than kMaxTerms terms, or the medium at the origin at time 0 is not finite
    KirchhoffEquations(FluidBody body, std::shared_ptr<const FluidMedium> medium, ForceSet forces, Vector3 gravity);

    /// The body of the constructor, with the model of the last setModel().
    const FluidBody& body() const { return m_body; }
    /// Replaces the faces of the body. Does not allocate.
    /// \param model with the volume, centre and added mass of the present one (reduceModel)
    void setModel(std::shared_ptr<const FluidBodyModel> model);

    /// The force set of the constructor.
    const ForceSet& forces() const { return m_forces; }
    /// Gravity, for weight and buoyancy, world axes [m/s^2].
    const Vector3& gravity() const { return m_gravity; }
    /// Takes effect with the next evaluation; the state does not change. World axes [m/s^2].
    void setGravity(const Vector3& gravity) { m_gravity = gravity; }

    /// Locked axes react so as to stay fixed: with S the free axes, velocity = S (S^T K S)^-1 S^T mu.
    const LockedAxes& lockedAxes() const { return m_lockedAxes; }
    /// Default: none. The state does not change; admissibleMomentum() is the momentum that remains.
    void setLockedAxes(const LockedAxes& axes) { m_lockedAxes = axes; }

    /// K = K_body + rho K_fluid about the centre of mass, body axes, and the inverse of K.
    InvertibleInertia totalInertia(const Pose& worldFromBody, double time) const;
    /// totalInertia() at the pose and time of a state.
    InvertibleInertia totalInertia(const FluidBodyState& state) const {
        return totalInertia(state.worldFromBody, state.time);
    }
    /// Inverse of totalInertia(), without a copy. Invalidated by calls on this thread for another pose or time.
    const Matrix6& inverseInertia(const FluidBodyState& state) const {
        return m_isUniform ? m_ownInertia.inverse : immersion(state.worldFromBody, state.time).total.inverse;
    }
    /// totalInertia() of a uniform medium, if inertiaVaries() is false.
    const InvertibleInertia& ownInertia() const { return m_ownInertia; }
    /// Whether totalInertia() depends on the pose or the time.
    bool inertiaVaries() const { return !m_isUniform; }

    /// The medium at the body's centre of volume; zero in vacuum.
    /// Two displaced media give the velocity of the momentum's frame (Immersion), means of density by volume and of
    /// acceleration by mass, and the viscosity of the lower medium.
    MediumSample mediumAt(const Pose& worldFromBody, double time) const;

    /// The immersion at this pose and time; null in vacuum. Invalidated by later calls on this thread.
    const Immersion* immersionAt(const Pose& worldFromBody, double time) const;

    /// Twist relative to the medium, body axes, about the centre of mass.
    Twist relativeTwistInBody(const FluidBodyState& state) const;
    /// Absolute twist, world axes, about the centre of mass: the velocity shown by a viewer or used by Bullet.
    Twist twistInWorld(const FluidBodyState& state) const;
    /// The state of a body with the absolute twist `twistInWorld`, world axes, about the centre of mass.
    FluidBodyState makeState(const Pose& worldFromBody, const Twist& twistInWorld, double time) const;
    /// The momentum of an absolute twist in world axes, as in FluidBodyState::momentum.
    Momentum momentumOf(const Pose& worldFromBody, const Twist& twistInWorld, double time) const;

    /// The momentum of the motion that locked axes permit; `state.momentum` itself without locked axes.
    Momentum admissibleMomentum(const FluidBodyState& state) const;

    /// Kinetic energy of body and fluid in the medium's frame: mu . K^-1 mu / 2 [J].
    double kineticEnergy(const FluidBodyState& state) const;

    /// Upper bound of the angular frequencies of heave, roll and pitch of a convex body in the water surface [rad/s].
    /// The inertia is that of this state. 0 if no surface divides the medium, or the body is below the surface.
    double largestBobbingRate(const FluidBodyState& state) const;

    /// Whether a surface that does not cut the body now may do so within `duration` [s].
    /// Judged by the body's velocity and bounding sphere.
    bool mayMeetSurface(const FluidBodyState& state, double duration) const;

    /// Loads and motion of the body in this state.
    /// \param userWrench extra load about the centre of mass, world axes
    Loads loads(const FluidBodyState& state, const Wrench& userWrench) const;

    /// The flow around the body, mesh frame; of two media, that in the lower one.
    /// In a non-uniform medium the result refers to immersionAt() and is valid as long.
    RelativeFlow relativeFlow(const FluidBodyState& state) const;

    /// The load of ImmersionLoads about the centre of mass, world axes; zero in a uniform medium.
    Wrench immersionWrench(const FluidBodyState& state) const;

    /// Momentum that parts leaving the fluid take along on the path between two states.
    /// About the centre of mass, world axes; zero in a uniform medium. It applies to the actual path of the body, not
    /// to a step that a joint or a contact prevented.
    Momentum momentumOfLeaving(const FluidBodyState& from, const FluidBodyState& to) const;

    /// Data of the start of a path, for momentumOfLeaving().
    struct Departure {
        std::vector<double> weights;                       ///< addedMassWeights(); empty in a uniform medium
        Twist relative;                                    ///< relative to the medium, body axes
        Quaternion worldFromBody = Quaternion::Identity(); ///< orientation at the start
    };
    /// Records the start of a path. Allocates only if the body has more faces than the last one.
    void depart(const FluidBodyState& from, Departure& departure) const;
    /// Momentum of leaving parts on a path whose start is recorded: samples only the medium at the end.
    Momentum momentumOfLeaving(const Departure& from, const FluidBodyState& to) const;

    /// The wrench of each force, about the centre of mass, world axes; `terms` holds forces().size() entries.
    void termWrenches(const FluidBodyState& state, Wrench* terms) const;

  private:
    /// immersionAt() with a medium.
    const Immersion& immersion(const Pose& worldFromBody, double time) const;
    MediumSample centerMedium(const Pose& worldFromBody, double time) const {
        return m_isStill ? m_still : sampleAtCenter(worldFromBody, time);
    }
    MediumSample sampleAtCenter(const Pose& worldFromBody, double time) const;
    RelativeFlow relativeFlow(const FluidBodyState& state, const MediumSample& medium, const Twist& relative) const;
    RelativeFlow relativeFlow(const FluidBodyState& state, const Immersion& at, const ImmersedPart& part,
                              const Twist& relative) const;
    /// Transforms a wrench about the mesh origin, mesh axes, to the centre of mass, world axes.
    Wrench wrenchInWorld(const FluidBodyState& state, const Wrench& inMesh) const;
    /// Fills the momentum and the twist only: no loads, no velocity of the medium.
    Loads motionOf(const FluidBodyState& state) const;
    Loads loadsWhereItVaries(const FluidBodyState& state, const Wrench& userWrench) const;
    /// relativeTwistInBody() with locked axes, but in world axes.
    Twist constrainedRelativeTwist(const FluidBodyState& state) const;

    FluidBody m_body;
    std::shared_ptr<const FluidMedium> m_medium;
    ForceSet m_forces;
    Vector3 m_gravity;
    Pose m_meshFromBody;
    LockedAxes m_lockedAxes;
    bool m_isSteady = false;
    bool m_isUniform = true;        ///< one uniform medium, or none
    bool m_isStill = true;          ///< uniform and steady:
    MediumSample m_still;           ///< the medium if m_isStill
    bool m_isMeshFrame = true;      ///< whether mesh frame and body frame coincide
    InvertibleInertia m_ownInertia; ///< K if m_isUniform
    long long m_identity;           ///< unique number of this object and its faces in the process
};

} // namespace ambient
