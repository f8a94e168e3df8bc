// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

namespace ambient {

class DividedMedium;
class LayeredMedium;
struct MediumRows;
struct PointRows;

/// The undisturbed medium at one point and time, as if the body were absent.
struct MediumSample {
    double density = 0.0;                   ///< rho [kg/m^3]
    double dynamicViscosity = 0.0;          ///< eta [Pa s]; 0 disables skin friction
    Vector3 velocity = Vector3::Zero();     ///< ambient velocity U, world frame [m/s]
    Vector3 acceleration = Vector3::Zero(); ///< material acceleration DU/Dt, world frame [m/s^2]
};

/// \throws std::invalid_argument naming a number that is not finite, beyond all measure, or negative where none may be
void requireValid(const MediumSample& sample);

/// A medium that bodies move in.
/// Implementations are immutable while a world steps: they are called from several threads at once, and results must
/// depend on the arguments alone.
class FluidMedium {
  public:
    virtual ~FluidMedium() = default;

    /// The medium at a world point [m] and time [s]. All numbers must be finite, with density >= 0.
    virtual MediumSample sample(const Vector3& pointInWorld, double time) const = 0;

    /// Samples the medium at many points at one time, such as the faces of a body; `samples` holds `count` entries.
    /// Override this if one call for many points costs less than many calls. The results must equal those of sample().
    virtual void sampleMany(const Vector3* pointsInWorld, int count, double time, MediumSample* samples) const;

    /// Samples the medium at the points of one body, component by component.
    /// Used in the body's step. `rows` has the size of the points. Default: calls sampleMany(). The results must equal
    /// those of sample(), or be within the tolerance of AmbientFlow::sampleRows() if points.inSingle is true.
    virtual void sampleRows(const PointRows& points, double time, MediumRows& rows) const;

    /// Whether sample() is uniform in space at any one time. Bodies then sample once instead of at every face. Default:
    /// no.
    virtual bool isUniform() const { return false; }

    /// Whether sample() is constant in time. Bodies then reuse samples of an unchanged place. Default: no.
    virtual bool isSteady() const { return false; }

    /// Whether the density is the same everywhere and at all times. Bodies then take no note of their density from
    /// place to place. Default: that of a uniform medium.
    virtual bool hasUniformDensity() const { return isUniform(); }

    /// This medium's layers, if its density depends on the height alone as theirs does, else null. Default: null.
    virtual const LayeredMedium* layers() const { return nullptr; }

    /// This medium if it is two media with a surface between them, else null.
    virtual const DividedMedium* divided() const { return nullptr; }
};

} // namespace ambient
