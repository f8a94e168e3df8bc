// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Crowds/FloatMotion.h"
#include "AmbientFluid/Dynamics/HeaveWaves.h"
#include "AmbientFluid/Dynamics/KirchhoffMotion.h"

namespace ambient {

class DividedMedium;

/// What a float keeps from one step in a crowd to the next.
struct FloatPast {
    double time = -1e300; ///< of `twist`; at another one both are of no use
    Twist twist;          ///< absolute, body axes, about the centre of mass
    Twist change;         ///< D of the last step of CrowdFloats, body axes; zero without one
};

/// The waves that a float makes by heave in one step.
struct HeaveStep {
    Waterplane plane;      ///< in the middle of the step; makes no waves if none are asked for
    HeaveWaveLaw law;      ///< of the plane
    double force = 0.0;    ///< of the waves along Waterplane::unitForce [N]
    double response = 0.0; ///< speed of heave per impulse [1/kg]
    double speed = 0.0;    ///< mean of the step if nothing touches the body, relative to the water [m/s]
};

/// Steps of up to sixteen floats of one model in one medium at a time, one body a lane of the processor's vectors: one
/// evaluation of the forces a step (findFloatForces) and second order. Bodies do not influence each other: one has the
/// same bytes alone and among any others, with every instruction set.
///
/// A step drifts, kicks and drifts, like Stoermer and Verlet's. With the absolute twist Y in body axes, primes for the
/// last step, U the water's velocity and y = Y - (0, U):
///     q_m = q exp(h Y / 2)                                        half a step
///     M, f and the drag at q_m, t + h/2 and the twist Y + D'/2;   M = K_body + rho K_fluid of the wet faces
///     M D = h (g(Y + D/2) + f + drag) + h k M (D' - D),           k = max(-drag . y / (y . M y), 0)
///     Y_1 = Y + D,  q_1 = q_m exp(h Y_1 / 2)
/// g has the gyroscopic terms (l x w + p x v, p x w) of M y and -M (0, w x U), solved for the mean twist; f are weight,
/// buoyancy, the user's load and the water's acceleration. Without drag such a step is reversible in time: its energy
/// oscillates about that of the motion and does not drift. k makes the drag implicit; it acts on a difference of
/// increments, so that the order stays.
class CrowdFloats {
  public:
    static constexpr int kBodies = FloatFlows::kBodies; ///< largest number of bodies

    /// The end of a body's step.
    struct Step {
        Pose worldFromBody;      ///< at the end
        Twist twist;             ///< Y_1: absolute, body axes of the end
        Twist change;            ///< D
        Twist velocity;          ///< Y_1 in world axes
        Momentum impulse;        ///< M D: of all loads of the step, world axes
        MomentumMap inertia;     ///< M, body axes, about the centre of mass
        double effectiveMass;    ///< EffectiveMass::mass of M
        double effectiveTurn;    ///< EffectiveMass::inertia over the dry inertia, if that is diagonal
        Vector3 stream;          ///< U, world axes [m/s]
        Twist now;               ///< the twist of the start, absolute, world axes
        HeaveStep heave;         ///< the waves that the body makes
        bool isAccepted = false; ///< see CrowdFloats::isAccepted()
    };

    /// Whether floats in a medium may step in crowds: water of one density, with Gerstner waves and their flow or with
    /// a level surface and one velocity, under a still medium of less than a hundredth of the density.
    /// The waves must be long: the mean of 2 radius / wavelength, by amplitude, at most kShortestWaves.
    /// \param radius of the body [m]
    static bool suits(const FluidMedium& medium, double radius);
    static constexpr double kShortestWaves = 0.4; ///< see suits()

    /// Empties the crowd. \param hull of all bodies \param medium one that suits() \param duration of the steps [s]
    void clear(const CrowdHull* hull, const FluidMedium* medium, double duration);
    int size() const { return m_count; }                   ///< number of bodies
    const CrowdHull* hull() const { return m_hull; }       ///< of clear(); null before
    const FluidMedium* medium() const { return m_medium; } ///< of clear(); null before
    double duration() const { return m_duration; }         ///< of clear() [s]

    /// Takes a body with the default forces (areCrowdForces) and without locked axes. \param past of state.time
    /// \param waves that the body has made by heave, kept by reference; null: it makes none
    /// \param lastPush acceleration of heave by them in the last step [m/s^2]
    /// \returns false if the crowd is full or the medium has no viscosity
    bool add(const KirchhoffMotion& motion, const FloatPast& past, const Wrench& userWrench,
             const FluidBodyState& state, const HeaveWaves* waves = nullptr, double lastPush = 0.0);

    /// Moves all bodies.
    void run();

    /// Whether the step of a body was accepted. Refused are bodies out of the water, steps in which the surface passes
    /// more than kWettingDepth of the body's length or drag would take the momentum, turns by more than a quarter of a
    /// radian, and floats that bob too fast for the step. \param body in the order of add()
    bool isAccepted(int body) const { return m_steps[body].isAccepted; }
    const Step& step(int body) const { return m_steps[body]; } ///< of an accepted body
    /// What a body that took an accepted step keeps for the next one.
    FloatPast pastOf(int body) const;

  private:
    /// A body before its step.
    struct Start {
        const KirchhoffMotion* motion;
        Pose middle;       ///< q_m
        Pose bodyFromHull; ///< from the centre of volume
        Twist twist, change;
        Wrench user; ///< world axes
        double endTime;
        const HeaveWaves* waves; ///< null: none
        double lastPush;
    };
    void takeWaves(const DividedMedium& medium);
    void putFlow(const Start& start, int body, double time);
    /// Bodies of the motion of a body.
    FloatMotion& motionOf(int body) { return m_motions[body / kLanes]; }
    const FloatMotion& motionOf(int body) const { return m_motions[body / kLanes]; }
    static int laneOf(int body) { return body % kLanes; }
    void putMotion(const Start& start, int body);
    /// After FloatMotion::findLoads(): inertia and the waves that the body makes, whose force joins the loads.
    void takeInertia(int body);
    /// After FloatMotion::move().
    void finish(int body);
    /// The waves that a body makes.
    HeaveStep heaveOf(int body) const;
    Vector3 vectorAt(int row, int body) const {
        const auto& rows = m_flows.of;
        return {double(rows[row][body]), double(rows[row + 1][body]), double(rows[row + 2][body])};
    }

    const CrowdHull* m_hull = nullptr;
    const FluidMedium* m_medium = nullptr;
    int m_count = 0;
    double m_duration = 0.0, m_level = 0.0;
    const WaveSet* m_waves = nullptr;
    Matrix3 m_worldFromWater = Matrix3::Identity();
    FloatWater m_water;
    FloatMotion::Water m_waterOfMotion = {};
    FloatFlows m_flows;
    FloatMotion m_motions[kBodies / kLanes];
    Start m_starts[kBodies];
    Step m_steps[kBodies];
    std::vector<float> m_scratch;
};

} // namespace ambient
