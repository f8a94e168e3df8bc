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

struct SumLoss {
    template <int L>
    AMBIENT_ALWAYS_INLINE static void run(const FaceTable& table, const double* before, const double* after,
                                          const double* twist, double* sum) {
        using Real = typename Lanes<L>::Real;
        LaneSum<L> sums[6];
        for (int block = 0; block < table.paddedSize(); block += kLanes)
            for (int part = 0; part < kLanes / L; ++part) {
                const int i = block + part * L;
                const Real zero = {};
                Real g[6], along = {};
                for (int k = 0; k < 6; ++k) {
                    g[k] = load<Real>(table.row(FaceTable::AddedMass + k) + i);
                    along += twist[k] * g[k];
                }
                along *= smaller(Real(load<Real>(after + i) - load<Real>(before + i)), zero);
                for (int k = 0; k < 6; ++k)
                    sums[k].parts[part] += along * g[k];
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
                if (flow)
                    met += load<Real>(flow->velocityX.data() + i) * g[3] +
                           load<Real>(flow->velocityY.data() + i) * g[4] +
                           load<Real>(flow->velocityZ.data() + i) * g[5];
                const Real growth = motion.density * (slope[0] * sink[0] + slope[1] * sink[1] + slope[2] * sink[2]);
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

} // namespace

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

double sumOutflow(const FaceTable& table, const WettedFaces& wetted, const SurfaceMotion& flow) {
    double outflow = 0.0;
    runVectorised<SumOutflow>(table, wetted.fraction.data(), flow, outflow);
    return outflow;
}

Vector6 sumLoss(const FaceTable& table, const std::vector<double>& before, const std::vector<double>& after,
                const Vector6& twist) {
    Vector6 sum;
    runVectorised<SumLoss>(table, before.data(), after.data(), twist.data(), sum.data());
    return sum;
}

MomentumThroughSurface sumThroughSurface(const FaceTable& table, const WettedFaces& wetted, const CornerValues& sinking,
                                         const WaterlineMotion& motion) {
    MomentumThroughSurface sum;
    runVectorised<SumThroughSurface>(table, wetted, sinking, motion, sum);
    return sum;
}

} // namespace ambient
