// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Dynamics/ImmersionSums.h"

#include <algorithm>

namespace ambient {
namespace {

/// Lower triangle of the sum, in the order (0,0), (1,0), (1,1), (2,0) ...
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

struct SumOutflow {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const double* fraction, const SurfaceMotion& flow,
                                          double& outflow) {
        using Real = typename Lanes<L>::Real;
        const double* const speeds[] = {flow.velocityX.data(), flow.velocityY.data(), flow.velocityZ.data()};
        LaneSum<L> sum;
        for (int block = 0; block < table.paddedSize(); block += kLanes)
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                Real across = {};
                for (int k = 0; k < 3; ++k)
                    across += load<Real>(speeds[k] + i) * load<Real>(table.row(FaceTable::NormalX + k) + i);
                sum.parts[part] += load<Real>(fraction + i) * load<Real>(table.row(FaceTable::Area) + i) * across;
            }
        outflow = sum.total();
    }
};

/// Density below minus that above at L faces.
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real difference(const SurfaceDensities& of, int i) {
    using Real = typename Lanes<L>::Real;
    if (!of.ratioBelow && !of.ratioAbove) return splat<Real>(of.below - of.above);
    Real below = splat<Real>(of.below), above = splat<Real>(of.above);
    if (of.ratioBelow) below *= load<Real>(of.ratioBelow + i);
    if (of.ratioAbove) above *= load<Real>(of.ratioAbove + i);
    return below - above;
}

/// g_i . (0, v_i) with the velocity of a flow at L faces.
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real metBy(const SurfaceMotion& flow, int i,
                                                    const typename Lanes<L>::Real (&g)[6]) {
    using Real = typename Lanes<L>::Real;
    return load<Real>(flow.velocityX.data() + i) * g[3] + load<Real>(flow.velocityY.data() + i) * g[4] +
           load<Real>(flow.velocityZ.data() + i) * g[5];
}
template <int L>
AMBIENT_ALWAYS_INLINE typename Lanes<L>::Real metBy(const VectorRows& rows, int i,
                                                    const typename Lanes<L>::Real (&g)[6]) {
    using Real = typename Lanes<L>::Real;
    Real sum = {};
    for (std::size_t k = 0; k < 3; ++k)
        sum += load<Real>(rows.of[k].data() + i) * g[3 + k];
    return sum;
}

struct SumExchange {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const double* change, const ExchangeMotion& motion,
                                          double* loss, double* ofShape, double* gain) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> losses[21], shapes[6], gains[6];
        const SurfaceMotion* const flow = motion.flow && motion.flow->moves ? motion.flow : nullptr;
        for (int block = 0; block < table.paddedSize(); block += kLanes) {
            if (std::all_of(change + block, change + block + kLanes, [](double c) { return c == 0.0; })) continue;
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                const Real zero = {}, all = load<Real>(change + i);
                const Real out = zero - smaller(all, zero), in = larger(all, zero);
                Real g[6];
                for (int k = 0; k < 6; ++k)
                    g[k] = load<Real>(table.row(FaceTable::AddedMass + k) + i);
                Real met = motion.medium[0] * g[3] + motion.medium[1] * g[4] + motion.medium[2] * g[5];
                if (flow) met += metBy<L>(*flow, i, g);
                if (flow && motion.shape.velocity) met += metBy<L>(*motion.shape.velocity, i, g);
                const Real own = motion.shape.speed ? load<Real>(motion.shape.speed + i) : zero;
                int product = 0;
                for (int row = 0; row < 6; ++row) {
                    const Real scaled = out * g[row];
                    for (int column = 0; column <= row; ++column)
                        losses[product++].parts[part] += scaled * g[column];
                    shapes[row].parts[part] += scaled * own;
                    gains[row].parts[part] += in * met * g[row];
                }
            }
        }
        for (int product = 0; product < 21; ++product)
            loss[product] = losses[product].total();
        for (int k = 0; k < 6; ++k) {
            ofShape[k] = shapes[k].total();
            gain[k] = gains[k].total();
        }
    }
};

struct SumSurfaceRate {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const WettedFaces& wetted,
                                          const CornerValues& sinking, const SurfaceDensities& densities,
                                          const double* wind, double* sum) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> sums[6];
        for (int block : wetted.cutBlocks)
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                Real slope[3], sink[3], g[6];
                loadCorners<L>(wetted.shareSlope, i, slope);
                loadCorners<L>(sinking, i, sink);
                for (int k = 0; k < 6; ++k)
                    g[k] = load<Real>(table.row(FaceTable::AddedMass + k) + i);
                const Real growth =
                    difference<L>(densities, i) * (slope[0] * sink[0] + slope[1] * sink[1] + slope[2] * sink[2]);
                const Real rate = growth * (wind[0] * g[3] + wind[1] * g[4] + wind[2] * g[5]);
                for (int k = 0; k < 6; ++k)
                    sums[k].parts[part] += rate * g[k];
            }
        for (int k = 0; k < 6; ++k)
            sum[k] = sums[k].total();
    }
};

struct SumThroughSurface {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const WettedFaces& wetted,
                                          const CornerValues& sinking, const WaterlineMotion& motion,
                                          MomentumThroughSurface& sums) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> leaving[6], entering[6];
        const SurfaceMotion* const flow = motion.flow && motion.flow->moves ? motion.flow : nullptr;
        for (int block : wetted.cutBlocks)
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                Real slope[3], sink[3], g[6], along = {};
                loadCorners<L>(wetted.shareSlope, i, slope);
                loadCorners<L>(sinking, i, sink);
                for (int k = 0; k < 6; ++k) {
                    g[k] = load<Real>(table.row(FaceTable::AddedMass + k) + i);
                    along += motion.twist[k] * g[k];
                }
                Real met = motion.denser[0] * g[3] + motion.denser[1] * g[4] + motion.denser[2] * g[5];
                if (flow) met += metBy<L>(*flow, i, g);
                if (flow && motion.shape.velocity) met += metBy<L>(*motion.shape.velocity, i, g);
                if (motion.shape.speed) along += load<Real>(motion.shape.speed + i);
                const Real growth =
                    difference<L>(motion.densities, i) * (slope[0] * sink[0] + slope[1] * sink[1] + slope[2] * sink[2]);
                const Real zero = {};
                const Real out = smaller(growth, zero) * along, in = larger(growth, zero) * met;
                for (int k = 0; k < 6; ++k) {
                    leaving[k].parts[part] += out * g[k];
                    entering[k].parts[part] += in * g[k];
                }
            }
        for (int k = 0; k < 6; ++k) {
            sums.leaving[k] = leaving[k].total();
            sums.entering[k] = entering[k].total();
        }
    }
};

/// The matrix of a lower triangle, row by row.
Matrix6 symmetric(const double (&products)[21]) {
    Matrix6 matrix;
    int product = 0;
    for (int row = 0; row < 6; ++row)
        for (int column = 0; column <= row; ++column)
            matrix(row, column) = matrix(column, row) = products[product++];
    return matrix;
}

} // namespace

SpatialInertia sumAddedMass(const FaceTable& table, const double* share) {
    double products[21];
    runVectorised<SumAddedMass>(table, share, products);
    return SpatialInertia(symmetric(products));
}

double sumOutflow(const FaceTable& table, const WettedFaces& wetted, const SurfaceMotion& flow) {
    double outflow = 0.0;
    runVectorised<SumOutflow>(table, wetted.fraction.data(), flow, outflow);
    return outflow;
}

Vector6 sumSurfaceRate(const FaceTable& table, const WettedFaces& wetted, const CornerValues& sinking,
                       const SurfaceDensities& densities, const Vector3& wind) {
    Vector6 sum;
    runVectorised<SumSurfaceRate>(table, wetted, sinking, densities, wind.data(), sum.data());
    return sum;
}

FaceExchange sumExchange(const FaceTable& table, const std::vector<double>& change, const ExchangeMotion& motion) {
    FaceExchange sum;
    double products[21];
    runVectorised<SumExchange>(table, change.data(), motion, products, sum.lossOfShape.data(), sum.gain.data());
    sum.loss = symmetric(products);
    return sum;
}

MomentumThroughSurface sumThroughSurface(const FaceTable& table, const WettedFaces& wetted, const CornerValues& sinking,
                                         const WaterlineMotion& motion) {
    MomentumThroughSurface sum;
    runVectorised<SumThroughSurface>(table, wetted, sinking, motion, sum);
    return sum;
}

} // namespace ambient
