// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <optional>
#include <vector>

namespace ambient {

/// \file
/// A body that floats at rest in a fluid with a level surface: equilibrium, metacentres, righting arms.
///
/// The mesh is cut exactly at the surface. The fluid above (air) is left out, and the body is solid: nothing floods.
///
/// Axes of the hull: z that of the mesh, x the longer principal axis of the waterplane of the upright hull (the mesh's
/// x if both are equal), y = z cross x. The bow is at +x, port at +y. `heel` turns the hull about its x axis, starboard
/// (-y) down, then `trim` turns it about the level transverse axis, bow down:
///     orientation = Rz(a) Ry(trim) Rx(heel) Rz(-a),  a: angle from the mesh's x to the hull's.
/// Angles in rad, heel in (-pi, pi], trim in [-pi/2, pi/2] unless a held heel makes the hull pitch over.

/// A hull and its load.
struct HydrostaticsDef {
    double mass = 0.0;                      ///< of the body [kg]
    Vector3 centerOfMass = Vector3::Zero(); ///< mesh frame [m]
    double fluidDensity = 998.2;            ///< [kg/m^3]
    std::vector<double> heels;              ///< angles of the righting arms [rad], in any order
    std::vector<Vector3> openings;          ///< points through which the hull floods, mesh frame [m]
};

/// Stability of an attitude for small turns. T: about the longer principal axis of its waterplane, L: about the shorter
/// one.
struct Metacentres {
    double transverseRadius = 0.0;   ///< BM_T = I_T / volume [m]
    double longitudinalRadius = 0.0; ///< BM_L [m]
    double transverseHeight = 0.0;   ///< GM_T = BM_T + height of B over G [m]; negative: unstable
    double longitudinalHeight = 0.0; ///< GM_L [m]

    /// No small turn lowers the potential energy. \param tolerance [m]
    bool isStable(double tolerance) const { return transverseHeight > -tolerance; }
};

/// The hull at a held heel, with free trim and its own displacement.
struct RightingArm {
    double heel = 0.0; ///< [rad]
    /// GZ [m]: moment about the hull's x axis that turns it back, over m g. It is dE/dheel / (m g), E the potential
    /// energy: the area below the curve is the work of heeling over the weight.
    double arm = 0.0;
    double trim = 0.0;  ///< [rad]
    double draft = 0.0; ///< depth of the lowest point [m]
};

/// Where an opening comes to the surface, if the hull heels from its equilibrium to either side with free trim.
struct Downflooding {
    Vector3 opening;                   ///< mesh frame [m]
    std::optional<double> toStarboard; ///< heel [rad], above that of the equilibrium; none: it stays dry to pi
    std::optional<double> toPort;      ///< heel [rad], below that of the equilibrium
    /// Heel of the side on which the hull turns less; none if it stays dry.
    std::optional<double> first(double equilibriumHeel) const;
};

/// The hull with its z axis vertical, at its own displacement.
struct UprightHull {
    double draft = 0.0;         ///< depth of the lowest point [m]
    Metacentres metacentres;    ///< as if it rested there
    bool isEquilibrium = false; ///< the centres of mass and buoyancy are on one vertical
    bool isStable = true;       ///< the lower metacentre is above the centre of mass
};

/// A floating body at rest.
struct Hydrostatics {
    double displacement = 0.0;                    ///< mass of the displaced fluid [kg]: that of the body
    double volume = 0.0;                          ///< displaced [m^3]
    double draft = 0.0;                           ///< depth of the lowest point [m]
    double heel = 0.0;                            ///< [rad]
    double trim = 0.0;                            ///< [rad]
    Vector3 hullAxis = Vector3::UnitX();          ///< x of the hull, to the bow, mesh axes
    Vector3 centerOfBuoyancy = Vector3::Zero();   ///< mesh frame [m]
    double waterplaneArea = 0.0;                  ///< [m^2]
    Vector3 waterplaneCentroid = Vector3::Zero(); ///< mesh frame [m]
    double buoyancyHeight = 0.0;                  ///< KB, of the centre of buoyancy over the lowest point [m]
    double massHeight = 0.0;                      ///< KG, of the centre of mass over the lowest point [m]
    Metacentres metacentres;                      ///< of the equilibrium
    bool isStable = true; ///< no small turn lowers the energy; false only if the search ended early
    /// Of the mesh: x_world = pose x_mesh, world z up from the surface, the mesh's origin on the z axis.
    Vector3 position = Vector3::Zero();
    Quaternion orientation = Quaternion::Identity(); ///< of the mesh

    UprightHull upright; ///< where the search starts

    /// The upright hull is an unstable equilibrium; this is the stable one beside it.
    bool lolls() const { return upright.isEquilibrium && !upright.isStable; }

    std::vector<RightingArm> rightingArms;  ///< at HydrostaticsDef::heels, in their order
    std::vector<Downflooding> downflooding; ///< one for each opening
    /// Smallest heel [rad], without its sign, at which an opening comes to the surface. None: all stay dry.
    std::optional<double> downfloodingAngle;
};

/// Finds the equilibrium that the upright hull settles in, and the stability about it.
///
/// At constant displacement the potential energy over rho g is v u.G - u.M, with the upward direction u in the mesh, v
/// the displaced volume, G the centre of mass and M the first moment of the displaced volume. Newton's method takes its
/// exact derivatives from the waterplane, with curvatures made positive and steps of at most .15 rad that lower the
/// energy. It ends in a minimum: an upright hull that is unstable lolls, to starboard if both sides are alike.
/// \param mesh closed, outward normals; it is not repaired
/// \throws MeshError if the mesh is not usable; std::invalid_argument, one line naming the value, if a number is out of
///         range or the body sinks
Hydrostatics computeHydrostatics(const TriangleMesh& mesh, const HydrostaticsDef& def);

} // namespace ambient
