// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SE3.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <complex>
#include <functional>
#include <limits>
#include <vector>

namespace ambient {

/// \file
/// A floating body in small waves: added mass, damping by the waves it makes, the forces of waves on it.
///
/// Linear potential flow with the time factor e^(-i w t), w^2 = g k tanh(k h), h the depth of the water. Frame of the
/// water: z up, the surface at z = 0, the origin in the centroid of the body's waterplane, axes level; 6-vectors are
/// angular first, about this origin. A wave of height a has the elevation a cos(k (x cos b + y sin b) - w t), b its
/// heading: the direction it goes to.

using Complex6 = Eigen::Matrix<std::complex<double>, 6, 1, Eigen::DontAlign>; ///< complex amplitudes, angular first

/// What is computed.
struct WaveRadiationDef {
    Pose waterFromMesh;          ///< places the mesh at rest; the surface is z = 0 (uprightPose(), Hydrostatics)
    double fluidDensity = 998.2; ///< [kg/m^3]
    double gravity = 9.80665;    ///< [m/s^2]
    /// Of the water, over a level bed [m]; infinity: deep.
    double depth = std::numeric_limits<double>::infinity();
    /// Wave numbers k [1/m], in any order; empty: 30 whose frequencies are equally spaced, up to waves of 1.5 times the
    /// waterplane's mean radius, or as short as the panels allow.
    std::vector<double> waveNumbers;
    std::vector<double> headings = {0.0}; ///< of the waves that come in [rad]
    /// About as many panels of the wet surface, 20 to 4000; 0: the faces of the mesh if there are 400 to 1600, else the
    /// nearer number, and more if the waves are short.
    int faces = 0;
    bool estimatesError = true;                    ///< by a second solution with half the panels
    std::function<void(double fraction)> progress; ///< called with a fraction in [0, 1]; its exceptions pass through
};

/// Forces of a wave of height 1 m on the body held at rest [N m/m, N/m].
struct WaveExcitation {
    double heading = 0.0;                                         ///< [rad]
    Complex6 froudeKrylov = Complex6::Zero();                     ///< of the pressure of the wave without the body
    Complex6 diffraction = Complex6::Zero();                      ///< of the waves that the body scatters
    Complex6 total() const { return froudeKrylov + diffraction; } ///< sum of both
};

/// Coefficients at one frequency.
struct WaveRow {
    double waveNumber = 0.0;                ///< k [1/m]
    double frequency = 0.0;                 ///< w [rad/s]
    Matrix6 addedMass = Matrix6::Zero();    ///< A [kg m^2, kg m, kg], symmetric
    Matrix6 damping = Matrix6::Zero();      ///< B [kg m^2/s, kg m/s, kg/s], symmetric, positive semidefinite
    std::vector<WaveExcitation> excitation; ///< one for each heading, in their order
};

/// A floating body in small waves.
struct WaveRadiation {
    std::vector<WaveRow> rows; ///< by ascending frequency
    /// A_0, of very slow motion: the surface acts as a lid. Not a number above a bed, where that of heave has no bound.
    Matrix6 addedMassAtZero = Matrix6::Zero();
    Matrix6 addedMassAtInfinity = Matrix6::Zero(); ///< A_inf, of very quick motion
    /// Relative, of A + i B/w, lengths scaled out; negative: not estimated.
    double errorEstimate = -1.0;
    /// Largest difference of the damping by the pressure on the hull and by the waves far away, over the largest
    /// damping: a check of the solution.
    double energyDefect = 0.0;
    double seconds = 0.0; ///< wall time [s]

    double fluidDensity = 0.0, gravity = 0.0;               ///< as given
    double depth = std::numeric_limits<double>::infinity(); ///< as given
    Vector3 waterplaneInMesh = Vector3::Zero();             ///< the origin, mesh frame [m]
    double volume = 0.0;                                    ///< displaced [m^3]
    Vector3 centerOfBuoyancy = Vector3::Zero();             ///< frame of the water [m]
    double waterplaneArea = 0.0;                            ///< [m^2]
    Matrix3 waterplaneSpread = Matrix3::Zero();             ///< Int x x^T dA [m^4]
    int hullFaces = 0, lidFaces = 0;                        ///< panels of the whole body
    int planesOfSymmetry = 0;                               ///< that were used: 0, 1 or 2

    /// Restoring forces of small displacements from rest, of a body in balance. \param centerOfMass frame of the water
    Matrix6 restoring(const Vector3& centerOfMass) const;
};

/// Displacements of a body in a wave of height 1 m, rotations [rad/m] first: the solution of
/// (-w^2 (M + A) - i w B + C) x = X. \param inertia M of the body about the origin, angular first \param restoring C
Complex6 waveResponse(const WaveRow& row, const WaveExcitation& excitation, const Matrix6& inertia,
                      const Matrix6& restoring);

/// The mesh upright with its lowest point at a depth. \param draft [m] \throws std::invalid_argument unless the mesh
/// reaches above the surface
Pose uprightPose(const TriangleMesh& mesh, double draft);

/// Solves the linear problems of a body's waves by panels on the wet hull and its waterplane (FreeSurfaceSystem).
///
/// The potentials phi_j of the six motions give A + i B/w = -rho Int phi_i n_j dS. The forces of waves follow from the
/// same potentials for all headings (Haskind), and B from the energy that these forces tell to be radiated:
///     X_FK = -i w rho Int phi_0 n_j,   X_D = i w rho Int phi_j dphi_0/dn,   phi_0 = -i (g/w) e^(k z + i k.x)
///     B_ij = k / (8 pi rho g V) Re Int_0^2pi X_i X_j* db,   V = dw/dk, in deep water g/(2 w).     [Newman1977]
/// phi_0 is that of deep water; above a bed it has cosh k(z + h)/cosh(k h) for e^(k z).
/// The same bytes for any number of threads; memory of 40 bytes for each pair of panels of a
/// mirror part, and 16 more for each thread.
/// \param mesh closed, outward normals; cut by the surface
/// \throws MeshError if the mesh is not usable; std::invalid_argument, one line naming the value, if a number is out of
///         range, the surface does not cut the body, or waves are too short for the panels
WaveRadiation computeWaveRadiation(const TriangleMesh& mesh, const WaveRadiationDef& def);

} // namespace ambient
