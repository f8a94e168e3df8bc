// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ImmersionLoops.h"

#include <algorithm>

namespace ambient {
namespace {

/// clipTriangle for L triangles.
template <int L>
struct Clips {
    using Real = typename Lanes<L>::Real;
    Real mean, slope[3], moments[3];

    AMBIENT_ALWAYS_INLINE explicit Clips(const Real (&d)[3]) {
        const Real zero = {}, one = splat<Real>(1.0);
        const auto p0 = d[0] > 0.0, p1 = d[1] > 0.0, p2 = d[2] > 0.0;
        // The odd corner out is the one whose sign the other two do not have.
        const auto odd0 = (p0 ^ p1) & (p0 ^ p2), odd1 = (p1 ^ p0) & (p1 ^ p2);
        const Real isCut = ((p0 ^ p1) | (p0 ^ p2)) ? one : zero;
        const Real most = ((p0 & p1) | (p1 & p2) | (p0 & p2)) ? one : zero; // positive at two corners or three
        const Real a = odd0 ? d[0] : odd1 ? d[1] : d[2];
        const Real b = odd0 ? d[1] : odd1 ? d[2] : d[0];
        const Real c = odd0 ? d[2] : odd1 ? d[0] : d[1];
        // Its corner of the triangle ends at these shares of the way to the others.
        const Real s = isCut > 0.0 ? a / (isCut > 0.0 ? Real(a - b) : one) : zero;
        const Real t = isCut > 0.0 ? a / (isCut > 0.0 ? Real(a - c) : one) : zero;
        const Real area = s * t, size = larger(a, Real(-a)) * area * (1.0 / 12.0);
        const Real sign = most > 0.0 ? Real(-(1.0 / 3.0) * area) : Real((1.0 / 3.0) * area);
        const Real whole = d[0] + d[1] + d[2];
        mean = most * whole * (1.0 / 3.0) + 4.0 * size;
        turn(odd0, odd1, Real(sign * (3.0 - s - t)), Real(sign * s), Real(sign * t), slope);
        turn(odd0, odd1, Real(size * (4.0 - s - t)), Real(size * s), Real(size * t), moments);
        for (int k = 0; k < 3; ++k) {
            slope[k] += most * (1.0 / 3.0);
            moments[k] += most * ((whole + d[k]) * (1.0 / 12.0));
        }
    }

    AMBIENT_ALWAYS_INLINE Real fraction() const { return slope[0] + slope[1] + slope[2]; }

  private:
    /// What the odd corner and the two after it have, in the triangle's own order.
    template <class Mask>
    AMBIENT_ALWAYS_INLINE static void turn(const Mask& odd0, const Mask& odd1, const Real& a, const Real& b,
                                           const Real& c, Real (&corners)[3]) {
        corners[0] = odd0 ? a : odd1 ? c : b;
        corners[1] = odd0 ? b : odd1 ? a : c;
        corners[2] = odd0 ? c : odd1 ? b : a;
    }
};

template <int L>
AMBIENT_ALWAYS_INLINE void loadCorners(const CornerValues& values, int face, typename Lanes<L>::Real (&at)[3]) {
    for (std::size_t k = 0; k < 3; ++k)
        at[k] = load<typename Lanes<L>::Real>(values.of[k].data() + face);
}

struct FillLinearly {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, double atCenter, const double* fall,
                                          CornerValues& values) {
        using Real = typename Lanes<L>::Real;
        for (int corner = 0; corner < 3; ++corner) {
            const double* const x = table.row(FaceTable::CornerX + 3 * corner);
            const double* const y = table.row(FaceTable::CornerX + 3 * corner + 1);
            const double* const z = table.row(FaceTable::CornerX + 3 * corner + 2);
            double* const out = values.of[static_cast<std::size_t>(corner)].data();
            for (int i = 0; i < table.paddedSize(); i += L)
                store<Real>(out + i, atCenter - (fall[0] * load<Real>(x + i) + fall[1] * load<Real>(y + i) +
                                                 fall[2] * load<Real>(z + i)));
        }
    }
};

struct FindDepthRanges {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const CornerValues& depths, DepthRanges& ranges) {
        using Real = typename Lanes<L>::Real;
        for (int block = 0; block < table.paddedSize() / kLanes; ++block) {
            double least[L], most[L];
            Real low = splat<Real>(1e300), high = splat<Real>(-1e300);
            for (int part = 0; part < kLanes / L; ++part) {
                Real d[3];
                loadCorners<L>(depths, kLanes * block + part * L, d);
                low = smaller(low, smaller(d[0], smaller(d[1], d[2])));
                high = larger(high, larger(d[0], larger(d[1], d[2])));
            }
            store<Real>(least, low);
            store<Real>(most, high);
            ranges.least[static_cast<std::size_t>(block)] = *std::min_element(least, least + L);
            ranges.most[static_cast<std::size_t>(block)] = *std::max_element(most, most + L);
        }
    }
};

struct FindWettedFaces {
    /// Integrals of the depth over the faces' flux.
    template <int L>
    struct Sums {
        LaneSum<L> volume, x, y, z, area, normal[3], moment[3];
    };

    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const CornerValues& depths, const DepthRanges& ranges,
                                          double band, const double* up, WettedFaces& wetted) {
        using Real = typename Lanes<L>::Real;
        Sums<L> sums;
        for (int block = 0; block < table.paddedSize(); block += kLanes) {
            const std::size_t index = static_cast<std::size_t>(block / kLanes);
            const bool isDry = ranges.most[index] <= 0.0, isWet = ranges.least[index] >= band;
            if (!isDry && !isWet) wetted.cutBlocks.push_back(block);
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                Real d[3], share = {};
                loadCorners<L>(depths, i, d);
                const Clips<L> wet(d);
                if (isWet) share = splat<Real>(1.0);
                if (!isDry && !isWet) share = shareOf<L>(d, wet, band, i, wetted);
                store<Real>(wetted.share.data() + i, share);
                store<Real>(wetted.fraction.data() + i, wet.fraction());
                if (!isDry) addBelow<L>(table, i, part, d, wet, up, sums);
            }
        }
        wetted.volume = sums.volume.total();
        wetted.moment = {sums.x.total(), sums.y.total(), sums.z.total()};
        wetted.area = sums.area.total();
        for (int axis = 0; axis < 3; ++axis) {
            wetted.areaVector[axis] = sums.normal[axis].total();
            wetted.areaMoment[axis] = sums.moment[axis].total();
        }
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static typename Lanes<L>::Real
    shareOf(const typename Lanes<L>::Real (&d)[3], const Clips<L>& wet, double band, int i, WettedFaces& wetted) {
        using Real = typename Lanes<L>::Real;
        const Real below[3] = {d[0] - band, d[1] - band, d[2] - band};
        const Clips<L> deep(below);
        const double perBand = 1.0 / band;
        for (std::size_t k = 0; k < 3; ++k)
            store<Real>(wetted.shareSlope.of[k].data() + i, (wet.slope[k] - deep.slope[k]) * perBand);
        const Real all = splat<Real>(1.0), none = {};
        const Real least = smaller(smaller(below[0], below[1]), below[2]);
        const Real share = smaller(larger(Real((wet.mean - deep.mean) * perBand), none), all);
        return least >= 0.0 ? all : share;
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void addBelow(const FaceTable& table, int i, int part,
                                               const typename Lanes<L>::Real (&d)[3], const Clips<L>& wet,
                                               const double* up, Sums<L>& sums) {
        using Real = typename Lanes<L>::Real;
        const Real size = load<Real>(table.row(FaceTable::Area) + i), wetSize = size * wet.fraction();
        Real n[3], c[3];
        for (int axis = 0; axis < 3; ++axis) {
            n[axis] = load<Real>(table.row(FaceTable::NormalX + axis) + i);
            c[axis] = load<Real>(table.row(FaceTable::CentroidX + axis) + i);
        }
        const Real flux = -size * (up[0] * n[0] + up[1] * n[1] + up[2] * n[2]);
        Real place[3] = {}, square = {}; // means of depth times place, and of depth^2, where wet
        for (int k = 0; k < 3; ++k) {
            for (int axis = 0; axis < 3; ++axis)
                place[axis] += wet.moments[k] * load<Real>(table.row(FaceTable::CornerX + 3 * k + axis) + i);
            square += wet.moments[k] * d[k];
        }
        sums.volume.parts[part] += flux * wet.mean;
        sums.area.parts[part] += wetSize;
        for (int axis = 0; axis < 3; ++axis) {
            const int next = (axis + 1) % 3, last = (axis + 2) % 3;
            sums.normal[axis].parts[part] += wetSize * n[axis];
            sums.moment[axis].parts[part] += wetSize * (c[next] * n[last] - c[last] * n[next]);
        }
        sums.x.parts[part] += flux * (place[0] + 0.5 * up[0] * square);
        sums.y.parts[part] += flux * (place[1] + 0.5 * up[1] * square);
        sums.z.parts[part] += flux * (place[2] + 0.5 * up[2] * square);
    }
};

/// The lower triangle of the sum, in the order (0,0), (1,0), (1,1), (2,0) ...
struct SumAddedMass {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const double* share, double* products) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> sums[21];
        for (int block = 0; block < table.paddedSize(); block += kLanes) {
            if (std::all_of(share + block, share + block + kLanes, [](double s) { return s == 0.0; })) continue;
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                const Real s = load<Real>(share + i);
                Real g[6];
                int product = 0;
                for (int row = 0; row < 6; ++row) {
                    g[row] = load<Real>(table.row(FaceTable::AddedMass + row) + i);
                    const Real scaled = s * g[row];
                    for (int column = 0; column <= row; ++column)
                        sums[product++].parts[part] += scaled * g[column];
                }
            }
        }
        for (int product = 0; product < 21; ++product)
            products[product] = sums[product].total();
    }
};

struct SumDrying {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const WettedFaces& wetted,
                                          const CornerValues& sinking, const double* twist, double* out) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> sums[6];
        for (int block : wetted.cutBlocks)
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                Real slope[3], sink[3], g[6], along = {};
                loadCorners<L>(wetted.shareSlope, i, slope);
                loadCorners<L>(sinking, i, sink);
                const Real rate = smaller(Real(slope[0] * sink[0] + slope[1] * sink[1] + slope[2] * sink[2]), Real{});
                for (int k = 0; k < 6; ++k) {
                    g[k] = load<Real>(table.row(FaceTable::AddedMass + k) + i);
                    along += twist[k] * g[k];
                }
                for (int k = 0; k < 6; ++k)
                    sums[k].parts[part] += rate * along * g[k];
            }
        for (int k = 0; k < 6; ++k)
            out[k] = sums[k].total();
    }
};

} // namespace

void fillLinearly(const FaceTable& table, double atCenter, const Vector3& fall, CornerValues& values) {
    values.resize(table.paddedSize());
    runVectorised<FillLinearly>(table, atCenter, fall.data(), values);
}

void fillFromVertices(const FaceTable& table, const double* atVertices, CornerValues& values) {
    values.resize(table.paddedSize());
    for (int k = 0; k < 3; ++k) {
        const int* const corner = table.corner(k);
        double* const out = values.of[static_cast<std::size_t>(k)].data();
        for (int i = 0; i < table.paddedSize(); ++i)
            out[i] = atVertices[corner[i]];
    }
}

void findDepthRanges(const FaceTable& table, const CornerValues& depths, DepthRanges& ranges) {
    const std::size_t blocks = static_cast<std::size_t>(table.paddedSize() / kLanes);
    ranges.least.resize(blocks);
    ranges.most.resize(blocks);
    runVectorised<FindDepthRanges>(table, depths, ranges);
    ranges.leastOfAll = *std::min_element(ranges.least.begin(), ranges.least.end());
    ranges.mostOfAll = *std::max_element(ranges.most.begin(), ranges.most.end());
}

void findWettedFaces(const FaceTable& table, const CornerValues& depths, const DepthRanges& ranges, double band,
                     const Vector3& up, WettedFaces& wetted) {
    const std::size_t size = static_cast<std::size_t>(table.paddedSize());
    wetted.fraction.resize(size);
    wetted.share.resize(size);
    wetted.shareSlope.resize(table.paddedSize());
    wetted.cutBlocks.clear();
    wetted.cutBlocks.reserve(size / kLanes);
    runVectorised<FindWettedFaces>(table, depths, ranges, band, up.data(), wetted);
    // Faces that only fill up the rows are not there.
    std::fill(wetted.share.begin() + table.size(), wetted.share.end(), 0.0);
    std::fill(wetted.fraction.begin() + table.size(), wetted.fraction.end(), 0.0);
}

SpatialInertia sumAddedMass(const FaceTable& table, const double* share) {
    double products[21];
    runVectorised<SumAddedMass>(table, share, products);
    Matrix6 matrix;
    int product = 0;
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column <= row; ++column)
            matrix(row, column) = matrix(column, row) = products[product++];
    return SpatialInertia(matrix);
}

Vector6 sumDrying(const FaceTable& table, const WettedFaces& wetted, const CornerValues& sinking,
                  const Vector6& twist) {
    Vector6 sum;
    runVectorised<SumDrying>(table, wetted, sinking, twist.data(), sum.data());
    return sum;
}

} // namespace ambient
