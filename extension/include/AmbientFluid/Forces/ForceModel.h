// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/Surface.h"
#include "AmbientFluid/Math/SpatialVector.h"

#include <string>
#include <vector>

namespace ambient {

struct SurfaceMotion;
struct ViscousRegime;

/// The flow around a body in the MESH FRAME. Velocities are relative to the medium.
struct RelativeFlow {
    Twist twist;                                ///< of the body relative to the medium, about the mesh origin
    double density = 0.0;                       ///< rho [kg/m^3]
    double dynamicViscosity = 0.0;              ///< eta [Pa s]
    Vector3 effectiveGravity = Vector3::Zero(); ///< g - DU/Dt: gravity in the frame of the medium [m/s^2]
    const SurfaceMotion* faces = nullptr;       ///< differences between faces; null: uniform flow
    const ViscousRegime* regime = nullptr;      ///< weights of pressure and friction, from the force set; null: all 1

    /// Velocity of a surface point relative to a uniform medium, u = v + w x c [m/s].
    Vector3 velocityAt(const Vector3& point) const { return twist.linear + twist.angular.cross(point); }
    /// Velocity of a face's centroid relative to the local medium [m/s].
    Vector3 velocityOfFace(const Faces& of, int face) const { return velocityOnFace(face, of.centroid(face)); }
    /// Velocity of a point of a face relative to the local medium [m/s].
    Vector3 velocityOnFace(int face, const Vector3& point) const;
    /// SurfaceMotion::weight() of a face; 1 in a uniform medium.
    double weightOfFace(int face) const;
};

/// Optional output of a force for viewers, per face, mesh frame. Sized at first use, then reused.
struct SurfaceField {
    std::vector<Vector3> slipVelocity; ///< [m/s]; zero on separated faces
    std::vector<double> attachment;    ///< 1 attached .. 0 separated
};

struct FaceTerms;

/// One physical effect of the fluid on a body.
/// Implementations are immutable and stateless: one instance serves all bodies and threads. evaluate() must not
/// allocate unless `field` is given.
class ForceModel {
  public:
    virtual ~ForceModel() = default;

    /// Name of the term in read-outs and CSV columns, lower case with underscores.
    virtual const std::string& name() const = 0;

    /// Whether the force opposes motion relative to the medium. ForceSet limits the sum of these terms to no positive
    /// work.
    virtual bool isDissipative() const = 0;

    /// Whether the force comes with a ViscousRegime, with which its set weighs pressure and friction.
    virtual bool setsRegime() const { return false; }

    /// The wrench on the body about the mesh origin, mesh axes [N m, N].
    /// \param field receives data of each face; may be null
    virtual Wrench evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const = 0;

    /// Power of the force on a surface whose faces move, relative to the medium [W]: a read-out. Default: of the
    /// wrench at the twist, for a force that feels the motion of the body as a whole. Of a force that joins face terms
    /// only powerBesidesFaceTerms() counts (ForceSet::power).
    virtual double power(const Surface& surface, const RelativeFlow& flow) const {
        return ambient::power(flow.twist, evaluate(surface, flow, nullptr));
    }

    /// Adds the part of evaluate() that is a sum over faces to `terms`, so that several forces share one pass.
    /// \returns false and adds nothing if the force has no per-face part or needs another attachment band than `terms`
    /// has
    virtual bool joinFaceTerms(const Surface&, const RelativeFlow&, FaceTerms&) const { return false; }
    /// The remainder of evaluate() beside the part added by joinFaceTerms().
    virtual Wrench besidesFaceTerms(const Surface&, const RelativeFlow&) const { return {}; }
    /// Power of besidesFaceTerms(), as power() [W].
    virtual double powerBesidesFaceTerms(const Surface& surface, const RelativeFlow& flow) const {
        return ambient::power(flow.twist, besidesFaceTerms(surface, flow));
    }
};

} // namespace ambient
