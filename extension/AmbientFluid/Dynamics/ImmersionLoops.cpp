// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ImmersionLoops.h"

#include <algorithm>

namespace ambient {
namespace {

struct DepthsBelowPlane {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, double atCenter, const double* up,
                                          CornerDepths& depths) {
        using Real = typename Lanes<L>::Real;
        for (int corner = 0; corner < 3; ++corner) {
            const double* x = table.row(FaceTable::CornerX + 3 * corner);
            const double *y = table.row(FaceTable::CornerX + 3 * corner + 1),
                         *z = table.row(FaceTable::CornerX + 3 * corner + 2);
            double* out = depths.of[static_cast<std::size_t>(corner)].data();
            for (int i = 0; i < table.paddedSize(); i += L)
                store<Real>(out + i, atCenter - (up[0] * load<Real>(x + i) + up[1] * load<Real>(y + i) +
                                                 up[2] * load<Real>(z + i)));
        }
    }
};

struct DepthRange {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const CornerDepths& depths, int count, std::array<double, 2>& range) {
        using Real = typename Lanes<L>::Real;
        Real least = splat<Real>(1e300), most = splat<Real>(-1e300);
        for (const std::vector<double>& of : depths.of)
            for (int i = 0; i < count; i += L) {
                const Real d = load<Real>(of.data() + i);
                least = smaller(d, least);
                most = larger(d, most);
            }
        double lanes[2][L];
        store<Real>(lanes[0], least);
        store<Real>(lanes[1], most);
        range = {*std::min_element(lanes[0], lanes[0] + L), *std::max_element(lanes[1], lanes[1] + L)};
    }
};

struct SumWholeFaces {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const CornerDepths& depths, double band,
                                          const double* up, double* wetOut, double* cutOut, WholeFaces& sums) {
        using Real = typename Lanes<L>::Real;
        const Real zero = {}, one = splat<Real>(1.0);
        LaneSum<L> volume, x, y, z, area;
        for (int block = 0; block < table.paddedSize(); block += kLanes)
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                Real d[3];
                for (std::size_t k = 0; k < 3; ++k)
                    d[k] = load<Real>(depths.of[k].data() + i);
                const Real least = smaller(smaller(d[0], d[1]), d[2]), most = larger(larger(d[0], d[1]), d[2]);
                const Real wet = least >= band ? one : zero;
                const Real wetOrCut = most > 0.0 ? one : zero;
                store<Real>(wetOut + i, wet);
                store<Real>(cutOut + i, wetOrCut - wet);
                const Real size = wet * load<Real>(table.row(FaceTable::Area) + i);
                const Real flux = -size * (up[0] * load<Real>(table.row(FaceTable::NormalX) + i) +
                                           up[1] * load<Real>(table.row(FaceTable::NormalY) + i) +
                                           up[2] * load<Real>(table.row(FaceTable::NormalZ) + i));
                const Real sum = d[0] + d[1] + d[2];
                volume.parts[part] += flux * sum * (1.0 / 3.0);
                area.parts[part] += size;
                Real m[3] = {}, square = {}; // means of depth times place, and of depth^2
                for (int k = 0; k < 3; ++k) {
                    const Real moment = (sum + d[k]) * (1.0 / 12.0);
                    for (int axis = 0; axis < 3; ++axis)
                        m[axis] += moment * load<Real>(table.row(FaceTable::CornerX + 3 * k + axis) + i);
                    square += moment * d[k];
                }
                x.parts[part] += flux * (m[0] + 0.5 * up[0] * square);
                y.parts[part] += flux * (m[1] + 0.5 * up[1] * square);
                z.parts[part] += flux * (m[2] + 0.5 * up[2] * square);
            }
        sums = {volume.total(), {x.total(), y.total(), z.total()}, area.total()};
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

} // namespace

void depthsBelowPlane(const FaceTable& table, double atCenter, const Vector3& up, CornerDepths& depths) {
    depths.resize(table.paddedSize());
    runVectorised<DepthsBelowPlane>(table, atCenter, up.data(), depths);
}

void depthsOfCorners(const FaceTable& table, const double* vertexDepths, CornerDepths& depths) {
    depths.resize(table.paddedSize());
    for (int k = 0; k < 3; ++k) {
        const int* corner = table.corner(k);
        double* out = depths.of[static_cast<std::size_t>(k)].data();
        for (int i = 0; i < table.paddedSize(); ++i)
            out[i] = vertexDepths[corner[i]];
    }
}

std::array<double, 2> depthRange(const FaceTable& table, const CornerDepths& depths) {
    std::array<double, 2> range;
    // Faces that only fill up the rows have the depth of the centre or of the first vertex: no extremes of a surface
    // that is flat, and of one that is not a corner's.
    runVectorised<DepthRange>(depths, table.paddedSize(), range);
    return range;
}

WholeFaces sumWholeFaces(const FaceTable& table, const CornerDepths& depths, double band, const Vector3& up,
                         double* wet, double* cut) {
    WholeFaces sums;
    runVectorised<SumWholeFaces>(table, depths, band, up.data(), wet, cut, sums);
    return sums;
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

} // namespace ambient
