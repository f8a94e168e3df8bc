// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/FreeMotionBatch.h"

#include "AmbientFluid/Dynamics/ContinuedLoads.h"
#include "AmbientFluid/Dynamics/LaneRows.h"

#include <algorithm>

namespace ambient {
namespace {

/// The steps of up to eight bodies.
struct MoveBodies {
    using Batch = FreeMotionBatch;

    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(FreeMotionBatch::Rows& rows, int count, double duration) {
        for (int first = 0; first < count; first += L)
            move<L>(LaneRows<L>(&rows[0][first]), duration);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void move(LaneRows<L> at, double duration) {
        using Real = typename Lanes<L>::Real;
        const LaneQuaternion<Real> orientation = at.quaternion(Batch::Orientation);
        const LanePair<Real> user = at.pair(Batch::User);
        const ContinuedStart<BodiesOf<L>> start{
            rotationOf(orientation),
            {at.pair(Batch::Load) + user, at.pair(Batch::Load + 6) + user, at.pair(Batch::Load + 12) + user},
            {at.vector(Batch::MediumVelocity), at.vector(Batch::MediumVelocity + 3),
             at.vector(Batch::MediumVelocity + 6)},
            at.pair(Batch::NowTwist),
            at.pair(Batch::BodyMomentum),
            at.number(Batch::Length),
            at.number(Batch::KineticFloor)};
        const LaneSymmetric6<Real> inverse{at.row(Batch::Inverse)};
        const ConstantInertia constant;
        const ContinuedLoads<BodiesOf<L>, ConstantInertia> f(start, inverse, constant, duration);
        const Real none = splat<Real>(0.0);
        at.set(Batch::LoadError, f.errorOfLoads(none, none));
        const Stretch<BodiesOf<L>> s = f.move(f.start(), f.startRate(), 0.0, 1.0);
        at.set(Batch::MotionError, f.errorOfMotion(s.error));
        const Real ofStages = maximum<Real>(turn2Of<L>(s.stages[1]), turn2Of<L>(s.stages[2]));
        at.set(Batch::LargestTurn2, maximum<Real>(maximum<Real>(ofStages, turn2Of<L>(s.stages[3])), turn2Of<L>(s.end)));
        at.set(Batch::Travel,
               duration * maximum<Real>(normOf(start.twist.angular()), normOf(start.twist.linear()) / start.length));
        setEnd<L>(at, f.endAt(s.end), orientation);
        setStart<L>(at, start, inverse, orientation, duration);
    }

    /// Square of the rotation angle of a course.
    template <int L>
    AMBIENT_ALWAYS_INLINE static typename Lanes<L>::Real turn2Of(const Course<BodiesOf<L>>& course) {
        return dotOf(course.motion.angular(), course.motion.angular());
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void setEnd(LaneRows<L>& at, const ContinuedEnd<BodiesOf<L>>& end,
                                             const LaneQuaternion<typename Lanes<L>::Real>& orientation) {
        using Real = typename Lanes<L>::Real;
        const LaneQuaternion<Real> q = orientation * smallTurn(end.turn);
        const Real scale = 1.5 - 0.5 * ((q.x * q.x + q.y * q.y) + (q.z * q.z + q.w * q.w));
        const LaneQuaternion<Real> turned{q.x * scale, q.y * scale, q.z * scale, q.w * scale};
        const LaneVector<Real> position = at.vector(Batch::Position) + end.shift;
        const LanePair<Real> momentum = at.pair(Batch::WorldMomentum) + end.impulse;
        at.set(Batch::EndOrientation, turned);
        at.set(Batch::EndPosition, position);
        at.set(Batch::EndMomentum, momentum);
        // Zero times a number that is not finite is not a number.
        const LaneVector<Real> sum = momentum.angular() + momentum.linear() + position;
        at.set(Batch::Finite, 0.0 * (sum.x + sum.y + sum.z + turned.x + turned.y + turned.z + turned.w));
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void setStart(LaneRows<L>& at, const ContinuedStart<BodiesOf<L>>& start,
                                               const LaneSymmetric6<typename Lanes<L>::Real>& inverse,
                                               const LaneQuaternion<typename Lanes<L>::Real>& orientation,
                                               double duration) {
        using Real = typename Lanes<L>::Real;
        const LanePair<Real> end = at.pair(Batch::EndMomentum);
        const LaneVector<Real> drift = duration * start.mediumVelocity[0];
        const LaneVector<Real> travel = at.vector(Batch::EndPosition) - at.vector(Batch::Position) - drift;
        const LaneVector<Real> gyroscopic =
            gyroscopicImpulse(travel, end.linear(), at.pair(Batch::WorldMomentum).linear());
        const LanePair<Real> momentum = LanePair<Real>::of(end.angular() - gyroscopic, end.linear());
        const LanePair<Real> inBody = rotatedBack(orientation, momentum), twist = inverse * inBody;
        at.set(Batch::StartMomentum, momentum);
        at.set(Batch::FreeTwist, start.worldFromBody * twist);
        at.set(Batch::StartTwist, start.worldFromBody * start.twist);
        at.set(Batch::FreeEnergy, 0.5 * dot(twist, inBody));
        at.set(Batch::Energy, 0.5 * (dotOf(start.twist.angular(), start.momentum.angular()) +
                                     dotOf(start.twist.linear(), start.momentum.linear())));
    }
};

} // namespace

// Inlined: the counts are then constants, and the loops are unrolled.
AMBIENT_ALWAYS_INLINE void FreeMotionBatch::put(int row, const double* numbers, int count) {
    for (int k = 0; k < count; ++k)
        m_rows[row + k][m_count] = numbers[k];
}

AMBIENT_ALWAYS_INLINE void FreeMotionBatch::put(int row, const Vector3& angular, const Vector3& linear) {
    put(row, angular.data(), 3);
    put(row + 3, linear.data(), 3);
}

void FreeMotionBatch::putStart(const MomentumMap& inertia, const Wrench& userWrench, double length, double kineticFloor,
                               const FluidBodyState& state) {
    for (int column = 0; column < 6; ++column)
        for (int line = column; line < 6; ++line)
            m_rows[Inverse + LaneSymmetric6<double>::entry(line, column)][m_count] = inertia.inverse(line, column);
    put(User, userWrench.angular, userWrench.linear);
    put(Orientation, state.worldFromBody.orientation.coeffs().data(), 4);
    put(Position, state.worldFromBody.position.data(), 3);
    put(WorldMomentum, state.momentum.angular, state.momentum.linear);
    m_rows[Length][m_count] = length;
    m_rows[KineticFloor][m_count] = kineticFloor;
}

bool FreeMotionBatch::add(const KirchhoffMotion& motion, const MomentumMap& inertia, const LoadHistory& history,
                          const Wrench& userWrench, double kineticFloor, const FluidBodyState& state) {
    if (isFull() || !history.isEven(m_duration)) return false;
    putStart(inertia, userWrench, motion.body().model->length(), kineticFloor, state);
    for (int age = 0; age < LoadHistory::kSize; ++age) {
        put(Load + 6 * age, history[age].load.angular, history[age].load.linear);
        put(MediumVelocity + 3 * age, history[age].mediumVelocity.data(), 3);
    }
    put(NowTwist, history[0].twist.angular, history[0].twist.linear);
    put(BodyMomentum, history[0].momentum.angular, history[0].momentum.linear);
    ++m_count;
    return true;
}

bool FreeMotionBatch::addWithoutLoads(const MomentumMap& inertia, const Wrench& userWrench, double length,
                                      double kineticFloor, const Vector3& mediumVelocity, const FluidBodyState& state) {
    if (isFull()) return false;
    putStart(inertia, userWrench, length, kineticFloor, state);
    for (int age = 0; age < LoadHistory::kSize; ++age)
        put(MediumVelocity + 3 * age, mediumVelocity.data(), 3);
    ++m_count;
    return true;
}

void FreeMotionBatch::run() {
    // A vector of the processor is whole: its idle lanes repeat the last body.
    if (m_count == 0) return;
    if (m_count < kBodies)
        for (int row = 0; row < EndOrientation; ++row)
            std::fill(m_rows[row] + m_count, m_rows[row] + kBodies, m_rows[row][m_count - 1]);
    runVectorised<MoveBodies>(m_rows, m_count, m_duration);
}

bool FreeMotionBatch::isAccepted(int body) const {
    const auto at = [&](Row row) { return m_rows[row][body]; };
    return at(Travel) <= kLargestTravel && at(LoadError) <= m_largestError && at(MotionError) <= m_largestError &&
           at(LargestTurn2) < kLargestTurn2 && at(Finite) == 0.0;
}

void FreeMotionBatch::moveOn(int body, FluidBodyState& state) const {
    const auto at = [&](int row) { return m_rows[row][body]; };
    state.worldFromBody.orientation =
        Quaternion(at(EndOrientation + 3), at(EndOrientation), at(EndOrientation + 1), at(EndOrientation + 2));
    state.worldFromBody.position = {at(EndPosition), at(EndPosition + 1), at(EndPosition + 2)};
    state.momentum = spatialAt<Momentum>(EndMomentum, body);
    state.time += m_duration;
}

FreeMotionBatch::Start FreeMotionBatch::startOf(int body) const {
    return {spatialAt<Momentum>(StartMomentum, body), spatialAt<Twist>(FreeTwist, body),
            spatialAt<Twist>(StartTwist, body), m_rows[FreeEnergy][body], m_rows[Energy][body]};
}

template <class Vector>
Vector FreeMotionBatch::spatialAt(int row, int body) const {
    const auto at = [&](int k) { return m_rows[row + k][body]; };
    return {{at(0), at(1), at(2)}, {at(3), at(4), at(5)}};
}

} // namespace ambient
