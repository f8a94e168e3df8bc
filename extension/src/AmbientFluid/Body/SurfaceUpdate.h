// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/BodyDeformation.h"
#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/Body/MovedWings.h"
#include "AmbientFluid/Body/SurfaceData.h"

#include <array>
#include <vector>

namespace ambient {

/// Data of the rest shape that the faces of a deforming body carry along.
struct CarriedFaces {
    /// Rows of PressureWeights that grow with the area of the face.
    static constexpr std::array<int, 7> kScaled = {
        PressureWeights::Front, PressureWeights::Hollow, PressureWeights::LeeFlat,  PressureWeights::LeeRound,
        PressureWeights::Sheet, PressureWeights::Base,   PressureWeights::Revolving};
    /// First rows of its vectors, which turn with the face: a unit vector, and one whose length grows with its root.
    static constexpr std::array<int, 2> kTurned = {PressureWeights::MeanX, PressureWeights::ChordX};
    /// A vector of each face by its parts, one number per face each.
    struct Turned {
        std::vector<double> normal; ///< along the normal, which is as long as the root of the area
        std::vector<double> first;  ///< along the first side of the face
        std::vector<double> second; ///< along its second side
        std::vector<double> size;   ///< its length; that of other vectors than MeanX per root of the area
        bool isZero = true;         ///< for all faces: the vectors of every shape are then zero
    };

    std::array<bool, kScaled.size()> isZero; ///< kScaled of all faces: those of every shape are then zero
    /// kScaled per area, padded with zeros as FaceTable.
    std::array<std::vector<double>, kScaled.size()> perArea;
    std::array<Turned, kTurned.size()> turned; ///< kTurned, padded with zeros as FaceTable
    /// PressureWeights::actionShares, by corners, padded with zeros as FaceTable; empty: the centroids.
    std::array<std::vector<double>, 3> actionShares;
    std::vector<double> potentialLength; ///< shareLengths() of the rest [m]
    MovedWings wings;                    ///< lifting surfaces of the rest

    /// Of the model of the rest shape.
    explicit CarriedFaces(const FluidBodyModel& rest);
};

/// The shape parameters of the rest, carried to a key: directions follow the sides of their faces.
SurfaceShape carriedShape(const FluidBodyModel& rest, const TriangleMesh& key);

/// Rewrites a Surface for moved vertices, without allocation. The mesh keeps its faces.
class SurfaceUpdate {
  public:
    /// \param surface assigned with the faces of the rest shape
    explicit SurfaceUpdate(Surface& surface) : m_surface(surface) {}

    /// Moves faces and volume: centroids, normals, areas, weights, bases, volume and its centre.
    /// \param points, velocities of the vertices, x y z each
    /// \param faceVelocity receives the mean velocity of the corners \param needsWeights whether to move the weights
    void moveFaces(const double* points, const double* velocities, const CarriedFaces& carried,
                   VectorRows& faceVelocity, bool needsWeights = true);
    /// Fills the input of immersion after moveFaces(): corners, vertices, shares of the added mass, quadrature, radius.
    void fillWetting(const double* points, const CarriedFaces& carried);
    /// Fills the velocities of the vertices. \param velocities x y z each
    void fillVertexVelocity(const double* velocities, VectorRows& vertexVelocity) const;
    /// Fills the single-precision table, after moveFaces().
    void fillSingle() { m_surface.m_singleTable->assign(*m_surface.m_table, m_surface.m_data->centerOfVolume); }

    /// The numbers of the surface that its faces do not determine.
    SurfaceData& data() { return *m_surface.m_data; }

  private:
    double* row(int index) { return m_surface.m_table->writableRow(index); }
    void fillCorners(const double* points);
    void fillShares(const CarriedFaces& carried);
    void fillQuadrature();

    Surface& m_surface;
};

} // namespace ambient
