// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeMetric.h"

namespace ambient {

class SampleStream;

/// A metric that is one loop over samples, which the sums of a metric share (SampleSums.h).
class LocalMetric : public ShapeMetric {
  public:
    /// As ShapeMetric::reduce(), by the sums over the samples.
    ShapeReduction reduce(const Shape& shape, const PointColumns& velocity) const override;
    /// As ShapeMetric::affineForm(), by the sums over the samples.
    AffineForm affineForm(const Shape& shape, const PointColumns& other, const FormOrigins& origins) const override;
    /// As ShapeMetric::addRegistration(), by the sums over the samples.
    void addRegistration(const Shape& shape, const PointColumns& other, RegistrationSums& sums) const override;

  private:
    /// Writes the samples of a shape, with a field that is given at its points.
    virtual void collect(const Shape& shape, const PointColumns& field, SampleStream& samples) const = 0;
};

/// Point masses: astronauts, cats, divers, rigs. Each point has mass `mass` times its weight. [Gross2023, sec. 2.2]
class PointMassMetric : public LocalMetric {
  public:
    /// \param mass of a point of weight 1 [kg] \throws std::invalid_argument unless positive and finite
    explicit PointMassMetric(double mass = 1.0);

    std::string name() const override { return "points"; }
    FrameElements needs() const override { return FrameElements::Points; }
    bool isInertia() const override { return true; }

  private:
    void collect(const Shape& shape, const PointColumns& field, SampleStream& samples) const override;
    double m_mass;
};

/// Paper 002's metric, vertex by vertex: m (eps I + (1 - eps) P). [Gross2023, eq. 1 and sec. 2.1]
/// On curves P = I - t t^T with t along the line between the two neighbours (of an end: along its edge), and m is half
/// the length of the edges at the vertex. Where more than two edges meet, P is the mean of the edges' own. On surfaces
/// P = n n^T with n the direction of the sum of the areas of the faces at the vertex, and m is a third of their size. m
/// is multiplied by the point's weight.
class AnisotropicMetric : public LocalMetric {
  public:
    /// \param eps resistance along the curve or surface over that across it, in [0, 1]
    /// \param on Edges or Faces
    /// \throws std::invalid_argument otherwise
    AnisotropicMetric(double eps, FrameElements on);

    std::string name() const override { return "vertex"; }
    FrameElements needs() const override { return m_on; }
    bool isInertia() const override { return false; }

  private:
    void collect(const Shape& shape, const PointColumns& field, SampleStream& samples) const override;
    double m_eps;
    FrameElements m_on;
};

/// Resistive force theory along the edges: per length, `along` t t^T + `across` (I - t t^T). [Gray1955]
/// Integrated by two Gauss points per edge: exact for straight edges, so links need no further points. Weights of
/// points are interpolated.
class SegmentResistance : public LocalMetric {
  public:
    /// \param ratio across over along, not negative; 2 is the limit of infinitely slender rods, exact spheroids of
    /// aspect 20 have 1.526, of aspect 100 1.655
    /// \param along resistance to motion along an edge per length [N s/m^2], positive: of no effect without loads
    explicit SegmentResistance(double ratio = 2.0, double along = 1.0);

    std::string name() const override { return "curve"; }
    FrameElements needs() const override { return FrameElements::Edges; }
    bool isInertia() const override { return false; }

  private:
    void collect(const Shape& shape, const PointColumns& field, SampleStream& samples) const override;
    double m_along, m_across;
};

/// Inertia along the edges: a mass per length for motion along and another for motion across an edge, the second with
/// the fluid that an eel takes along. Integrated as SegmentResistance.
class SegmentInertia : public SegmentResistance {
  public:
    /// \param along, across mass per length [kg/m]; `along` positive
    SegmentInertia(double along, double across) : SegmentResistance(across / along, along) {}

    std::string name() const override { return "segment inertia"; }
    bool isInertia() const override { return true; }
};

/// Resistance of faces: area times (`along` (I - n n^T) + `across` n n^T) at the centroid. Weights of points are
/// averaged over the face.
class FaceResistance : public LocalMetric {
  public:
    /// \param ratio across over along, not negative
    /// \param along resistance to motion along a face per area [N s/m^3], positive: of no effect without loads
    explicit FaceResistance(double ratio = 2.0, double along = 1.0);

    std::string name() const override { return "surface"; }
    FrameElements needs() const override { return FrameElements::Faces; }
    bool isInertia() const override { return false; }

  private:
    void collect(const Shape& shape, const PointColumns& field, SampleStream& samples) const override;
    double m_along, m_across;
};

} // namespace ambient
