// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CoupledTree.h"
#include "AmbientFluid/Math/SpatialVector.h"

#include <vector>

namespace ambient {

/// The free speeds of a CoupledTree at a place: the base's twist in world axes about its centre of mass, unless it is
/// fixed or led, then the rates of the joints that are neither led nor on a path. The twists of the links, relative to
/// their media and in world axes about their centres of mass, are given() + jacobian() speeds.
class TreeSpeeds {
  public:
    /// Evaluates a tree at its state. \throws std::invalid_argument if an inertia is not positive
    void place(const CoupledTree& tree);

    int count() const { return static_cast<int>(m_jacobian.cols()); } ///< of speeds
    bool hasBase() const { return m_hasBase; }                        ///< whether the base's twist is among the speeds
    const std::vector<int>& joints() const { return m_joints; }       ///< rates of joints among the speeds, ascending
    /// 6 rows per link, base first.
    const Eigen::MatrixXd& jacobian() const { return m_jacobian; }
    /// Twists of the links at zero speeds, 6 numbers per link.
    const Eigen::VectorXd& given() const { return m_given; }
    /// Inertia of the tree alone for its speeds.
    const Eigen::MatrixXd& inertia() const { return m_inertia; }
    /// Its inverse times momenta.
    Eigen::VectorXd respond(const Eigen::VectorXd& momenta) const { return m_factors.solve(momenta); }

    /// Momenta of a state at this place, less those of given() in the inertia of the tree alone.
    Eigen::VectorXd momenta(const ArticulatedState& state) const;
    /// Adds an impulse on the speeds to the momenta of a state.
    void addTo(ArticulatedState& state, const Eigen::VectorXd& impulse) const;
    /// Sets CoupledTree::drift and rateDrift to speeds.
    void setDrift(CoupledTree& tree, const Eigen::VectorXd& speeds) const;

    /// Rates of the momenta at some speeds; those of the base about the point of the world at its centre of mass.
    /// \param loads on the links, one per link, world axes, about the centres of mass
    /// \param beyond momenta of the links beyond those of the tree's own inertia, 6 numbers per link, world axes
    Eigen::VectorXd rates(const CoupledTree& tree, const Eigen::VectorXd& speeds, const std::vector<Wrench>& loads,
                          const Eigen::VectorXd& beyond) const;
    /// Adds to rates the change of the base's angular momentum as its centre drifts: P x V.
    void addCarriedTurn(const Eigen::VectorXd& momenta, const Eigen::VectorXd& drift, Eigen::VectorXd& rates) const;

  private:
    /// Gives the tree's dynamics the velocities of some speeds.
    void setVelocity(const CoupledTree& tree, const Eigen::VectorXd& speeds) const;
    void findJacobian(const CoupledTree& tree);
    Eigen::VectorXd twistsInWorld(const CoupledTree& tree) const;
    /// Share of `beyond` in the rates of the joints' momenta: (Y x S) . h of the links behind each joint.
    void addTurns(const CoupledTree& tree, const Eigen::VectorXd& beyond, Eigen::VectorXd& rates) const;

    bool m_hasBase = true;
    std::vector<int> m_joints;
    std::vector<int> m_linkOf; ///< link of each of them
    Eigen::MatrixXd m_jacobian, m_inertia;
    Eigen::VectorXd m_given, m_ofGiven; ///< twists; momenta of the speeds by them
    Eigen::LLT<Eigen::MatrixXd> m_factors;
};

} // namespace ambient
