// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/BodyDeformation.h"
#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Dynamics/FluidAcceleration.h"
#include "AmbientFluid/Dynamics/ImmersionSums.h"
#include "AmbientFluid/Media/DividedMedium.h"
#include "AmbientFluid/Media/SampleRows.h"

#include <array>
#include <memory>
#include <vector>

namespace ambient {

/// A medium that a body displaces.
struct ImmersedPart {
    const FluidMedium* source = nullptr; ///< the medium that `medium` was sampled from
    MediumSample medium; ///< world frame; the mean density of the displaced volume of this medium, viscosity at its
                         ///< centre, velocity and acceleration at the body's centre of volume, whose motion is the
                         ///< body's alone
    SpatialInertia addedMass; ///< about the mesh origin, mesh axes, times its density
    bool varies = false;      ///< whether `faces` is valid: part of the body is dry, or the medium is non-uniform
    /// Velocity, density ratio and wetted fraction per face; invalid unless `varies`.
    SurfaceMotion faces;
    Wrench carried;                   ///< load of the added mass from the medium's acceleration: K_fluid (0, DU/Dt)
                                      ///< with DU/Dt at each face, about the mesh origin, mesh axes
    double volume = 0.0;              ///< displaced volume of this medium [m^3]
    Vector3 center = Vector3::Zero(); ///< of the displaced volume, mesh frame [m]
    Vector3 centerOfMass = Vector3::Zero(); ///< of the displaced fluid, mesh frame [m]

    /// Mass of the displaced fluid [kg]: the buoyancy is this mass times (DU/Dt - g).
    double displacedMass() const { return medium.density * volume; }
};

/// A medium at points, for one set of points of a body.
struct SampledPoints {
    PointRows points;   ///< the points, world axes
    MediumRows samples; ///< the medium there, world axes; the velocity may be in mesh axes
    VectorRows excess;  ///< of the acceleration over that of the part, mesh axes [m/s^2]
};

/// Buffers for the computation of an Immersion and of ImmersionLoads; their contents are unspecified.
struct ImmersionBuffers {
    PointRows surfacePoints;        ///< at which the water surface is sampled
    std::vector<double> atVertices; ///< depth below the surface [m], or its rate [m/s]
    CornerValues depths, sinking;   ///< [m], [m/s]
    DepthRanges ranges;             ///< of `depths`
    FaceColumns columns;            ///< of water below or above the surface
    VectorRows wetCentroids;        ///< of the sampled faces, mesh frame [m]
    std::vector<int> sampled;       ///< indices of the sampled faces
    SampledPoints atFaces;          ///< in the order of `sampled`
    SampledPoints inColumns;        ///< at the centres of the water columns
    VectorRows excessByFace;        ///< `atFaces.excess` in face order
    FluidColumns fluidColumns;      ///< the non-empty columns
    std::vector<double> weights;    ///< of the faces: SurfaceMotion::weights(), addedMassWeights()
    SampledPoints inCones;          ///< at points between the centre and the faces
    std::vector<double> breaks;     ///< heights that divide layers [m]
};

/// Motion of the faces of a body that changes its shape, as far as the fluid at each face feels it.
struct FaceShapes {
    std::vector<double> speed; ///< h_i = g_i . y_i with the twist y_i of the face itself, padded with zeros
    VectorRows velocity;       ///< of the faces beside Immersion::shapeTwist, mesh axes [m/s]

    /// Both, as sums over faces read them; empty if there are none.
    ShapeRates rates() const { return speed.empty() ? ShapeRates() : ShapeRates{speed.data(), &velocity}; }
};

/// Fluid around a body at one pose and time.
/// Displaced volume and added mass per medium; velocity, density and wetted fraction per face. Reuses its buffers.
struct Immersion {
    Pose worldFromBody;                   ///< the pose
    double time = 0.0;                    ///< the time [s]
    const Surface* surface = nullptr;     ///< of the body at this instant: the model's, or that of `shape`
    std::unique_ptr<DeformedShape> shape; ///< of a deforming body; else unused
    Twist shapeTwist; ///< rigid motion that best fits DeformedShape::faceVelocity, about the mesh origin, mesh axes
    FaceShapes faceShapes; ///< of a deforming body in a non-uniform medium

    /// One medium, or two if a surface cuts the body: below, then above.
    std::array<ImmersedPart, 2> parts;
    /// Entries of `parts` in use, 1 or 2; other entries keep buffers of earlier uses. 0: only the inertia was
    /// evaluated.
    int partCount = 0;
    /// Mean medium, world axes: density by volume, velocity and acceleration by displaced mass, viscosity of the lower
    /// medium. Its velocity is that of the frame of the momentum. Of one medium, the sample at the centre of volume.
    MediumSample medium;
    SpatialInertia addedMass; ///< about the centre of mass, body axes; not set if it is constant
    Momentum shapeMomentum;   ///< of the fluid at zero twist, about the centre of mass, body axes

    /// Displaced volume below the surface; the whole volume without a surface [m^3].
    double submergedVolume = 0.0;
    /// Centroid of the submerged volume, mesh frame [m]; that of the whole body if the volume is 0.
    Vector3 submergedCenter = Vector3::Zero();
    /// Area of faces, and parts of faces, below the surface [m^2]; the whole area without a surface.
    double wettedArea = 0.0;

    Vector3 up = Vector3::UnitZ(); ///< of the surface, world frame; like the members below only valid with two parts
    SurfaceRows waterSurface;      ///< on the vertical of each vertex, world axes; one entry for all if `isFlat`
    bool isFlat = false;           ///< whether the surface is flat
    /// The wetted part of each face.
    WettedFaces wetted;

    /// Buffers of the computation.
    ImmersionBuffers buffers;

    /// Whether the surface is that of `shape`, which is kept when the buffers serve another body.
    bool deforms() const { return shape && surface == &shape->surface; }
    /// Motion of the faces of a deforming body in a non-uniform medium; else empty.
    ShapeRates shapeRates() const { return deforms() ? faceShapes.rates() : ShapeRates(); }
    /// Medium i, below partCount; 0 is the lower one.
    const ImmersedPart& part(int i) const { return parts[static_cast<std::size_t>(i)]; }
};

/// Depth over which the wetted fraction of a face grows from 0 to 1, in units of the body's length.
/// Without it a flat face parallel to the surface would become wet in one instant.
constexpr double kWettingDepth = 0.02;

/// Evaluates the fluid around a body. \param inSingle see PointRows
/// \throws std::invalid_argument with the position if the medium or the surface returns a non-finite value, a
/// negative density or viscosity, or a normal that is no unit vector. Exceptions of a user's medium pass through.
void immerse(const Surface& surface, const Pose& bodyFromMesh, const FluidMedium& medium, const Pose& worldFromBody,
             double time, Immersion& at, bool inSingle = false);

/// Evaluates the mean medium and the added mass alone, to the bits of immerse(). Does not sample a medium of one
/// density at the faces; `at` has no parts then. Errors as immerse().
void immerseForInertia(const Surface& surface, const Pose& bodyFromMesh, const FluidMedium& medium,
                       const Pose& worldFromBody, double time, Immersion& at, bool inSingle = false);

/// Evaluates the fluid around a body in a uniform medium without a surface, whose sample is given.
void immerseUniformly(const Surface& surface, const MediumSample& medium, const Pose& worldFromBody, double time,
                      Immersion& at);

} // namespace ambient
