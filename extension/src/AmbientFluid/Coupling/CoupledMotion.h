// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CoupledGroup.h"
#include "AmbientFluid/Coupling/CoupledTree.h"
#include "AmbientFluid/Math/SpatialInertia.h"

#include <memory>
#include <vector>

namespace ambient {

class GroupSpeeds;

/// The force of the fluid that opposes the motion of a body relative to it.
class RelativeDrag {
  public:
    virtual ~RelativeDrag() = default;
    /// The force about the body's origin, world axes, of power 0 or less on the relative motion. May be called by
    /// several threads, for one body each. \param relative motion of the body relative to the fluid around it
    virtual ForceInFlow at(const Pose& worldFromBody, const MotionInFlow& relative) const = 0;
};

/// A body that moves in the flow of others. World quantities are about its origin, such as the centre of mass.
struct CoupledMover {
    const CouplingShape* shape = nullptr; ///< outlives the motion's use of it
    Pose bodyFromMesh;                    ///< of the shape's mesh
    Pose worldFromBody;                   ///< place
    /// Inertia of the body with its own added mass, without the others', body axes, about the body's origin.
    SpatialInertia inertia;
    Momentum momentum; ///< the momentum Pi of K Y = Pi, K of the group; world axes; relative to the medium
    Twist drift;       ///< velocity with which the others' flow carries it, from the last kick; world axes
    /// A body with a prescribed motion, such as one at rest: others feel it, and it has no momentum.
    bool isPrescribed = false;
    Twist prescribed;                   ///< its twist, world axes
    double strength = 1.0;              ///< CoupledBody::strength
    const RelativeDrag* drag = nullptr; ///< outlives the motion's use of it; null: none
    /// A link of a CoupledTree: inertia, momentum and drift are the tree's, and those here are not read.
    CoupledLink link = {};
};

/// Places the links of trees at the trees' states. \param movers the places of those that are links are changed
void placeLinks(const std::vector<CoupledTree>& trees, std::vector<CoupledMover>& movers);

/// The coupled part of the motion of several bodies in potential flow.
///
/// The energy of the group, Pi^T W Pi / 2 with W = K^-1, is that of each body alone plus the rest, which couples them.
/// Here the bodies follow the rest: poses drift with Y_c = W Pi - W_0 Pi, momenta change by the gradient of the energy.
/// Alternated with the motion of each body alone, this is a symmetric splitting of second order: a close pass of two
/// ellipsoids keeps its energy to 1e-5 at 1/60 s. Momentum is kept to rounding.
///
/// Trees of links are members by the momenta of their free speeds v: with Y = J v the twists of the links, the inertia
/// of a group is M + J^T K_c J, M the trees' own and K_c that of the coupling. The rest then changes the momentum of a
/// joint S by the difference, with and without the coupling, of (Y x S) . h of the links behind it, h their momenta,
/// and by S times the gradient.
class CoupledMotion {
  public:
    /// \param precision, reach as CoupledGroup
    explicit CoupledMotion(CouplingPrecision precision = CouplingPrecision::Single, double reach = 3.0);
    ~CoupledMotion();
    CoupledMotion(CoupledMotion&&) noexcept;            ///< moves the memory
    CoupledMotion& operator=(CoupledMotion&&) noexcept; ///< moves the memory

    /// The inertia K of the group and its inverse at the movers' places, and the factor of the coupling.
    /// If K is not positive, as in deep overlap, the coupling is halved until it is.
    /// \param density of the fluid [kg/m^3], 0 or above
    /// \throws std::invalid_argument as CoupledGroup::place, or if the density is negative or not finite
    void assemble(const std::vector<CoupledMover>& movers, const std::vector<Reflection>& images, double density) {
        assemble(movers, {}, images, density);
    }
    /// The same with trees, at the places of their states. \param movers the links' places in them are those of trees
    void assemble(const std::vector<CoupledMover>& movers, const std::vector<CoupledTree>& trees,
                  const std::vector<Reflection>& images, double density);

    /// Moves poses and momenta by `duration` [s] of the coupled part; assembles at the middle. The bodies' own motion
    /// is not part of it. \param movers poses, momenta and drifts are changed, unless no two bodies are within reach
    void kick(std::vector<CoupledMover>& movers, const std::vector<Reflection>& images, double density,
              double duration) {
        std::vector<CoupledTree> none;
        kick(movers, none, images, density, duration);
    }
    /// The same with trees, whose states and drifts are changed too, and the places of their links.
    void kick(std::vector<CoupledMover>& movers, std::vector<CoupledTree>& trees, const std::vector<Reflection>& images,
              double density, double duration);

    /// Use of CoupledMover::drag in kick(). The motion of each body alone has had the drag of that motion: kick()
    /// adds the difference, by its impulse, scaled down where it would add energy to the two together. Default: No.
    void setDrag(DragInFlow drag) { m_drag = drag; }

    /// Twists at the places of the last assembly, world axes: prescribed ones, and W (Pi - K Y_prescribed).
    /// \param momenta one per mover
    /// \param ofTrees of the trees' free speeds, less those of given parts (TreeSpeeds::momenta)
    std::vector<Twist> twists(const std::vector<CoupledMover>& movers, const std::vector<Momentum>& momenta,
                              const std::vector<Eigen::VectorXd>& ofTrees = {}) const;
    /// Speeds of a group with trees (speeds()), by momenta as in twists().
    Eigen::VectorXd speedsBy(const std::vector<CoupledMover>& movers, const std::vector<Momentum>& momenta,
                             const std::vector<Eigen::VectorXd>& ofTrees) const;
    /// The momenta K Y of twists.
    std::vector<Momentum> momenta(const std::vector<Twist>& twists) const;
    /// Kinetic energy of bodies and fluid with these momenta [J]; prescribed bodies at rest.
    /// \param trees those of the last assemble()
    double energy(const std::vector<CoupledMover>& movers, const std::vector<CoupledTree>& trees = {}) const;

    /// Inertia of the group, 6N x 6N, world axes, prescribed bodies among them; of links only that of the coupling.
    const Eigen::MatrixXd& inertia() const { return m_inertia; }
    /// Its inverse for the free bodies; rows and columns of prescribed ones are zero. With trees: for the twists of
    /// the movers that are no links, and then the free speeds of each tree.
    const Eigen::MatrixXd& mobility() const { return m_mobility; }
    const GroupSpeeds& speeds() const { return *m_speeds; } ///< of mobility()
    /// The flow and its couplings at the places of the last assembly.
    const CoupledGroup& group() const { return m_group; }
    /// Whether the coupling had to be weakened in the last assembly (CoupledGroup::factor).
    bool isWeakened() const { return m_group.factor() < 1.0; }

  private:
    void place(const std::vector<CoupledMover>& movers, const std::vector<Reflection>& images, double density,
               GroupSolution solution);
    /// The passes of kick(); false if the group needs the other solution.
    bool pass(const std::vector<CoupledMover>& middle, const std::vector<CoupledTree>& trees, double density,
              double duration, GroupSolution solution);
    /// Momenta of the trees for the first pass.
    void startTrees(const std::vector<CoupledTree>& trees);
    /// Twist of a link of a tree without the others, in the present pass.
    Twist aloneTwist(const CoupledLink& link) const;
    /// Forces on the trees with the gradient at hand, and their momenta for the next pass.
    void passTrees(const std::vector<CoupledTree>& trees, const std::vector<CoupledMover>& middle,
                   const std::vector<Momentum>& atMiddle, double density, double duration);
    /// Moves the trees at the end of kick(), and their links.
    void moveTrees(std::vector<CoupledTree>& trees, std::vector<CoupledMover>& movers, double duration);
    bool invert(const std::vector<CoupledMover>& movers, double density);
    /// Impulses of the difference of drag on each body, by the flow of the last pass; they become zero if there is
    /// none.
    void findDrag(const std::vector<CoupledMover>& middle, double duration);
    /// W of the group times impulses, or a bound.
    double energyOf(const std::vector<Momentum>& impulses) const;

    /// Of one tree in kick(), for its free speeds.
    struct TreePass {
        Eigen::VectorXd start; ///< momenta at the start
        Eigen::VectorXd drift; ///< speeds by the others' flow
        Eigen::VectorXd force; ///< rates of the momenta by the others
    };

    CoupledGroup m_group;
    std::vector<CoupledBody> m_bodies;
    std::vector<Wrench> m_gradient;
    std::vector<Matrix6> m_ownMobility;
    DragInFlow m_drag = DragInFlow::No;
    std::vector<Twist> m_alone;           ///< twists of the last pass without the others
    std::vector<Momentum> m_dragImpulses; ///< of findDrag()
    std::vector<Wrench> m_force;          ///< of the last pass
    std::vector<Twist> m_drift;           ///< of the last pass
    std::vector<TreePass> m_treePasses;
    std::vector<Eigen::VectorXd> m_treeMomenta; ///< of the trees' speeds, at the middle in the present pass
    bool m_isDirect = true;                     ///< whether the last pass had m_mobility
    std::unique_ptr<GroupSpeeds> m_speeds;
    Eigen::MatrixXd m_inertia, m_mobility;
};

} // namespace ambient
