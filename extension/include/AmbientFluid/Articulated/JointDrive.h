// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedState.h"

#include <memory>

namespace ambient {

class ArticulatedMotion;

/// Ways to make joints follow a path.
enum class DriveKind {
    Prescribed, ///< the joints follow exactly, whatever torque that takes
    Servo,      ///< motors: torques of the path's motion, and implicit springs and dampers to the path, within limits
    /// The torque that brings the joint rates to (target in two steps - position - h rate)/h at the step's end.
    /// [WaterWithCharacters, eqs. 4-6]
    Paper004
};

/// A path of joints and the motors that follow it.
struct JointDrive {
    DriveKind kind = DriveKind::Servo;     ///< default: a servo
    std::shared_ptr<const JointPath> path; ///< never null
    JointVector stiffness;                 ///< K_p of a servo, one per joint rate, >= 0 [N m/rad, N/m]
    JointVector damping; ///< K_d of a servo, one per joint rate, >= 0 [N m s/rad, N s/m]; 0 of both: a passive joint
    JointVector limit;   ///< largest torque, one per joint rate, > 0 [N m, N]; empty: none
    /// Viscous resistance of the joints themselves, which no motor makes and no limit bounds: torque -c q', one c per
    /// joint rate, >= 0 [N m s/rad, N s/m]; empty: none. Of a servo only.
    JointVector resistance;
};

/// Computes the torques of a JointDrive, once per step.
///
/// Servo, with target q^ and step h: the torque
///     tau = tau_ff + K_p (q^(t+h) + h^2/2 q^'' - q - h q' - h^2 q'') + K_d (q^'(t+h) - q' - h q''),
/// tau_ff the inverse dynamics of q^'' at the middle of the step with all loads of the fluid. The acceleration q'' of
/// the step is solved for together with the motion [Tan2011], as an inertia h K_d + h^2 K_p of the motor that the
/// articulated inertias contain: any stiffness is stable. Torques within limits are the one solution of
/// tau = clamp(tau_ff + ...), all joints together: a torque at its limit is constant through the step. The resistance
/// of a joint is as implicit: -c (q' + h q'').
class JointDriver {
  public:
    /// \throws std::invalid_argument naming the field that is missing, of the wrong length or out of range
    JointDriver(const ArticulatedBody& body, JointDrive drive);

    const JointDrive& drive() const { return m_drive; } ///< of the constructor

    /// Computes the torques of a step from `state`. Evaluates `state` and changes the factors of motion.dynamics().
    /// Allocates nothing. \param timeStep [s] \param user other loads; their torques are added to those of the motors
    void compute(ArticulatedMotion& motion, const ArticulatedState& state, double timeStep,
                 const ArticulatedLoads& user);

    /// Torques of the motors in the step, with the joints' own resistance [N m, N]; zero for a prescribed drive.
    const JointVector& torques() const { return m_torques; }
    /// Inertia of the motors as contacts feel them [kg m^2, kg].
    const JointVector& armature() const { return m_armature; }
    /// Largest difference between a joint and its target at the start of the step [rad, m].
    double trackingError() const { return m_trackingError; }

  private:
    static constexpr int kBlockAttempts = 3, kMostRounds = 100;

    void difference(const ArticulatedBody& body, const JointVector& from, const JointVector& to, JointVector& rates);
    void computeServo(ArticulatedMotion& motion, const ArticulatedState& state, double timeStep);
    void computePaper004(ArticulatedMotion& motion, const ArticulatedState& state, double timeStep);
    void solveLimits(ArticulatedMotion& motion);
    int sideOf(int rate) const;
    double limitOf(int rate) const;
    double resistanceOf(int rate) const;

    JointDrive m_drive;
    ArticulatedLoads m_loads;
    JointVector m_torques, m_armature, m_target, m_targetRates, m_targetAccelerations, m_error, m_demand;
    JointVector m_accelerations, m_unused, m_resistance, m_startRates, m_gain;
    std::vector<signed char> m_side; // of each torque: 1 and -1 at its limit, 0 within
    double m_trackingError = 0.0;
};

/// The path that the joints follow exactly; null for drives with torques, and without a driver.
inline const JointPath* prescribedPath(const JointDriver* driver) {
    return driver && driver->drive().kind == DriveKind::Prescribed ? driver->drive().path.get() : nullptr;
}

} // namespace ambient
