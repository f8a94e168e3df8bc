// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Forces/FloatForces.h"

#include "AmbientFluid/Body/SurfaceData.h"
#include "AmbientFluid/Forces/CrowdForces.h"
#include "AmbientFluid/Forces/CrowdLoop.h"
#include "AmbientFluid/Forces/CrowdRegime.h"
#include "AmbientFluid/Forces/FloatCut.h"

namespace ambient {
namespace {

/// Depths of the vertices.
template <int L>
struct FloatVertices {
    using Real = typename NumbersOf<float, L>::Real;
    using Vector = LaneVector<Real>;

    /// Fills the rows of the vertices. \tparam kWaves whether there are waves \returns FloatFlows::Surface
    template <bool kWaves>
    AMBIENT_ALWAYS_INLINE static Vector fill(const CrowdHull& hull, const FloatWater& water, const FloatBody<L>& body,
                                             int first, float* row) {
        const LaneWaves<L> waves(water.waves, first);
        const LaneStillPlaces<L> still(waves);
        const Vector v = body.water * body.velocity, w = body.water * body.spin;
        Vector atSurface{};
        for (int vertex = 0; vertex < hull.vertexCount(); ++vertex) {
            const float* const at = hull.vertices.data() + 3 * vertex;
            const Vector o = body.water * Vector{splat<Real>(at[0]), splat<Real>(at[1]), splat<Real>(at[2])};
            const Vector velocity = v + crossOf(w, o);
            const Real height = o.z - body.depth;
            if constexpr (!kWaves) {
                store<Real>(row + FloatRows::kDepth, Real(-height));
                store<Real>(row + FloatRows::kSinking, Real(-velocity.z));
            } else {
                Real X, Y;
                still.predict(o.x, o.y, X, Y);
                const LaneSurface<L> surface(waves, o.x, o.y, X, Y);
                store<Real>(row + FloatRows::kDepth, Real(surface.height - height));
                store<Real>(row + FloatRows::kSinking, dotOf(surface.velocity - velocity, surface.normal));
                atSurface = atSurface + surface.velocity;
            }
            row += FloatRows::kVertex;
        }
        return times(splat<Real>(1.0F / static_cast<float>(hull.vertexCount())), atSurface);
    }
};

/// All of findFloatForces().
struct FloatForcesLoop {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const CrowdHull& hull, const FloatWater& water, FloatFlows& flows, int count,
                                          float* scratch) {
        for (int first = 0; first < count; first += NumbersOf<float, L>::kCount) {
            if (water.hasWaves())
                evaluate<L, true>(hull, water, flows, first, scratch);
            else
                evaluate<L, false>(hull, water, flows, first, scratch);
        }
    }

    template <int L, bool kWaves>
    AMBIENT_ALWAYS_INLINE static void evaluate(const CrowdHull& hull, const FloatWater& water, FloatFlows& flows,
                                               int first, float* scratch) {
        using Real = typename NumbersOf<float, L>::Real;
        using Vector = LaneVector<Real>;
        const FloatBody<L> body(flows, first);
        const FloatRows rows{scratch, scratch + FloatRows::kVertex * hull.vertexCount()};
        const Vector atSurface = FloatVertices<L>::template fill<kWaves>(hull, water, body, first, scratch);
        FloatCut<L, kWaves> cut(hull, water, body, first, rows);
        const Real area = splat<Real>(hull.area), tiny = splat<Real>(1e-30F);
        const Real perWet = 1.0F / larger(cut.wetArea, tiny), share = cut.wetArea / area;
        const Vector stream = kWaves ? times(perWet, cut.wetFlow) : body.inMesh(water.stream<Real>());
        const Vector wetCenter = times(perWet, cut.wetMoment);
        const Vector v = body.velocity - stream, w = body.spin;
        const Vector shift{wetCenter.x - hull.areaCenter[0], wetCenter.y - hull.areaCenter[1],
                           wetCenter.z - hull.areaCenter[2]};
        const Vector at = CrowdRegime<L>::centerOf(hull.points) + shift;
        const Real friction = splat<Real>(water.friction);
        const CrowdRegime<L> regime(hull.points, v, w, splat<Real>(water.density), splat<Real>(water.viscosity),
                                    friction, at, share);
        const Real unit = water.density * static_cast<float>(hull.points.pressureScale) * regime.sharpShare;
        const LaneWrench<Real> spin = crowdSpinTerm<Real>(hull.points, v, w);
        const LaneWrench<Real> faces =
            ofFaces<L, kWaves>(hull, body, stream, rows.faces, Real(regime.turbulentFriction * friction / unit),
                               Real(regime.roundShare / regime.sharpShare), water.band);
        const Real density = splat<Real>(water.density), ofWhole = unit * share;
        const Vector torque = times(unit, faces.torque) + times(ofWhole, spin.torque) + regime.wrench.torque -
                              times(density, cut.entering.torque);
        const Vector force = times(unit, faces.force) + times(ofWhole, spin.force) + regime.wrench.force -
                             times(density, cut.entering.force);
        body.set(flows, first, FloatFlows::Torque, torque);
        body.set(flows, first, FloatFlows::Force, force);
        body.set(flows, first, FloatFlows::Stream, stream);
        body.set(flows, first, FloatFlows::Surface, atSurface);
        cut.write(flows, first);
    }

    /// In units of the pressure.
    template <int L, bool kWaves>
    AMBIENT_ALWAYS_INLINE static LaneWrench<typename NumbersOf<float, L>::Real>
    ofFaces(const CrowdHull& hull, const FloatBody<L>& body, const LaneVector<typename NumbersOf<float, L>::Real>& mean,
            const float* rows, const typename NumbersOf<float, L>::Real& friction,
            const typename NumbersOf<float, L>::Real& roundShare, float band) {
        using Real = typename NumbersOf<float, L>::Real;
        using Vector = LaneVector<Real>;
        using Terms = UniformTerms<float, Real>;
        const Vector v = body.velocity - mean;
        Terms k = crowdTerms<Real>(hull.points, v, body.spin, friction, roundShare);
        BodySums<Real> sums;
        const int count = static_cast<int>(hull.faces.size());
        for (int point = 0; point < hull.points.count; ++point) {
            Real share;
            if (point < count) {
                const float* const row = rows + FloatRows::kFace * point;
                share = load<Real>(row + FloatRows::kShare);
                if constexpr (kWaves) setVelocity(k, body.velocity - flowAt<L>(row));
            } else {
                setVelocity(k, v);
                share = shareOfBase<L>(hull, body, point, band);
            }
            if (!anyPositive(share)) continue;
            FacesUnderWay<float, L, CrowdPoints, true, Terms> face;
            face.start(hull.points, point, nullptr, k);
            face.template addAttached<false, true, true>(k);
            face.template addSurfacePressure<true>(k);
            face.addBase();
            face.push *= share;
            face.meanPush *= share;
            face.drag *= share;
            face.template addTo<true, true>(sums, 0, nullptr, k);
        }
        return {BodySums<Real>::vectorOf(sums.torque), BodySums<Real>::vectorOf(sums.force)};
    }

    template <class Terms, class Vector>
    AMBIENT_ALWAYS_INLINE static void setVelocity(Terms& k, const Vector& v) {
        k.v[0] = v.x;
        k.v[1] = v.y;
        k.v[2] = v.z;
    }

    /// The wet share of a base: linear in the depth of its centre below the level, over its diameter.
    template <int L>
    AMBIENT_ALWAYS_INLINE static typename NumbersOf<float, L>::Real
    shareOfBase(const CrowdHull& hull, const FloatBody<L>& body, int point, float band) {
        using Real = typename NumbersOf<float, L>::Real;
        const CrowdHull::Base& base = hull.bases[static_cast<std::size_t>(point) - hull.faces.size()];
        const float* const at = hull.points.at(FaceTable::ActionX, base.point);
        const Real height =
            (body.water * LaneVector<Real>{splat<Real>(at[0]), splat<Real>(at[1]), splat<Real>(at[2])}).z - body.depth;
        const Real share = 0.5F - height * (0.5F / (base.radius + band));
        return smaller(larger(share, Real{}), splat<Real>(1.0F));
    }
};

} // namespace

void findFloatForces(const CrowdHull& hull, const FloatWater& water, FloatFlows& flows, int count,
                     std::vector<float>& scratch) {
    scratch.resize(static_cast<std::size_t>(FloatRows::kVertex * hull.vertexCount()) +
                   FloatRows::kFace * hull.faces.size());
    runVectorised<FloatForcesLoop>(hull, water, flows, count, scratch.data());
}

} // namespace ambient
