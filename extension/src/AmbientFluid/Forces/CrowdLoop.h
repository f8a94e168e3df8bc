// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/FaceTermsLoop.h"
#include "AmbientFluid/Forces/SlipVelocity.h"
#include "AmbientFluid/Math/LaneVectors.h"

namespace ambient {

/// \file
/// The loop of FaceTermsLoop.h over the points or faces of one model, with one body a lane.

/// Sums of FacesUnderWay::addTo() with one part: the lanes are bodies.
template <class Real>
struct BodySums {
    /// One component.
    struct Sum {
        Real parts[1] = {}; ///< of all points
    };
    Sum force[3], torque[3]; ///< x, y, z

    // A function in place of a lambda: a lambda that is not inlined returns vectors as the baseline does.
    /// The vector of three components.
    AMBIENT_ALWAYS_INLINE static LaneVector<Real> vectorOf(const Sum (&sum)[3]) {
        return {sum[0].parts[0], sum[1].parts[0], sum[2].parts[0]};
    }
};

/// Constants of the loop, in units of the pressure. \param v velocity of the centre of volume relative to the medium
/// \param w angular velocity \param friction factor of the skin friction \param roundShare UniformTerms::roundShare
template <class Real>
AMBIENT_ALWAYS_INLINE UniformTerms<float, Real> crowdTerms(const CrowdPoints& points, const LaneVector<Real>& v,
                                                           const LaneVector<Real>& w, const Real& friction,
                                                           const Real& roundShare) {
    const AttachmentRamp ramp(kAttachmentBand);
    return {{v.x, v.y, v.z},
            {w.x, w.y, w.z},
            {w.x, w.y, w.z},
            1.0F,
            0.0F,
            friction,
            points.separationCosine,
            1.0F,
            static_cast<float>(ramp.slope),
            static_cast<float>(ramp.offset),
            roundShare,
            1e-30F,
            FaceTable::ActionX};
}

} // namespace ambient
