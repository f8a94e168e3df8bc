// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Crowds/CrowdStep.h"

#include "AmbientFluid/Dynamics/ContinuedLoads.h"
#include "AmbientFluid/Dynamics/Integrators.h"
#include "AmbientFluid/Dynamics/LaneRows.h"

namespace ambient {
namespace {

/// Largest share of its momentum that a body loses to drag in a step, by the drag at the start: beyond it, s does not
/// reach as far down as it should.
constexpr double kStiffest = 1.0;
/// Largest part of the momentum by which the loads of two steps may differ in another way than along the motion.
constexpr double kLargestChange = 0.25;
/// Largest error of the motion under the loads, as of ContinuedLoads::errorOfMotion().
constexpr double kLargestError = 1e-3;

using Batch = FreeMotionBatch;

/// The rows of L bodies.
template <int L>
struct CrowdRows {
    LaneRows<L> motion, crowd;

    AMBIENT_ALWAYS_INLINE CrowdRows(CrowdStep::Half& half, int lane)
        : motion(&half.motion.rows()[0][lane]), crowd(&half.rows[0][lane]) {}

    AMBIENT_ALWAYS_INLINE LaneRotation<typename Lanes<L>::Real> bodyFromMesh() const {
        LaneRotation<typename Lanes<L>::Real> m;
        AMBIENT_UNROLL
        for (int row = 0; row < 3; ++row) {
            AMBIENT_UNROLL
            for (int column = 0; column < 3; ++column)
                m.of[row][column] = crowd.number(CrowdStep::FromMesh + 3 * row + column);
        }
        return m;
    }
};

/// The flows around the bodies, from their momenta.
struct FindFlows {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(CrowdStep::Half& half, int count, CrowdFlows& flows, int first) {
        for (int lane = 0; lane < count; lane += L)
            find<L>(CrowdRows<L>(half, lane), flows, first + lane);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void find(CrowdRows<L> at, CrowdFlows& flows, int body) {
        using Real = typename Lanes<L>::Real;
        const LanePair<Real> momentum =
            rotatedBack(at.motion.quaternion(Batch::Orientation), at.motion.pair(Batch::WorldMomentum));
        const LaneSymmetric6<Real> inverse{at.motion.row(Batch::Inverse)};
        const LanePair<Real> twist = inverse * momentum;
        at.motion.set(Batch::BodyMomentum, momentum);
        at.motion.set(Batch::NowTwist, twist);
        const LaneVector<Real> w = twist.angular();
        const LaneVector<Real> v = twist.linear() + crossOf(w, at.crowd.vector(CrowdStep::Center));
        const LanePair<Real> inMesh = transposedTimes(at.bodyFromMesh(), LanePair<Real>::of(w, v));
        const auto set = [&](int row, const Real& x) {
            store(&flows.of[row][body], convertLanes<typename Lanes<L>::Single>(x));
        };
        const auto setVector = [&](int row, const LaneVector<Real>& x) {
            set(row, x.x);
            set(row + 1, x.y);
            set(row + 2, x.z);
        };
        setVector(CrowdFlows::Velocity, inMesh.linear());
        setVector(CrowdFlows::Spin, inMesh.angular());
    }
};

/// The loads of the step, from the forces at its start.
struct FindLoads {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(CrowdStep::Half& half, int count, const CrowdFlows& flows, int first,
                                          double h) {
        for (int lane = 0; lane < count; lane += L)
            find<L>(CrowdRows<L>(half, lane), flows, first + lane, h);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void find(CrowdRows<L> at, const CrowdFlows& flows, int body, double h) {
        using Real = typename Lanes<L>::Real;
        using Vector = LaneVector<Real>;
        using Pair = LanePair<Real>;
        const LaneQuaternion<Real> q = at.motion.quaternion(Batch::Orientation);
        const Vector center = at.crowd.vector(CrowdStep::Center);
        const Pair force = wrenchOf<L>(at, flows, body, center);
        const Pair twist = at.motion.pair(Batch::NowTwist);
        const Vector w = twist.angular(), zero{Real{}, Real{}, Real{}};

        const Vector weight = at.crowd.vector(CrowdStep::Weight), lift = at.crowd.vector(CrowdStep::Lift);
        const Vector liftInBody = rotatedBack(q, Pair::of(zero, lift)).linear();
        const Pair own = force + rotatedBack(q, Pair::of(zero, weight)) + Pair::of(crossOf(center, liftInBody), zero);
        const Pair user = rotatedBack(q, at.motion.pair(Batch::User));
        const Pair past = rotatedBack(q, at.crowd.pair(CrowdStep::PastAlong));
        const Pair change = scaled(at.crowd.number(CrowdStep::HasPast), force - past);

        const Real drag = -h * dot(twist, force), energy = dot(twist, at.motion.pair(Batch::BodyMomentum));
        const Real tiny = splat<Real>(1e-200);
        const Real push = h * dot(twist, own + 0.5 * change + user);
        const Real s =
            larger(smaller(Real(push / maximum<Real>(energy + maximum<Real>(drag, Real{}), tiny)), splat<Real>(1.0)),
                   splat<Real>(-0.5));
        const Pair along = scaled(Real(1.0 + 2.0 * s), force) + h * cross(w, force);
        // The buoyancy turns with the body, the rest of the loads does not.
        const Pair turning = Pair::of(h * crossOf(crossOf(w, center), liftInBody), zero);
        const LaneRotation<Real> worldFromBody = rotationOf(q);
        setLoads<L>(at, worldFromBody * own, worldFromBody * (along - force + change + turning));
        at.crowd.set(CrowdStep::Along, worldFromBody * along);
        const LaneSymmetric6<Real> inverse{at.motion.row(Batch::Inverse)};
        const Real reference =
            maximum<Real>(squareRoot<Real>(maximum<Real>(energy, Real{})), at.motion.number(Batch::KineticFloor));
        at.crowd.set(CrowdStep::Stiffness, Real(drag / maximum<Real>(reference * reference, tiny)));
        at.crowd.set(CrowdStep::Change,
                     Real(h * squareRoot<Real>(maximum<Real>(dot(change, inverse * change), Real{})) /
                          maximum<Real>(reference, tiny)));
    }

    /// Three rows of bodies in double precision. A function in place of a lambda: a lambda that is not inlined returns
    /// vectors as the baseline does.
    template <int L, class Row>
    AMBIENT_ALWAYS_INLINE static LaneVector<typename Lanes<L>::Real> vectorOf(const Row* rows, int body) {
        using Real = typename Lanes<L>::Real;
        using Single = typename Lanes<L>::Single;
        return {convertLanes<Real>(load<Single>(&rows[0][body])), convertLanes<Real>(load<Single>(&rows[1][body])),
                convertLanes<Real>(load<Single>(&rows[2][body]))};
    }

    /// The forces of the points about the centre of mass, body axes.
    template <int L>
    AMBIENT_ALWAYS_INLINE static LanePair<typename Lanes<L>::Real>
    wrenchOf(const CrowdRows<L>& at, const CrowdFlows& flows, int body,
             const LaneVector<typename Lanes<L>::Real>& center) {
        using Real = typename Lanes<L>::Real;
        const LanePair<Real> force =
            at.bodyFromMesh() * LanePair<Real>::of(vectorOf<L>(&flows.of[CrowdFlows::Torque], body),
                                                   vectorOf<L>(&flows.of[CrowdFlows::Force], body));
        return LanePair<Real>::of(force.angular() + crossOf(center, force.linear()), force.linear());
    }

    /// Loads linear in time as three values of a quadratic. \param rate change in the step
    template <int L>
    AMBIENT_ALWAYS_INLINE static void setLoads(CrowdRows<L>& at, const LanePair<typename Lanes<L>::Real>& now,
                                               const LanePair<typename Lanes<L>::Real>& rate) {
        at.motion.set(Batch::Load, now);
        at.motion.set(Batch::Load + 6, now - rate);
        at.motion.set(Batch::Load + 12, now - 2.0 * rate);
    }
};

} // namespace

void CrowdStep::clear(const CrowdPoints* points, double duration) {
    m_density = -1.0;
    m_points = points;
    m_count = 0;
    m_duration = duration;
    for (Half& half : m_halves)
        half.motion.clear(duration, kLargestError);
}

bool CrowdStep::add(const KirchhoffMotion& motion, const MomentumMap& inertia, const MediumSample& medium,
                    const CrowdPast& past, const Wrench& userWrench, double kineticFloor, const FluidBodyState& state) {
    if (m_count == kBodies || !(medium.dynamicViscosity > 0.0) || !(medium.density > 0.0) ||
        !medium.acceleration.isZero(0.0))
        return false;
    if (medium.density != m_density || medium.dynamicViscosity != m_viscosity) {
        m_density = medium.density;
        m_viscosity = medium.dynamicViscosity;
        m_friction = crowdFriction(*m_points, m_density, m_viscosity);
    }
    const FluidBody& body = motion.body();
    const FluidBodyModel& model = *body.model;
    Half& half = m_halves[m_count / kLanes];
    const int lane = CrowdStep::lane(m_count);
    half.motion.addWithoutLoads(inertia, userWrench, model.length(), kineticFloor, medium.velocity, state);
    m_flows.of[CrowdFlows::Density][m_count] = static_cast<float>(m_density);
    m_flows.of[CrowdFlows::Viscosity][m_count] = static_cast<float>(m_viscosity);
    m_flows.of[CrowdFlows::Friction][m_count] = static_cast<float>(m_friction);

    Rows& rows = half.rows;
    const auto put = [&](int row, const double* numbers, int count) {
        for (int k = 0; k < count; ++k)
            rows[row + k][lane] = numbers[k];
    };
    const Vector3 center = body.bodyFromMesh * model.centerOfVolume();
    const Eigen::Matrix<double, 3, 3, Eigen::RowMajor> turn = body.bodyFromMesh.orientation.toRotationMatrix();
    const double displaced = medium.density * model.volume() * model.surface().data().buoyancyScale;
    const Vector3 lift = -displaced * motion.gravity(), weight = body.mass() * motion.gravity() + lift;
    const bool hasPast = past.time == state.time;
    m_endTime[m_count] = state.time + m_duration; // as moveOn()
    const Wrench along = hasPast ? past.along : Wrench();
    const double share = hasPast ? 1.0 : 0.0;
    put(Center, center.data(), 3);
    put(FromMesh, turn.data(), 9);
    put(Weight, weight.data(), 3);
    put(Lift, lift.data(), 3);
    put(PastAlong, along.angular.data(), 3);
    put(PastAlong + 3, along.linear.data(), 3);
    put(HasPast, &share, 1);
    ++m_count;
    return true;
}

void CrowdStep::run() {
    if (m_count == 0) return;
    for (int first = 0; first < m_count; first += kLanes) {
        Half& half = m_halves[first / kLanes];
        runVectorised<FindFlows>(half, half.motion.size(), m_flows, first);
    }
    addCrowdForces(*m_points, m_flows, m_count);
    for (int first = 0; first < m_count; first += kLanes) {
        Half& half = m_halves[first / kLanes];
        runVectorised<FindLoads>(half, half.motion.size(), m_flows, first, m_duration);
        half.motion.run();
    }
}

bool CrowdStep::isAccepted(int body) const {
    const Half& of = half(body);
    const int lane = CrowdStep::lane(body);
    const auto at = [&](FreeMotionBatch::Row row) { return of.motion.at(row, lane); };
    return of.rows[Stiffness][lane] <= kStiffest && of.rows[Change][lane] <= kLargestChange &&
           at(FreeMotionBatch::MotionError) <= kLargestError && at(FreeMotionBatch::LargestTurn2) < kLargestTurn2 &&
           at(FreeMotionBatch::Finite) == 0.0;
}

CrowdPast CrowdStep::pastOf(int body) const {
    const Half& of = half(body);
    const int lane = CrowdStep::lane(body);
    const auto at = [&](int k) { return of.rows[Along + k][lane]; };
    return {m_endTime[body], {{at(0), at(1), at(2)}, {at(3), at(4), at(5)}}};
}

bool addToBatch(const KirchhoffMotion& motion, const FluidBodyState& state, double duration,
                const IntegratorOptions& options, const CrowdPast& past, const MomentumMap& inertia,
                const MediumSample& medium, CrowdStep& crowd) {
    const bool isFree = options.method == Integrator::AdaptiveRungeKutta && !options.heldTwist &&
                        motion.fluid().isConstant() && motion.fluid().isSteady() && !motion.lockedAxes().any();
    if (!isFree || motion.body().model->crowdPoints().get() != crowd.points()) return false;
    return crowd.add(motion, inertia, medium, past, options.userWrench,
                     errorScaleOf(motion, duration, options).kineticFloor, state);
}

bool takeFromBatch(const CrowdStep& crowd, int body, FluidBodyState& state, IntegrationReport& report,
                   CrowdPast& past) {
    if (!crowd.isAccepted(body)) return false;
    crowd.moveOn(body, state);
    past = crowd.pastOf(body);
    report = IntegrationReport();
    report.substeps = report.evaluations = 1;
    return true;
}

} // namespace ambient
