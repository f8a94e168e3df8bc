// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/FluidMedium.h"

#include <vector>

namespace ambient {

/// A fluid that fills a layer.
struct LayerFluid {
    double density = 0.0;          ///< rho [kg/m^3] >= 0
    double dynamicViscosity = 0.0; ///< eta [Pa s] >= 0
};

/// Shape of the transition between two layers.
enum class LayerTransition {
    Linear, ///< a straight ramp over the given thickness
    Tanh ///< (1 + tanh(2 s)) / 2, s = distance / thickness: the slope of Linear in the middle, 96 % complete within one
         ///< thickness on each side
};

/// The transition between two layers.
struct LayerInterface {
    double height = 0.0;                                ///< of its middle, along up [m]
    double thickness = 0.0;                             ///< [m] >= 0; 0: a jump, with the upper fluid from `height` on
    LayerTransition transition = LayerTransition::Tanh; ///< shape of the transition
};

/// One entry of a table over height.
struct LayerLevel {
    double height = 0.0; ///< along up [m]
    LayerFluid fluid;    ///< at this height
};

/// A medium at rest with density and viscosity that depend on height alone.
/// Examples: layers of salt and fresh water, oil on water, a thermocline, the atmosphere. FlowingMedium adds motion.
class LayeredMedium final : public FluidMedium {
  public:
    /// Makes layers, from the lowest to the highest, with interfaces between them.
    /// Density and viscosity are those of the lowest layer plus, for each interface, the difference across it times the
    /// fraction of its transition below the point. Overlapping transitions with both signs could make the sum negative;
    /// it is limited to zero.
    /// \param fluids one per layer
    /// \param interfaces one fewer than layers, at rising heights
    /// \param up against gravity; made unit
    /// \throws std::invalid_argument naming the layer or interface that is out of range
    static LayeredMedium layers(const std::vector<LayerFluid>& fluids, const std::vector<LayerInterface>& interfaces,
                                const Vector3& up = Vector3::UnitZ());

    /// Makes a medium from a table: linear between levels, constant outside.
    /// Two levels make a linear gradient; two of one height make a jump, with the second one's fluid from there on.
    /// \param levels at heights that do not fall, at most two of one height
    /// \param up against gravity; made unit
    /// \throws std::invalid_argument if the table is empty or a level is out of range; the message names the level
    static LayeredMedium table(const std::vector<LayerLevel>& levels, const Vector3& up = Vector3::UnitZ());

    /// Density and viscosity at a height along up [m].
    LayerFluid at(double height) const;

    /// Direction against gravity, world axes, unit.
    const Vector3& up() const { return m_up; }

    /// The same layers, moved [m].
    LayeredMedium movedBy(const Vector3& offset) const;

    /// Replaces `heights` by those at which the density is not smooth, and some within each smooth transition, so that
    /// it is nearly a polynomial between two of them; unsorted [m].
    void breaks(std::vector<double>& heights) const;

    /// Whether the medium would stay at rest under gravity: no layer or level is denser than the one below.
    bool isStable() const;

    MediumSample sample(const Vector3& pointInWorld, double time) const override;
    void sampleMany(const Vector3* pointsInWorld, int count, double time, MediumSample* samples) const override;
    bool isUniform() const override { return m_steps.empty(); }
    const LayeredMedium* layers() const override { return this; }

  private:
    /// The change from one layer or level to the next.
    struct Step {
        double middle, thickness;
        LayerTransition transition;
        double density, viscosity; ///< differences, upper minus lower
    };
    LayeredMedium(const LayerFluid& lowest, const Vector3& up);

    Vector3 m_up;
    LayerFluid m_lowest;
    std::vector<Step> m_steps;
};

} // namespace ambient
