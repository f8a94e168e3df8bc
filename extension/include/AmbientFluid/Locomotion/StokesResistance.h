// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Locomotion/ShapeMetric.h"

namespace ambient {

/// True Stokes flow around a surface: micro-swimmers, settling at low Reynolds numbers. [Pozrikidis1992, ch. 4]
/// A single layer of tractions, constant on each face: S f_k = rigid motion k, R_kl = Int f_k . r_l dA, and by the
/// reciprocal theorem h_k = Int f_k . u dA for any surface velocity u [Stone1996]. Faces may be open: thin sheets.
/// Walls are not felt; pieces feel each other. The matrix is dense and its symmetric part is solved: R is symmetric and
/// positive. Errors are of first order in the number of faces, 1.5e-3 of the resistance to translation at 320 faces of
/// a sphere.
class StokesResistance : public ShapeMetric {
  public:
    static constexpr int kMostFaces = 2000; ///< 36 million numbers

    /// \param viscosity eta [Pa s], positive: of no effect without loads
    explicit StokesResistance(double viscosity = 1.0);

    std::string name() const override { return "stokes"; }
    FrameElements needs() const override { return FrameElements::Faces; }
    bool isInertia() const override { return false; }
    bool isDense() const override { return true; }
    /// \throws std::invalid_argument for more than kMostFaces faces; std::runtime_error if the system is singular even
    /// with enlarged blocks of the faces with themselves, the cure for thin bodies (StokesSystem)
    ShapeReduction reduce(const Shape& shape, const PointColumns& velocity) const override;
    AffineForm affineForm(const Shape& shape, const PointColumns& other, const FormOrigins& origins) const override;
    void addRegistration(const Shape& shape, const PointColumns& other, RegistrationSums& sums) const override;

  private:
    double m_viscosity;
};

} // namespace ambient
