// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBody.h"
#include "AmbientFluid/Body/LockedAxes.h"
#include "AmbientFluid/Math/SE3.h"

#include <functional>

namespace ambient {

/// A rigid body that a grid resolves. Its mass is dry: the grid gives it its added mass, drag and buoyancy of pressure.
struct GridBody {
    /// Signed distance to the surface, positive outside, of a point in body axes about the centre of mass [m].
    std::function<double(const Vector3& point)> distance;
    double radius = 0.0;                   ///< about the centre of mass, encloses the body [m]
    Pose worldFromBody;                    ///< origin at the centre of mass
    Twist velocity;                        ///< about the centre of mass, world axes
    double mass = 0.0;                     ///< [kg], > 0
    Matrix3 inertia = Matrix3::Identity(); ///< about the centre of mass, body axes [kg m^2]
    /// Load on the body, world axes, about the centre of mass [N m, N]. A grid has no gravity: give weight less the
    /// weight of the displaced fluid. In a grid with a surface: the weight alone.
    Wrench load;
    /// Impulse on the body in the next projection, of contacts for example, world axes, about the centre of mass
    /// [N m s, N s]. The projection sets it to zero.
    Wrench impulse;
    /// Impulse of the fluid on the body since the user set it to zero, world axes, about the centre of mass
    /// [N m s, N s]. Without `load`; with the part of `impulse` that projections leave for the next one.
    Wrench received;
    /// Share of its volume below the surface, of the last projection; 1 in a grid without a surface.
    double submerged = 1.0;
    /// Turn about the centre of mass beside the motion by the velocity, world axes, as by recovery of penetrations:
    /// done and forgotten at once when the body moves. Fluid and body exchange no momentum by it.
    Quaternion turn = Quaternion::Identity();
    Vector3 push = Vector3::Zero(); ///< the same for the centre of mass [m]
    bool isOnlyPushed = false;      ///< does not move by the velocity
    LockedAxes locked;              ///< world axes along and about which the body cannot move
    bool isPrescribed = false;      ///< moves with `velocity` whatever the fluid does
    bool isAbsent = false;          ///< not in the grid: neither moved nor felt
};

/// Signed distance of a sphere about the centre of mass.
std::function<double(const Vector3&)> sphereDistance(double radius);
/// Signed distance of a box about the centre of mass. \param half of its sides [m]
std::function<double(const Vector3&)> boxDistance(const Vector3& half);
/// Distance of an ellipsoid about the centre of mass, exact to first order near its surface. \param half its semi-axes
/// [m]
std::function<double(const Vector3&)> ellipsoidDistance(const Vector3& half);
/// Signed distance of a closed mesh, sampled at half the spacing of a grid (MeshDistance). Copies share the samples.
/// \param bodyFromMesh pose of the mesh about the centre of mass \param spacing of the grid that will hold the body [m]
/// \throws std::invalid_argument as MeshDistance
std::function<double(const Vector3&)> meshDistance(const TriangleMesh& mesh, const Pose& bodyFromMesh, double spacing);

/// Body with the mesh, mass and inertia of a body of the core. \param spacing of the grid that will hold the body [m]
/// \throws std::invalid_argument as MeshDistance
GridBody makeGridBody(const FluidBody& body, double spacing);

/// Weight less that of the displaced fluid, as GridBody::load has it. \param body without a model: its weight alone
/// \param orientation of the body axes in the world \param gravity [m/s^2] \param density of the fluid [kg/m^3]
Wrench weightInFluid(const FluidBody& body, const Quaternion& orientation, const Vector3& gravity, double density);

/// Impulse that sets an inertia in motion, world axes, about the point of the inertia.
/// \param inertia in body axes \param orientation of the body axes in the world
Wrench impulseFor(const SpatialInertia& inertia, const Quaternion& orientation, const Twist& motion);

/// The constant velocity that leads from one pose to another in a duration, world axes.
Twist meanVelocity(const Pose& from, const Pose& to, double duration);

} // namespace ambient
