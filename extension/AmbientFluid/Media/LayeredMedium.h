// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/FluidMedium.h"

#include <vector>

namespace ambient {

/// A fluid that fills a layer.
struct LayerFluid {
    double density = 0.0;          ///< rho [kg/m^3] >= 0
    double dynamicViscosity = 0.0; ///< mu [Pa s] >= 0
};

/// How one layer goes over into the next.
enum class LayerTransition {
    Linear, ///< a straight ramp of the given thickness
    Tanh ///< (1 + tanh(2 s)) / 2, s = distance / thickness: as steep in the middle, 96 % done within one thickness each
         ///< way
};

/// Where two layers meet.
struct LayerInterface {
    double height = 0.0;                                ///< of its middle, along up [m]
    double thickness = 0.0;                             ///< [m] >= 0; 0: a jump, the upper fluid from `height` on
    LayerTransition transition = LayerTransition::Tanh; ///< how the layer below goes over into the one above
};

/// What a table says of one height.
struct LayerLevel {
    double height = 0.0; ///< along up [m]
    LayerFluid fluid;    ///< at this height
};

/// A medium at rest whose density and viscosity depend on height alone: layers of salt and fresh water, oil on water, a
/// thermocline, the atmosphere. FlowingMedium makes it move.
class LayeredMedium final : public FluidMedium {
  public:
    /// Layers from the lowest to the highest, and the interfaces between them: one fewer, rising. Density and viscosity
    /// are those of the lowest layer plus, for each interface, the difference times how much of the transition is
    /// below. Where transitions overlap with densities that go down and up, the sum could fall below zero; it is cut
    /// off there. \throws std::invalid_argument naming the layer or interface that is out of range
    static LayeredMedium layers(const std::vector<LayerFluid>& fluids, const std::vector<LayerInterface>& interfaces,
                                const Vector3& up = Vector3::UnitZ());

    /// A table by rising height, linear between its levels and constant outside: two levels are a linear gradient.
    /// \throws std::invalid_argument naming the level that is out of range, or an empty table
    static LayeredMedium table(const std::vector<LayerLevel>& levels, const Vector3& up = Vector3::UnitZ());

    /// Density and viscosity at a height along up [m].
    LayerFluid at(double height) const;

    /// Whether the medium would stay at rest under gravity: no layer or level is denser than the one below it.
    bool isStable() const;

    MediumSample sample(const Vector3& pointInWorld, double time) const override;
    void sampleMany(const Vector3* pointsInWorld, int count, double time, MediumSample* samples) const override;
    bool isUniform() const override { return m_steps.empty(); }

  private:
    /// The change from one layer or level to the next.
    struct Step {
        double middle, thickness;
        LayerTransition transition;
        double density, viscosity; ///< differences, upper less lower
    };
    LayeredMedium(const LayerFluid& lowest, const Vector3& up);

    Vector3 m_up;
    LayerFluid m_lowest;
    std::vector<Step> m_steps;
};

} // namespace ambient
