// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Math/SpatialInertia.h"

#include <string>
#include <vector>

namespace ambient {

/// Numbers of all joints of an ArticulatedBody, link by link.
using JointVector = Eigen::VectorXd;

/// Kinds of joints between a link and its parent.
enum class JointType {
    Fixed,     ///< no motion
    Revolute,  ///< position: angle about `axis` [rad]
    Prismatic, ///< position: shift along `axis` [m]
    Spherical, ///< position: unit quaternion (x, y, z, w), parent from child beyond zeroParentFromChild; rate: angular
               ///< velocity relative to the parent, child axes [rad/s]
    Planar     ///< positions: angle about `axis` [rad], then shifts along the plane's directions before this turn [m];
               ///< rates: [rad/s], then speeds along the plane's directions turned with the child [m/s]
};

/// The connection of a link to its parent. Frames of links have their origins at the links' centres of mass.
struct Joint {
    JointType type = JointType::Fixed; ///< default: fixed
    /// Axes of the child in those of the parent at zero position.
    Quaternion zeroParentFromChild = Quaternion::Identity();
    Vector3 pivotInParent = Vector3::Zero();    ///< from the parent's centre of mass, parent's axes [m]
    Vector3 comFromPivot = Vector3::Zero();     ///< from the pivot to the child's centre of mass, child's axes [m]
    Vector3 axis = Vector3::UnitZ();            ///< unit, child's axes; Planar: normal of the plane
    Vector3 firstDirection = Vector3::UnitX();  ///< Planar only: in the plane, child's axes; any length
    Vector3 secondDirection = Vector3::UnitY(); ///< Planar only: in the plane, perpendicular to the first
    /// Inertia of a motor's rotor behind its gear, added to that of each rate of the joint, >= 0 [kg m^2, kg];
    /// Revolute, Prismatic and Spherical. The rotor has no mass of its own.
    double armature = 0.0;
};

/// A gear between two joints with one rate each: position = ratio (position of the leader) + offset.
struct JointGear {
    int link = 0;        ///< whose joint follows
    int leader = 0;      ///< link whose joint leads; it does not follow another one
    double ratio = 1.0;  ///< not 0 [rad or m per rad or m]
    double offset = 0.0; ///< [rad, m]
};

/// One rigid link.
struct ArticulatedLink {
    int parent = -1;        ///< index of the parent, below the link's own; -1 for the base
    Joint joint;            ///< to the parent; unused for the base
    SpatialInertia inertia; ///< without fluid, about the centre of mass, link axes [kg m^2, kg m, kg]
};

/// A tree of rigid links that joints connect. Immutable. Link 0 is the base.
class ArticulatedBody {
  public:
    /// Most rates of a single joint.
    static constexpr int kMostRates = 3;

    /// \param links base first, parents before children
    /// \param hasFixedBase the base does not move; its inertia is not used
    /// \param gears between joints; each joint follows at most once
    /// \throws std::invalid_argument naming the link, if there is none, a parent is not before its child, an axis is no
    /// unit vector, a direction of a plane is not in the plane, a number is not finite, an inertia is not positive, an
    /// armature is below 0 or of a planar joint, or a gear is not between two joints with one rate
    explicit ArticulatedBody(std::vector<ArticulatedLink> links, bool hasFixedBase = false,
                             std::vector<JointGear> gears = {});

    int linkCount() const { return static_cast<int>(m_links.size()); } ///< with the base
    /// \param index from 0, the base, below linkCount()
    const ArticulatedLink& link(int index) const { return m_links[static_cast<std::size_t>(index)]; }
    bool hasFixedBase() const { return m_hasFixedBase; }  ///< of the constructor
    int positionCount() const { return m_positionCount; } ///< length of the vector of joint positions
    int rateCount() const { return m_rateCount; }         ///< length of the vector of joint rates
    /// First position of a link's joint.
    int firstPosition(int link) const { return m_firstPosition[static_cast<std::size_t>(link)]; }
    /// First rate of a link's joint.
    int firstRate(int link) const { return m_firstRate[static_cast<std::size_t>(link)]; }
    /// Rates of a link's joint, 0 to kMostRates; 0 for the base.
    int ratesOf(int link) const { return m_firstRate[static_cast<std::size_t>(link) + 1] - firstRate(link); }
    const std::vector<JointGear>& gears() const { return m_gears; } ///< of the constructor
    /// Sets the positions of the joints that follow others.
    void followGears(JointVector& positions) const;

    double mass() const { return m_mass; } ///< dry mass of all links [kg]
    /// Largest distance of joints and centres of mass from the base's centre, along the links, with the radii of
    /// gyration of the links [m]: the scale of lengths.
    double length() const { return m_length; }
    /// All joints at their zero positions.
    JointVector zeroPositions() const;

  private:
    void requireGears() const;

    std::vector<ArticulatedLink> m_links;
    bool m_hasFixedBase;
    std::vector<JointGear> m_gears;
    std::vector<int> m_firstPosition, m_firstRate;
    int m_positionCount = 0, m_rateCount = 0;
    double m_mass = 0.0, m_length = 0.0;
};

} // namespace ambient
