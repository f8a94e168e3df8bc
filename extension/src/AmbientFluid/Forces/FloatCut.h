// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/CrowdForces.h"
#include "AmbientFluid/Forces/FloatForces.h"
#include "AmbientFluid/Mesh/TriangleClips.h"

#include <cstdint>
#include <cstring>

namespace ambient {

/// Rows of a vertex and of a face in the scratch of findFloatForces(), each of FloatFlows::kBodies numbers.
struct FloatRows {
    static constexpr int kDepth = 0;                        ///< of a vertex below the surface [m]
    static constexpr int kSinking = FloatFlows::kBodies;    ///< its rate [m/s]
    static constexpr int kVertex = 2 * FloatFlows::kBodies; ///< numbers of a vertex
    static constexpr int kShare = 0;                        ///< of a face in the water
    static constexpr int kFlow = FloatFlows::kBodies;       ///< in waves: velocity of the water, mesh axes [m/s]
    static constexpr int kFace = 4 * FloatFlows::kBodies;   ///< numbers of a face

    const float* vertices; ///< of the first vertex of the first of the bodies
    float* faces;          ///< of the first face of the first of the bodies
};

/// Whether a number of any lane is above 0.
template <class Real>
AMBIENT_ALWAYS_INLINE bool anyPositive(const Real& x) {
    constexpr int kCount = static_cast<int>(sizeof(Real) / sizeof(float));
    const Real zero = {}, isPositive = x > zero ? splat<Real>(1.0F) : zero;
    std::uint32_t lanes[kCount], any = 0;
    std::memcpy(lanes, &isPositive, sizeof lanes);
    for (const std::uint32_t lane : lanes)
        any |= lane;
    return any != 0;
}

/// Place and motion of the bodies of one vector.
template <int L>
struct FloatBody {
    using Real = typename NumbersOf<float, L>::Real; ///< one number a body
    using Vector = LaneVector<Real>;                 ///< three of them

    Vector velocity, spin;    ///< of the centre of volume, mesh axes
    LaneRotation<Real> water; ///< from mesh axes
    Real depth;               ///< of the centre of volume [m]

    AMBIENT_ALWAYS_INLINE FloatBody(const FloatFlows& flows, int first)
        : velocity(vectorAt(flows, FloatFlows::Velocity, first)), spin(vectorAt(flows, FloatFlows::Spin, first)),
          depth(load<Real>(&flows.of[FloatFlows::Depth][first])) {
        AMBIENT_UNROLL
        for (int row = 0; row < 3; ++row) {
            AMBIENT_UNROLL
            for (int column = 0; column < 3; ++column)
                water.of[row][column] = load<Real>(&flows.of[FloatFlows::WaterFromMesh + 3 * row + column][first]);
        }
    }

    AMBIENT_ALWAYS_INLINE static Vector vectorAt(const FloatFlows& flows, int row, int first) {
        return {load<Real>(&flows.of[row][first]), load<Real>(&flows.of[row + 1][first]),
                load<Real>(&flows.of[row + 2][first])};
    }
    AMBIENT_ALWAYS_INLINE static void set(FloatFlows& flows, int first, int row, const Real& x) {
        store<Real>(&flows.of[row][first], x);
    }
    AMBIENT_ALWAYS_INLINE static void set(FloatFlows& flows, int first, int row, const Vector& a) {
        set(flows, first, row, a.x);
        set(flows, first, row + 1, a.y);
        set(flows, first, row + 2, a.z);
    }
    /// Up, mesh axes.
    AMBIENT_ALWAYS_INLINE Vector up() const { return {water.of[2][0], water.of[2][1], water.of[2][2]}; }
    /// Turns a vector from the water's axes to those of the mesh.
    AMBIENT_ALWAYS_INLINE Vector inMesh(const Vector& a) const {
        return {water.of[0][0] * a.x + water.of[1][0] * a.y + water.of[2][0] * a.z,
                water.of[0][1] * a.x + water.of[1][1] * a.y + water.of[2][1] * a.z,
                water.of[0][2] * a.x + water.of[1][2] * a.y + water.of[2][2] * a.z};
    }
};

/// Velocity of the water at a face in waves, mesh axes. \param row of the face
template <int L>
AMBIENT_ALWAYS_INLINE LaneVector<typename NumbersOf<float, L>::Real> flowAt(const float* row) {
    using Real = typename NumbersOf<float, L>::Real;
    return {load<Real>(row + FloatRows::kFlow), load<Real>(row + FloatRows::kFlow + FloatFlows::kBodies),
            load<Real>(row + FloatRows::kFlow + 2 * FloatFlows::kBodies)};
}

/// The cut of the bodies of one vector by the surface: volume, added mass, and the shares of the faces. The integrals
/// are those of findWettedFaces(), in single precision. \tparam kWaves whether there are waves
template <int L, bool kWaves>
struct FloatCut {
    using Real = typename NumbersOf<float, L>::Real; ///< one number a body
    using Vector = LaneVector<Real>;                 ///< three of them

    Real volume = {}, wetArea = {};
    Vector moment{}, areaVector{}, areaMoment{}, wetMoment{}, wetFlow{};
    Real inertia[21] = {};
    LaneWrench<Real> entering{}, carried{}; ///< per density

    /// \param first of the bodies \param rows those of the faces are written; a face that is dry in all lanes keeps its
    /// flow, which is then of no effect
    AMBIENT_ALWAYS_INLINE FloatCut(const CrowdHull& hull, const FloatWater& ofWater, const FloatBody<L>& ofBody,
                                   int first, const FloatRows& rows)
        : m_water(ofWater), m_body(ofBody), m_waves(ofWater.waves, first), m_up(ofBody.up()),
          m_stream(ofBody.inMesh(ofWater.stream<Real>())) {
        float* row = rows.faces;
        for (const CrowdHull::Face& face : hull.faces) {
            addFace(face, hull.vertices.data(), rows.vertices, row);
            row += FloatRows::kFace;
        }
    }

    AMBIENT_ALWAYS_INLINE void write(FloatFlows& flows, int first) const {
        m_body.set(flows, first, FloatFlows::Volume, volume);
        m_body.set(flows, first, FloatFlows::Moment, moment);
        m_body.set(flows, first, FloatFlows::AreaVector, areaVector);
        m_body.set(flows, first, FloatFlows::AreaMoment, areaMoment);
        for (int k = 0; k < 21; ++k)
            m_body.set(flows, first, FloatFlows::Inertia + k, inertia[k]);
        m_body.set(flows, first, FloatFlows::CarriedTorque, carried.torque);
        m_body.set(flows, first, FloatFlows::CarriedForce, carried.force);
    }

  private:
    AMBIENT_ALWAYS_INLINE void addFace(const CrowdHull::Face& face, const float* vertices, const float* vertexRows,
                                       float* row) {
        Real d[3], below[3], sinking[3];
        AMBIENT_UNROLL
        for (int k = 0; k < 3; ++k) {
            const float* const at = vertexRows + FloatRows::kVertex * face.corner[k];
            d[k] = load<Real>(at + FloatRows::kDepth);
            sinking[k] = load<Real>(at + FloatRows::kSinking);
            below[k] = d[k] - m_water.band;
        }
        const Real one = splat<Real>(1.0F), zero = {};
        if (!anyPositive(larger(larger(d[0], d[1]), d[2]))) return store<Real>(row + FloatRows::kShare, zero);
        const ClipsOf<float, L> wet(d), deep(below);
        const float perBand = 1.0F / m_water.band;
        const Real least = smaller(smaller(below[0], below[1]), below[2]);
        const Real clamped = smaller(larger(Real((wet.mean - deep.mean) * perBand), zero), one);
        // Not two conditions: gcc 12 takes the conjunction of two masks of AVX-512 apart, lane by lane.
        const Real isWhole = least >= zero ? one : zero, share = larger(clamped, isWhole);
        store<Real>(row + FloatRows::kShare, share);
        const Real growth =
            perBand * ((wet.slope[0] - deep.slope[0]) * sinking[0] + (wet.slope[1] - deep.slope[1]) * sinking[1] +
                       (wet.slope[2] - deep.slope[2]) * sinking[2]);
        const Real part = share * face.area;
        const Vector centroid{splat<Real>(face.centroid[0]), splat<Real>(face.centroid[1]),
                              splat<Real>(face.centroid[2])};
        wetArea += part;
        wetMoment = wetMoment + times(part, centroid);
        const Flow flow = flowOver(centroid, row);
        addColumn(face, vertices, d, wet, flow);
        addMass(face, share, growth, part, flow);
    }

    /// The water at a face, mesh axes.
    struct Flow {
        Vector velocity, acceleration, perHeight; ///< as LaneFlow; the accelerations are zero without waves
    };
    AMBIENT_ALWAYS_INLINE Flow flowOver([[maybe_unused]] const Vector& centroid, [[maybe_unused]] float* row) const {
        Flow found{m_stream, {}, {}};
        if constexpr (kWaves) {
            const Vector at = m_body.water * centroid;
            const LaneFlow<L> flow(m_waves, m_water.waves, at.x, at.y, Real(at.z - m_body.depth));
            found = {m_body.inMesh(flow.velocity), m_body.inMesh(flow.acceleration), m_body.inMesh(flow.perHeight)};
            store<Real>(row + FloatRows::kFlow, found.velocity.x);
            store<Real>(row + FloatRows::kFlow + FloatFlows::kBodies, found.velocity.y);
            store<Real>(row + FloatRows::kFlow + 2 * FloatFlows::kBodies, found.velocity.z);
        }
        return found;
    }

    /// The column of water between a face and the surface.
    AMBIENT_ALWAYS_INLINE void addColumn(const CrowdHull::Face& face, const float* vertices, const Real (&d)[3],
                                         const ClipsOf<float, L>& wet, const Flow& flow) {
        const Real flux = -face.area * (m_up.x * face.normal[0] + m_up.y * face.normal[1] + m_up.z * face.normal[2]);
        Vector place{};
        Real square = {};
        AMBIENT_UNROLL
        for (int k = 0; k < 3; ++k) {
            const float* const corner = vertices + 3 * face.corner[k];
            place.x += wet.moments[k] * corner[0];
            place.y += wet.moments[k] * corner[1];
            place.z += wet.moments[k] * corner[2];
            square += wet.moments[k] * d[k];
        }
        const Real half = 0.5F * square, size = flux * wet.mean;
        place = place + times(half, m_up);
        const Vector about = times(flux, place);
        volume += size;
        moment = moment + about;
        const Real area = face.area * wet.fraction();
        areaVector = areaVector + Vector{area * face.normal[0], area * face.normal[1], area * face.normal[2]};
        areaMoment = areaMoment + Vector{area * face.turn[0], area * face.turn[1], area * face.turn[2]};
        if constexpr (kWaves) {
            const Real mean = larger(wet.mean, splat<Real>(1e-12F));
            const Real centroid = m_up.x * face.centroid[0] + m_up.y * face.centroid[1] + m_up.z * face.centroid[2];
            const Real rise = dotOf(m_up, place) / mean - centroid;
            const Vector a = flow.acceleration + times(rise, flow.perHeight);
            carried.force = carried.force + times(size, a);
            carried.torque = carried.torque + crossOf(about, a);
        }
    }

    /// The added mass of a face. \param growth of its share per time \param part its wet area
    AMBIENT_ALWAYS_INLINE void addMass(const CrowdHull::Face& face, const Real& share, const Real& growth,
                                       const Real& part, const Flow& flow) {
        const float* const g = face.g;
        int product = 0;
        AMBIENT_UNROLL
        for (int row = 0; row < 6; ++row) {
            const Real scaled = share * g[row];
            AMBIENT_UNROLL
            for (int column = 0; column <= row; ++column)
                inertia[product++] += scaled * g[column];
        }
        const Vector relative = m_body.velocity - flow.velocity;
        if constexpr (kWaves) {
            wetFlow = wetFlow + times(part, flow.velocity);
            const Vector& a = flow.acceleration;
            addTimes(g, Real(share * (a.x * g[3] + a.y * g[4] + a.z * g[5])), carried);
        }
        const Real along = (m_body.spin.x * g[0] + m_body.spin.y * g[1] + m_body.spin.z * g[2]) +
                           (relative.x * g[3] + relative.y * g[4] + relative.z * g[5]);
        addTimes(g, Real(larger(growth, Real{}) * along), entering);
    }

    AMBIENT_ALWAYS_INLINE static void addTimes(const float* g, const Real& s, LaneWrench<Real>& sum) {
        sum.torque = sum.torque + Vector{s * g[0], s * g[1], s * g[2]};
        sum.force = sum.force + Vector{s * g[3], s * g[4], s * g[5]};
    }

    const FloatWater& m_water;
    const FloatBody<L>& m_body;
    LaneWaves<L> m_waves;
    Vector m_up, m_stream; ///< up, and the velocity of level water, mesh axes
};

} // namespace ambient
