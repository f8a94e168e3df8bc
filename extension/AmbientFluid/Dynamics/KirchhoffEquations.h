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

/// What acts on a body, about the centre of mass, world axes [N m, N], as the medium's frame feels it.
struct Loads {
    Wrench dissipative; ///< surface forces: never positive work relative to the medium
    Wrench other;       ///< weight, buoyancy, user
    Wrench leaving;     ///< of `other`: what parts that leave the fluid take out of the momentum

    // The motion at which they act:
    Momentum momentum;                        ///< FluidBodyState::momentum in body axes
    Twist twist;                              ///< relative to the medium, body axes, about the centre of mass
    Vector3 mediumVelocity = Vector3::Zero(); ///< of the frame of both, world axes [m/s]

    /// What changes the momentum, but for the gyroscopic term.
    Wrench total() const { return dissipative + other; }
};

/// The equations of motion of one body in a medium. With K = K_body + K_fluid and Y the twist RELATIVE to the medium,
///     mu = K Y,    l' = l x w + p x v + tau,    p' = p x w + f     (body frame, about the centre of mass)
/// where (tau, f) holds weight and buoyancy in the effective gravity g - DU/Dt, the force set, and whatever the user
/// adds. [Padilla2025, eqs. 3, 4; moving medium: CONVENTIONS.md]. Without a medium this is a free rigid body.
///
/// Where the medium is not the same everywhere, or a surface cuts the body, K depends on the pose, forces are summed
/// with the medium at each face, and Y is relative to a frame with the medium's velocity U at the body's centre of
/// volume:
///     mu' = the above with weight m g, buoyancy rho (integral of DU/Dt - g over the displaced volume)
///           + K_fluid (0, DU/Dt), each face with its own DU/Dt  - K (0, dU/dt along the path)
///           + the momentum K-' Y that parts which leave the fluid take with them
///           + the momentum K+' (U_face - U) that the fluid of parts which enter it has already.
/// So a body that enters keeps its momentum and is slowed by the fluid that it sets in motion, one that leaves keeps
/// its velocity: kinetic energy never grows by either.
class KirchhoffEquations {
  public:
    /// Largest force set that per-term read-outs can hold.
    static constexpr int kMaxTerms = 8;

    /// \param medium  may be null: vacuum
    /// \param gravity [m/s^2], world frame
    /// \throws std::invalid_argument when the body has no model, its inertia is not positive definite, the force set
    ///         has more than kMaxTerms terms, or the medium at the origin at time 0 is not finite
    KirchhoffEquations(FluidBody body, std::shared_ptr<const FluidMedium> medium, ForceSet forces, Vector3 gravity);

    /// As given, with the model of the last setModel().
    const FluidBody& body() const { return m_body; }
    /// The same body with other faces, from now on. Does not allocate.
    /// \param model has the volume, its centre and the added mass of the present one (reduceModel)
    void setModel(std::shared_ptr<const FluidBodyModel> model);

    /// As given to the constructor.
    const ForceSet& forces() const { return m_forces; }
    /// What weight and buoyancy are made of, world axes [m/s^2].
    const Vector3& gravity() const { return m_gravity; }
    /// From the next evaluation on; the state stays as it is. World axes [m/s^2].
    void setGravity(const Vector3& gravity) { m_gravity = gravity; }

    /// Locked axes take up whatever it needs to stay put: with S the free ones, velocity = S (S^T K S)^-1 S^T mu.
    const LockedAxes& lockedAxes() const { return m_lockedAxes; }
    /// Default: none. The state stays as it is: admissibleMomentum() is what the body then moves with.
    void setLockedAxes(const LockedAxes& axes) { m_lockedAxes = axes; }

    /// K = K_body + rho K_fluid about the centre of mass, body axes, and its inverse.
    InvertibleInertia totalInertia(const Pose& worldFromBody, double time) const;
    /// The same at the pose and time of a state.
    InvertibleInertia totalInertia(const FluidBodyState& state) const {
        return totalInertia(state.worldFromBody, state.time);
    }
    /// Its inverse alone, without a copy. Valid until this thread asks for another pose or time.
    const Matrix6& inverseInertia(const FluidBodyState& state) const {
        return m_isUniform ? m_ownInertia.inverse : immersion(state.worldFromBody, state.time).total.inverse;
    }
    /// totalInertia() where inertiaVaries() is false.
    const InvertibleInertia& ownInertia() const { return m_ownInertia; }
    /// Whether totalInertia() depends on the pose or the time.
    bool inertiaVaries() const { return !m_isUniform; }

    /// The medium at the body's centre of volume (zero in vacuum). Of two that are displaced both: the velocity of the
    /// frame that momentum is relative to (Immersion), density and acceleration by volume and by mass, the viscosity of
    /// the lower one.
    MediumSample mediumAt(const Pose& worldFromBody, double time) const;

    /// All of what the medium is to the body; null in vacuum. Valid until this thread asks for another one.
    const Immersion* immersionAt(const Pose& worldFromBody, double time) const;

    /// Twist relative to the medium, body axes, about the centre of mass.
    Twist relativeTwistInBody(const FluidBodyState& state) const;
    /// Absolute twist, world axes, about the centre of mass: what a viewer or Bullet calls velocity.
    Twist twistInWorld(const FluidBodyState& state) const;
    /// The state of a body that is seen to move with `twistInWorld` (absolute, world axes, about the centre of mass).
    FluidBodyState makeState(const Pose& worldFromBody, const Twist& twistInWorld, double time) const;
    /// Momentum that belongs to an absolute twist in world axes, as FluidBodyState::momentum holds it.
    Momentum momentumOf(const Pose& worldFromBody, const Twist& twistInWorld, double time) const;

    /// The momentum that the body has when it moves as its locked axes allow; `state.momentum` itself without any.
    Momentum admissibleMomentum(const FluidBodyState& state) const;

    /// Kinetic energy of body and fluid, in the medium's frame: mu . K^-1 mu / 2 [J].
    double kineticEnergy(const FluidBodyState& state) const;

    /// An upper bound of the angular frequencies at which a body of convex shape bobs, rolls and pitches in the water
    /// surface, with the inertia that it has in this state [rad/s]; 0 where no surface divides the medium, or the body
    /// is below it.
    double largestBobbingRate(const FluidBodyState& state) const;

    /// Whether a surface that does not cut the body now may do so within `duration` [s], as far as the body's velocity
    /// and its bounding sphere tell.
    bool mayMeetSurface(const FluidBodyState& state, double duration) const;

    /// Everything that acts on the body in this state.
    /// \param userWrench extra load about the centre of mass, world axes
    Loads loads(const FluidBodyState& state, const Wrench& userWrench) const;

    /// What the body meets, mesh frame; of two media, in the lower one. Where faces differ, valid as immersionAt() is.
    RelativeFlow relativeFlow(const FluidBodyState& state) const;

    /// What ImmersionLoads adds to the momentum, about the centre of mass, world axes; zero where the medium is the
    /// same everywhere.
    Wrench immersionWrench(const FluidBodyState& state) const;

    /// What parts that leave the fluid take out of the momentum on the way from one state to the next, about the centre
    /// of mass, world axes: zero where the medium is the same everywhere. It belongs to the way that a body takes, and
    /// so not to a step that a joint or a contact kept it from.
    Momentum momentumOfLeaving(const FluidBodyState& from, const FluidBodyState& to) const;

    /// What momentumOfLeaving() has to know of the start of a way.
    struct Departure {
        std::vector<double> weights; ///< addedMassWeights(); empty where the medium is the same everywhere
        Twist relative;              ///< to the medium, body axes
        Quaternion worldFromBody = Quaternion::Identity(); ///< orientation there
    };
    /// Allocates only when the body has more faces than the last one.
    void depart(const FluidBodyState& from, Departure& departure) const;
    /// The same for a way that has started already: only the medium at its end is asked.
    Momentum momentumOfLeaving(const Departure& from, const FluidBodyState& to) const;

    /// Wrench of each force of the set, about the centre of mass, world axes; `terms` holds forces().size() entries.
    void termWrenches(const FluidBodyState& state, Wrench* terms) const;

  private:
    /// immersionAt() where there is a medium.
    const Immersion& immersion(const Pose& worldFromBody, double time) const;
    MediumSample centerMedium(const Pose& worldFromBody, double time) const {
        return m_isStill ? m_still : sampleAtCenter(worldFromBody, time);
    }
    MediumSample sampleAtCenter(const Pose& worldFromBody, double time) const;
    RelativeFlow relativeFlow(const FluidBodyState& state, const MediumSample& medium, const Twist& relative) const;
    RelativeFlow relativeFlow(const FluidBodyState& state, const Immersion& at, const ImmersedPart& part,
                              const Twist& relative) const;
    /// The same wrench about the centre of mass, world axes, when `inMesh` is about the mesh origin, mesh axes.
    Wrench wrenchInWorld(const FluidBodyState& state, const Wrench& inMesh) const;
    /// The motion alone, no loads, and no velocity of the medium.
    Loads motionOf(const FluidBodyState& state) const;
    Loads loadsWhereItVaries(const FluidBodyState& state, const Wrench& userWrench) const;
    /// relativeTwistInBody() with locked axes, world axes.
    Twist constrainedRelativeTwist(const FluidBodyState& state) const;

    FluidBody m_body;
    std::shared_ptr<const FluidMedium> m_medium;
    ForceSet m_forces;
    Vector3 m_gravity;
    Pose m_meshFromBody;
    LockedAxes m_lockedAxes;
    bool m_isSteady = false;
    bool m_isUniform = true;        ///< one medium, the same everywhere, or none
    bool m_isStill = true;          ///< and the same at all times:
    MediumSample m_still;           ///< this
    bool m_isMeshFrame = true;      ///< the mesh frame is the body frame
    InvertibleInertia m_ownInertia; ///< K if m_isUniform
    long long m_identity;           ///< of this object among all that were made in this process
};

} // namespace ambient
