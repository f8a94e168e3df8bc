// SPDX-License-Identifier: Zlib
#pragma once

#include <limits>

namespace ambient {

struct DeformedShape;

/// Kinetic energy of a change of shape at zero twist of the body frame.
struct DeformationEnergy {
    double body = 0.0;  ///< of the dry body [J]
    double fluid = 0.0; ///< of the fluid, per density [m^5/s^2]
};

/// A prescribed change of a body's shape over time, in a frame whose origin is the centre of mass.
/// Implementations are immutable while a world steps: they are called from several threads at once. The adaptive
/// integrator sees a shape only where its stages fall: a call should not last longer than a quarter of the period.
class BodyDeformation {
  public:
    virtual ~BodyDeformation() = default;
    /// Computes the shape at a time [s] (DeformedShape.h). Every call fills all members of `shape`; its memory may be
    /// reused.
    virtual void evaluate(double time, DeformedShape& shape) const = 0;
    /// DeformedShape::Memory::owner of this deformation's own shapes; null (default): it keeps no memory in a shape.
    virtual const void* memoryOwner() const { return nullptr; }
    /// Energy at a time [s]: a read-out, which may be slow. NaN (default): not known.
    virtual DeformationEnergy energy(double time) const {
        static_cast<void>(time);
        constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
        return {kUnknown, kUnknown};
    }
};

} // namespace ambient
