// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Coupling/CoupledGroup.h"

#include <array>

namespace ambient {

/// Two bodies within reach, or a body and an image of one behind walls.
struct CoupledPair {
    int a = 0, b = 0; ///< bodies, a > b, or a >= b with an image
    int image = -1;   ///< of b; -1: b itself
    /// Share of a tier in C, and its derivative with r.
    struct Share {
        double value = 0.0; ///< share, in [0, 1]
        double slope = 0.0; ///< derivative of `value` with r
        /// Whether the tier is not computed.
        bool isNone() const { return value == 0.0 && slope == 0.0; }
    };
    std::array<Share, CouplingShape::kTiers> shares; ///< of each tier
    Vector3 ratioGradient = Vector3::Zero();         ///< of r as a moves, world [1/m]
    Vector3 centreA = Vector3::Zero();               ///< centre of a, world [m]
    Vector3 middle = Vector3::Zero();                ///< of the pair, world [m]
};

/// Force on the first body of a pair, and torque about the middle of the pair, per unit density.
struct PairResult {
    Vector3 force;  ///< on the first body
    Vector3 torque; ///< about the middle of the pair
};

/// The sums over pairs of points in one precision.
class GroupSums {
  public:
    virtual ~GroupSums() = default;
    /// The sums in a precision.
    static std::unique_ptr<GroupSums> make(CouplingPrecision precision);

    /// Places the points of all bodies and of their images that are in `pairs`.
    virtual void place(const std::vector<CoupledBody>& bodies, const std::vector<Reflection>& images,
                       const std::vector<CoupledPair>& pairs) = 0;
    /// Computes the block of C of each pair: modes of a x modes of b, in the nearest tier of the pair; the bodies'
    /// other modes have zeros.
    virtual void computeBlocks(const std::vector<CoupledPair>& pairs) = 0;
    /// Those blocks.
    virtual const std::vector<Eigen::MatrixXd>& blocks() const = 0;
    /// Keeps the currents of the modes' amplitudes.
    virtual void setAmplitudes(const Eigen::VectorXd& amplitudes, const std::vector<int>& first) = 0;
    /// Forces of all pairs with those currents.
    virtual void addForces(const std::vector<CoupledPair>& pairs, std::vector<PairResult>& results) = 0;
    /// Flow of one body, or of an image of it, with those currents [m/s].
    virtual Vector3 flowOf(int body, int image, const Vector3& point) const = 0;
};

} // namespace ambient
