// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Articulated/ArticulatedDynamics.h"
#include "AmbientFluid/Articulated/PosedAddedMassAt.h"
#include "AmbientFluid/Dynamics/FaceDensities.h"
#include "AmbientFluid/Dynamics/FluidInteraction.h"

#include <memory>
#include <vector>

namespace ambient {

class LinkShielding;

/// Inertia of a link with its fluid, and the frame of its momentum.
struct LinkMedium {
    SpatialInertia inertia;             ///< body and fluid, about the centre of mass, link axes
    Vector3 velocity = Vector3::Zero(); ///< of the medium at the link, world axes [m/s]
};

/// The fluid side of all links of an articulated body. Implementations own the buffers of one body: one thread at a
/// time.
class LinkFluid {
  public:
    /// Frame in which the rate of the momentum is meant.
    enum class Frame {
        Medium, ///< that of the medium at the link, which accelerates along the link's path
        World,  ///< that of the world: for accelerations
        /// One that does not accelerate, in a substep at whose end findExchange() follows.
        Substep
    };

    virtual ~LinkFluid() = default;

    /// Samples the media at the links. \param links receives one entry per link
    /// \throws as FluidInteraction::evaluate()
    virtual void evaluate(const std::vector<Pose>& worldFromLinks, double time, std::vector<LinkMedium>& links) = 0;

    /// Loads on the links at the last evaluate(): weight, buoyancy, surface forces; about the centres of mass, world
    /// axes. Added mass is not among them.
    /// \param relative twist of each link relative to its medium, link axes
    /// \param links of the last evaluate() \param loads is overwritten, one entry per link
    virtual void loads(const Twist* relative, const Vector3& gravity, const std::vector<LinkMedium>& links, Frame frame,
                       std::vector<FluidLoads>& loads) = 0;

    /// Inertia between different links at the last evaluate(), as ArticulatedDynamics::setCoupling() means it. Default:
    /// null, there is none.
    virtual const Eigen::MatrixXd* coupling() const { return nullptr; }
    /// How the inertias change with the joints' positions; then setJoints() follows each evaluate(). Default: null,
    /// they do not.
    virtual LinkInertiaChange* change() { return nullptr; }
    /// Finds the inertias at joint positions, with the media of the last evaluate(). Default: does nothing.
    /// \param links of the last evaluate(), whose inertias are overwritten
    virtual void setJoints(const JointVector& positions, std::vector<LinkMedium>& links);
    /// Sets the velocity of a stream at a link, as FluidInteraction::setStream(). Call
    /// ArticulatedMotion::setStreams() instead. Default: does nothing.
    virtual void setStream(int link, const Vector3& velocity);
    /// Momentum per time that a surface which passes over the faces of a link adds to K (0, wind), at the last
    /// evaluate(); about the centre of mass, link axes. Default: zero.
    /// \param relative twist relative to the medium, link axes \param wind link axes [m/s]
    virtual Momentum surfaceRate(int link, const Twist& relative, const Vector3& wind);
    /// Keeps the densities at the faces at the last evaluate(), where a substep begins. Default: none change.
    virtual void noteDensities() {}
    /// Finds the fluid that faces have left behind, and that has come to them, where the density has changed since
    /// noteDensities(). \param frames velocities of the frames of the momenta, world axes [m/s]
    /// \param gains receives the momentum that has come, about the centres of mass, world axes
    /// \param losses receives the loss of inertia, about the centres of mass, link axes; all with one entry per link
    /// \returns whether there is any; otherwise both are not valid. Default: false
    virtual bool findExchange(const std::vector<Vector3>& frames, std::vector<Wrench>& gains,
                              std::vector<SpatialInertia>& losses);
    /// Whether the media change in time.
    virtual bool isSteady() const = 0;
    /// Whether the velocity of the medium is the same at all places, without a surface. Default: yes.
    virtual bool isUniform() const { return true; }
    /// Whether inertias are constant, so that evaluate() is cheap beside loads(). Default: no.
    virtual bool isConstant() const { return false; }
    /// Scale of a link's length, for tolerances [m]; 0 if the link has no surface.
    virtual double length(int link) const = 0;
};

/// Links with the added mass and the forces of their surfaces alone, but for creeping flow: there they shield each
/// other (LinkShielding).
///
/// Real links shield each other. The sum of the added masses of the pieces of a slender body is right across the body,
/// but too large along it: .082 of the displaced mass for five pieces of a spheroid of 20:1, where the whole has .007,
/// and .860 instead of .987 across.
class IsolatedLinkFluid : public LinkFluid {
  public:
    /// The surface of a link; a link without a model is dry: it has its inertia and weight only.
    struct Surface {
        std::shared_ptr<const FluidBodyModel> model; ///< null: a dry link
        Pose linkFromMesh;                           ///< the link's frame is at its centre of mass
    };

    /// \param surfaces one per link, base first \param medium null: vacuum
    /// \throws std::invalid_argument as FluidInteraction, naming the link, or if there are not as many surfaces as
    /// links
    IsolatedLinkFluid(const ArticulatedBody& body, const std::vector<Surface>& surfaces,
                      std::shared_ptr<const FluidMedium> medium, const ForceSet& forces);

    void evaluate(const std::vector<Pose>& worldFromLinks, double time, std::vector<LinkMedium>& links) override;
    void loads(const Twist* relative, const Vector3& gravity, const std::vector<LinkMedium>& links, Frame frame,
               std::vector<FluidLoads>& loads) override;
    void setStream(int link, const Vector3& velocity) override;
    Momentum surfaceRate(int link, const Twist& relative, const Vector3& wind) override;
    void noteDensities() override;
    bool findExchange(const std::vector<Vector3>& frames, std::vector<Wrench>& gains,
                      std::vector<SpatialInertia>& losses) override;
    bool isSteady() const override { return m_isSteady; }
    bool isUniform() const override { return m_isUniform; }
    bool isConstant() const override { return m_isConstant; }
    double length(int link) const override { return m_links[static_cast<std::size_t>(link)].length; }

    /// The fluid around a link at the last evaluate(); null for a dry link.
    const Immersion* immersion(int link) const;
    Immersion* immersion(int link); ///< the same, whose buffers may be used
    /// The fluid side of a link; null for a dry link.
    const FluidInteraction* interaction(int link) const;

  protected:
    /// The last loads of a link and the state they belong to: a drive and the step after it ask for the same state.
    struct KeptLoads {
        Pose worldFromLink;                ///< pose of the link
        Twist relative;                    ///< to the medium, axes of the link
        Vector3 gravity = Vector3::Zero(); ///< world axes [m/s^2]
        FluidLoads loads;                  ///< weight, and FluidInteraction::addLoads()
        PathRates path;                    ///< of the link through the medium
        bool isValid = false;              ///< false: nothing is kept
        bool hasPath = false;              ///< whether `path` is found
    };
    /// The fluid side of one link.
    struct Link {
        SpatialInertia bodyInertia;              ///< dry
        std::unique_ptr<FluidInteraction> fluid; ///< null: the link is dry
        Pose linkFromMesh;                       ///< frame of its surface
        std::unique_ptr<Immersion> at;           ///< of the last evaluate()
        bool isImmersed = false;                 ///< whether `at` is evaluated
        double length = 0.0;                     ///< of the model [m]
        KeptLoads kept;                          ///< of the last state
        FaceDensities densities;                 ///< of the last noteDensities()
    };
    std::vector<Link> m_links; ///< base first

  private:
    /// Loads of a wet link in either frame. Those of the last state are kept, to the bit; never in unsteady media.
    const KeptLoads& loadsOf(Link& link, const Twist& relative, const Vector3& gravity, bool needsPath) const;

    std::shared_ptr<LinkShielding> m_shielding; ///< null: fewer than two links are wet
    bool m_isSteady = true, m_isUniform = true, m_isConstant = true;
};

/// Links with the added mass of parts of one surface; their forces are those of their surfaces alone.
///
/// The inertia of the pose of the skin is kept in the axes of the links, so that momentum and energy are exact and the
/// whole is positive in every pose; in other poses it is an estimate, unlike that of PosedLinkFluid. In media with
/// surfaces the inertia between two links counts by the wetted shares of both, and the change of these shares does no
/// work.
class CoupledLinkFluid : public IsolatedLinkFluid {
  public:
    /// \param together of the same links \throws std::invalid_argument as IsolatedLinkFluid, or if `together` is
    /// null or has another number of links
    CoupledLinkFluid(const ArticulatedBody& body, const std::vector<Surface>& surfaces,
                     std::shared_ptr<const FluidMedium> medium, const ForceSet& forces,
                     std::shared_ptr<const LinkAddedMass> together);

    void evaluate(const std::vector<Pose>& worldFromLinks, double time, std::vector<LinkMedium>& links) override;
    void loads(const Twist* relative, const Vector3& gravity, const std::vector<LinkMedium>& links, Frame frame,
               std::vector<FluidLoads>& loads) override;
    const Eigen::MatrixXd* coupling() const override { return &m_between; }

  protected:
    /// Added mass of all links per unit density; weigh() brings a change of it into the inertias.
    Eigen::MatrixXd& perDensity() { return m_perDensity; }
    /// Finds the inertias from the added mass of all links and the last evaluate().
    void weigh(std::vector<LinkMedium>& links);
    /// Roots of the densities, by wetted shares, of the last evaluate(); one per link, 0 for a dry one.
    const Eigen::VectorXd& weights() const { return m_weights; }

  private:
    std::vector<Matrix6> m_alone, m_difference; ///< per density: of a link alone, and among the others less that
    std::vector<SpatialInertia> m_isolated;     ///< of the last evaluate(): of the links alone
    Eigen::MatrixXd m_perDensity;               ///< of all links together
    Eigen::VectorXd m_weights;
    Eigen::MatrixXd m_between;
};

/// CoupledLinkFluid whose added mass depends on the positions of the joints. Its change with the pose exchanges energy
/// and momentum between the links, so that a body without other loads keeps both.
class PosedLinkFluid : public CoupledLinkFluid, public LinkInertiaChange {
  public:
    /// \param posed of the same body \throws std::invalid_argument as CoupledLinkFluid, or if `posed` is null
    PosedLinkFluid(const ArticulatedBody& body, const std::vector<Surface>& surfaces,
                   std::shared_ptr<const FluidMedium> medium, const ForceSet& forces,
                   std::shared_ptr<const PosedAddedMass> posed);

    LinkInertiaChange* change() override { return this; }
    void setJoints(const JointVector& positions, std::vector<LinkMedium>& links) override;
    void changes(const Eigen::VectorXd& relative, const JointVector& rates, JointVector& forces,
                 Eigen::VectorXd* momentumRates) override;

  private:
    PosedAddedMass::At m_at;
    Eigen::VectorXd m_weighted; ///< twists times the roots of the densities
};

} // namespace ambient
