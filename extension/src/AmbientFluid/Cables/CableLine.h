// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Cables/CableStep.h"
#include "AmbientFluid/Cables/MooringLine.h"

namespace ambient {

/// The moving cable of MooringLine: points with lumped masses between elastic segments of equal length.
class CableLine final : public MooringLine {
  public:
    explicit CableLine(const CableDef& def);

    std::array<Vector3, 2> advance(double duration, const std::array<MooringEnd, 2>& ends,
                                   const MooringPlace& place) override;
    bool isBroken() const override;
    double tension(int end) const override { return m_pulls[static_cast<std::size_t>(end)]; }
    double largestTension() const override;
    std::vector<Vector3> points() const override { return m_points; }
    std::vector<Vector3> velocities() const override { return m_velocities; }
    std::vector<int> parted() const override;
    void place(const std::vector<Vector3>& points, const std::vector<Vector3>& velocities,
               const std::vector<int>& parted) override;
    std::vector<double> state() const override;
    void setState(const std::vector<double>& state) override;

  private:
    /// An end that a body carries, through the substeps of a step.
    struct Carried {
        bool isLed = false;                 ///< by a body that the cable does not move
        Matrix3 mass = Matrix3::Zero();     ///< of the body at the end [kg]
        Vector3 velocity = Vector3::Zero(); ///< [m/s]
        Vector3 push = Vector3::Zero();     ///< acceleration that brings the cable's end to the body's [m/s^2]
    };
    double segmentLength() const { return m_length / m_def.segments; } ///< without tension [m]
    std::vector<double> stiffnesses() const;                           ///< of segments [N/m]
    Vector3 tangentAt(std::size_t point) const;                        ///< mean direction there, unit
    void hang(const std::array<MooringEnd, 2>& ends, const MooringPlace& place);
    Carried carriedBy(const MooringEnd& end, const Vector3& own, double duration) const;
    /// What a point feels now; its velocity is slowed if its added mass has grown by turning.
    CablePoint feel(std::size_t point, const MooringPlace& place, double time, double rest);
    void part();

    CableDef m_def;
    std::vector<Vector3> m_points, m_velocities; ///< empty before the first step
    std::vector<Vector3> m_tangents;             ///< of the last substep
    std::vector<double> m_tensions;              ///< of segments, mean of the last step [N]
    std::array<double, 2> m_pulls{0.0, 0.0};     ///< at the ends, mean of the last step [N]
    std::vector<char> m_parted;                  ///< of segments
};

} // namespace ambient
