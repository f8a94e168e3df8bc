// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/CrowdForces.h"

#include "AmbientFluid/Forces/CrowdRegime.h"
#include "AmbientFluid/Forces/FaceTermsLoop.h"
#include "AmbientFluid/Forces/SlipVelocity.h"

#include <cmath>

namespace ambient {
namespace {

/// Sums of FacesUnderWay::addTo() with one part: the lanes are bodies.
template <class Real>
struct BodySums {
    struct Sum {
        Real parts[1] = {};
    };
    Sum force[3], torque[3];
};

/// The default forces of up to CrowdFlows::kBodies bodies of one model.
struct CrowdForcesLoop {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const CrowdPoints& points, CrowdFlows& flows, int count) {
        for (int first = 0; first < count; first += NumbersOf<float, L>::kCount)
            evaluate<L>(points, flows, first);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void evaluate(const CrowdPoints& points, CrowdFlows& flows, int first) {
        using Real = typename NumbersOf<float, L>::Real;
        using Vector = LaneVector<Real>;
        const auto row = [&](int at) { return load<Real>(&flows.of[at][first]); };
        const Vector v{row(CrowdFlows::Velocity), row(CrowdFlows::Velocity + 1), row(CrowdFlows::Velocity + 2)};
        const Vector w{row(CrowdFlows::Spin), row(CrowdFlows::Spin + 1), row(CrowdFlows::Spin + 2)};
        const Real density = row(CrowdFlows::Density), friction = row(CrowdFlows::Friction);
        const CrowdRegime<L> regime(points, v, w, density, row(CrowdFlows::Viscosity), friction);
        const Real unit = density * static_cast<float>(points.pressureScale) * regime.sharpShare;
        const LaneWrench<Real> spin = crowdSpinTerm<Real>(points, v, w);
        const LaneWrench<Real> faces = ofPoints<L>(points, v, w, Real(regime.turbulentFriction * friction / unit),
                                                   Real(regime.roundShare / regime.sharpShare));
        const Vector torque = times(unit, spin.torque + faces.torque) + regime.wrench.torque;
        const Vector force = times(unit, spin.force + faces.force) + regime.wrench.force;
        const auto set = [&](int at, const Real& x) { store<Real>(&flows.of[at][first], x); };
        set(CrowdFlows::Torque, torque.x);
        set(CrowdFlows::Torque + 1, torque.y);
        set(CrowdFlows::Torque + 2, torque.z);
        set(CrowdFlows::Force, force.x);
        set(CrowdFlows::Force + 1, force.y);
        set(CrowdFlows::Force + 2, force.z);
    }

    /// In units of the pressure.
    template <int L>
    AMBIENT_ALWAYS_INLINE static LaneWrench<typename NumbersOf<float, L>::Real>
    ofPoints(const CrowdPoints& points, const LaneVector<typename NumbersOf<float, L>::Real>& v,
             const LaneVector<typename NumbersOf<float, L>::Real>& w,
             const typename NumbersOf<float, L>::Real& friction, const typename NumbersOf<float, L>::Real& roundShare) {
        using Real = typename NumbersOf<float, L>::Real;
        using Terms = UniformTerms<float, Real>;
        const AttachmentRamp ramp(kAttachmentBand);
        const Terms k{{v.x, v.y, v.z},
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
        BodySums<Real> sums;
        for (int point = 0; point < points.count; ++point) {
            FacesUnderWay<float, L, CrowdPoints, true, Terms> face;
            face.start(points, point, nullptr, k);
            face.template addAttached<false, true, true>(k);
            face.template addSurfacePressure<true>(k);
            face.addBase();
            face.template addTo<true, true>(sums, 0, nullptr, k);
        }
        const auto of = [](const typename BodySums<Real>::Sum(&sum)[3]) {
            return LaneVector<Real>{sum[0].parts[0], sum[1].parts[0], sum[2].parts[0]};
        };
        return {of(sums.torque), of(sums.force)};
    }
};

} // namespace

void addCrowdForces(const CrowdPoints& points, CrowdFlows& flows, int count) {
    runVectorised<CrowdForcesLoop>(points, flows, count);
}

double crowdFriction(const CrowdPoints& points, double density, double viscosity) {
    // wholePlateFriction() of the full model
    return 0.625 * density * points.frictionScale * 0.0576 /
           std::sqrt(powerTwoFifths(density * points.length / viscosity));
}

Wrench crowdForces(const CrowdPoints& points, const Vector3& centerOfVolume, const RelativeFlow& flow) {
    CrowdFlows flows;
    const Vector3 velocity = flow.velocityAt(centerOfVolume);
    for (int lane = 0; lane < CrowdFlows::kBodies; ++lane) {
        for (int axis = 0; axis < 3; ++axis) {
            flows.of[CrowdFlows::Velocity + axis][lane] = static_cast<float>(velocity[axis]);
            flows.of[CrowdFlows::Spin + axis][lane] = static_cast<float>(flow.twist.angular[axis]);
        }
        flows.of[CrowdFlows::Density][lane] = static_cast<float>(flow.density);
        flows.of[CrowdFlows::Viscosity][lane] = static_cast<float>(flow.dynamicViscosity);
        flows.of[CrowdFlows::Friction][lane] =
            static_cast<float>(crowdFriction(points, flow.density, flow.dynamicViscosity));
    }
    addCrowdForces(points, flows, 1);
    Wrench sum;
    for (int axis = 0; axis < 3; ++axis) {
        sum.angular[axis] = double(flows.of[CrowdFlows::Torque + axis][0]);
        sum.linear[axis] = double(flows.of[CrowdFlows::Force + axis][0]);
    }
    sum.angular += centerOfVolume.cross(sum.linear);
    return sum;
}

bool areCrowdForces(const ForceSet& forces) {
    const ForceSet byDefault = ForceSet::surfacePressure();
    if (forces.size() != byDefault.size() || forces.limitsPower() != byDefault.limitsPower()) return false;
    for (int i = 0; i < forces.size(); ++i)
        if (forces.force(i).name() != byDefault.force(i).name()) return false;
    return true;
}

} // namespace ambient
