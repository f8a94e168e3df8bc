// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"
#include "AmbientFluid/StokesFlow/ViscousTensor.h"

#include <cmath>

namespace ambient {

/// R (w, v): torque and force per viscosity. \param r resistance, angular first
inline Wrench resisted(const Matrix6& r, const Vector3& w, const Vector3& v) {
    return {r.topLeftCorner<3, 3>() * w + r.topRightCorner<3, 3>() * v,
            r.bottomLeftCorner<3, 3>() * w + r.bottomRightCorner<3, 3>() * v};
}

/// The motion of a body at its centre of resistance, and what the viscous regime (ViscousRegime.h) needs of it. Mesh
/// axes.
struct SlowMotion {
    Vector3 at;                     ///< centre of resistance, moved along with the wet area, mesh frame [m]
    double share;                   ///< wetted share of the area
    Vector3 w, v;                   ///< relative to the medium, at `at` [rad/s, m/s]
    Wrench creeping;                ///< R Y: per viscosity
    double translation, rotation;   ///< b_t, b_r
    double ofForce, ofSpin, ofWake; ///< Re_t, Re_r, n

    /// \param surface with a tensor \param flow with a viscosity: see isViscous()
    SlowMotion(const Surface& surface, const RelativeFlow& flow);

    double rootOfRotation() const { return std::sqrt(rotation); }       ///< the first three entries of B
    double rootOfTranslation() const { return std::sqrt(translation); } ///< the last three

  private:
    void setTranslation(const ViscousTensor& tensor, double perViscosity);
    void setRotation(const ViscousTensor& tensor, double perViscosity);
};

/// Whether a flow has a viscous regime around a surface.
bool isViscous(const Surface& surface, const RelativeFlow& flow);

/// eta with the wetted share and the body's factor of viscous forces [Pa s].
double viscosityOf(const Surface& surface, const RelativeFlow& flow, double wettedShare);

} // namespace ambient
