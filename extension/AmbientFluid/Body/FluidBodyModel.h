// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/AddedMassShares.h"
#include "AmbientFluid/Body/FaceTable.h"
#include "AmbientFluid/Body/FluidBodyDef.h"
#include "AmbientFluid/Body/ReducedSurface.h"
#include "AmbientFluid/Body/VolumeRule.h"
#include "AmbientFluid/Mesh/MeshReport.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <memory>
#include <vector>

namespace ambient {

/// The faces as the force loops read them: structure of arrays, mesh frame, all of one length.
struct FaceArrays {
    std::vector<double> centroidX, centroidY, centroidZ; ///< [m]
    std::vector<double> normalX, normalY, normalZ;       ///< outward unit normals
    std::vector<double> area;                            ///< [m^2]

    /// Faces: the length of all arrays.
    int size() const { return static_cast<int>(area.size()); }
    /// Where forces on face f act, mesh frame [m].
    Vector3 centroid(int f) const { return {centroidX[f], centroidY[f], centroidZ[f]}; }
    /// Unit, into the fluid, mesh axes.
    Vector3 normal(int f) const { return {normalX[f], normalY[f], normalZ[f]}; }
};

/// How the added mass came about and how far it can be trusted.
struct AddedMassReport {
    int unknowns = 0;            ///< size of the linear system; 0 without one: Local, or a 6x6 given by the user
    double residual = 0.0;       ///< largest relative residual of the six linear solves
    double symmetryDefect = 0.0; ///< |K - K^T| / |K| of the unsymmetric form (see AddedMass.h)
    double seconds = 0.0;        ///< wall time of assembly and solve [s]
    double errorEstimate = -1.0; ///< relative, AddedMass::errorEstimate; negative: none (Collocation, Local, given)
    int solvedFaces = 0;         ///< faces that the system was solved on, after refinement; 0 without one
    bool isLimited = false;      ///< the error is above FluidBodyDef::discretisation: refining stopped at its limit
    bool isDenseInsteadOfFast = false; ///< the fast method did not converge
};

/// What a mesh is to a fluid: faces, volume, unit potentials, added mass per unit density. Slow to build, once per
/// mesh; immutable, shared by all bodies of that mesh and by all threads. Everything is in the MESH FRAME.
class FluidBodyModel {
  public:
    /// Faces: meshes with fewer are refined, see mesh().
    static constexpr int kFewestFaces = 192;

    /// Checks and repairs the mesh, solves the exterior potential flow of its six unit motions and keeps the result.
    /// \throws MeshError when the mesh cannot be used (what() names the face or edge),
    ///         std::invalid_argument when a field of `def` is out of range, a given 6x6 is not symmetric positive
    ///         semidefinite, or the potential flow cannot be solved (computeAddedMass; Local: too hollow a body),
    ///         std::length_error when the mesh has too many faces for it.
    static std::shared_ptr<const FluidBodyModel> build(const TriangleMesh& mesh, const FluidBodyDef& def = {});

    /// The same body with fewer faces. Exactly the full model's: volume, its centre, length, added mass, and all that
    /// def() says but for the friction; of its own: mesh, area, and what is summed over faces.
    static std::shared_ptr<const FluidBodyModel> reduced(const FluidBodyModel& full, ReducedSurface surface);

    /// As given to build(), without `progress`; that of a reduced model differs from the full one's in frictionScale.
    const FluidBodyDef& def() const { return m_def; }
    /// After repair; with fewer than kFewestFaces also refined (refineEvenly), because forces act at face centres: a
    /// spinning box of twelve triangles would feel a seventh of its drag.
    const TriangleMesh& mesh() const { return m_mesh; }
    const MeshReport& report() const { return m_report; } ///< what was found, and what was repaired
    /// Centroids, normals and areas of mesh(), computed once.
    const FaceArrays& faces() const { return m_faces; }
    const FaceTable& faceTable() const { return m_faceTable; }                   ///< for the hot loops
    const SingleFaceTable& singleFaceTable() const { return m_singleFaceTable; } ///< for those in single precision
    double volume() const { return m_report.volume; }                            ///< [m^3]
    double area() const { return m_report.area; }                                ///< [m^2]
    const Vector3& centerOfVolume() const { return m_report.centroid; }          ///< [m]
    double radius() const { return m_radius; } ///< of the sphere about the centre of volume that holds the body [m]
    double length() const { return m_length; } ///< size used in Reynolds numbers and tolerances: sqrt(area) [m]

    /// Added mass per unit fluid density about the mesh origin, mesh axes [m^5, m^4, m^3]. Multiply by rho.
    const SpatialInertia& addedMassPerDensity() const { return m_addedMass; }
    /// How it was computed, and the residual of its solves; a reduced model has the full one's.
    const AddedMassReport& addedMassReport() const { return m_addedMassReport; }

    /// The same as a sum over the faces, for bodies that are wetted in part.
    const AddedMassShares& addedMassShares() const { return m_addedMassShares; }

    /// Integrals over the volume of what is known at the faces.
    const VolumeRule& volumeRule() const { return m_volumeRule; }

    /// Potentials of the six unit motions (rotations about the mesh origin first), u = +grad phi, zero at infinity
    /// [m^2, m]. One row per vertex, or per face with AddedMassMethod::Collocation and Fast (Auto: more than
    /// kMostDenseFaces faces); empty with Local and when the 6x6 was given.
    const Eigen::Matrix<double, Eigen::Dynamic, 6>& unitPotentials() const { return m_unitPotentials; }

    /// Local numbers of the surface, from the unit potentials, or from the widths of the body where there are none.
    const SurfaceShape& surfaceShape() const { return m_surfaceShape; }

    /// What SurfacePressureForce reads: surfaceShape() and the constants of def() in one.
    const PressureWeights& pressureWeights() const { return m_pressureWeights; }

    /// cos(def().separationAngle), and for an angle of pi, where the flow leaves nothing, a number that no face comes
    /// near: the fading of attachment would reach into the faces in the lee otherwise.
    double separationCosine() const { return m_separationCosine; }

  private:
    friend class FluidBodyModelBytes;

    FluidBodyModel() = default;
    static void requireValid(const FluidBodyDef& def);
    void setDef(const FluidBodyDef& def);
    /// What follows from the mesh and its report.
    void measure();
    /// What follows from the mesh, its weights and the definition.
    void prepareLoops();

    FluidBodyDef m_def;
    TriangleMesh m_mesh;
    MeshReport m_report;
    FaceArrays m_faces;
    double m_length = 0.0;
    double m_radius = 0.0;
    SpatialInertia m_addedMass;
    AddedMassShares m_addedMassShares;
    VolumeRule m_volumeRule;
    AddedMassReport m_addedMassReport;
    Eigen::Matrix<double, Eigen::Dynamic, 6> m_unitPotentials;
    SurfaceShape m_surfaceShape;
    PressureWeights m_pressureWeights;
    double m_separationCosine = 0.0;
    FaceTable m_faceTable;
    SingleFaceTable m_singleFaceTable;
};

} // namespace ambient
