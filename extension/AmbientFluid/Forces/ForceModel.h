// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/FaceFlow.h"

#include <string>
#include <vector>

namespace ambient {

/// The flow that a body meets, in the MESH FRAME: velocities are relative to the medium.
struct RelativeFlow {
    Twist twist;                                ///< of the body relative to the medium, about the mesh origin
    double density = 0.0;                       ///< rho [kg/m^3]
    double dynamicViscosity = 0.0;              ///< mu [Pa s]
    Vector3 effectiveGravity = Vector3::Zero(); ///< g - DU/Dt: gravity as the medium's own frame feels it [m/s^2]
    const FaceFlow* faces = nullptr;            ///< what differs from face to face; null: nothing

    /// Velocity of a surface point relative to the medium, u = v + w x c, where it is the same everywhere [m/s].
    Vector3 velocityAt(const Vector3& point) const { return twist.linear + twist.angular.cross(point); }
};

/// Calls visit(velocity) with a RigidFaceVelocity or a VaryingFaceVelocity, so that loops over the faces are compiled
/// for both and pay for what differs only where something does.
template <class Visitor>
auto withFaceVelocity(const FluidBodyModel& model, const RelativeFlow& flow, Visitor&& visit) {
    if (flow.faces) return visit(VaryingFaceVelocity(model.faces(), flow.twist, *flow.faces));
    return visit(RigidFaceVelocity(model.faces(), flow.twist));
}

/// What a force may tell a viewer about each face, mesh frame. Sized by the caller's first use, then reused.
struct SurfaceField {
    std::vector<Vector3> slipVelocity; ///< [m/s], zero where the flow is separated
    std::vector<double> attachment;    ///< 1 attached .. 0 separated
};

/// One physical effect of the fluid on a body. Implementations are immutable and free of state, so that one instance
/// serves all bodies and threads; evaluate() must not allocate unless `field` is given.
class ForceModel {
  public:
    virtual ~ForceModel() = default;

    /// Name of the term in read-outs and CSV columns, lower case with underscores.
    virtual const std::string& name() const = 0;

    /// True if the force opposes motion relative to the medium: the sum of these terms is never allowed to do
    /// positive work (ForceSet).
    virtual bool isDissipative() const = 0;

    /// Wrench on the body about the mesh origin, mesh axes [N m, N].
    virtual Wrench evaluate(const FluidBodyModel& model, const RelativeFlow& flow, SurfaceField* field) const = 0;
};

} // namespace ambient
