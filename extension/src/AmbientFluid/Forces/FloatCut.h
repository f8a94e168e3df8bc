// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/CrowdForces.h"
#include "AmbientFluid/Forces/FloatForces.h"
#include "AmbientFluid/Mesh/TriangleClips.h"

namespace ambient {

/// Rows of a vertex in the scratch of findFloatForces(), each of FloatFlows::kBodies numbers; vectors in mesh axes.
struct VertexRow {
    /// Offsets of the rows.
    enum Offset {
        Depth = 0,                                 ///< below the surface [m]
        Sinking = FloatFlows::kBodies,             ///< its rate [m/s]
        Flow = 2 * FloatFlows::kBodies,            ///< velocity of the water [m/s]; in waves only, like the rest
        Acceleration = 5 * FloatFlows::kBodies,    ///< DU/Dt [m/s^2]
        PerHeight = 8 * FloatFlows::kBodies        ///< change of dU/dt with the height [1/s^2]
    };
    /// Numbers of a vertex.
    template <bool kWaves>
    static constexpr int kFloats = (kWaves ? 11 : 2) * FloatFlows::kBodies;
};

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

/// Mean of a vector over the corners of a face.
template <int L>
AMBIENT_ALWAYS_INLINE LaneVector<typename NumbersOf<float, L>::Real> flowAt(const float* rows,
                                                                            const CrowdHull::Face& face, int offset) {
    using Real = typename NumbersOf<float, L>::Real;
    Real sums[3];
    AMBIENT_UNROLL
    for (int axis = 0; axis < 3; ++axis) {
        const float* const row = rows + offset + FloatFlows::kBodies * axis;
        sums[axis] = (1.0F / 3.0F) * (load<Real>(row + VertexRow::kFloats<true> * face.corner[0]) +
                                      load<Real>(row + VertexRow::kFloats<true> * face.corner[1]) +
                                      load<Real>(row + VertexRow::kFloats<true> * face.corner[2]));
    }
    return {sums[0], sums[1], sums[2]};
}

/// The cut of the bodies of one vector by the surface: volume, added mass, and the shares of the faces. The integrals
/// are those of findWettedFaces(), in single precision. \tparam kWaves whether there are waves
template <int L, bool kWaves>
struct FloatCut {
    using Real = typename NumbersOf<float, L>::Real; ///< one number a body
    using Vector = LaneVector<Real>;                 ///< three of them

    Real volume = {}, waterplane = {}, wetArea = {};
    Vector moment{}, wetMoment{}, wetFlow{};
    Real inertia[21] = {};
    LaneWrench<Real> entering{}, carried{}; ///< per density

    /// \param rows of the vertices \param shares receives FloatFlows::kBodies numbers a face
    AMBIENT_ALWAYS_INLINE FloatCut(const CrowdHull& hull, const FloatWater& water, const FloatBody<L>& body,
                                   const float* rows, float* shares) {
        const Vector up = body.up();
        for (const CrowdHull::Face& face : hull.faces) {
            addFace(face, hull.vertices.data(), water.band, body, up, rows, shares);
            shares += FloatFlows::kBodies;
        }
    }

    AMBIENT_ALWAYS_INLINE void write(const FloatBody<L>& body, FloatFlows& flows, int first) const {
        body.set(flows, first, FloatFlows::Volume, volume);
        body.set(flows, first, FloatFlows::Moment, moment);
        body.set(flows, first, FloatFlows::Waterplane, waterplane);
        for (int k = 0; k < 21; ++k)
            body.set(flows, first, FloatFlows::Inertia + k, inertia[k]);
        body.set(flows, first, FloatFlows::CarriedTorque, carried.torque);
        body.set(flows, first, FloatFlows::CarriedForce, carried.force);
    }

  private:
    AMBIENT_ALWAYS_INLINE void addFace(const CrowdHull::Face& face, const float* vertices, float band,
                                       const FloatBody<L>& body, const Vector& up, const float* rows, float* shareRow) {
        Real d[3], below[3], sinking[3];
        AMBIENT_UNROLL
        for (int k = 0; k < 3; ++k) {
            const float* const row = rows + VertexRow::kFloats<kWaves> * face.corner[k];
            d[k] = load<Real>(row + VertexRow::Depth);
            sinking[k] = load<Real>(row + VertexRow::Sinking);
            below[k] = d[k] - band;
        }
        const ClipsOf<float, L> wet(d), deep(below);
        const float perBand = 1.0F / band;
        const Real one = splat<Real>(1.0F), zero = {};
        const Real least = smaller(smaller(below[0], below[1]), below[2]);
        const Real clamped = smaller(larger(Real((wet.mean - deep.mean) * perBand), zero), one);
        const Real share = least >= zero ? one : clamped;
        store<Real>(shareRow, share);
        const Real growth = perBand * ((wet.slope[0] - deep.slope[0]) * sinking[0] +
                                       (wet.slope[1] - deep.slope[1]) * sinking[1] +
                                       (wet.slope[2] - deep.slope[2]) * sinking[2]);
        const Real part = share * face.area;
        const Vector centroid{splat<Real>(face.centroid[0]), splat<Real>(face.centroid[1]),
                              splat<Real>(face.centroid[2])};
        wetArea += part;
        wetMoment = wetMoment + times(part, centroid);
        addColumn(face, vertices, d, wet, up, rows);
        addMass(face, body, share, growth, part, rows);
    }

    /// The column of water between a face and the surface.
    AMBIENT_ALWAYS_INLINE void addColumn(const CrowdHull::Face& face, const float* vertices, const Real (&d)[3],
                                         const ClipsOf<float, L>& wet, const Vector& up, const float* rows) {
        const Real flux =
            -face.area * (up.x * face.normal[0] + up.y * face.normal[1] + up.z * face.normal[2]);
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
        place = place + times(half, up);
        const Vector about = times(flux, place);
        volume += size;
        moment = moment + about;
        waterplane += flux * wet.fraction();
        if constexpr (kWaves) {
            const Real mean = larger(wet.mean, splat<Real>(1e-12F));
            const Real centroid = up.x * face.centroid[0] + up.y * face.centroid[1] + up.z * face.centroid[2];
            const Real rise = dotOf(up, place) / mean - centroid;
            const Vector a = flowAt<L>(rows, face, VertexRow::Acceleration) +
                             times(rise, flowAt<L>(rows, face, VertexRow::PerHeight));
            carried.force = carried.force + times(size, a);
            carried.torque = carried.torque + crossOf(about, a);
        }
    }

    /// The added mass of a face. \param growth of its share per time \param part its wet area
    AMBIENT_ALWAYS_INLINE void addMass(const CrowdHull::Face& face, const FloatBody<L>& body, const Real& share,
                                       const Real& growth, const Real& part, const float* rows) {
        const float* const g = face.g;
        int product = 0;
        AMBIENT_UNROLL
        for (int row = 0; row < 6; ++row) {
            const Real scaled = share * g[row];
            AMBIENT_UNROLL
            for (int column = 0; column <= row; ++column)
                inertia[product++] += scaled * g[column];
        }
        Vector relative = body.velocity;
        if constexpr (kWaves) {
            const Vector flow = flowAt<L>(rows, face, VertexRow::Flow);
            relative = relative - flow;
            wetFlow = wetFlow + times(part, flow);
            const Vector a = flowAt<L>(rows, face, VertexRow::Acceleration);
            addTimes(g, Real(share * (a.x * g[3] + a.y * g[4] + a.z * g[5])), carried);
        }
        const Real along = (body.spin.x * g[0] + body.spin.y * g[1] + body.spin.z * g[2]) +
                           (relative.x * g[3] + relative.y * g[4] + relative.z * g[5]);
        addTimes(g, Real(larger(growth, Real{}) * along), entering);
    }

    AMBIENT_ALWAYS_INLINE static void addTimes(const float* g, const Real& s, LaneWrench<Real>& sum) {
        sum.torque = sum.torque + Vector{s * g[0], s * g[1], s * g[2]};
        sum.force = sum.force + Vector{s * g[3], s * g[4], s * g[5]};
    }
};

} // namespace ambient
