// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"

#include <vector>

namespace ambient {

/// What differs from face to face where the medium is not the same everywhere. Mesh frame, arrays in face order.
struct FaceFlow {
    std::vector<double> velocityX, velocityY, velocityZ; ///< the medium's at the centroid, less that in the twist [m/s]
    std::vector<double> share; ///< density there over RelativeFlow::density, times the wetted share of the face: >= 0
    Vector3 spin = Vector3::Zero();           ///< angular velocity of the medium as the surface sees it [rad/s]
    double meanShare = 1.0;                   ///< area mean of `share`
    double volume = 0.0;                      ///< that the medium is displaced from [m^3]
    Vector3 centerOfVolume = Vector3::Zero(); ///< of that volume [m]
    Wrench accelerationExcess;                ///< density times the integral of the medium's acceleration over that
                                              ///< volume, less that of RelativeFlow::effectiveGravity's: about the
                                              ///< mesh origin [N m, N]

    /// For a body of this many faces; allocates only when it grows.
    void resize(int faces) {
        for (std::vector<double>* array : {&velocityX, &velocityY, &velocityZ, &share})
            array->resize(static_cast<std::size_t>(faces));
    }
};

/// Velocity of the faces relative to a medium that is the same everywhere, for loops over them.
class RigidFaceVelocity {
  public:
    /// \param twist relative to the medium, about the mesh origin
    RigidFaceVelocity(const FaceArrays& faces, const Twist& twist)
        : m_x(faces.centroidX.data()), m_y(faces.centroidY.data()), m_z(faces.centroidZ.data()), m_v(twist.linear),
          m_w(twist.angular) {}

    /// Of face i [m/s].
    void at(int i, double& x, double& y, double& z) const {
        x = m_v.x() + m_w.y() * m_z[i] - m_w.z() * m_y[i];
        y = m_v.y() + m_w.z() * m_x[i] - m_w.x() * m_z[i];
        z = m_v.z() + m_w.x() * m_y[i] - m_w.y() * m_x[i];
    }
    /// FaceFlow::share of face i.
    double share(int) const { return 1.0; }

  private:
    const double *m_x, *m_y, *m_z;
    Vector3 m_v, m_w;
};

/// The same where the medium differs from face to face.
class VaryingFaceVelocity {
  public:
    VaryingFaceVelocity(const FaceArrays& faces, const Twist& twist, const FaceFlow& flow)
        : m_rigid(faces, twist), m_x(flow.velocityX.data()), m_y(flow.velocityY.data()), m_z(flow.velocityZ.data()),
          m_share(flow.share.data()) {}

    void at(int i, double& x, double& y, double& z) const {
        m_rigid.at(i, x, y, z);
        x -= m_x[i];
        y -= m_y[i];
        z -= m_z[i];
    }
    double share(int i) const { return m_share[i]; }

  private:
    RigidFaceVelocity m_rigid;
    const double *m_x, *m_y, *m_z, *m_share;
};

} // namespace ambient
