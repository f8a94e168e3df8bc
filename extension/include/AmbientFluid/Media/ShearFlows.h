// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/AmbientFlow.h"
#include "AmbientFluid/Media/UniformMedium.h"

#include <functional>
#include <vector>

namespace ambient {

/// A flow uniform in space: a current or wind, steady or varying with time.
class UniformStream final : public AmbientFlow {
  public:
    /// Makes a stream of constant velocity, world frame [m/s]. \throws std::invalid_argument if it is not finite
    explicit UniformStream(const Vector3& velocity);
    /// Makes a stream from a pure function of time [s]. The acceleration must be the rate of the velocity.
    explicit UniformStream(std::function<UniformFlow(double time)> flow);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;
    bool isUniform() const override { return true; }

  private:
    Vector3 m_velocity = Vector3::Zero();
    std::function<UniformFlow(double)> m_flow; ///< empty: m_velocity applies
};

/// A constant velocity gradient: U = velocity + gradient (x - origin). Shear, strain or solid rotation.
class LinearFlow final : public AmbientFlow {
  public:
    /// \param origin point of the given velocity, world frame [m]
    /// \param velocity at `origin` [m/s]
    /// \param gradient dU_i/dx_j [1/s]; trace 0 for a flow that neither gains nor loses volume
    /// \throws std::invalid_argument if a value is not finite
    LinearFlow(const Vector3& origin, const Vector3& velocity, const Matrix3& gradient);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;

  private:
    Vector3 m_origin, m_velocity;
    Matrix3 m_gradient;
};

/// The known data of a wind or current over flat ground: the velocity at one height.
struct BoundaryLayerDef {
    Vector3 velocity = Vector3::Zero(); ///< mean velocity at the reference height [m/s], along the ground
    double referenceHeight = 10.0;      ///< above the ground [m] > 0; weather services report at 10 m
    double groundHeight = 0.0;          ///< height of the ground along `up` [m]
    Vector3 up = Vector3::UnitZ();      ///< out of the ground; made unit
};

/// The mean wind or current over flat ground, steady; at rest below the ground.
class BoundaryLayerFlow final : public AmbientFlow {
  public:
    /// The logarithmic law U = U_r ln(1 + z/z0) / ln(1 + z_r/z0); z + z0 makes it end at the ground [Richards1993].
    /// \param def velocity at the reference height
    /// \param roughness z0 [m] > 0: 0.0002 open sea, 0.005 snow, 0.03 grass, 0.1 low crops, 0.25 high crops, 0.5
    /// parkland, 1 suburbs and forest, 2 city centres [Wieringa1992]
    /// \throws std::invalid_argument if a value is out of range (named in the message) or the velocity is not along the
    /// ground
    static BoundaryLayerFlow logarithmic(const BoundaryLayerDef& def, double roughness);

    /// The power law U = U_r (z/z_r)^exponent; linear to the ground below 1 % of z_r.
    /// There the slope of the power law itself would become infinite.
    /// \param def velocity at the reference height
    /// \param exponent 0 to 1: 1/7 over smooth walls [White2006], 0.14 for wind at sea and 0.2 on land [Iec61400]
    /// \throws std::invalid_argument as `logarithmic`
    static BoundaryLayerFlow powerLaw(const BoundaryLayerDef& def, double exponent);

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;

  private:
    enum class Law { Logarithmic, Power };
    BoundaryLayerFlow(const BoundaryLayerDef& def, Law law, double parameter);

    BoundaryLayerDef m_def;
    Law m_law;
    double m_parameter; ///< roughness or exponent
    double m_scale;     ///< 1 / ln(1 + z_r/z0)
};

/// One entry of a table of velocities over height.
struct FlowLevel {
    double height = 0.0;                ///< along up [m]
    Vector3 velocity = Vector3::Zero(); ///< U at this height [m/s]
};

/// A steady flow whose velocity depends on the height alone: linear between levels, constant outside them.
/// Two levels of one height are a jump, with the second one's velocity from that height on.
/// Examples: a river over its bed, wind measured at a mast, two streams that slide over each other.
class ProfileFlow final : public AmbientFlow {
  public:
    /// \param levels at heights that do not fall, at most two of one height; the velocities have the same component
    /// along up, since fluid would vanish or appear between two levels otherwise
    /// \param up against gravity; made unit
    /// \throws std::invalid_argument if the table is empty or a level is out of range; the message names the level
    explicit ProfileFlow(std::vector<FlowLevel> levels, const Vector3& up = Vector3::UnitZ());

    void sampleMany(const Vector3* pointsInWorld, int count, double time, FlowSample* samples) const override;
    bool isUniform() const override { return m_levels.size() == 1; }

  private:
    std::vector<FlowLevel> m_levels;
    Vector3 m_up;
};

} // namespace ambient
