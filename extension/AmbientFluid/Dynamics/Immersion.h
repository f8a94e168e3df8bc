// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Dynamics/ImmersionSums.h"
#include "AmbientFluid/Forces/FaceFlow.h"
#include "AmbientFluid/Math/Cholesky6.h"
#include "AmbientFluid/Media/DividedMedium.h"

#include <array>
#include <vector>

namespace ambient {

/// A 6x6 inertia and its inverse.
struct InvertibleInertia {
    /// Positive definite; the zero matrix by default.
    SpatialInertia inertia;
    /// Angular first, in the frame of `inertia`, to rounding.
    Matrix6 inverse = Matrix6::Zero();

    InvertibleInertia() = default;
    /// \param of positive definite: that is not checked
    explicit InvertibleInertia(const SpatialInertia& of) : inertia(of), inverse(Cholesky6(of.matrix()).inverse()) {}
};

/// One of the media that a body displaces.
struct ImmersedPart {
    const FluidMedium* source = nullptr; ///< that it is a sample of
    MediumSample medium; ///< world frame; density and viscosity at the centre of what is displaced of it, velocity and
                         ///< acceleration at the centre of volume of the body, which moves with the body alone
    SpatialInertia addedMass; ///< of it, about the mesh origin, mesh axes, times its density
    bool varies = false;      ///< whether `faces` says anything: part of the body is dry, or the medium
                              ///< differs from face to face
    /// Velocity, density and wetted share where they differ from face to face; not to be read unless `varies`.
    FaceFlow faces;
    Wrench carried;                   ///< what the added mass pushes with because the medium accelerates: K_fluid
                                      ///< (0, DU/Dt), each face with its own, about the mesh origin, mesh axes
    double volume = 0.0;              ///< displaced of it [m^3]
    Vector3 center = Vector3::Zero(); ///< of that volume, mesh frame [m]

    /// Mass of the fluid that was where the body is: buoyancy is that times (DU/Dt - g) [kg].
    double displacedMass() const { return medium.density * volume; }
};

/// What the media are to a body at one pose and time: how much is displaced of each, how much of it moves along, and
/// what it is like at every face. Keeps its memory from one use to the next.
struct Immersion {
    /// One, or two where a surface divides them and cuts the body: below, then above.
    std::array<ImmersedPart, 2> parts;
    /// Entries of `parts` in use, 1 or 2; those behind keep memory of earlier uses.
    int partCount = 0;
    Vector3 frameVelocity = Vector3::Zero(); ///< of the frame that momentum is relative to, world axes [m/s]: the
                                             ///< medium's at the centre of volume; of two, the mean by displaced mass
    InvertibleInertia total;                 ///< K, body and fluid, about the centre of mass, body axes

    /// Below the surface where there is one, else all of it: volume [m^3], its centre in the mesh frame [m] (that of
    /// the whole body where it is 0) and wetted area [m^2].
    double submergedVolume = 0.0;
    /// Centroid of that volume, mesh frame [m].
    Vector3 submergedCenter = Vector3::Zero();
    /// Area of the faces, and parts of faces, below the surface [m^2].
    double wettedArea = 0.0;

    Vector3 up = Vector3::UnitZ(); ///< of the surface, world frame; only with two parts, as all below
    SurfaceRows surface;           ///< above or below each vertex, world axes; one entry for all where `isFlat`
    bool isFlat = false;           ///< the surface
    /// What of each face is below the surface; only with two parts.
    WettedFaces wetted;

    /// \param i below partCount; 0 is the lower one
    const ImmersedPart& part(int i) const { return parts[static_cast<std::size_t>(i)]; }
};

/// The wetted share of a face grows from 0 to 1 as it sinks by this much, in units of the body's length: a flat face
/// that meets the surface squarely would otherwise be dry in one instant and wet in the next.
constexpr double kWettingDepth = 0.02;

/// Fills `immersion` for a body in this medium. \param inSingle see PointRows
/// \throws std::invalid_argument, saying where, when medium or surface give what cannot be; what a user's medium throws
void immerse(const FluidBody& body, const FluidMedium& medium, const Pose& worldFromBody, double time,
             Immersion& immersion, bool inSingle = false);

} // namespace ambient
