// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/ExtrapolatedLoads.h"
#include "AmbientFluid/Math/Lanes.h"

namespace ambient {

/// Steps with extrapolated loads of up to eight bodies at a time, one a lane of the processor's vectors.
/// Each body has the bytes that stepWithContinuedLoads() would give it alone. Bodies may differ in all but the
/// length of the step; their K is constant. What this function does for one body only (errors above the permitted one,
/// rotations that need more than a series) is left to it: the step is then refused.
class FreeMotionBatch {
  public:
    /// Largest number of bodies.
    static constexpr int kBodies = kLanes;

    /// The velocity from which a solver starts after an accepted step, and that of the step's start; about the centre
    /// of mass, relative to the medium, world axes.
    struct Start {
        Momentum momentum;         ///< planned momentum at the start's pose, without the angular impulse of the travel
        Twist free;                ///< of that momentum
        Twist now;                 ///< of the state
        double freeEnergy, energy; ///< kinetic energies of both [J]
    };

    /// Empties the batch. \param duration of the steps [s] \param largestError as of ExtrapolatedStep
    void clear(double duration, double largestError) {
        m_count = 0;
        m_duration = duration;
        m_largestError = largestError;
    }
    int size() const { return m_count; }                   ///< number of bodies
    bool isFull() const { return m_count == kBodies; }     ///< no further body is taken
    double duration() const { return m_duration; }         ///< of clear() [s]
    double largestError() const { return m_largestError; } ///< of clear()

    /// Takes a body. \param motion of constant K (FluidInteraction::isConstant()), without locked axes
    /// \param history with the loads of `state` as newest entry \param kineticFloor as of ExtrapolatedStep
    /// \returns false if stepWithContinuedLoads() would refuse the step for its history or its travel
    bool add(const KirchhoffMotion& motion, const MomentumMap& inertia, const LoadHistory& history,
             const Wrench& userWrench, double kineticFloor, const FluidBodyState& state);

    /// Takes a body in a medium of constant velocity whose loads and twist the caller writes to rows(): Load, NowTwist
    /// and BodyMomentum, also of the idle lanes of a vector. \returns false if the batch is full
    bool addWithoutLoads(const MomentumMap& inertia, const Wrench& userWrench, double length, double kineticFloor,
                         const Vector3& mediumVelocity, const FluidBodyState& state);

    /// Moves all bodies.
    void run();

    /// Whether the step of a body was accepted. \param body in the order of add()
    bool isAccepted(int body) const;
    /// Moves a state to the end of an accepted step. \param state the one of add()
    void moveOn(int body, FluidBodyState& state) const;
    /// Velocities at the start of an accepted step.
    Start startOf(int body) const;

    /// Numbers of a body.
    enum Row {
        Inverse = 0,         ///< K^-1
        Load = 21,           ///< three of LoadHistory, newest first
        User = 39,           ///< wrench
        MediumVelocity = 45, ///< three of LoadHistory
        NowTwist = 54,       ///< body axes
        BodyMomentum = 60,   ///< body axes
        Orientation = 66,
        Position = 70,
        WorldMomentum = 73,
        Length = 79,
        KineticFloor = 80,
        // results
        EndOrientation = 81,
        EndPosition = 85,
        EndMomentum = 88,
        LoadError = 94,
        MotionError = 95,
        LargestTurn2 = 96, ///< square of the largest rotation
        Travel = 97,       ///< rotation [rad] or displacement over the length, of a step at the present velocity
        Finite = 98,       ///< 0 if the end is finite
        StartMomentum = 99,
        FreeTwist = 105,
        StartTwist = 111, ///< world axes
        FreeEnergy = 117,
        Energy = 118,
        RowCount = 119
    };
    /// One lane a body.
    using Rows = double[RowCount][kBodies];
    Rows& rows() { return m_rows; }                                  ///< all numbers
    double at(int row, int body) const { return m_rows[row][body]; } ///< one of them

  private:
    /// Writes the rows of a body that no load determines.
    void putStart(const MomentumMap& inertia, const Wrench& userWrench, double length, double kineticFloor,
                  const FluidBodyState& state);
    template <class Vector>
    Vector spatialAt(int row, int body) const;
    void put(int row, const double* numbers, int count);
    void put(int row, const Vector3& angular, const Vector3& linear);

    int m_count = 0;
    double m_duration = 0.0, m_largestError = 0.0;
    alignas(64) Rows m_rows = {};
};

} // namespace ambient
