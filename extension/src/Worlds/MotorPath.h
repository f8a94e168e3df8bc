// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedMotion.h"
#include "AmbientFluid/Math/PortableFunctions.h"
#include "Worlds/WorldFile.h"

#include <optional>
#include <utility>
#include <vector>

namespace ambient {

/// The targets of the motors. Joints without a motor are held at their start. Oscillations use the world's time, so
/// that motors keep step. A motion at a constant rate begins with the motor.
class MotorPath final : public JointPath {
  public:
    /// \param begin time at which the joints are at `start` [s]
    MotorPath(JointVector start, int rateCount, double begin)
        : m_start(std::move(start)), m_rateCount(rateCount), m_begin(begin) {}

    void add(int position, int rate, const WorldJointTarget& target) { m_targets.push_back({position, rate, target}); }

    void evaluate(double time, JointVector& positions, JointVector& rates, JointVector& accelerations) const override {
        positions = m_start;
        rates.setZero(m_rateCount);
        accelerations.setZero(m_rateCount);
        for (const Place& place : m_targets) {
            const WorldJointTarget& t = place.target;
            const double w = 2.0 * kPi * t.frequency, angle = w * time + t.phase;
            positions[place.position] = t.offset + t.rate * (time - m_begin) + t.amplitude * portable::sin(angle);
            rates[place.rate] = t.rate + t.amplitude * w * portable::cos(angle);
            accelerations[place.rate] = -t.amplitude * w * w * portable::sin(angle);
        }
    }

    /// The constant part of a motor's target: position [rad, m], or rate [rad/s, m/s] of a motor with a target rate.
    /// \param position index of the joint's position \returns nothing if the joint has no motor
    std::optional<double> target(int position) const {
        for (const Place& place : m_targets)
            if (place.position == position) return place.target.isVelocity ? place.target.rate : place.target.offset;
        return std::nullopt;
    }
    /// Replaces it between two steps; an oscillation goes on about it. A new rate goes on from the present target.
    /// \param time of the world [s]
    void setTarget(int position, double value, double time) {
        for (Place& place : m_targets) {
            WorldJointTarget& t = place.target;
            if (place.position != position) continue;
            if (t.isVelocity) t.offset += (t.rate - value) * (time - m_begin);
            (t.isVelocity ? t.rate : t.offset) = value;
        }
    }

    /// All numbers that setTarget() changes, two for each motor, for setState().
    std::vector<double> state() const {
        std::vector<double> numbers;
        for (const Place& place : m_targets)
            numbers.insert(numbers.end(), {place.target.offset, place.target.rate});
        return numbers;
    }
    /// \param numbers of state()
    void setState(const double* numbers) {
        for (Place& place : m_targets) {
            place.target.offset = *numbers++;
            place.target.rate = *numbers++;
        }
    }

  private:
    struct Place {
        int position, rate;
        WorldJointTarget target;
    };
    JointVector m_start;
    int m_rateCount;
    double m_begin;
    std::vector<Place> m_targets;
};

} // namespace ambient
