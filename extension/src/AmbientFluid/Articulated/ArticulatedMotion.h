// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedDynamics.h"
#include "AmbientFluid/Articulated/ArticulatedState.h"
#include "AmbientFluid/Articulated/ImpulseBound.h"
#include "AmbientFluid/Articulated/LinkFluid.h"
#include "AmbientFluid/Dynamics/Integrators.h"

#include <memory>
#include <vector>

namespace ambient {

/// Loads and motion at the starts of the last steps of one body, and at the end of the last one. Kept by the caller
/// of ArticulatedMotion::integrate() from call to call; a default-constructed history is empty.
struct ArticulatedLoadHistory {
    /// Loads and motion at one time.
    struct Entry {
        double time = 0.0;         ///< [s]
        std::vector<Wrench> loads; ///< of the fluid: one per link, about the centres of mass, world axes
        ArticulatedLoads user;     ///< of the step that began then
        Pose worldFromBase;        ///< as in ArticulatedState
        JointVector positions;     ///< as in ArticulatedState
        Eigen::VectorXd rates;     ///< of the integrator's coordinates (ArticulatedSubsteps.cpp)
    };
    Entry entries[3]; ///< newest first
    int count = 0;    ///< entries in use
    /// How many of the newest entries belong to a motion without jumps, at most 3; negative: 3 more than the steps
    /// until the multistep rule is tried again.
    int joined = 0;
    ArticulatedState endState;    ///< of the last step
    std::vector<Wrench> endLoads; ///< at endState
    bool hasEnd = false;          ///< whether endLoads are valid
};

/// Impulse of loads in a call of integrate(): its share in the change of the momenta of a state.
struct ArticulatedImpulse {
    Momentum whole;     ///< about the base's centre at the start of the call, world axes; of a fixed base zero
    JointVector joints; ///< along the joint rates, torques of joints included
};

/// Accuracy of integrate().
struct ArticulatedOptions {
    /// Largest error per substep, dimensionless: rotation [rad], positions over the body's length, and momentum in the
    /// norm of the kinetic energy, relative. Default 2e-6: of 100
    /// random free chains of 2 to 6 links, half are then right to 3e-5 m after 1 s, 90 to 3.3e-4 m.
    double tolerance = 2.0e-6;
    /// Lower bound of the speed in relative momentum errors, in body lengths per call. Default 0.01.
    double leastSpeed = 0.01;
    /// Largest number of error-controlled substeps per call, including rejected ones. Default 128. The rest of the
    /// duration is integrated in damped steps, which gain no energy from dissipative forces of any stiffness.
    int maxSubsteps = 128;
};

/// The equations of motion of an articulated body in fluid, and their integration.
///
/// With h the momentum of the links behind a joint, all K Y_r summed, S a twist of the joint, Y that of its link, F the
/// loads on these links and tau the joint's torque, the momentum of the joint pi = S . h changes by
///     pi' = (Y x S) . h + S . F + tau,
/// and the total momentum by the sum of the loads. Velocities follow from the momenta by one solution with the
/// articulated inertias. Hamilton's equations of a tree; they need no rate of K, which changes at a water surface.
///
/// In a medium whose velocity depends on the place, the momenta within a substep are relative to frames, one per link,
/// with the velocities of the medium where the substep begins (MomentumFrame.h). At its end they change to those of the
/// medium there, so that a jump of the medium's velocity changes no velocity of a link. Links with inertia between them
/// (LinkFluid::coupling()) follow the medium along their path by its derivative. Where the density has changed, with D
/// the loss and E the growth of K, the velocities are those of (K + D) Y = M + E U (LeftFluid.h), for the whole tree.
///
/// Owns buffers: one thread at a time. integrate() allocates nothing.
class ArticulatedMotion {
  public:
    /// \param body never null \param fluid inertia and loads of the links, never null
    /// \throws std::invalid_argument if either is null
    ArticulatedMotion(std::shared_ptr<const ArticulatedBody> body, std::unique_ptr<LinkFluid> fluid, Vector3 gravity);

    /// Coordinates of the integrator, as in ArticulatedLoadHistory::Entry::rates.
    static int coordinateCount(const ArticulatedBody& body) { return 18 + 3 * body.rateCount(); }

    const ArticulatedBody& body() const { return *m_body; }          ///< of the constructor
    LinkFluid& fluid() { return *m_fluid; }                          ///< of the constructor
    const Vector3& gravity() const { return m_gravity; }             ///< world axes [m/s^2]
    void setGravity(const Vector3& gravity) { m_gravity = gravity; } ///< takes effect with the next call

    /// The state of velocities. \param baseTwist absolute, world axes, about the base's centre of mass
    /// \throws std::invalid_argument if a vector has the wrong length or is not finite; exceptions of a medium
    ArticulatedState makeState(const Pose& worldFromBase, const JointVector& positions, const Twist& baseTwist,
                               const JointVector& rates, double time);
    /// Replaces the momenta of a state by those of velocities; poses and time stay. As makeState().
    void setVelocity(ArticulatedState& state, const Twist& baseTwist, const JointVector& rates);

    /// Sets the velocities of streams at the links, added to those of uniform media: FluidInteraction::setStream(). The
    /// momenta of states are then relative to media and streams; no state changes.
    /// \param streams one per link, world axes [m/s]
    void setStreams(const std::vector<Vector3>& streams);

    /// Leads parts from the next call on, at constant velocities: a led base moves by its pose in states, and momenta
    /// of led parts in states are not read. Momenta of the other parts stay, so these feel a change of the led motion.
    /// \param led with entries for all links and rates, or without any
    void lead(const LedMotion& led) { m_dynamics.lead(led); }

    /// Evaluates media, inertias and velocities of a state. The results lie in dynamics().
    /// \param needsLoads whether loads() may follow; without, constant media are not sampled again
    /// \returns false if the inertias are not positive definite. Exceptions of a user's medium pass through
    bool evaluate(const ArticulatedState& state, bool needsLoads = true);
    /// Velocities, poses and responses of the last evaluate().
    ArticulatedDynamics& dynamics() { return m_dynamics; }
    /// Media of the last evaluate(), one per link.
    const std::vector<LinkMedium>& media() const { return m_media; }
    /// Loads on the links at the last evaluate(); no user's loads. About the centres of mass, world axes.
    const std::vector<FluidLoads>& loads(LinkFluid::Frame frame);
    /// Absolute twist of a link at the last evaluate(), world axes, about its centre of mass.
    Twist twistInWorld(int link) const;

    /// Moves `state` forward by `duration` [s] > 0. Exceptions of a user's medium pass through, `state` unchanged.
    /// \param user vectors of the right lengths, or empty
    /// \param path the joints follow it exactly, and `torques` are not read; null: free joints
    /// \param history if successive calls have equal durations and the loads change smoothly, one evaluation of the
    /// loads per call suffices, as in ExtrapolatedLoads.h; null: no history
    IntegrationReport integrate(ArticulatedState& state, double duration, const ArticulatedOptions& options = {},
                                const ArticulatedLoads& user = {}, const JointPath* path = nullptr,
                                ArticulatedLoadHistory* history = nullptr);

    /// Impulse of all loads in the last integrate().
    const ArticulatedImpulse& loadImpulse() const { return m_impulse; }

    /// Motion without any load: momentum is kept, and kinetic energy up to the tolerance.
    /// \param path as for integrate()
    IntegrationReport integrateFreely(ArticulatedState& state, double duration, const ArticulatedOptions& options = {},
                                      const JointPath* path = nullptr);

    /// Torques of joints that follow a path while the base moves freely, at the last evaluate().
    void torquesOf(const JointVector& jointAccelerations, const ArticulatedLoads& user, JointVector& torques) {
        Vector6 base;
        torquesOf(jointAccelerations, user, base, torques);
    }
    /// The same. \param baseAcceleration receives that of the twist in base axes
    void torquesOf(const JointVector& jointAccelerations, const ArticulatedLoads& user, Vector6& baseAcceleration,
                   JointVector& torques);
    /// Inverse dynamics at the last evaluate(): the wrenches dynamics().jointWrench() that cause accelerations under
    /// all loads. The torques of `user` are not read. \param baseAcceleration of the twist in base axes
    void findJointWrenches(const Vector6& baseAcceleration, const JointVector& jointAccelerations,
                           const ArticulatedLoads& user);
    /// Accelerations at the last evaluate() under all loads. \param baseAcceleration of the twist in base axes
    void accelerations(const ArticulatedLoads& user, Vector6& baseAcceleration, JointVector& jointAccelerations);

  private:
    IntegrationReport integrateStep(ArticulatedState& state, double duration, const ArticulatedOptions& options,
                                    const ArticulatedLoads& user, const JointPath* path, bool isFree,
                                    ArticulatedLoadHistory* history);
    using Chart = Eigen::VectorXd; // of a substep, relative to its start: see ArticulatedSubsteps.cpp
    /// Buffers of one substep of Runge and Kutta.
    struct RungeKutta {
        Chart y0, y, k1, k2, k3, k4, k5; ///< start, present stage, slopes
        ArticulatedState stage, next;    ///< at y, and at the end of the substep
    };
    struct Step {
        const ArticulatedLoads& user;
        const JointPath* path;
        bool isFree;                                          ///< no loads at all
        const ArticulatedLoadHistory* extrapolated = nullptr; ///< loads come from here, not from the fluid
    };

    void evaluateVelocities(const ArticulatedState& state, const JointVector* prescribed);
    /// \param needsLoads whether loads() follows; otherwise constant media are not sampled again
    bool place(const ArticulatedState& state, bool needsLoads);
    bool isPlaced(const ArticulatedState& state, bool isConstant) const;
    /// Factors the inertias of the placed state.
    void factor();
    /// Takes note that the dynamics have the velocities of a state that was placed.
    /// \param isOfMomenta they are those of its momenta to the bit; otherwise its momenta are those of them
    void noteVelocities(const ArticulatedState& state, bool isOfMomenta);
    /// Evaluates the state at the start of a step into the stage. \returns false if it is not finite or not positive
    bool enter(const ArticulatedState& state, const Step& step);
    void origin(const ArticulatedState& start, Chart& chart) const;
    bool stateAt(const ArticulatedState& start, const Chart& chart, double elapsed, const Step& step,
                 ArticulatedState& state);
    void totalLoads(const Step& step, double time);
    void addUserLoads(const Step& step);
    /// Whether substeps have frames.
    bool hasFrames() const { return !m_fluid->isUniform() && !m_fluid->coupling(); }
    /// Begins a substep at the state at hand, whose media become its frames.
    void enterFrames();
    /// Ends it: takes the momenta of the state at hand to the media there. \param keepsJoints leaves those of joints
    void leaveFrames(ArticulatedState& state, bool keepsJoints);
    /// Begins the next substep where one has ended. \param step whose loads are at hand
    void restartFrames(const Step& step);
    /// Gives a substep up: the momenta at its start are relative to the media there.
    void dropFrames();
    /// Finds the velocities of a placed state, in frames with the fluid that its links have exchanged.
    /// \param prescribed rates; null: free joints
    void findVelocities(const ArticulatedState& state, const JointVector* prescribed);
    /// The velocities after the exchange that the fluid side has found.
    void exchangeFluid(const ArticulatedState& state, const JointVector* prescribed);
    /// Velocity to which the momentum of a link is relative.
    const Vector3& frameOf(std::size_t link) const { return m_isFramed ? m_frames[link] : m_media[link].velocity; }
    /// Sets the loads of the fluid on the links, with what momenta relative to frames have beside them.
    void fluidLoads();
    /// Loads in the frame of the world, with those of the user.
    void totalLoadsInWorld(const ArticulatedLoads& user);
    void rate(const ArticulatedState& start, const Chart& chart, const ArticulatedState& now, const Step& step,
              Chart& result);
    /// The rate with the forces at hand.
    void chartRate(const ArticulatedState& start, const Chart& chart, const ArticulatedState& now, const Step& step,
                   Chart& result) const;
    // Single steps: each leaves its end in m_rk.y and m_rk.next, and an estimate of its error in m_rk.k2. They return
    // false if an inertia is not positive.
    bool rungeKutta4(const ArticulatedState& start, double h, const Step& step);
    bool midpoint(const ArticulatedState& start, double h, const Step& step);
    bool multistep(const ArticulatedState& start, double h, const Step& step);
    double kineticNorm(const Momentum& inWorld, const Eigen::Ref<const Eigen::VectorXd>& joints);
    /// Norm of the momenta of a state whose velocities the dynamics have.
    double kineticNormOf(const ArticulatedState& state, bool isPrescribed);
    double errorNorm(const ArticulatedState& end, const Chart& error, double floor, bool isPrescribed);
    double fastestRate() const;
    void integrateAdaptively(ArticulatedState& state, double duration, const ArticulatedOptions& options,
                             const Step& step, ArticulatedLoadHistory* history, IntegrationReport& report);
    /// The rate at the start of a call, from the history's end if this is the state. Adds an entry to the history.
    void startRate(const ArticulatedState& state, const Step& step, ArticulatedLoadHistory* history,
                   IntegrationReport& report);
    /// A step under loads extrapolated from the history, which the state at hand ends.
    /// \returns false, with `state` unchanged, if the error may be too large
    bool stepWithExtrapolatedLoads(ArticulatedState& state, double duration, const ArticulatedOptions& options,
                                   const Step& step, ArticulatedLoadHistory& history);
    void finishDamped(ArticulatedState& state, double remaining, const Step& step, IntegrationReport& report);
    /// Makes the end of a single step from a state the state, and adds the impulse of its loads.
    void accept(ArticulatedState& state);
    void kick(ArticulatedState& state, double h, const Step& step);
    /// Subtracts the momenta of the led parts' motion, at zero rates of the others, base axes.
    void subtractLedMomenta(Vector6& base, JointVector& joints);
    void limitEnergy(ArticulatedState& state, double energy, bool keepsMomentum);
    double energyOf(const ArticulatedState& state);

    std::shared_ptr<const ArticulatedBody> m_body;
    std::unique_ptr<LinkFluid> m_fluid;
    Vector3 m_gravity;
    ArticulatedDynamics m_dynamics;
    double m_linkLength; ///< shortest of the links, for rates
    ImpulseBound m_bound;

    std::vector<LinkMedium> m_media;
    bool m_hasMedia = false;              ///< whether m_media has been sampled
    bool m_isStill = false;               ///< no momentum is relative to a moving medium
    std::vector<Wrench> m_gains;          ///< LinkFluid::findExchange()
    std::vector<SpatialInertia> m_losses; ///< the same
    std::vector<Vector3> m_frames;        ///< of the substep in progress, world axes [m/s]
    bool m_isFramed = false;              ///< whether one with frames is in progress
    /// What the dynamics are at, while their stamps are these: the same state is not evaluated twice.
    struct Placed {
        ArticulatedState state;
        unsigned long poseStamp = 0, factorStamp = 0, velocityStamp = 0, velocityFactorStamp = 0;
        bool isOfMomenta = false; ///< see noteVelocities()
        bool isPositive = false;  ///< the inertias
        bool isSampled = false;   ///< the fluid side was evaluated at this pose too, for loads
    } m_placed;
    std::vector<Twist> m_relative;
    std::vector<FluidLoads> m_loads;
    std::vector<Wrench> m_total;
    RungeKutta m_rk;
    ArticulatedState m_before; ///< of a step that may be undone
    JointVector m_rates, m_accelerations, m_jointForce, m_jointMomenta, m_jointChange;
    Vector6 m_baseForce = Vector6::Zero();
    Eigen::VectorXd m_ofLoads; ///< share of the loads in m_baseForce and m_jointForce
    ArticulatedImpulse m_impulse;
};

} // namespace ambient
