// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluidGrid/CoveredFace.h"
#include "AmbientFluidGrid/GridBody.h"
#include "AmbientFluidGrid/GridLayout.h"

#include <functional>
#include <utility>
#include <vector>

namespace ambient {

/// Viscosity of a fluid that sticks to bodies, by implicit Euler steps:
///     w (u - u*) = n sum over neighbours (u_nb - u) + n sum over surfaces (v_s - u)/theta,  n = nu dt/h^2,
/// w the share of fluid of a face, theta the distance of the surface on the line to a neighbour within a body, in cells
/// [Gibou2002]; bodies get what the fluid loses, so that momentum is exchanged to rounding whatever the solver's
/// residual. Fluid and bodies are one symmetric system: thick fluids and light bodies are stable. Conjugate gradients
/// with the diagonal of the faces and the dry response of the bodies.
class BodyFriction {
  public:
    /// Velocity changes of all bodies by impulses on them, about their centres, world axes; none of prescribed and
    /// absent ones.
    using Response = std::function<void(const Wrench* impulses, Twist* changes)>;

    /// \param def of the grid \param tolerance largest residual, relative
    BodyFriction(const FluidGridDef& def, double tolerance);

    /// Finds surfaces between faces. \param covered faces per body, inside the bodies and at their surface
    /// \param weights share of fluid of each face
    void place(const std::vector<GridBody>& bodies, const std::vector<std::vector<CoveredFace>>& covered,
               const GridVelocity& weights);
    /// Applies viscosity to fluid and bodies over a duration. \param velocity with borders
    /// \param weights as in place() \param respond of the bodies, without memory
    void diffuse(double duration, const GridVelocity& weights, GridVelocity& velocity, std::vector<GridBody>& bodies,
                 const Response& respond);
    int iterations() const { return m_iterations; } ///< of the last diffuse()

  private:
    /// A face of the fluid beside a surface of a body.
    struct Link {
        std::ptrdiff_t face;
        int component, body;
        double conductance; ///< 1/theta
        Vector3 arm;        ///< of the point on the surface
    };
    /// A face with its centre within a body and a share of fluid.
    struct CutFace {
        std::ptrdiff_t face;
        int component, body;
        double weight;
        Vector3 arm;
    };
    /// Faces and bodies: a vector of the system.
    struct Unknowns {
        GridVelocity faces;
        std::vector<Twist> bodies;
    };
    /// Faces and bodies: a right side of the system.
    struct Loads {
        GridVelocity faces;
        std::vector<Wrench> bodies;
    };

    /// Adds the links from the neighbours of a face of a body.
    void addLinks(int body, const GridBody& of, const CoveredFace& from);
    /// Flux that leaves each free face, and the impulses on bodies, both over n.
    void fluxes(const GridVelocity& velocity, const std::vector<Twist>& motions, Loads& to) const;
    /// to = A direction. \param momenta of the direction's bodies
    void apply(Unknowns& direction, const std::vector<Wrench>& momenta, const GridVelocity& weights, Loads& to);
    /// Approximate solution of the system.
    void precondition(const Loads& residual, const Response& respond, Unknowns& to);
    /// Power of the loads in the motion.
    double product(const Unknowns& a, const Loads& b);
    /// Finds m_change from m_residual.
    void solve(const GridVelocity& weights, const Response& respond);
    /// Applies the fluxes of the solution.
    void finish(const GridVelocity& weights, GridVelocity& velocity, std::vector<GridBody>& bodies,
                const Response& respond);
    /// Sets m_inverse.
    void setDiagonal(const GridVelocity& weights);
    /// Impulse of a cut face on its body, over n and the mass of a cell. \param relative velocity of the body [m/s]
    double impulseOfCut(const CutFace& cut, double relative) const;
    /// Calls function(component, place) for all numbers of the faces, in parallel.
    template <class Function>
    void forEachNumber(const Function& function) const;

    FluidGridDef m_def, m_still; ///< m_still: with sides at rest
    GridLayout m_layout;
    double m_tolerance, m_cellMass;
    double m_number = 0.0;              ///< n
    std::array<GridField, 3> m_isFluid; ///< 1: a free face of the fluid, 0: not
    std::vector<std::pair<int, std::ptrdiff_t>> m_owned;
    std::vector<Link> m_links;
    std::vector<CutFace> m_cut;
    GridVelocity m_inverse;
    Unknowns m_change, m_direction, m_preconditioned;
    Loads m_residual, m_applied;
    std::vector<Wrench> m_momenta; ///< of m_direction
    std::vector<double> m_layerSums;
    int m_iterations = 0;
};

} // namespace ambient
