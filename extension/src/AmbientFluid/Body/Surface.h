// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/AddedMassDistribution.h"
#include "AmbientFluid/Body/DragCrisis.h"
#include "AmbientFluid/Body/FaceTable.h"
#include "AmbientFluid/Body/VolumeQuadrature.h"
#include "AmbientFluid/StokesFlow/ViscousTensor.h"

namespace ambient {

/// Centroids, normals and areas of the faces of a FaceTable, mesh frame. Valid as long as the table.
struct Faces {
    const double *centroidX = nullptr, *centroidY = nullptr, *centroidZ = nullptr; ///< [m]
    const double *actionX = nullptr, *actionY = nullptr, *actionZ = nullptr;       ///< FaceTable::ActionX [m]
    const double *normalX = nullptr, *normalY = nullptr, *normalZ = nullptr;       ///< outward unit normals
    const double* area = nullptr;                                                  ///< [m^2]
    int count = 0;                                                                 ///< number of faces

    Faces() = default;
    /// Views the rows of a table.
    explicit Faces(const FaceTable& table)
        : centroidX(table.row(FaceTable::CentroidX)), centroidY(table.row(FaceTable::CentroidY)),
          centroidZ(table.row(FaceTable::CentroidZ)), actionX(table.row(FaceTable::ActionX)),
          actionY(table.row(FaceTable::ActionY)), actionZ(table.row(FaceTable::ActionZ)),
          normalX(table.row(FaceTable::NormalX)), normalY(table.row(FaceTable::NormalY)),
          normalZ(table.row(FaceTable::NormalZ)), area(table.row(FaceTable::Area)), count(table.size()) {}

    int size() const { return count; } ///< number of faces
    /// Centroid of face f, on which the forces of the comparison models act, mesh frame [m].
    Vector3 centroid(int f) const { return {centroidX[f], centroidY[f], centroidZ[f]}; }
    /// Point of face f on which the default forces act: the centroid, but on bodies of revolution (RevolvedBody) [m].
    Vector3 actionPoint(int f) const { return {actionX[f], actionY[f], actionZ[f]}; }
    /// Unit normal of face f, into the fluid, mesh axes.
    Vector3 normal(int f) const { return {normalX[f], normalY[f], normalZ[f]}; }
};

/// Numbers of a surface beside its faces. Mesh frame.
struct SurfaceData {
    double volume = 0.0;                      ///< [m^3]
    double area = 0.0;                        ///< [m^2]
    Vector3 centerOfVolume = Vector3::Zero(); ///< [m]
    double radius = 0.0;                      ///< radius about the centre of volume that encloses the body [m]
    double length = 0.0; ///< length scale of Reynolds numbers and tolerances: sqrt(area) of the full model [m]

    /// Added mass per unit fluid density about the mesh origin, mesh axes [m^5, m^4, m^3].
    SpatialInertia addedMassPerDensity;
    AddedMassDistribution addedMassDistribution; ///< the added mass as a sum over the faces, for partly wetted bodies
    VolumeQuadrature volumeQuadrature;           ///< quadrature over the volume from values at the faces
    ViscousTensor viscous;                       ///< Stokes resistance of the full model, for ViscousForce
    PressureWeights pressureWeights;             ///< face weights and tensors of SurfacePressureForce
    DragCrisis crisis;                           ///< of the wake behind round parts; none by default

    /// Cosine of the separation angle; a value below the range of all faces if the angle is pi.
    double separationCosine = 0.0;
    double displacedShare = 1.0; ///< of the volume: 1 - FluidBodyDef::porosity
    /// Factors of FluidBodyDef, times the share.
    double pressureScale = 1.0, frictionScale = 1.0, buoyancyScale = 1.0;
};

/// The surface of a body at one instant: all that forces, immersion and added mass read in their loops. Mesh frame.
/// A rigid model owns one for all its bodies; a deforming body rewrites its own (BodyDeformation).
class Surface {
  public:
    Surface() = default;
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;

    /// Rewrites the surface. Allocates only to grow.
    /// \param mesh closed, outward normals, with the faces that the arrays of `data` describe
    void assign(const TriangleMesh& mesh, const SurfaceData& data);

    const Faces& faces() const { return m_faces; }         ///< centroids, normals and areas
    const FaceTable& faceTable() const { return m_table; } ///< for the hot loops
    /// For hot loops in single precision.
    const SingleFaceTable& singleFaceTable() const { return m_singleTable; }

    const SurfaceData& data() const { return m_data; }                      ///< as last assigned
    double volume() const { return m_data.volume; }                         ///< [m^3]
    double area() const { return m_data.area; }                             ///< [m^2]
    const Vector3& centerOfVolume() const { return m_data.centerOfVolume; } ///< [m]
    double radius() const { return m_data.radius; }                         ///< SurfaceData::radius
    double length() const { return m_data.length; }                         ///< SurfaceData::length
    double separationCosine() const { return m_data.separationCosine; }     ///< SurfaceData::separationCosine
    const VolumeQuadrature& volumeQuadrature() const {
        return m_data.volumeQuadrature;
    }                                                                                 ///< SurfaceData::volumeQuadrature
    const PressureWeights& pressureWeights() const { return m_data.pressureWeights; } ///< SurfaceData::pressureWeights
    const ViscousTensor& viscous() const { return m_data.viscous; }                   ///< SurfaceData::viscous
    /// SurfaceData::addedMassPerDensity
    const SpatialInertia& addedMassPerDensity() const { return m_data.addedMassPerDensity; }

  private:
    friend class SurfaceUpdate;

    SurfaceData m_data;
    FaceTable m_table;
    SingleFaceTable m_singleTable;
    Faces m_faces; ///< of m_table
};

} // namespace ambient
