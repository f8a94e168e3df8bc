// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialVector.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

namespace ambient {

/// Stokes resistance of a body, and the lengths that the viscous forces need. Mesh frame, mesh axes.
/// The drag of slow motion with the twist Y = (w, v at `center`) is -eta `resistance` Y.
struct ViscousTensor {
    /// R: torques and forces per viscosity, angular first, about `center` [m^3, m^2, m]. Symmetric and positive; zero:
    /// the body has no tensor (FluidBodyDef::viscousFaces is 0).
    Matrix6 resistance = Matrix6::Zero();
    Vector3 center = Vector3::Zero();     ///< centre of resistance, about which the coupling block is symmetric [m]
    Vector3 areaCenter = Vector3::Zero(); ///< g: centroid of the area [m]
    Matrix3 moments = Matrix3::Zero();    ///< area mean of (x - g)(x - g)^T [m^2]
    /// Y . `slip` Y is the integral over the surface of the squared velocity along it, Y at `center` [m^4, m^3, m^2].
    Matrix6 slip = Matrix6::Zero();
    double area = 0.0;         ///< of the surface [m^2]
    double radius = 0.0;       ///< a = trace of the translations' block / (18 pi): that of a sphere [m]
    double middleLength = 0.0; ///< sqrt(12 times the middle eigenvalue of `moments`) [m]
    double scale = 1.0;        ///< of viscous forces, beside SurfaceData::frictionScale; not 1 in a reduced model

    /// Of a change of shape, beside the rigid motion that fits the velocities of the faces best: the motion with the
    /// same creeping drag, about the mesh origin. Zero: a rigid body.
    Twist shapeMotion;
    /// Power that the change of shape takes beside that motion, per viscosity [m^3/s^2].
    double shapePower = 0.0;

    bool isEmpty() const { return !(radius > 0.0); } ///< whether there is no tensor
};

/// Method and accuracy of a ViscousTensor.
struct ViscousReport {
    int faces = 0;               ///< of the mesh whose flow was solved
    double selfExcess = 0.0;     ///< by which thin parts made the faces' own blocks larger (StokesSystem)
    double seconds = 0.0;        ///< wall time [s]
    double errorEstimate = -1.0; ///< relative, of the resistance; negative: not estimated
};

/// Options of computeViscousTensor().
struct ViscousOptions {
    static constexpr int kDefaultFaces = 320; ///< error .2 % of a sphere's drag, .5 % of its torque, 2 % of a disc's
    static constexpr int kMostFaces = 2000;   ///< the matrix has nine numbers a pair of faces

    /// Faces of the mesh whose flow is solved: a finer mesh is reduced to about as many (reducedMesh), a coarser one is
    /// refined towards its sharp edges, and to 192 faces. In [20, kMostFaces]. The time grows with the second power of
    /// the faces, and with the third of many.
    int faces = kDefaultFaces;
    /// Whether the error is estimated, from a second solution with half the faces.
    bool estimatesError = false;

    /// \throws std::invalid_argument naming `field` if `faces` is out of range
    void requireValid(const char* field) const;
};

/// Solves the Stokes flow of the six rigid motions of a closed surface (StokesSystem).
/// \param report receives method and accuracy if given
/// \throws std::invalid_argument if options.faces is out of range, std::runtime_error if the system is singular
ViscousTensor computeViscousTensor(const TriangleMesh& mesh, const ViscousOptions& options = {},
                                   ViscousReport* report = nullptr);

/// The tensor of a resistance about the origin of a mesh: moved to its centre, with the lengths of the surface.
ViscousTensor makeViscousTensor(const Matrix6& aboutOrigin, const TriangleMesh& mesh);

/// A resistance about another point. \param shift from the old reference point to the new one [m]
Matrix6 resistanceAbout(const Matrix6& resistance, const Vector3& shift);

} // namespace ambient
