// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"

#include <memory>

namespace ambient {

class FaceTable;
class SingleFaceTable;
class SpatialInertia;
struct PressureWeights;
struct SurfaceData;
struct TriangleMesh;
struct ViscousTensor;
struct VolumeQuadrature;

/// Centroids, normals and areas of the faces of a FaceTable, mesh frame. Valid as long as the table.
struct Faces {
    const double *centroidX = nullptr, *centroidY = nullptr, *centroidZ = nullptr; ///< [m]
    const double *actionX = nullptr, *actionY = nullptr, *actionZ = nullptr;       ///< FaceTable::ActionX [m]
    const double *normalX = nullptr, *normalY = nullptr, *normalZ = nullptr;       ///< outward unit normals
    const double* area = nullptr;                                                  ///< [m^2]
    int count = 0;                                                                 ///< number of faces

    Faces() = default;
    /// Views the rows of a table.
    explicit Faces(const FaceTable& table);

    int size() const { return count; } ///< number of faces
    /// Centroid of face f, on which the forces of the comparison models act, mesh frame [m].
    Vector3 centroid(int f) const { return {centroidX[f], centroidY[f], centroidZ[f]}; }
    /// Point of face f on which the default forces act: the centroid, but on bodies of revolution (RevolvedBody) [m].
    Vector3 actionPoint(int f) const { return {actionX[f], actionY[f], actionZ[f]}; }
    /// Unit normal of face f, into the fluid, mesh axes.
    Vector3 normal(int f) const { return {normalX[f], normalY[f], normalZ[f]}; }
};

/// The surface of a body at one instant: all that forces, immersion and added mass read in their loops. Mesh frame.
/// A rigid model owns one for all its bodies; a deforming body rewrites its own (BodyDeformation).
class Surface {
  public:
    Surface();
    ~Surface();
    Surface(const Surface&) = delete;
    Surface& operator=(const Surface&) = delete;

    /// Rewrites the surface. Allocates only to grow.
    /// \param mesh closed, outward normals, with the faces that the arrays of `data` describe
    void assign(const TriangleMesh& mesh, const SurfaceData& data);

    const Faces& faces() const { return m_faces; }          ///< centroids, normals and areas
    const FaceTable& faceTable() const { return *m_table; } ///< for the hot loops
    /// For hot loops in single precision.
    const SingleFaceTable& singleFaceTable() const { return *m_singleTable; }

    const SurfaceData& data() const { return *m_data; } ///< as last assigned (SurfaceData.h)
    double volume() const;                              ///< [m^3]
    double area() const;                                ///< [m^2]
    const Vector3& centerOfVolume() const;              ///< [m]
    double radius() const; ///< radius about the centre of volume that encloses the body [m]
    double length() const; ///< length scale of Reynolds numbers and tolerances: sqrt(area) of the full model [m]
    double separationCosine() const;                   ///< FluidBodyModel::separationCosine
    const VolumeQuadrature& volumeQuadrature() const;  ///< quadrature over the volume from values at the faces
    const PressureWeights& pressureWeights() const;    ///< weights of the default forces
    const ViscousTensor& viscous() const;              ///< Stokes resistance of the full model
    const SpatialInertia& addedMassPerDensity() const; ///< about the mesh origin, mesh axes [m^5, m^4, m^3]

  private:
    friend class SurfaceUpdate;

    std::unique_ptr<SurfaceData> m_data; ///< like the tables never null
    std::unique_ptr<FaceTable> m_table;
    std::unique_ptr<SingleFaceTable> m_singleTable;
    Faces m_faces; ///< of m_table
};

} // namespace ambient
