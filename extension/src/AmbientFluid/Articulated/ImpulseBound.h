// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedBody.h"

#include <vector>

namespace ambient {

/// A quick bound of what impulses on the links of a tree do: joints and fluid only take energy from the motion that the
/// links would have alone and dry (Gauss's principle of least constraint).
class ImpulseBound {
  public:
    explicit ImpulseBound(const ArticulatedBody& body); ///< reads the inertias only

    /// Not below the root of twice the energy that impulses give to the tree at rest [kg^(1/2) m/s].
    /// \param impulses one per link, about the centres of mass, world axes [N m s, N s]
    double norm(const std::vector<Wrench>& impulses) const;
    /// The same of the differences of two sets of impulses. \returns infinity if their numbers differ
    double norm(const std::vector<Wrench>& first, const std::vector<Wrench>& second) const;

  private:
    double squared(std::size_t link, const Wrench& impulse) const {
        return m_mobilities[link].angular * impulse.angular.squaredNorm() +
               m_mobilities[link].linear * impulse.linear.squaredNorm();
    }

    /// Twice the traces of a link's mobility: not below the energy of any direction.
    struct Mobility {
        double angular = 0.0, linear = 0.0; ///< [1/(kg m^2), 1/kg]
    };
    std::vector<Mobility> m_mobilities;
};

} // namespace ambient
