// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/LaplaceKernel.h"

#include <array>
#include <vector>

/// \file
/// The vectorised loops of a row of assembleGalerkin(). Their bytes do not depend on the width of the vectors.

namespace ambient {

/// Normal velocities of the six unit motions, then 1, then a zero as padding to full vector registers.
using Flux = Eigen::Matrix<double, 8, 1>;
/// Loads from a face on its three corners: one column per corner, rows as in Flux.
using CornerLoad = Eigen::Matrix<double, 8, 3>;

/// Panels as a structure of arrays, filled up to whole vectors with panels without area.
struct FarPanels {
    /// Copies what the far field needs of the panels.
    explicit FarPanels(const std::vector<Panel>& panels);

    std::vector<double> x, y, z, area, radius; ///< centroid [m], area [m^2], Panel::radius [m]
    /// Second moments about the centroid per unit area: xx, yy, zz, xy, yz, zx [m^2].
    std::array<std::vector<double>, 6> moment;
};

/// Kernels of the centroids of one row of panels.
class FarKernels {
  public:
    /// Evaluates the kernels between panel i and all others, corrected with the second moments of both.
    void evaluate(const FarPanels& panels, int i, const Vector3& normal);

    const double* singleLayer() const { return m_numbers[0].data(); }   ///< A_i A_j/r, not for j = i [m^3]
    const double* adjoint() const { return m_numbers[1].data(); }       ///< A_j n_i.(c_j - c_i)/r^3, not for j = i
    const double* distanceRatio() const { return m_numbers[2].data(); } ///< distance over the sum of the radii

  private:
    std::array<std::vector<double>, 3> m_numbers;
};

/// Quadrature with three points on panel i and three on other panels.
class MiddlePoints {
  public:
    /// Removes all points; their memory is kept.
    void clear() { m_points.clear(); }
    /// Adds a point of another panel [m].
    void add(const Vector3& position) { m_points.add(position); }
    /// Evaluates the kernels between three points of a panel and all points added.
    void evaluate(const Vector3* ofPanel, const Vector3& normal);
    /// Sum over the three points of 1/r [1/m]. \param b in the order of add()
    double inverseDistances(int b) const { return m_numbers[0][b]; }
    /// Sum over the three points of the hat of a corner times n.(y - x)/r^3 [1/m^2].
    double adjoint(int b, int corner) const { return m_numbers[1 + corner][b]; }

  private:
    PointVectors m_points;
    std::array<std::vector<double>, 4> m_numbers;
};

/// A sum of fluxes, weighted for each corner of a panel.
class WeightedFluxes {
  public:
    /// Removes all terms; their memory is kept.
    void clear();
    /// Adds a term. \param flux outlives sum()
    void add(const Flux& flux, double w0, double w1, double w2) {
        m_flux.push_back(flux.data());
        m_weight.insert(m_weight.end(), {w0, w1, w2});
    }
    CornerLoad sum() const; ///< in the order of add()

  private:
    std::vector<const double*> m_flux;
    std::vector<double> m_weight;
};

} // namespace ambient
