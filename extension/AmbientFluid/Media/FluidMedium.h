// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"
#include "AmbientFluid/Media/SampleRows.h"

namespace ambient {

class DividedMedium;

/// The undisturbed medium at one point and time: what would be there without the body.
struct MediumSample {
    double density = 0.0;                   ///< rho [kg/m^3]
    double dynamicViscosity = 0.0;          ///< mu [Pa s]; 0 switches skin friction off
    Vector3 velocity = Vector3::Zero();     ///< ambient velocity U, world frame [m/s]
    Vector3 acceleration = Vector3::Zero(); ///< material acceleration DU/Dt, world frame [m/s^2]
};

/// \throws std::invalid_argument when the density is negative or not finite
void requireValid(const MediumSample& sample);

/// A medium that bodies move in. Implementations are immutable while a world steps: they are called from several
/// threads at once and must give the same answer for the same arguments.
class FluidMedium {
  public:
    virtual ~FluidMedium() = default;

    /// The medium at a world point [m] and time [s]. Must be finite, density >= 0.
    virtual MediumSample sample(const Vector3& pointInWorld, double time) const = 0;

    /// The same at many points of one time, such as the faces of a body; `samples` holds `count` entries. Override it
    /// where asking once for many points costs less than asking for each; the answers must be those of sample().
    virtual void sampleMany(const Vector3* pointsInWorld, int count, double time, MediumSample* samples) const;

    /// The same for the points of one body, component by component: what its step calls. `rows` has the size of the
    /// points. Default: through sampleMany(). The answers must be those of sample(), or as near as
    /// AmbientFlow::sampleRows() says where points.inSingle allows it.
    virtual void sampleRows(const PointRows& points, double time, MediumRows& rows) const;

    /// Whether sample() is the same everywhere at any one time: bodies then ask once instead of for every face.
    /// Default: no.
    virtual bool isUniform() const { return false; }

    /// Whether sample() is the same at all times: what is known of a body's place then need not be asked again.
    /// Default: no.
    virtual bool isSteady() const { return false; }

    /// This, if it is two media with a surface between them; else null.
    virtual const DividedMedium* divided() const { return nullptr; }
};

} // namespace ambient
