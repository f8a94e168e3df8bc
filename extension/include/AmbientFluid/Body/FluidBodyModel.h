// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyDef.h"
#include "AmbientFluid/Mesh/MeshReport.h"
#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <memory>

namespace ambient {

class FaceTable;
class Surface;
struct AddedMassDistribution;
struct CrowdPoints;
struct Faces;
struct PressureWeights;
struct ReducedSurface;
struct SurfaceData;
struct SurfaceShape;
struct ViscousReport;
struct ViscousTensor;
struct VolumeQuadrature;

/// Method and accuracy of the added mass.
struct AddedMassReport {
    int unknowns = 0;            ///< size of the linear system; 0 if none is solved: Local, or a 6x6 given by the user
    double residual = 0.0;       ///< largest relative residual of the six linear solves
    double symmetryDefect = 0.0; ///< |K - K^T| / |K| of the unsymmetric form (see AddedMass.h)
    double seconds = 0.0;        ///< wall time of assembly and solve [s]
    double errorEstimate = -1.0; ///< relative, AddedMass::errorEstimate; negative: none (Collocation, Local, given)
    int solvedFaces = 0;         ///< faces of the solved mesh, after refinement; 0 if no system is solved
    bool isLimited = false;      ///< the error exceeds FluidBodyDef::discretisation: refinement stopped at its limit
    bool isDenseInsteadOfFast = false; ///< the fast method did not converge; a dense method was used
};

/// Hydrodynamic model of a mesh: faces, volume, unit potentials, added mass per unit density.
/// Slow to build, once per mesh. Immutable: shared by all bodies with this mesh and by all threads. All quantities are
/// in the MESH FRAME.
class FluidBodyModel {
  public:
    /// Meshes with fewer faces are refined, see mesh().
    static constexpr int kFewestFaces = 192;

    /// Builds the model of a mesh.
    /// Checks and repairs the mesh and solves the exterior potential flow and the Stokes flow of the six unit motions.
    /// \throws MeshError if the mesh cannot be used (the message names the face or edge), std::invalid_argument if a
    ///        field of `def` is out of range, a given 6x6 is not symmetric positive
    ///         semidefinite, or the potential flow cannot be solved (computeAddedMass; Local: too hollow a body),
    ///         std::length_error if the mesh has too many faces for the potential flow solution,
    ///         std::runtime_error if its Stokes flow cannot be solved.
    static std::shared_ptr<const FluidBodyModel> build(const TriangleMesh& mesh, const FluidBodyDef& def = {});
    ~FluidBodyModel();

    /// Builds a model of the body with fewer faces.
    /// Volume, centre of volume, length, added mass and all fields of def() except the friction are exactly those of
    /// the full model. Mesh, area and sums over faces are those of the reduced surface.
    static std::shared_ptr<const FluidBodyModel> reduced(const FluidBodyModel& full, ReducedSurface surface);

    /// Definition given to build(), without `progress`; a reduced model has a different frictionScale.
    const FluidBodyDef& def() const { return m_def; }
    /// Mesh after repair, and after refinement (refineEvenly) if it had fewer than kFewestFaces.
    /// Forces act at face centres: a spinning box of twelve triangles would have a seventh of its drag.
    const TriangleMesh& mesh() const { return m_mesh; }
    const MeshReport& report() const { return m_report; } ///< findings and repairs

    /// The surface that loops read, shared by all bodies of the model.
    const Surface& surface() const { return *m_surface; }
    /// The surface: a model can be passed where a Surface is expected.
    operator const Surface&() const { return *m_surface; }
    /// Centroids, normals and areas of mesh().
    const Faces& faces() const;
    const FaceTable& faceTable() const;               ///< for the hot loops
    double volume() const { return m_report.volume; } ///< of the outline [m^3]
    /// Volume that displaces fluid: volume() without the openings of FluidBodyDef::porosity [m^3].
    double displacedVolume() const;
    double area() const { return m_report.area; }                       ///< [m^2]
    const Vector3& centerOfVolume() const { return m_report.centroid; } ///< [m]
    double radius() const; ///< radius about the centre of volume that encloses the body [m]
    double length() const; ///< length scale of Reynolds numbers and tolerances: sqrt(area) [m]

    /// Added mass per unit fluid density about the mesh origin, mesh axes [m^5, m^4, m^3]. Multiply by rho.
    const SpatialInertia& addedMassPerDensity() const;
    /// Method and accuracy of the added mass. A reduced model has the report of the full model.
    const AddedMassReport& addedMassReport() const { return m_addedMassReport; }

    /// Stokes resistance of the body; empty if def().viscousFaces is 0. A reduced model has that of the full model.
    const ViscousTensor& viscousTensor() const;
    /// Method and accuracy of viscousTensor().
    const ViscousReport& viscousReport() const;

    /// Added mass as a sum over the faces, for partly wetted bodies.
    const AddedMassDistribution& addedMassDistribution() const;

    /// Quadrature over the volume from values at the faces.
    const VolumeQuadrature& volumeQuadrature() const;

    /// Potentials of the six unit motions (rotations about the mesh origin first), u = +grad phi, zero at infinity
    /// [m^2, m]. One row per vertex, or per face with AddedMassMethod::Collocation and Fast (Auto: more than
    /// kMostDenseFaces faces); empty with Local or a given 6x6.
    const Eigen::Matrix<double, Eigen::Dynamic, 6>& unitPotentials() const { return m_unitPotentials; }

    /// Local geometry of the surface.
    /// Computed from the unit potentials, or from the widths of the body if there are none.
    const SurfaceShape& surfaceShape() const;

    /// Face weights of SurfacePressureForce, from surfaceShape() and the constants of def().
    const PressureWeights& pressureWeights() const;

    /// Points for the steps of crowds, which crowdModel() gives; null: none.
    const std::shared_ptr<const CrowdPoints>& crowdPoints() const { return m_crowdPoints; }

    /// cos(def().separationAngle); a value below the range of all faces if the angle is pi.
    /// The flow then stays attached everywhere; the cosine itself would fade the attachment of the leeward faces.
    double separationCosine() const;

  private:
    friend class FluidBodyModelBytes;

    /// What build() finds of the surface (FluidBodyModelData.h).
    struct Data;

    FluidBodyModel();
    static void requireValid(const FluidBodyDef& def);
    void setDef(const FluidBodyDef& def);
    /// Assigns the surface from the mesh, its report and the definition.
    /// \param data without the members that these determine
    void assignSurface(SurfaceData data);

    FluidBodyDef m_def;
    TriangleMesh m_mesh;
    MeshReport m_report;
    AddedMassReport m_addedMassReport;
    Eigen::Matrix<double, Eigen::Dynamic, 6> m_unitPotentials;
    std::unique_ptr<Data> m_data; ///< never null
    const Surface* m_surface;     ///< of m_data
    std::shared_ptr<const CrowdPoints> m_crowdPoints;
};

} // namespace ambient
