// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/CrowdForces.h"

#include "AmbientFluid/Forces/CrowdLoop.h"
#include "AmbientFluid/Forces/CrowdRegime.h"

#include <cmath>

namespace ambient {
namespace {

/// The default forces of up to CrowdFlows::kBodies bodies of one model.
struct CrowdForcesLoop {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const CrowdPoints& points, CrowdFlows& flows, int count) {
        for (int first = 0; first < count; first += NumbersOf<float, L>::kCount)
            evaluate<L>(points, flows, first);
    }

    // Functions in place of lambdas: a lambda that is not inlined returns vectors as the baseline does.
    template <class Real>
    AMBIENT_ALWAYS_INLINE static LaneVector<Real> vectorAt(const CrowdFlows& flows, int row, int first) {
        return {load<Real>(&flows.of[row][first]), load<Real>(&flows.of[row + 1][first]),
                load<Real>(&flows.of[row + 2][first])};
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void evaluate(const CrowdPoints& points, CrowdFlows& flows, int first) {
        using Real = typename NumbersOf<float, L>::Real;
        using Vector = LaneVector<Real>;
        const Vector v = vectorAt<Real>(flows, CrowdFlows::Velocity, first);
        const Vector w = vectorAt<Real>(flows, CrowdFlows::Spin, first);
        const Real density = load<Real>(&flows.of[CrowdFlows::Density][first]);
        const Real friction = load<Real>(&flows.of[CrowdFlows::Friction][first]);
        const Real viscosity = load<Real>(&flows.of[CrowdFlows::Viscosity][first]);
        const CrowdRegime<L> regime(points, v, w, density, viscosity, friction);
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
        const Terms k = crowdTerms<Real>(points, v, w, friction, roundShare);
        BodySums<Real> sums;
        for (int point = 0; point < points.count; ++point) {
            FacesUnderWay<float, L, CrowdPoints, true, Terms> face;
            face.start(points, point, nullptr, k);
            face.template addAttached<false, true, true>(k);
            face.template addSurfacePressure<true>(k);
            face.addBase();
            face.template addTo<true, true>(sums, 0, nullptr, k);
        }
        return {BodySums<Real>::vectorOf(sums.torque), BodySums<Real>::vectorOf(sums.force)};
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
