// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Crowds/FloatMotion.h"

#include "AmbientFluid/Dynamics/LaneRows.h"
#include "AmbientFluid/Math/LaneEffectiveMass.h"

namespace ambient {
namespace {

using Motion = FloatMotion;

/// Depth in units of kWettingDepth by which the surface may pass the body in a step.
constexpr double kFastestPassage = 1.0;
/// Largest share of its momentum that a body loses to drag in a step.
constexpr double kMostDrag = 0.5;
/// Largest square of the angle, in radian, by which a bob of the float moves on in a step.
constexpr double kFastestBob = 0.5;
/// Largest turn in a step [rad].
constexpr double kMostTurn = 0.25;
/// Least share of the volume in the water.
constexpr double kLeastVolume = 1e-3;
/// Rounds of the search for D. The error falls by half the turn of a step with each.
constexpr int kRounds = 4;

template <int L>
using RealOf = typename Lanes<L>::Real;

/// A number of the flows, in double precision.
template <int L>
AMBIENT_ALWAYS_INLINE RealOf<L> flowNumber(const FloatFlows& flows, int row, int body) {
    return convertLanes<RealOf<L>>(load<typename Lanes<L>::Single>(&flows.of[row][body]));
}
/// Three numbers of the flows.
template <int L>
AMBIENT_ALWAYS_INLINE LaneVector<RealOf<L>> flowVector(const FloatFlows& flows, int row, int body) {
    return {flowNumber<L>(flows, row, body), flowNumber<L>(flows, row + 1, body), flowNumber<L>(flows, row + 2, body)};
}
/// A vector with the same numbers in all lanes.
template <class Real>
AMBIENT_ALWAYS_INLINE LaneVector<Real> splatVector(const Vector3& v) {
    return {splat<Real>(v.x()), splat<Real>(v.y()), splat<Real>(v.z())};
}
/// s a, lane by lane.
template <class Real>
AMBIENT_ALWAYS_INLINE LaneVector<Real> scaledVector(const Real& s, const LaneVector<Real>& a) {
    return {s * a.x, s * a.y, s * a.z};
}

/// A pose between mesh and body.
template <int L>
struct HullFrame {
    LaneRotation<RealOf<L>> turn;   ///< from mesh to body axes
    LaneVector<RealOf<L>> position; ///< of the centre of volume, body axes

    AMBIENT_ALWAYS_INLINE explicit HullFrame(const LaneRows<L>& at) : position(at.vector(Motion::Center)) {
        AMBIENT_UNROLL
        for (int row = 0; row < 3; ++row) {
            AMBIENT_UNROLL
            for (int column = 0; column < 3; ++column)
                turn.of[row][column] = at.number(Motion::FromHull + 3 * row + column);
        }
    }
    /// A wrench about the centre of mass. \param torque about the centre of volume, mesh axes
    AMBIENT_ALWAYS_INLINE LanePair<RealOf<L>> wrench(const LaneVector<RealOf<L>>& torque,
                                                     const LaneVector<RealOf<L>>& force) const {
        const LanePair<RealOf<L>> turned = turn * LanePair<RealOf<L>>::of(torque, force);
        return LanePair<RealOf<L>>::of(turned.angular() + crossOf(position, turned.linear()), turned.linear());
    }
};

/// FloatMotion::findLoads().
struct FindFloatLoads {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(Motion::Rows& rows, const Motion::Water& water, const FloatFlows& flows,
                                          int first, int count) {
        for (int lane = 0; lane < count; lane += L)
            find<L>(LaneRows<L>(&rows[0][lane]), water, flows, first + lane);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void find(LaneRows<L> at, const Motion::Water& water, const FloatFlows& flows,
                                           int body) {
        using Real = RealOf<L>;
        using Pair = LanePair<Real>;
        using Vector = LaneVector<Real>;
        const HullFrame<L> hull(at);
        const LaneQuaternion<Real> q = at.quaternion(Motion::Middle);
        const Vector none{Real{}, Real{}, Real{}};
        const Vector gravity = rotatedBack(q, Pair::of(none, at.vector(Motion::Gravity))).linear();
        const Vector lift = -1.0 * transposedTimes(hull.turn, Pair::of(none, gravity)).linear();
        // Drag and water. Of the air only the buoyancy counts.
        const double lighter = water.density - water.air;
        const Pair drag =
            hull.wrench(flowVector<L>(flows, FloatFlows::Torque, body), flowVector<L>(flows, FloatFlows::Force, body));
        const Vector moment = lighter * flowVector<L>(flows, FloatFlows::Moment, body);
        const Real displaced =
            lighter * flowNumber<L>(flows, FloatFlows::Volume, body) + water.air * at.number(Motion::Volume);
        const Pair carried = hull.wrench(
            water.density * flowVector<L>(flows, FloatFlows::CarriedTorque, body) + crossOf(moment, lift),
            water.density * flowVector<L>(flows, FloatFlows::CarriedForce, body) + scaledVector<Real>(displaced, lift));
        const Pair weight = Pair::of(none, scaledVector<Real>(at.number(Motion::Mass), gravity));
        at.set(Motion::Drag, drag);
        at.set(Motion::Load, drag + carried + rotatedBack(q, at.pair(Motion::User)) + weight);
        at.set(Motion::Stream, (hull.turn * Pair::of(none, flowVector<L>(flows, FloatFlows::Stream, body))).linear());
        findInertia<L>(at, hull, water.density, flows, body);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void findInertia(LaneRows<L>& at, const HullFrame<L>& hull, double density,
                                                  const FloatFlows& flows, int body) {
        using Real = RealOf<L>;
        LaneMatrix6<Real> fluid;
        for (int entry = 0; entry < 21; ++entry)
            fluid.of[entry] = density * flowNumber<L>(flows, FloatFlows::Inertia + entry, body);
        LaneMatrix6<Real> total = inertiaInFrame(fluid, hull.turn, hull.position);
        const Real mass = at.number(Motion::Mass);
        AMBIENT_UNROLL
        for (int k = 0; k < 3; ++k) {
            total.at(k, k) += at.number(Motion::DryInertia + k);
            total.at(3 + k, 3 + k) += mass;
        }
        total.at(1, 0) += at.number(Motion::DryInertia + 3);
        total.at(2, 0) += at.number(Motion::DryInertia + 4);
        total.at(2, 1) += at.number(Motion::DryInertia + 5);
        const LaneEffectiveMass<Real> effective(total, mass, at.vector(Motion::DryInertia), at.number(Motion::Length));
        at.set(Motion::EffectiveMass, effective.mass);
        at.set(Motion::EffectiveMass + 1, effective.factor);
        const LaneMatrix6<Real> inverse = inverseOf(total);
        for (int entry = 0; entry < 21; ++entry) {
            at.set(Motion::Inertia + entry, total.of[entry]);
            at.set(Motion::Inverse + entry, inverse.of[entry]);
        }
    }
};

/// FloatMotion::move().
struct MoveFloats {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(Motion::Rows& rows, const Motion::Water& water, const FloatFlows& flows,
                                          int first, int count) {
        for (int lane = 0; lane < count; lane += L)
            move<L>(LaneRows<L>(&rows[0][lane]), water, flows, first + lane);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void move(LaneRows<L> at, const Motion::Water& water, const FloatFlows& flows,
                                           int body) {
        using Real = RealOf<L>;
        using Pair = LanePair<Real>;
        using Vector = LaneVector<Real>;
        const double h = water.duration;
        const LaneSymmetric6<Real> inertia{at.row(Motion::Inertia)}, inverse{at.row(Motion::Inverse)};
        const Pair twist = at.pair(Motion::Twist), before = at.pair(Motion::Change);
        const Pair predicted = twist + 0.5 * before;
        const Vector stream = at.vector(Motion::Stream);
        const Vector none{Real{}, Real{}, Real{}};
        const Pair relative = predicted - Pair::of(none, stream);
        const Real energy = maximum<Real>(dot(relative, inertia * relative), splat<Real>(1e-300));
        const Real k = maximum<Real>(Real(-h * dot(at.pair(Motion::Drag), relative) / energy), Real{});
        const Pair pushed = h * (inverse * at.pair(Motion::Load)) + scaled(k, before);
        const Real perDrag = 1.0 / (1.0 + k);
        Pair change = before;
        for (int round = 0; round < kRounds; ++round) {
            const Pair mean = twist + 0.5 * change;
            const Vector w = mean.angular(), v = mean.linear() - stream;
            const Pair momentum = inertia * Pair::of(w, v);
            const Pair turning = inverse * Pair::of(crossOf(momentum.angular(), w) + crossOf(momentum.linear(), v),
                                                    crossOf(momentum.linear(), w));
            change = scaled(perDrag, pushed + h * (turning - Pair::of(none, crossOf(w, stream))));
        }
        const Pair end = twist + change;
        at.set(Motion::NewChange, change);
        at.set(Motion::NewTwist, end);
        const LaneQuaternion<Real> middle = at.quaternion(Motion::Middle);
        at.set(Motion::Impulse, rotationOf(middle) * (inertia * change));
        const LaneQuaternion<Real> turned = middle * smallTurn(0.5 * h * end.angular());
        const Real scale = 1.0 / squareRoot<Real>(Real((turned.x * turned.x + turned.y * turned.y) +
                                                       (turned.z * turned.z + turned.w * turned.w)));
        const LaneQuaternion<Real> q{turned.x * scale, turned.y * scale, turned.z * scale, turned.w * scale};
        const Pair velocity = rotationOf(q) * end;
        at.set(Motion::Orientation, q);
        at.set(Motion::Position, at.vector(Motion::Place) + 0.5 * h * velocity.linear());
        at.set(Motion::NewVelocity, velocity);
        judge<L>(at, water, flows, body, relative, k);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void judge(LaneRows<L>& at, const Motion::Water& water, const FloatFlows& flows,
                                            int body, const LanePair<RealOf<L>>& relative, const RealOf<L>& k) {
        using Real = RealOf<L>;
        using Pair = LanePair<Real>;
        using Vector = LaneVector<Real>;
        const double h = water.duration;
        const Vector worldUp = splatVector<Real>(water.up), gravity = at.vector(Motion::Gravity);
        const Vector up = rotatedBack(at.quaternion(Motion::Middle), Pair::of(worldUp, worldUp)).linear();
        const Real rise = dotOf(up, relative.linear()), tilt = normOf(crossOf(up, relative.angular()));
        const Real passage = h * (maximum<Real>(rise, Real(-rise)) + tilt * at.number(Motion::Radius));
        const Vector none{Real{}, Real{}, Real{}};
        const LaneSymmetric6<Real> inertia{at.row(Motion::Inertia)};
        const Real heavy = dotOf(up, (inertia * Pair::of(none, up)).linear());
        const Real cut = normOf(flowVector<L>(flows, FloatFlows::AreaVector, body));
        const Real bob = h * h * water.density * normOf(gravity) * cut / heavy;
        const Real turn = h * normOf(at.vector(Motion::NewTwist));
        const Real volume = flowNumber<L>(flows, FloatFlows::Volume, body);
        // The least of what is left of each bound, in units of it. Comparisons with no number are false.
        Real left = splat<Real>(1.0) - k * (1.0 / kMostDrag);
        const Real others[4] = {volume / (kLeastVolume * at.number(Motion::Volume)) - 1.0,
                                1.0 - bob * (1.0 / kFastestBob), 1.0 - turn * (1.0 / kMostTurn),
                                1.0 - passage / (kFastestPassage * water.band)};
        AMBIENT_UNROLL
        for (const Real& other : others)
            left = smaller(left, other);
        at.set(Motion::Room, left);
    }
};

} // namespace

Matrix6 FloatMotion::matrixAt(int row, int lane) const {
    Matrix6 matrix;
    for (int line = 0; line < 6; ++line)
        for (int column = 0; column <= line; ++column)
            matrix(line, column) = matrix(column, line) = m_rows[row++][lane];
    return matrix;
}

void FloatMotion::findLoads(const Water& water, const FloatFlows& flows, int first, int count) {
    runVectorised<FindFloatLoads>(m_rows, water, flows, first, count);
}

void FloatMotion::move(const Water& water, const FloatFlows& flows, int first, int count) {
    runVectorised<MoveFloats>(m_rows, water, flows, first, count);
}

} // namespace ambient
