// SPDX-License-Identifier: Zlib
#pragma once

/// \file
/// Constants of the viscous regime (ViscousRegime.h has the law), for bodies one by one and in lanes.

namespace ambient::viscous {

constexpr double kLayer = 0.29;            ///< c: drag of a laminar layer
constexpr double kFirstOrder = 3.0 / 16.0; ///< of F_S Re_t: the first inertial drag of any body [Brenner1963]
constexpr double kLayerEnd = 1e6;          ///< Re_t at which laminar layers end
constexpr double kLongest = 1.57;          ///< l/d above which the layer's length is that of the body, along the motion
constexpr double kWeakWake = 0.45;         ///< s_0: part of the pressure that slow wakes lack
constexpr double kSharpEnd = 500.0, kRoundEnd = 1e4;   ///< Reynolds numbers of full wakes: sharp edges, round parts
constexpr double kSpinLayer = 0.1283, kSpinEnd = 45.0; ///< of b_r
/// Larger Reynolds numbers are this one: without viscosity they are infinite, and no viscous force is left.
constexpr double kLargestReynolds = 1e15;

} // namespace ambient::viscous
