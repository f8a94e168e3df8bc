// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Dynamics/FluidInteraction.h"

#include <Eigen/Core>

#include <vector>

namespace ambient {

/// Links that shield each other in creeping flow.
///
/// The force F_i of link i on the fluid moves the fluid at the others: u_i = sum_j G_ij F_j with the mobilities of two
/// spheres [Rotne1969], [Zuk2014] of the radii a = k/(6 pi), k the largest drag of the link alone, in any direction,
/// per viscosity. Link i has the drag of its motion relative to u_i, so with K_i the drag of the links alone
///     (K^-1 + G) F = v + K^-1 C w
/// K^-1 is not below the own mobility of the spheres, therefore K^-1 + G is positive, and the loads are symmetric and
/// dissipate. For spheres this is the law of Rotne and Prager: two in contact have 4 % less drag than exact.
///
/// Creeping flow needs time to reach the other links, a^2/nu, and inertia ends it: G_ij has the factor f_i f_j,
///     f^2 = max(0, 1 - (a^2/(nu T))^2) max(0, 1 - Re/20)/(1 + Re),   T = 10 s
/// A link of more than 3 mm in water or 1.2 cm in air shields nothing, and costs nothing.
class LinkShielding {
  public:
    /// \param linkCount most links that add() takes before addLoads()
    explicit LinkShielding(int linkCount);

    /// Takes a link. \param link its place in the loads of addLoads() \param at evaluated \param relative twist
    /// relative to at.medium, axes of the link \param linkFromMesh frame of the link, at the centre of mass
    void add(int link, const FluidInteraction& fluid, const Immersion& at, const Twist& relative,
             const Pose& linkFromMesh);

    /// Adds to the loads of links alone what they lose by shielding each other, and forgets the links.
    /// \param loads about the centres of mass, world axes; one per link
    void addLoads(std::vector<FluidLoads>& loads);

  private:
    /// A link that shields others; world axes.
    struct Shield {
        int link;
        Vector3 at, lever; ///< centre of resistance, and from the centre of mass to it [m]
        Matrix3 drag;      ///< K_i, times the viscosity [N s/m]
        Matrix3 torque;    ///< torques of velocities, times the viscosity [N s]
        Vector3 force;     ///< of the link alone on the fluid [N]
        double radius;     ///< a [m]
        double root;       ///< f_i over the root of the viscosity [1/sqrt(Pa s)]
    };

    std::vector<Shield> m_shields;
    Eigen::MatrixXd m_matrix;
    Eigen::VectorXd m_forces;
};

} // namespace ambient
