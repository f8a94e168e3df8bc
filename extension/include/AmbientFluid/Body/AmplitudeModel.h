// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/BodyDeformation.h"
#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Body/ShapeModes.h"

#include <string>
#include <vector>

namespace ambient {

/// Findings of AmplitudeModel::build().
struct AmplitudeReport {
    int shapesSolved = 0; ///< potential flows solved for the tables
    /// Largest errors of the tables against flows solved at four shapes beside their nodes: of the added mass relative
    /// to itself, and of the momentum per rate of a coordinate, relative to its largest one, at least a hundredth of
    /// the volume times its fastest vertex (lengths scaled out).
    double inertiaError = 0.0, momentumError = 0.0;
    /// Largest error of the Stokes resistance in the tables at the same shapes, relative to itself.
    double resistanceError = 0.0;
    double leastVolume = 0.0, largestVolume = 0.0; ///< of the shapes solved [m^3]
    int crossingFaces = 0;                         ///< faces that cross another one, in the shape where most do
    int crossingFace = -1;                         ///< the first of these faces; -1: none
    std::vector<double> crossingAt;                ///< coordinates of that shape; empty: none
    double seconds = 0.0;                          ///< wall time of the build [s]
    std::vector<std::string> warnings;             ///< one line each: errors above 1 %, crossing faces
};

/// Hydrodynamic model of a body whose shape is set by a few coordinates q: amplitudes of modes (ShapeModes), or angles
/// of joints (ShapeParts). Slow to build: one potential flow per node of the tables. Immutable: shared by all bodies
/// and threads.
///
/// The added mass is K(q) = G(q) [sum A g g^T](q) G(q) with the faces' own sum and a symmetric G from tables; the
/// momentum is K(q) Y_d + R(q) q' with the rigid motion Y_d that fits the normal velocities of the faces now, and R
/// from tables. The dry inertia is exact.
///
/// Body frame = mesh frame: origin at the dry centre of mass, axes of the author's frame.
class AmplitudeModel : public std::enable_shared_from_this<AmplitudeModel> {
  public:
    /// Builds the model. Surfaces with fewer than FluidBodyModel::kFewestFaces are refined alike.
    /// \param def of the surface, as for DeformingModel::build
    /// \throws std::invalid_argument naming mode, part, shape or face if the input is not valid (requireValid), the
    ///         surface of a node is not usable or inside out, its masses lie on a line, or the sets of coordinates need
    ///         more than kMostNodes potential flows; and as DeformingModel::build
    static std::shared_ptr<const AmplitudeModel> build(const ShapeModes& modes, const FluidBodyDef& def = {});
    /// Overload for bodies of rigid pieces.
    static std::shared_ptr<const AmplitudeModel> build(const ShapeParts& parts, const FluidBodyDef& def = {});
    ~AmplitudeModel();

    static constexpr int kMostNodes = 2000; ///< potential flows of a build

    const AmplitudeReport& report() const;                              ///< findings of build()
    const std::shared_ptr<const FluidBodyModel>& rest() const;          ///< model of the shape at q = 0
    double mass() const;                                                ///< dry [kg]
    const std::vector<ShapeCoordinate>& coordinates() const;            ///< with their names and nodes
    int size() const { return static_cast<int>(coordinates().size()); } ///< number of coordinates
    const std::vector<TriangleMesh::Face>& triangles() const;           ///< of all shapes, after refinement
    int vertexCount() const;                                            ///< of all shapes, after refinement

    /// \throws std::invalid_argument if a coordinate is not finite or outside its range, naming it and its value
    void requireInRange(const double* q) const;

    /// The body at q = 0, without a deformation.
    FluidBody body() const;
    /// Pose of the author's frame in the body frame.
    Pose bodyFromAuthor(const std::vector<double>& q) const;
    /// Vertices of a shape, body frame [m]. Allocates only to grow.
    void vertices(const double* q, std::vector<Vector3>& out) const;

    /// The shape at coordinates `q` that change at `rates`, as BodyDeformation::evaluate.
    void evaluate(const double* q, const double* rates, DeformedShape& shape) const;
    const void* memoryOwner() const { return this; } ///< BodyDeformation::memoryOwner()
    /// BodyDeformation::energy(). The first call solves one more potential flow per node.
    DeformationEnergy energy(const std::vector<double>& q, const std::vector<double>& rates) const;

    /// The connection -K^-1 B: columns are the twists of the body per rate of a coordinate without momentum, body
    /// frame, angular first. [Hatton2013] \param fluidDensity [kg/m^3]
    Eigen::Matrix<double, 6, Eigen::Dynamic> connection(const std::vector<double>& q, double fluidDensity) const;

  private:
    struct Data;
    friend class AmplitudeModelBuilder;

    explicit AmplitudeModel(std::unique_ptr<Data> data);

    std::unique_ptr<Data> m_data;
};

} // namespace ambient
