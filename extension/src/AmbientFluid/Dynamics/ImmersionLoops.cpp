// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ImmersionLoops.h"

#include "AmbientFluid/Mesh/TriangleClips.h"

#include <algorithm>

namespace ambient {
namespace {

struct FillLinearly {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, double atCenter, const double* fall,
                                          CornerValues& values) {
        for (int i = 0; i < table.paddedSize(); i += L)
            fill<L>(table, atCenter, fall, i, values);
    }

    template <int L>
    AMBIENT_ALWAYS_INLINE static void fill(const FaceTable& table, double atCenter, const double* fall, int i,
                                           CornerValues& values) {
        using Real = typename Lanes<L>::Real;
        for (int corner = 0; corner < 3; ++corner) {
            const int row = FaceTable::CornerX + 3 * corner;
            const Real x = load<Real>(table.row(row) + i), y = load<Real>(table.row(row + 1) + i),
                       z = load<Real>(table.row(row + 2) + i);
            store<Real>(values.of[static_cast<std::size_t>(corner)].data() + i,
                        atCenter - (fall[0] * x + fall[1] * y + fall[2] * z));
        }
    }
};

struct FillBlocksLinearly {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, double atCenter, const double* fall,
                                          const std::vector<int>& blocks, CornerValues& values) {
        for (int block : blocks)
            for (int i = block; i < block + kLanes; i += L)
                FillLinearly::fill<L>(table, atCenter, fall, i, values);
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

/// Integral of the depth over the flux of a face, about the centre of volume.
template <int L>
struct DepthIntegral {
    using Real = typename Lanes<L>::Real;
    Real volume, place[3] = {}; ///< place: centre of the volume, times the mean depth

    /// \param wet Clips, or a type with its members
    template <class Wet>
    AMBIENT_ALWAYS_INLINE DepthIntegral(const FaceTable& table, int i, const Real (&d)[3], const Wet& wet,
                                        const double* up, const Real& flux) {
        Real square = {}; // mean of depth^2 on the wet part
        for (int k = 0; k < 3; ++k) {
            for (int axis = 0; axis < 3; ++axis)
                place[axis] += wet.moments[k] * load<Real>(table.row(FaceTable::CornerX + 3 * k + axis) + i);
            square += wet.moments[k] * d[k];
        }
        for (int axis = 0; axis < 3; ++axis)
            place[axis] += 0.5 * up[axis] * square;
        volume = flux * wet.mean;
    }

    AMBIENT_ALWAYS_INLINE void storeColumn(const Real& mean, int i, FaceColumns& columns) const {
        const auto isWet = mean > 0.0;
        const Real perMean = 1.0 / (isWet ? mean : splat<Real>(1.0));
        store<Real>(columns.volume.data() + i, volume);
        for (std::size_t axis = 0; axis < 3; ++axis)
            store<Real>(columns.center[axis].data() + i, place[axis] * perMean);
    }
};

struct FindColumnsAbove {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const CornerValues& depths, const double* up,
                                          FaceColumns& columns) {
        using Real = typename Lanes<L>::Real;
        const double down[3] = {-up[0], -up[1], -up[2]};
        for (int i = 0; i < table.paddedSize(); i += L) {
            Real d[3], flux = {};
            for (std::size_t k = 0; k < 3; ++k) {
                d[k] = -load<Real>(depths.of[k].data() + i);
                flux += up[k] * load<Real>(table.row(FaceTable::NormalX + static_cast<int>(k)) + i);
            }
            const Clips<L> dry(d);
            flux *= load<Real>(table.row(FaceTable::Area) + i);
            DepthIntegral<L>(table, i, d, dry, down, flux).storeColumn(dry.mean, i, columns);
        }
    }
};

struct FindWettedFaces {
    /// Counterpart of Clips for faces wholly under water.
    template <int L>
    struct Under {
        using Real = typename Lanes<L>::Real;
        Real mean, moments[3];

        AMBIENT_ALWAYS_INLINE explicit Under(const Real (&d)[3]) {
            const Real whole = d[0] + d[1] + d[2];
            mean = whole * (1.0 / 3.0);
            for (int k = 0; k < 3; ++k)
                moments[k] = (whole + d[k]) * (1.0 / 12.0);
        }
        AMBIENT_ALWAYS_INLINE Real fraction() const { return splat<Real>(1.0); }
    };

    /// Integrals of the depth over the faces' flux.
    template <int L>
    struct Sums {
        LaneSum<L> volume, x, y, z, area, share, normal[3], moment[3];
    };

    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const CornerValues& depths, const DepthRanges& ranges,
                                          double band, const double* up, WettedFaces& wetted, FaceColumns* columns) {
        using Real = typename Lanes<L>::Real;
        Sums<L> sums;
        for (int block = 0; block < table.paddedSize(); block += kLanes) {
            const std::size_t index = static_cast<std::size_t>(block / kLanes);
            const bool isDry = ranges.most[index] <= 0.0, isWet = ranges.least[index] >= band;
            if (!isDry && !isWet) wetted.cutBlocks.push_back(block);
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                Real d[3], share = {}, fraction = {};
                loadCorners<L>(depths, i, d);
                if (isWet) {
                    share = fraction = splat<Real>(1.0);
                    addBelow<L>(table, i, part, d, Under<L>(d), up, sums, columns);
                } else if (!isDry) {
                    const Clips<L> wet(d);
                    fraction = wet.fraction();
                    share = shareOf<L>(d, wet, band, i, wetted);
                    addBelow<L>(table, i, part, d, wet, up, sums, columns);
                } else if (columns) {
                    store<Real>(columns->volume.data() + i, share);
                }
                store<Real>(wetted.share.data() + i, share);
                store<Real>(wetted.fraction.data() + i, fraction);
                sums.share.parts[part] += share * load<Real>(table.row(FaceTable::Area) + i);
            }
        }
        wetted.shareArea = sums.share.total();
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
        // Not two conditions: gcc 12 takes the conjunction of two masks of AVX-512 apart, lane by lane.
        const Real whole = least >= 0.0 ? all : none;
        return larger(share, whole);
    }

    template <int L, class Wet>
    AMBIENT_ALWAYS_INLINE static void addBelow(const FaceTable& table, int i, int part,
                                               const typename Lanes<L>::Real (&d)[3], const Wet& wet, const double* up,
                                               Sums<L>& sums, FaceColumns* columns) {
        using Real = typename Lanes<L>::Real;
        const Real size = load<Real>(table.row(FaceTable::Area) + i), wetSize = size * wet.fraction();
        Real n[3], c[3];
        for (int axis = 0; axis < 3; ++axis) {
            n[axis] = load<Real>(table.row(FaceTable::NormalX + axis) + i);
            c[axis] = load<Real>(table.row(FaceTable::CentroidX + axis) + i);
        }
        const Real flux = -size * (up[0] * n[0] + up[1] * n[1] + up[2] * n[2]);
        const DepthIntegral<L> integral(table, i, d, wet, up, flux);
        sums.volume.parts[part] += integral.volume;
        sums.area.parts[part] += wetSize;
        for (int axis = 0; axis < 3; ++axis) {
            const int next = (axis + 1) % 3, last = (axis + 2) % 3;
            sums.normal[axis].parts[part] += wetSize * n[axis];
            sums.moment[axis].parts[part] += wetSize * (c[next] * n[last] - c[last] * n[next]);
        }
        sums.x.parts[part] += flux * integral.place[0];
        sums.y.parts[part] += flux * integral.place[1];
        sums.z.parts[part] += flux * integral.place[2];
        if (columns) integral.storeColumn(wet.mean, i, *columns);
    }
};

/// Fills the faces from `first` to `end` (exclusive).
void takeFromVertices(const FaceTable& table, const double* atVertices, int first, int end, CornerValues& values) {
    for (int k = 0; k < 3; ++k) {
        const int* const corner = table.corner(k);
        double* const out = values.of[static_cast<std::size_t>(k)].data();
        for (int i = first; i < end; ++i)
            out[i] = atVertices[corner[i]];
    }
}

} // namespace

void fillLinearly(const FaceTable& table, double atCenter, const Vector3& fall, CornerValues& values) {
    values.resize(table.paddedSize());
    runVectorised<FillLinearly>(table, atCenter, fall.data(), values);
}

void fillBlocksLinearly(const FaceTable& table, double atCenter, const Vector3& fall, const std::vector<int>& blocks,
                        CornerValues& values) {
    values.resize(table.paddedSize());
    runVectorised<FillBlocksLinearly>(table, atCenter, fall.data(), blocks, values);
}

void fillFromVertices(const FaceTable& table, const double* atVertices, CornerValues& values) {
    values.resize(table.paddedSize());
    takeFromVertices(table, atVertices, 0, table.paddedSize(), values);
}

void fillBlocksFromVertices(const FaceTable& table, const double* atVertices, const std::vector<int>& blocks,
                            CornerValues& values) {
    values.resize(table.paddedSize());
    for (int block : blocks)
        takeFromVertices(table, atVertices, block, block + kLanes, values);
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
                     const Vector3& up, WettedFaces& wetted, FaceColumns* columns) {
    const std::size_t size = static_cast<std::size_t>(table.paddedSize());
    wetted.fraction.resize(size);
    wetted.share.resize(size);
    wetted.shareSlope.resize(table.paddedSize());
    wetted.cutBlocks.clear();
    wetted.cutBlocks.reserve(size / kLanes);
    if (columns) columns->resize(table.paddedSize());
    runVectorised<FindWettedFaces>(table, depths, ranges, band, up.data(), wetted, columns);
    // Padding faces do not exist.
    std::fill(wetted.share.begin() + table.size(), wetted.share.end(), 0.0);
    std::fill(wetted.fraction.begin() + table.size(), wetted.fraction.end(), 0.0);
}

void findColumnsAbove(const FaceTable& table, const CornerValues& depths, const Vector3& up, FaceColumns& columns) {
    columns.resize(table.paddedSize());
    runVectorised<FindColumnsAbove>(table, depths, up.data(), columns);
}

} // namespace ambient
