// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CouplingShape.h"
#include "AmbientFluid/Coupling/MirrorPlanes.h"
#include "AmbientFluid/Math/SE3.h"

#include <memory>
#include <vector>

namespace ambient {

class GroupResponse;
class GroupSums;
struct CoupledPair;

/// Whether the drag of a body sees the flow of others.
enum class DragInFlow {
    No,     ///< each body has the drag of its own motion
    OneWay, ///< of its motion relative to the flow of the others, which are not braked by it: may add energy
    Mutual  ///< as OneWay, and those that make the flow take the reaction: the drag of a group never adds energy
};

/// Place of a body in a tree of links. Links that a joint connects overlap there: their flows do not couple.
struct CoupledLink {
    int tree = -1;        ///< number of the tree; -1: the body is no link
    int link = 0;         ///< number in the tree, base first
    int parent = -1;      ///< nearest ancestor that takes part too; -1: none
    bool isWhole = false; ///< the inertia of the tree has the flow between its links: none of them couple
};

/// A body of a CoupledGroup at its place.
struct CoupledBody {
    const CouplingShape* shape = nullptr; ///< outlives the group's use of it
    Pose worldFromMesh;                   ///< of the frame of the shape's mesh
    Vector3 about = Vector3::Zero(); ///< point of the twist and of all blocks, such as the centre of mass, world [m]
    /// The coupling of two bodies is multiplied by the strengths of both, in [0, 1]: 0 takes a body out, as one in air.
    double strength = 1.0;
    CoupledLink link = {}; ///< in a tree of links; default: none
};

/// Whether the flows of two bodies couple directly, if they are within reach.
bool doCouple(const CoupledLink& a, const CoupledLink& b);

/// Motion of a body relative to the flow of the others around it. The velocity of the body's point at r from its
/// reference point, relative to that flow, is linear + angular x r - strain r. World axes.
struct MotionInFlow {
    Twist twist;                      ///< of the body [rad/s, m/s]
    Matrix3 strain = Matrix3::Zero(); ///< gradient of the flow, symmetric, without trace [1/s]
};

/// Forces on a MotionInFlow.
struct ForceInFlow {
    Wrench wrench;                     ///< about the reference point [N m, N]
    Matrix3 stretch = Matrix3::Zero(); ///< Sum force r^T [N m], of which the symmetric part counts
};

/// Arithmetic of the sums over pairs of faces.
enum class CouplingPrecision {
    Single, ///< relative errors of 1e-6 (default)
    Double  ///< half as fast
};

/// Results of CoupledGroup::place().
enum class GroupSolution {
    Direct, ///< the flows of all unit motions by a factorisation: the cost grows with the cube of the bodies (default)
    Iterative ///< no matrix of the group: for respond() only; the cost grows with the pairs
};

/// The potential flow of several bodies in real time: their added mass beyond that of each alone, its gradient, and the
/// flow.
///
/// With orthonormal modes a of each body, (1 + C) a = b Y, and the added mass beyond the bodies' own is rho b^T [(1 +
/// C)^-1 - 1] b. C has sums over pairs of points only. Between bodies whose centres are r times the sum of their radii
/// apart, the points are all faces for r < 1.15, 96 clusters of them from 1.3 to 1.5, and 40 for r > 1.8; the coupling
/// fades out between 5/6 of the reach and the reach. In between, both are blended smoothly, and the gradient includes
/// the blend: it is exact.
/// Sums are taken in one order: the same bytes for any number of threads.
/// 6-vectors are in world axes, about CoupledBody::about, angular first. A group may be placed again; it keeps its
/// memory.
class CoupledGroup {
  public:
    /// \param reach in sums of two radii, above 0: bodies farther apart do not feel each other. Infinity: all do
    /// \throws std::invalid_argument if `reach` is not above 0
    explicit CoupledGroup(CouplingPrecision precision = CouplingPrecision::Single, double reach = 3.0);
    ~CoupledGroup();
    CoupledGroup(CoupledGroup&&) noexcept;            ///< moves the memory
    CoupledGroup& operator=(CoupledGroup&&) noexcept; ///< moves the memory

    /// Places the bodies and solves for the flows of all their unit motions, or leaves that to respond().
    /// \param images of the world behind walls (imagesBy)
    /// \throws std::invalid_argument naming the body if there is no shape or a number is not finite
    void place(const std::vector<CoupledBody>& bodies, const std::vector<Reflection>& images = {},
               GroupSolution solution = GroupSolution::Direct);

    /// Whether two bodies at these places are within reach.
    bool areWithinReach(const CoupledBody& a, const CoupledBody& b) const;
    /// Whether any two bodies, or a body and an image, were within reach when placed. If not, all results are zero.
    bool isCoupled() const;

    /// Added mass beyond that of each body alone, per unit density: 6N x 6N, in the order of the bodies.
    const Eigen::MatrixXd& addedMassByOthers() const { return m_addedMass; }

    /// Halves the factor of the whole coupling, or ends the coupling below 1/1024, and solves again. For bodies that
    /// overlap so deeply that the inertia of the group would not be positive. place() starts with 1, or with the
    /// largest of 1, 1/2, 1/4 ... for which the energy is positive.
    void weaken();
    double factor() const { return m_factor; } ///< of the whole coupling, in [0, 1]

    /// Derivative of Y^T K Y / 2 as each body is turned and moved together with its own twist, the twists of all bodies
    /// fixed in their own axes: torque and force, per unit density. It vanishes for a body that is alone.
    /// \param twists one per body \param wrenches receives one per body
    void gradient(const std::vector<Twist>& twists, std::vector<Wrench>& wrenches);

    /// The bodies' own parts for respond(). \param mobilities of each body alone, world axes, zero for one whose motion
    /// is prescribed \param density of the fluid [kg/m^3]
    void setOwnMobilities(const std::vector<Matrix6>& mobilities, double density);
    /// The gradient for bodies with given momenta, iteratively: the group's inertia is that of each body alone plus
    /// addedMassByOthers(). \param alone twists that the momenta would give each body alone, or prescribed ones
    /// \param carried receives the change of the twists by the others' flow \param wrenches as gradient()
    /// \returns false, with nothing computed, if the iteration did not end
    bool respond(const std::vector<Twist>& alone, std::vector<Twist>& carried, std::vector<Wrench>& wrenches);

    /// Velocity of the fluid at a point outside the bodies by the motions of all but one of them, and by all images
    /// [m/s], with the twists of the last gradient() or respond(). \param except index of the body left out; -1: none
    Vector3 flowAt(const Vector3& point, int except = -1) const;

    /// Twists of the last gradient() or respond().
    const std::vector<Twist>& twists() const { return m_twists; }
    /// Motions of the bodies relative to the flow of the others and of all images, with the twists of the last
    /// gradient() or respond(). The flow counts to first order in the distance: the potential flow of degree 2 with the
    /// flux C a on the body's modes (CouplingShape::flowOf).
    void relativeMotions(std::vector<MotionInFlow>& relative) const;
    /// The transposed map: the wrenches on all bodies by forces that act on their relative motions, so that the power
    /// of both is the same. A force on a body that is dragged along thus brakes those that drag it.
    /// \returns false, with nothing computed, if the iteration of a group placed for it did not end
    bool spread(const std::vector<ForceInFlow>& onRelative, std::vector<Wrench>& onBodies) const;

    /// Smallest eigenvalue of 1 + C.
    double smallestEigenvalue() const;

  private:
    void findPairs();
    void numberModes();
    void loadModes();
    bool solve();
    void addWrenches(const Eigen::VectorXd& amplitudes, std::vector<Wrench>& wrenches);

    double m_reach;
    double m_factor = 1.0;
    std::vector<CoupledBody> m_bodies;
    std::vector<Reflection> m_images;
    /// Row of the first mode of each body; then the number of rows. A body without near ones has its far modes only.
    std::vector<int> m_first;
    std::vector<CoupledPair> m_pairs;
    std::unique_ptr<GroupSums> m_sums;
    std::unique_ptr<GroupResponse> m_response;
    std::vector<Eigen::MatrixXd> m_loads; ///< b of each body, world twists: modes x 6
    Eigen::MatrixXd m_coupling;           ///< C without the factor
    Eigen::MatrixXd m_load;               ///< b of all bodies: rows x 6N
    Eigen::MatrixXd m_modes, m_addedMass; ///< (1 + C)^-1 b; b^T ((1 + C)^-1 - 1) b
    Eigen::VectorXd m_amplitudes;         ///< a of the last gradient() or respond()
    std::vector<Twist> m_twists;          ///< of the bodies then
};

} // namespace ambient
