// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Forces/DisplacedMass.h"
#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Media/SampleRows.h"

namespace ambient {

/// Samples a medium at the faces of a body and in the displaced volume.
class MediumSampler {
  public:
    /// \param inSingle whether sums over waves may use single precision
    /// \param buffers kept by reference
    MediumSampler(const Surface& surface, const Pose& worldFromMesh, double time, bool inSingle,
                  ImmersionBuffers& buffers)
        : m_surface(surface), m_worldFromMesh(worldFromMesh),
          m_meshFromWorld(worldFromMesh.orientation.conjugate().toRotationMatrix()), m_time(time), m_inSingle(inSingle),
          m_buffers(buffers) {}

    /// The medium at a point in the mesh frame [m].
    /// \throws std::invalid_argument if the medium returns invalid numbers; this applies to all functions below
    MediumSample at(const Vector3& meshPoint, const FluidMedium& medium) const;

    /// The medium of a part that a surface cuts.
    /// Density and viscosity are those at `center`, the centre of the displaced volume [m], which moves through the
    /// body with the waves. Velocity and acceleration are those at the body's centre of volume; otherwise the momentum
    /// relative to the medium would change by the motion of `center` alone.
    MediumSample ofCutPart(const Vector3& center, const FluidMedium& medium) const;

    /// Samples the medium at the faces that are wetted, into ImmersionBuffers::atFaces.
    void sampleAtFaces(const ImmersedPart& part, const FluidMedium& medium) const;
    /// Samples the medium in the columns of one side of a surface, into ImmersionBuffers::inColumns.
    void sampleInColumns(const ImmersedPart& part, const FluidMedium& medium, const FaceColumns& ofFaces) const;
    /// Whether the density at the sampled faces, or in the columns of a cut part, differs from the part's.
    bool isStratified(const ImmersedPart& part, bool isCut) const;
    /// Sets the mean density and the centre of mass of a part, after sampleAtFaces() and sampleInColumns().
    /// \param surfaceHeight of a flat surface that cuts the body, along the layers' up [m]; null: there is none
    void findMass(ImmersedPart& part, const FluidMedium& medium, bool isCut, bool isBelow,
                  const double* surfaceHeight) const;

    /// Fills the motion of the wetted faces: SurfaceMotion's velocities, spin, mean weight and density ratios.
    /// Follows sampleAtFaces(). \param part with the part's medium
    /// \returns the load of the added mass from the excess of the acceleration over the part's own
    Wrench fillFaces(ImmersedPart& part) const;

    /// SurfaceMotion::accelerationExcess of a body wholly in the medium. \param atFaces of all faces; its excess is
    /// scaled
    Wrench pushOnVolume(const ImmersedPart& part, SampledPoints& atFaces) const;

    /// SurfaceMotion::accelerationExcess of one side of a surface, after sampleInColumns().
    Wrench pushOnColumns(const ImmersedPart& part) const;

    /// Rotates a vector from world to mesh axes.
    Vector3 inMeshAxes(const Vector3& inWorld) const { return m_meshFromWorld * inWorld; }

  private:
    void placePoints(const VectorRows& inMesh, int count, PointRows& points) const;
    void sample(const FluidMedium& medium, const ImmersedPart& part, SampledPoints& at) const;
    void findWetCentroids(const SurfaceMotion& flow) const;
    void scatter(const ImmersedPart& part, SurfaceMotion& flow) const;
    void setDensityRatios(double density, SurfaceMotion& flow) const;
    void weighByDensity(const ImmersedPart& part, SampledPoints& at) const;
    DisplacedMass massOfWhole(const ImmersedPart& part, const FluidMedium& medium) const;

    const Surface& m_surface;
    Pose m_worldFromMesh;
    Matrix3 m_meshFromWorld;
    double m_time;
    bool m_inSingle;
    ImmersionBuffers& m_buffers;
};

/// \throws std::invalid_argument with the message `giver` and the position
[[noreturn]] void rejectSample(const char* giver, const Vector3& pointInWorld);

} // namespace ambient
