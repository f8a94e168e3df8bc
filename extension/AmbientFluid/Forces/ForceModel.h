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
    /// Velocity of a face's centroid relative to the medium there [m/s].
    Vector3 velocityOfFace(const FaceArrays& of, int face) const {
        const Vector3 u = velocityAt(of.centroid(face));
        const std::size_t i = static_cast<std::size_t>(face);
        return faces && faces->moves ? u - Vector3(faces->velocityX[i], faces->velocityY[i], faces->velocityZ[i]) : u;
    }
    /// FaceFlow::share of a face.
    double shareOfFace(int face) const { return faces ? faces->share[static_cast<std::size_t>(face)] : 1.0; }
};

/// What a force may tell a viewer about each face, mesh frame. Sized by the caller's first use, then reused.
struct SurfaceField {
    std::vector<Vector3> slipVelocity; ///< [m/s], zero where the flow is separated
    std::vector<double> attachment;    ///< 1 attached .. 0 separated
};

struct FaceTerms;

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

    /// Adds the part of evaluate() that is a sum over faces to `terms`, so that several forces share one pass over
    /// them. \returns false, with nothing added, when it has none or one that does not go together with what is there
    virtual bool joinFaceTerms(const FluidBodyModel&, const RelativeFlow&, FaceTerms&) const { return false; }
    /// The rest of evaluate().
    virtual Wrench besidesFaceTerms(const FluidBodyModel&, const RelativeFlow&) const { return {}; }
};

} // namespace ambient
