// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Dynamics/Immersion.h"
#include "AmbientFluid/Math/SE3.h"

namespace ambient {

/// Asks a medium what it is like at the faces of a body and in the volume that it is displaced from.
class PartSampler {
  public:
    /// \param inSingle whether sums over waves may be in single precision
    PartSampler(const FluidBodyModel& model, const Pose& worldFromMesh, double time, bool inSingle)
        : m_model(model), m_worldFromMesh(worldFromMesh),
          m_meshFromWorld(worldFromMesh.orientation.conjugate().toRotationMatrix()), m_time(time),
          m_inSingle(inSingle) {}

    /// The medium at a point in the mesh frame [m].
    /// \throws std::invalid_argument when it gives what cannot be, as all below
    MediumSample at(const Vector3& meshPoint, const FluidMedium& medium) const;

    /// Density and viscosity at the centre of what is displaced [m], which wanders through the body with the waves, but
    /// velocity and acceleration at the body's: momentum relative to the medium would else change by that alone.
    MediumSample ofCutPart(const Vector3& center, const FluidMedium& medium) const;

    /// What differs at the faces that have a share, given the part's medium: FaceFlow's velocities, spin, mean share,
    /// shares times the density ratio. \returns what the added mass pushes with beyond the part's own acceleration
    Wrench sampleFaces(ImmersedPart& part, const FluidMedium& medium) const;

    /// FaceFlow::accelerationExcess of a body that is wholly in the medium; right after sampleFaces().
    Wrench pushOnVolume(const ImmersedPart& part) const;

    /// The same of one side of a surface, as columns.
    Wrench pushOnColumns(const ImmersedPart& part, const FluidMedium& medium, const FaceColumns& ofFaces) const;

    /// Vectors in mesh axes.
    Vector3 inMeshAxes(const Vector3& inWorld) const { return m_meshFromWorld * inWorld; }

  private:
    void placePoints(const VectorRows& inMesh, int count) const;
    void ask(const FluidMedium& medium) const;
    void askAtFaces(const FaceFlow& flow, const FluidMedium& medium) const;
    void takeExcess(const ImmersedPart& part) const;
    void scatter(const ImmersedPart& part, FaceFlow& flow) const;
    void weighByDensity(const ImmersedPart& part) const;

    const FluidBodyModel& m_model;
    Pose m_worldFromMesh;
    Matrix3 m_meshFromWorld;
    double m_time;
    bool m_inSingle;
};

/// \throws std::invalid_argument, that what `giver` gives there cannot be
[[noreturn]] void rejectSample(const char* giver, const Vector3& pointInWorld);

} // namespace ambient
