// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/WingForce.h"

#include "AmbientFluid/Body/SurfaceMotion.h"
#include "AmbientFluid/Forces/WetWings.h"
#include "AmbientFluid/Math/Lanes.h"

namespace ambient {
namespace {

/// Incidence at which attached flow is half lost; the suction of edges that is left when the vortex bursts: of sharp
/// edges, more with round ones, more with low aspect ratios.
constexpr double kStall = 0.25, kBurst = 0.14, kRoundBurst = 0.11, kShortBurst = 0.5;
/// Vortex lift that the pressure ahead has already.
constexpr double kAhead = 0.75;
/// Share of the added mass that moves with the body no more when the flow has left it, and the part of this share that
/// stays as long as the vortex does not burst.
constexpr double kShed = 0.9, kHeldByVortex = 0.5;

/// Three numbers per cell.
template <class Real>
struct CellVectors {
    Real x, y, z;

    AMBIENT_ALWAYS_INLINE Real dot(const CellVectors& b) const { return x * b.x + y * b.y + z * b.z; }
    AMBIENT_ALWAYS_INLINE CellVectors operator+(const CellVectors& b) const { return {x + b.x, y + b.y, z + b.z}; }
    AMBIENT_ALWAYS_INLINE friend CellVectors operator*(const Real& a, const CellVectors& b) {
        return {a * b.x, a * b.y, a * b.z};
    }
};

/// A vector that is the same for all cells.
template <class Real>
AMBIENT_ALWAYS_INLINE CellVectors<Real> splatVector(const double (&v)[3]) {
    return {splat<Real>(v[0]), splat<Real>(v[1]), splat<Real>(v[2])};
}

template <class Real>
AMBIENT_ALWAYS_INLINE CellVectors<Real> cross(const CellVectors<Real>& a, const CellVectors<Real>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// 1/(1 + x^(2^n)).
template <int kSquarings, class Real>
AMBIENT_ALWAYS_INLINE Real fades(Real x) {
    AMBIENT_UNROLL
    for (int i = 0; i < kSquarings; ++i)
        x = x * x;
    return 1.0 / (1.0 + x);
}

/// Motion of the body, about its centre of volume.
struct WingMotion {
    double velocity[3], felt[3], turning[3], center[3]; ///< of the centre; P w; w relative to the medium
};

/// Weights of the cells and velocities of the medium there, in a flow that varies.
struct CellFlow {
    double weight[kLanes], velocity[3][kLanes];

    void fill(const WingCells& cells, const SurfaceMotion& faces, int first) {
        for (int lane = 0; lane < kLanes; ++lane) {
            weight[lane] = velocity[0][lane] = velocity[1][lane] = velocity[2][lane] = 0.0;
            if (first + lane < cells.count) fillLane(cells, faces, first + lane, lane);
        }
    }

  private:
    void fillLane(const WingCells& cells, const SurfaceMotion& faces, int cell, int lane) {
        const std::size_t c = static_cast<std::size_t>(cell);
        double whole = 0.0, wet = 0.0, sums[3] = {0.0, 0.0, 0.0};
        for (int i = cells.places[c].firstFace; i < cells.places[c + 1].firstFace; ++i) {
            const std::size_t f = static_cast<std::size_t>(cells.faces[static_cast<std::size_t>(i)]);
            const double share = cells.faceShare[static_cast<std::size_t>(i)],
                         part = share * faces.weight(static_cast<int>(f));
            whole += share;
            wet += part;
            if (!faces.moves) continue;
            sums[0] += part * faces.velocityX[f];
            sums[1] += part * faces.velocityY[f];
            sums[2] += part * faces.velocityZ[f];
        }
        if (!(wet > 0.0)) return;
        weight[lane] = wet / whole;
        for (int axis = 0; axis < 3; ++axis)
            velocity[axis][lane] = sums[axis] / wet;
    }
};

/// Force of one vector of cells.
template <int L>
struct CellsUnderWay {
    using Real = typename Lanes<L>::Real;
    using Vector = CellVectors<Real>;
    using W = WingCells;

    const WingRows& rows;
    int first;

    AMBIENT_ALWAYS_INLINE Real at(int row) const { return load<Real>(rows.of(row) + first); }
    AMBIENT_ALWAYS_INLINE Vector vectorAt(int row) const { return {at(row), at(row + 1), at(row + 2)}; }

    /// Way from the point of the cells to where their force acts, behind it. Zero where the point rests: turning bodies
    /// would else have a jump there.
    /// \param u velocity of the point \param w spin, both relative to the medium
    AMBIENT_ALWAYS_INLINE Vector wayBehind(const Vector& u, const Vector& w) const {
        const Vector c = vectorAt(W::ChordX), s = vectorAt(W::SpanX);
        const Real behindC = at(W::BehindC), behindS = at(W::BehindS);
        const Real turning2 = w.dot(w) * (behindC * behindC + behindS * behindS);
        const Real perSpeed = 1.0 / squareRoot(larger(Real(u.dot(u) + turning2), splat<Real>(1e-300)));
        const Real attached = -perSpeed * flowsAt(vectorAt(W::NormalX).dot(u) * perSpeed);
        return Real(behindC * c.dot(u) * attached) * c + Real(behindS * s.dot(u) * attached) * s;
    }

    /// The three parts of the force, and the momentum of the added mass that separated flow takes away, per density.
    struct Parts {
        Vector lift, suction, lee, shed;
        AMBIENT_ALWAYS_INLINE Vector sum() const { return lift + suction + lee; }
    };

    /// \param u velocity of the cells relative to the medium \param w spin relative to the medium
    AMBIENT_ALWAYS_INLINE Parts parts(const Vector& u, const Vector& w) const {
        const Real zero = {}, one = splat<Real>(1.0);
        const Real speed2 = larger(u.dot(u), splat<Real>(1e-300)), speed = squareRoot(speed2), perSpeed = 1.0 / speed;
        const Vector c = vectorAt(W::ChordX), s = vectorAt(W::SpanX), k = vectorAt(W::WakeX);
        const Real least = splat<Real>(1e-12);
        const Real ec = c.dot(u) * perSpeed, es = s.dot(u) * perSpeed, ec2 = ec * ec, es2 = es * es;
        const Real acrossSpan = ec2 * at(W::AspectC), aspect = larger(Real(acrossSpan + es2 * at(W::AspectS)), least);
        const Vector d0 = vectorAt(W::NormalX) + (at(W::BendS) * acrossSpan / aspect) * s;
        const Vector d = d0 + (at(W::CurvingC) * ec) * c + (at(W::CurvingS) * es) * s;
        const Real um = d.dot(u), a0 = d0.dot(u), uk = k.dot(u);
        const Real incidence = magnitudeOf(a0) * perSpeed, flows = flowsAt(incidence);
        const Real rc = clampToOne(at(W::RoundC) + at(W::TiltC) * ec),
                   rs = clampToOne(at(W::RoundS) + at(W::TiltS) * es);
        const Real r = ec2 * rc + es2 * rs, attached = flows * r;
        const Real sine2 = um * um / speed2, across = larger(Real(1.0 - sine2), zero);
        const Real slopeC = at(W::SlopeC), slopeS = at(W::SlopeS), g = at(W::Half), sheet = at(W::Sheet);
        const Real bracket = slopeC * ec2 + slopeS * larger(Real(across - ec2), zero);
        const Real perAlong = 1.0 / larger(Real(ec2 + es2), least);
        const Real burst = kBurst + kRoundBurst * r * perAlong + kShortBurst * (ec2 + es2) / aspect;
        const Real vortex = fades<4>(Real(incidence / burst));
        const Real turn = magnitudeOf(w.dot(d0)) * at(W::Reach) * perSpeed;
        const Real keep = larger(vortex, smaller(one, turn));
        const Real stalled = smaller(one, Real(0.5 * kPi * across / larger(bracket, least)));
        const Real lift = 0.5 * g * (sheet + attached * (1.0 - sheet)) * bracket * (keep + (1.0 - keep) * stalled);
        const Real suctionC = at(W::SuctionC), suctionS = at(W::SuctionS);
        const Real ahead =
            (ec2 * suctionC + es2 * suctionS) * flows * lift * (um * um - (1.0 - r) * a0 * a0) * perSpeed;
        const Real thick = smaller(larger(uk, Real(uk - attached * k.dot(d0) * um)), zero), thick2 = thick * thick;
        const Real lee = thick2 * at(W::LeeFlat) * speed2 / (thick2 + 0.25 * speed2);
        const Real lost = (ec2 * ((1.0 - rc * flows) * suctionC * slopeC + (1.0 - at(W::RoundS)) * at(W::SideC)) +
                           es2 * ((1.0 - rs * flows) * suctionS * slopeS + (1.0 - at(W::RoundC)) * at(W::SideS))) *
                          perAlong;
        const Real more = sheet * g * larger(Real(lost - kAhead), zero) * a0 * a0 - lee;
        const Real rolled = uk < 0.0 ? vortex * larger(more, zero) : zero;
        const Real broadside = a0 * a0 / speed2, aslant = larger(Real(1.0 - broadside * broadside), zero);
        const Real shed =
            (1.0 - flows) * aslant * (kShed - kShed * kHeldByVortex * vortex) * sheet * g * at(W::Reach) * 0.25;
        return {Real(-lift * um * speed) * d, ahead * u, Real(lee + rolled) * k, Real(shed * a0) * d0};
    }

  private:
    /// Share of attached flow. \param incidence a0/U
    AMBIENT_ALWAYS_INLINE static Real flowsAt(const Real& incidence) {
        return fades<3>(Real(incidence * (1.0 / kStall)));
    }
    AMBIENT_ALWAYS_INLINE static Real magnitudeOf(const Real& x) { return larger(x, Real(-x)); }
    AMBIENT_ALWAYS_INLINE static Real clampToOne(const Real& x) { return smaller(larger(x, Real{}), splat<Real>(1.0)); }
};

/// The cells of a moving body, L at a time.
template <int L>
class MovingCells {
  public:
    using Real = typename Lanes<L>::Real;
    using Vector = CellVectors<Real>;

    /// Some cells. Forces are to be multiplied with `weight`.
    struct Some {
        Vector arm, u; ///< from the centre of volume; velocity relative to the medium
        Real weight;
        typename CellsUnderWay<L>::Parts parts;
    };

    AMBIENT_ALWAYS_INLINE MovingCells(const WingCells& cells, const WingRows& rows, const WingMotion& motion,
                                      const SurfaceMotion* faces)
        : m_cells(cells), m_rows(rows), m_faces(faces), m_velocity(splatVector<Real>(motion.velocity)),
          m_felt(splatVector<Real>(motion.felt)), m_turning(splatVector<Real>(motion.turning)),
          m_center(splatVector<Real>(motion.center)) {}

    /// Goes to the kLanes cells from `block` on.
    AMBIENT_ALWAYS_INLINE void goTo(int block) {
        m_block = block;
        if (m_faces) m_flow.fill(m_cells, *m_faces, block);
    }
    /// The cells from the lane part * L of the block on.
    AMBIENT_ALWAYS_INLINE Some at(int part) const {
        const CellsUnderWay<L> cells{m_rows, m_block + part * L};
        Some some;
        some.arm = cells.vectorAt(WingCells::PointX) + Real(splat<Real>(-1.0)) * m_center;
        Vector flow = m_velocity;
        some.weight = splat<Real>(1.0);
        if (m_faces) {
            some.weight = load<Real>(m_flow.weight + part * L);
            flow = {flow.x - load<Real>(m_flow.velocity[0] + part * L),
                    flow.y - load<Real>(m_flow.velocity[1] + part * L),
                    flow.z - load<Real>(m_flow.velocity[2] + part * L)};
        }
        some.arm = some.arm + cells.wayBehind(flow + cross(m_felt, some.arm), m_turning);
        some.u = flow + cross(m_felt, some.arm);
        some.parts = cells.parts(some.u, m_turning);
        return some;
    }

  private:
    const WingCells& m_cells;
    const WingRows& m_rows;
    const SurfaceMotion* const m_faces;
    const Vector m_velocity, m_felt, m_turning, m_center;
    CellFlow m_flow;
    int m_block = 0;
};

/// Sums over the cells: torque about the centre, force, momentum that is shed, power.
struct SumCells {
    static constexpr int kSums = 10;

    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const WingCells& cells, const WingRows& rows, const WingMotion& motion,
                                          const SurfaceMotion* faces, double (&result)[kSums]) {
        using Real = typename Lanes<L>::Real;
        MovingCells<L> moving(cells, rows, motion, faces);
        LaneSum<L> sums[kSums];
        for (int block = 0; block < cells.count; block += kLanes) {
            moving.goTo(block);
            for (int part = 0; part < kLanes / L; ++part) {
                const typename MovingCells<L>::Some some = moving.at(part);
                const CellVectors<Real> force = some.weight * some.parts.sum(), torque = cross(some.arm, force),
                                        shed = some.weight * some.parts.shed;
                const Real numbers[kSums] = {torque.x, torque.y, torque.z, force.x, force.y,
                                             force.z,  shed.x,   shed.y,   shed.z,  force.dot(some.u)};
                for (int k = 0; k < kSums; ++k)
                    sums[k].parts[part] += numbers[k];
            }
        }
        for (int k = 0; k < kSums; ++k)
            result[k] = sums[k].total();
    }
};

/// The motion of the cells of a body in a flow.
WingMotion motionIn(const Surface& surface, const RelativeFlow& flow) {
    const Vector3& center = surface.centerOfVolume();
    const Vector3 w = flow.twist.angular, turning = flow.faces ? Vector3(w - flow.faces->spin) : w;
    const Vector3 v = flow.velocityAt(center), felt = surface.pressureWeights().feltRotations * w;
    return {{v.x(), v.y(), v.z()},
            {felt.x(), felt.y(), felt.z()},
            {turning.x(), turning.y(), turning.z()},
            {center.x(), center.y(), center.z()}};
}

} // namespace

WingForce WingForce::of(const Surface& surface, const RelativeFlow& flow) {
    const PressureWeights& weights = surface.pressureWeights();
    if (weights.wings.count == 0) return {};
    const WingMotion motion = motionIn(surface, flow);
    double sums[SumCells::kSums];
    runVectorised<SumCells>(weights.wings, WingRows(weights.wings, flow.faces), motion, flow.faces, sums);
    const Eigen::Map<const Vector3> arms(sums), forces(sums + 3), shed(sums + 6), velocity(motion.velocity),
        felt(motion.felt);
    const Vector3 force = forces + felt.cross(shed), torque = weights.feltRotations * (arms + velocity.cross(shed));
    WingForce result;
    result.wrench = {torque + surface.centerOfVolume().cross(force), force};
    result.power = sums[9];
    return result;
}

std::vector<WingCellForce> WingForce::ofEach(const Surface& surface, const RelativeFlow& flow) {
    const WingCells& cells = surface.pressureWeights().wings;
    const WingMotion motion = motionIn(surface, flow);
    const Eigen::Map<const Vector3> felt(motion.felt);
    const WingRows rows(cells, flow.faces);
    MovingCells<1> moving(cells, rows, motion, flow.faces);
    std::vector<WingCellForce> forces;
    for (int cell = 0; cell < cells.count; ++cell) {
        if (cell % kLanes == 0) moving.goTo(cell);
        const MovingCells<1>::Some some = moving.at(cell % kLanes);
        const auto force = [&](const CellVectors<double>& part) {
            return Vector3(some.weight * Vector3(part.x, part.y, part.z));
        };
        const Vector3 arm(some.arm.x, some.arm.y, some.arm.z);
        forces.push_back({surface.centerOfVolume() + arm, cells.of[WingCells::Half][static_cast<std::size_t>(cell)],
                          force(some.parts.lift) + felt.cross(force(some.parts.shed)), force(some.parts.suction),
                          force(some.parts.lee)});
    }
    return forces;
}

} // namespace ambient
