// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/JointMotion.h"
#include "AmbientFluid/Articulated/LedMotion.h"
#include "AmbientFluid/Math/SE3.h"

#include <Eigen/Cholesky>

#include <memory>
#include <vector>

namespace ambient {

/// How the inertia of links with their fluid depends on the positions of the joints.
class LinkInertiaChange {
  public:
    virtual ~LinkInertiaChange() = default;
    /// At the present pose. \param relative twists relative to the medium, 6 numbers per link, link axes
    /// \param rates of the joints \param forces receives the derivative of Y_r^T K Y_r / 2 along each joint rate
    /// \param momentumRates receives dK/dt Y_r, 6 numbers per link; null: not needed
    virtual void changes(const Eigen::VectorXd& relative, const JointVector& rates, JointVector& forces,
                         Eigen::VectorXd* momentumRates) = 0;
};

/// Kinematics and dynamics of the links of an ArticulatedBody whose inertias are full 6x6 matrices.
///
/// Generalised vectors have a part of the base, six numbers about the base's centre of mass in base axes, angular
/// first, and a JointVector. Those of a fixed base are zero, and impulses change no led part. Order of calls:
/// setPose(), setInertia() of the links whose K has changed, factor(), setVelocity(), then the others. Every call
/// allocates nothing. Not for two threads at once.
///
/// Articulated inertias [Featherstone2008, ch. 7], here without the assumption that a link's inertia is that of a
/// rigid body. For each link, with Y its twist, Y_r = Y - (0, R^T U) that relative to its medium, and K its inertia
/// with the fluid:
///     K Y' = gyroscopicWrench(Y_r, K Y_r) - K (0, w x R^T U) + F + reactions of joints.
/// The armature of a joint is in its articulated inertia. Gears hold for velocities and accelerations: with G the
/// velocities per velocity of the joints that lead, all results are those of G^T M G, found from M^-1 and the impulses
/// of the gears, which momenta may contain or not.
/// If K depends on the joints' positions, -dK/dt Y_r is on the right too, and the derivative of Y_r^T K Y_r / 2 along
/// a joint's rate acts in the joint like a torque.
class ArticulatedDynamics {
  public:
    /// \param body never null
    explicit ArticulatedDynamics(std::shared_ptr<const ArticulatedBody> body);

    /// Places all links.
    void setPose(const Pose& worldFromBase, const JointVector& positions);
    /// Poses of all links, base first.
    const std::vector<Pose>& worldFromLinks() const { return m_poses; }

    /// Inertia of a link with its fluid, about its centre of mass, link axes; initially that of the dry link.
    void setInertia(int link, const SpatialInertia& inertia) {
        at(link).inertia = inertia.matrix();
        notePose();
    }
    /// Inertia of a link as set.
    const Matrix6& inertia(int link) const { return at(link).inertia; }
    /// Inertia between different links, such as that of a fluid that they share: symmetric, 6 rows and columns per link
    /// in link axes about the centres of mass, blocks of one link zero.
    /// All algorithms then use a dense joint-space inertia: the cost grows with the square of the links. Kept by
    /// reference. \param inertia null (initially): there is none \param change of all inertias with the joints, kept by
    /// reference; null: none. Only with an inertia between links
    void setCoupling(const Eigen::MatrixXd* inertia, LinkInertiaChange* change = nullptr) {
        m_coupling = inertia;
        m_change = change;
        notePose();
    }
    /// Velocity of the medium at a link, world axes [m/s]; initially zero. Call it before setVelocity().
    void setMedium(int link, const Vector3& velocityInWorld) {
        at(link).mediumInWorld = velocityInWorld;
        ++m_velocityStamp;
    }

    /// Leads parts from the next factor() on. \param led with entries for all links and rates, or without any
    void lead(LedMotion led);
    const LedMotion& led() const { return m_led; } ///< of the last lead()
    /// Whether the base takes no impulse: it is fixed or led.
    bool isBaseGiven() const { return m_body->hasFixedBase() || m_led.leadsBase; }

    /// Number that changes whenever the pose, an inertia or a led part may.
    unsigned long poseStamp() const { return m_poseStamp; }
    /// The same of the factors; it changes with poseStamp() too: equal numbers, equal factors.
    unsigned long factorStamp() const { return m_factorStamp; }
    /// The same of the velocities; it changes with poseStamp() too.
    unsigned long velocityStamp() const { return m_velocityStamp; }

    /// Computes the articulated inertias of pose and inertias.
    /// \param armature added to the inertia of each joint rate [kg m^2, kg]; null: none
    /// \returns false, and no other result is valid, if they are not positive definite or not finite
    bool factor(const JointVector* armature = nullptr);

    /// Change of the velocities by a generalised impulse, M^-1 j, with the impulses of gears. Needs factor().
    /// \param base impulse on the base; not read if the base is fixed or led
    void respond(const Vector6& base, const JointVector& joints, Vector6& baseChange, JointVector& rateChange);
    /// Responses to up to kLanes impulses at once (Lanes.h), each as by the other respond(): number k of impulse l lies
    /// at kLanes k + l, base first, in both arrays of kLanes (6 + rates) numbers. All numbers of `impulses` are read,
    /// also beyond `count`.
    void respond(int count, const double* impulses, double* changes);

    /// Sets the velocities of all links; led parts keep those of lead(), joints that follow a gear those of the gear.
    /// \param base absolute twist, base axes; not read if the base is fixed or led
    void setVelocity(const Twist& base, const JointVector& rates);
    /// Absolute twist of a link, link axes, about its centre of mass.
    Twist twist(int link) const;
    /// Twist of a link relative to its medium, link axes.
    Twist relativeTwist(int link) const;
    /// Kinetic energy relative to the medium, of bodies and fluid [J].
    double kineticEnergy();

    /// Generalised momenta of the velocities relative to the medium: J^T K Y_r, with those of the armatures.
    /// \param base total momentum about the base's centre of mass, base axes; of a fixed base too
    void momenta(Vector6& base, JointVector& joints);

    /// Sets the velocities of given momenta. Needs factor().
    /// \param base total momentum about the base's centre of mass, base axes; not read if the base is fixed or led
    void setMomenta(const Vector6& base, const JointVector& joints);
    /// Sets the velocities of a given total momentum and given joint rates; of a fixed or led base, those of the rates.
    void setMomentumAndRates(const Vector6& base, const JointVector& rates);
    /// Joint rates of the last setVelocity(), setMomenta() or setMomentumAndRates().
    const JointVector& rates() const { return m_rates; }

    /// Generalised force of wrenches on the links: J^T F.
    /// \param loads one per link, world axes, about the centres of mass
    void generalisedForce(const Wrench* loads, Vector6& base, JointVector& joints);

    /// Rates of the generalised momenta.
    /// \param loads rates of the links' momenta relative to the medium, without gyroscopic terms; world axes
    /// \param base receives force and torque on the whole about the point of the world at the base's centre, base axes
    /// \param joints receives the rates without the torques of the joints
    /// \param ofLoads receives the part of the loads in these rates: base, then joints
    void momentumRates(const Wrench* loads, Vector6& base, JointVector& joints, Eigen::VectorXd& ofLoads);

    /// Accelerations due to loads and torques of joints. Needs factor() and setVelocity().
    /// \param loads one per link, world axes, about the centres of mass; without added mass
    /// \param baseAcceleration receives Y' of the base in base axes
    void accelerations(const Wrench* loads, const JointVector& torques, Vector6& baseAcceleration,
                       JointVector& jointAccelerations);

    /// Torques of joints that cause accelerations: inverse dynamics. Needs setVelocity().
    /// \param baseWrench receives the wrench that the base needs beside its load, base axes
    void torques(const Vector6& baseAcceleration, const JointVector& jointAccelerations, const Wrench* loads,
                 Vector6& baseWrench, JointVector& torques);

    /// Wrench of a link's parent on the link through their joint, motors included, at the last torques() or
    /// torquesOfFreeBase(): link axes, about the link's centre of mass. \param link above 0
    Wrench jointWrench(int link) const { return Wrench(at(link).force); }

    /// Torques for given accelerations of the joints while the base moves freely: hybrid dynamics.
    void torquesOfFreeBase(const JointVector& jointAccelerations, const Wrench* loads, Vector6& baseAcceleration,
                           JointVector& torques);

    /// Inertia of the whole with locked joints, about the base's centre of mass, base axes.
    SpatialInertia compositeInertia();

  private:
    using Column = Eigen::Matrix<double, 6, 1>;
    /// Articulated inertia of a link, and what follows from it.
    struct LinkFactors {
        Matrix6 articulated = Matrix6::Zero();
        Column inertiaAxes[ArticulatedBody::kMostRates]; ///< U = I S
        Matrix3 perAxes = Matrix3::Zero();               ///< D^-1
    };
    struct LinkData {
        JointAxes axes;
        int parent = -1, firstRate = 0, firstPosition = 0;
        double armature = 0.0; ///< of each rate
        Matrix6 inertia = Matrix6::Zero();
        Vector3 mediumInWorld = Vector3::Zero();
        Matrix3 childFromParent = Matrix3::Identity();
        Vector3 fromParent = Vector3::Zero();
        Matrix6 composite = Matrix6::Zero();
        LinkFactors factors;
        LinkFactors kept; ///< copy of `factors` without an armature
        Column twist = Column::Zero(), relative = Column::Zero(), jointTwist = Column::Zero();
        Column force = Column::Zero(), motion = Column::Zero(); ///< of the sweep in progress
        Column momentum = Column::Zero();                       ///< of the link, or of a subtree
        Column rate = Column::Zero();       ///< of the twist relative to the medium, in the sweep in progress
        Vector3 residual = Vector3::Zero(); ///< u of the sweep in progress

        bool isMediumAtRest() const { return mediumInWorld.isZero(0.0); }
        Column toChild(const Column& inParent) const;
        Column toParent(const Column& forceInChild) const;
        void addToParent(const Matrix6& inertiaOfChild, Matrix6& ofParent) const;
        /// Force on the link at zero acceleration. \param load link axes
        Column bias(const Column& load) const;
    };
    /// Joint-space inertia of links with inertia between them [Featherstone2008, ch. 6], a dense matrix with factors.
    class JointSpaceInertia {
      public:
        /// Assembles and factors the matrix; led parts have no part in it.
        /// \returns false, and respond() is not valid, if the matrix is not positive definite or not finite
        bool factor(const ArticulatedDynamics& tree, const JointVector* armature);
        /// Velocities per generalised impulse by the factors; arguments as ArticulatedDynamics::respond().
        void respond(const ArticulatedDynamics& tree, const Vector6& base, const JointVector& joints,
                     Vector6& baseChange, JointVector& rateChange);
        /// Part of the inertia between links in that of the whole with locked joints, base axes.
        Matrix6 lockedCoupling(const ArticulatedBody& body, const std::vector<LinkData>& links,
                               const Eigen::MatrixXd& coupling);

      private:
        void findJacobian(const ArticulatedBody& body, const std::vector<LinkData>& links);

        Eigen::MatrixXd m_jacobian; ///< twists of the links per generalised velocity
        Eigen::MatrixXd m_product, m_inertia;
        Eigen::LLT<Eigen::MatrixXd> m_factors;
        Eigen::VectorXd m_solution;
    };

    struct ResponseSweep;

    /// The impulses of gears, of the factors at hand.
    class GearImpulses {
      public:
        explicit GearImpulses(const ArticulatedBody& body);
        bool any() const { return !m_rows.empty(); }
        /// Makes the rates of joints that follow those of their gears. \param rates led ones are as led
        void follow(JointVector& rates) const;
        /// Changes velocities, or accelerations, that the gears do not keep, by impulses of the gears.
        void close(ArticulatedDynamics& tree, Vector6& base, JointVector& rates);

      private:
        struct Row {
            int follower, leader; ///< rates
            double ratio;
        };
        void factor(ArticulatedDynamics& tree);

        std::vector<Row> m_rows;
        unsigned long m_factorStamp = 0;         ///< of the factors that the following belong to; 0: none
        Eigen::MatrixXd m_responses;             ///< one column for each gear: base, then rates
        Eigen::LDLT<Eigen::MatrixXd> m_perError; ///< impulses per wrong rates
        Eigen::VectorXd m_errors;
        JointVector m_impulse, m_change;
    };

    void notePose() {
        ++m_poseStamp;
        ++m_factorStamp;
        ++m_velocityStamp;
    }
    LinkData& at(int link) { return m_links[static_cast<std::size_t>(link)]; }
    const LinkData& at(int link) const { return m_links[static_cast<std::size_t>(link)]; }
    void findTwists(const Column& base);
    /// respond() without gears.
    void respondFreely(const Vector6& base, const JointVector& joints, Vector6& baseChange, JointVector& rateChange);
    /// respond() of several impulses without gears.
    void respondFreely(int count, const double* impulses, double* changes);
    /// Computes the articulated inertias; as factor().
    bool factorLinks(const JointVector* armature);
    /// Copies the factors at hand, which have no armature, or takes such copies back.
    void keepFactors();
    void takeKeptFactors();
    /// Twist of a fixed or led base, base axes.
    Column givenBaseTwist() const;
    /// Rate of the twist of a fixed or led base, base axes: a led base moves with a constant twist in the world.
    Column givenBaseRate() const;
    /// Twist of a link at rates of zero in all parts that are not led; of the parents first. Also in LinkData::motion.
    const Column& ledTwist(int link);
    /// Finds the twists of m_rates and the base, with the motion of led parts. \param base twist of a free base
    void addLedMotion(const Column& base);
    /// Calls function(rate) for the rates of led joints.
    template <class Function>
    void forEachLedRate(const Function& function) const {
        for (int i = 1; i < m_body->linkCount() && !m_led.leadsLinks.empty(); ++i)
            for (int k = 0; m_led.leadsLink(i) && k < m_body->ratesOf(i); ++k)
                function(m_body->firstRate(i) + k);
    }
    /// Adds a link's force, with the share of the joint's residual, to its parent's force.
    void passToParent(const LinkData& link, Column force);
    /// Sums the forces of the links at hand: J^T F.
    void collectForces(Vector6& base, JointVector& joints);
    /// Adds the part of a sweep that all algorithms share: forces of children to parents.
    void sweepInward();
    void sweepOutward(const Column& base, bool withVelocities, JointVector& rates);
    /// Momentum of each link by itself, relative to its medium.
    void findMomenta();
    /// Adds the inertia between links times a vector of each link to another.
    void addCoupling(Column LinkData::*from, Column LinkData::*to);
    /// Evaluates how the inertias change at the present velocities. \param withMomenta dK/dt Y_r too
    void findChanges(bool withMomenta);
    /// Adds those changes to the forces of an inverse sweep: those along joint rates as pairs of wrenches.
    void addChanges();
    void inverseSweep(const Column& base, const JointVector& accelerations, const Wrench* loads, Column& baseForce,
                      JointVector& torques);

    std::shared_ptr<const ArticulatedBody> m_body;
    std::vector<LinkData> m_links;
    std::vector<Pose> m_poses;
    LedMotion m_led;
    JointVector m_rates, m_jointBuffer, m_jointChange;
    std::vector<double> m_lanes; ///< of responses to several impulses
    Eigen::Matrix<double, 6, 6> m_inverseOfBase = Eigen::Matrix<double, 6, 6>::Zero(), m_keptInverseOfBase;
    /// Pose of factors without an armature, at hand or kept by a factor() with one; 0: there are none.
    struct PlainFactors {
        unsigned long poseStamp = 0;
        bool isPositive = false;
    } m_plainAtHand, m_plainKept;

    unsigned long m_poseStamp = 1, m_factorStamp = 1, m_velocityStamp = 1;
    const Eigen::MatrixXd* m_coupling = nullptr;
    LinkInertiaChange* m_change = nullptr;
    Eigen::VectorXd m_relative, m_momentumRates; ///< with m_change only
    JointVector m_changeForces;
    JointSpaceInertia m_jointSpace; ///< with m_coupling only
    GearImpulses m_gears;
};

} // namespace ambient
