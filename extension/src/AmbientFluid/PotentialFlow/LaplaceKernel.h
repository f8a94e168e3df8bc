// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/Types.h"
#include "AmbientFluid/PotentialFlow/PointVectors.h"

#include <array>
#include <vector>

namespace ambient {

/// Flat triangle with precomputed geometry for the closed-form integrals.
struct Panel {
    Panel() = default;
    /// \param a, b, c corners [m], counter-clockwise from outside; not degenerate
    Panel(const Vector3& a, const Vector3& b, const Vector3& c);

    std::array<Vector3, 3> corner;      ///< as given [m]
    std::array<Vector3, 3> edgeNormal;  ///< in the plane, unit, pointing out of edge k (corner k to k+1)
    std::array<double, 3> edgeLength;   ///< [m]
    std::array<Vector3, 3> hatGradient; ///< in-plane gradient of the barycentric coordinate of corner k [1/m]
    Vector3 centroid;                   ///< [m]
    Vector3 normal;                     ///< outward unit normal
    double area = 0.0;                  ///< [m^2]
    double radius = 0.0;                ///< largest distance of a corner from the centroid [m]

    /// Point of the panel with these barycentric coordinates.
    Vector3 at(const std::array<double, 3>& barycentric) const {
        return barycentric[0] * corner[0] + barycentric[1] * corner[1] + barycentric[2] * corner[2];
    }
    /// Barycentric coordinate of corner k at the projection of p onto the plane of the panel.
    double hat(int k, const Vector3& p) const { return 1.0 / 3.0 + hatGradient[k].dot(p - centroid); }
};

/// Integrals of the Laplace kernel over a panel T for a point p; r = |p - x|, no factor 1/(4 pi).
struct PanelIntegrals {
    double singleLayer = 0.0; ///< Int 1/r dA [m]
    double solidAngle = 0.0;  ///< Int n.(p - x)/r^3 dA: positive on the outer side; jumps by 4 pi
    std::array<double, 3> doubleLayer = {0., 0., 0.}; ///< Int hat_k(x) n.(p - x)/r^3 dA; their sum is solidAngle
};

/// Evaluates the integrals in closed form, by the divergence theorem in the plane of the panel.
/// Exact for any p off the edges of the panel, finite on the edges. For a point IN the panel, rounding decides the side
/// and thus the sign of the solid angle 2 pi: callers skip points of the panel itself, at which the principal value of
/// the double layer is 0. Solid angle after [VanOosterom1983].
PanelIntegrals integratePanel(const Panel& panel, const Vector3& p);

/// Points at which a panel is integrated, and the integrals there.
class PanelPoints {
  public:
    /// Removes all points; their memory is kept.
    void clear() { m_points.clear(); }
    /// Adds a point [m], frame of the panels.
    void add(const Vector3& p) { m_points.add(p); }
    int size() const { return m_points.size(); } ///< number of points
    /// Evaluates the integrals of integratePanel() at all points, several at a time, to 1e-14 of the largest that a
    /// panel of this size has. The bytes of a point depend neither on the other points nor on the width of vectors.
    void integrate(const Panel& panel);
    /// The integrals at a point. \param i in the order of add(), after integrate()
    PanelIntegrals at(int i) const;

  private:
    PointVectors m_points;
    std::array<std::vector<double>, 5> m_integrals; // single layer, solid angle, double layers
};

/// Int_T Int_T 1/|x - y| dA dA of a triangle with itself [m^3], in closed form from the side lengths. [Eibert1995, eq.
/// 25]
double panelSelfIntegral(const Panel& panel);

} // namespace ambient
