// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceModel.h"

#include <vector>

namespace ambient {

/// Pressure on the surface, the default force model.
/// It has impact pressure on the windward side, suction in the lee, lift and leading-edge suction of wings, and the
/// side force of spin. With u the face's velocity relative to the medium, n its normal, m its mean-line normal, k its
/// wake normal, un = <n,u>, um = <m,u>, uk = <k,u>, v = u - um m, c the chord across m, w the angular velocity relative
/// to the medium and the rows of PressureWeights in capitals:
///     front (un > 0)  f = -rho un^2 (FRONT + HOLLOW |u|^2/(un^2 + .04 |u|^2)) n
///     lee (uk < 0)    f = +rho uk^2 (LEEFLAT |u|^2/(uk^2 + .25 |u|^2) + LEEROUND) k
///     bases (un < 0)  f = +rho |S| un (u - un n) at the position of each BasePoint, n its normal
///     sheet           f = -rho um/|u| (SHEET |v|^2 + <CHORD,v>^2) m
///     wings           the force of WingCells: lift, suction of leading edges, vortex lift, and the lee of their faces
///     revolving       f = -rho REVOLVING um min(|u|, REACH |<w,m>|) m
///     rotation        f = rho A g (w_t x u'),  w_t = w - <w,n> n,  u' = v_c + P w x (c - centre)
///     g = k' c0 (1 - lambda) mu + c1 lambda mu + c2 lambda^2 <h, e>
///     e = v_c/(|v_c| + l|w|/2),  k' = |v_c|/(|v_c| + l|w|),  v_c at the centre of volume,
///     l = PressureWeights::spinLength,  P = PressureWeights::feltRotations, and the rotation term's torque about the
///     centre of volume is times P: pressure acts along normals and cannot turn a body of revolution about its axis
/// The coefficients depend on the geometry alone (SurfaceShape, PressureWeights). The ten constants
/// (SurfacePressureConstants) are common to all bodies.
///
/// SHEET, CHORD and LEEFLAT are zero on faces in the cells of lifting surfaces. A thin face whose sections are no
/// lifting ones (open, or higher than .6 half chords) has a stalled sheet.
///
/// Dissipative face by face, for every twist, mesh and constants >= 0: each term is a coefficient >= 0 times -d <d,u>
/// with d fixed in the body, or times -(u - un n), or perpendicular to u. Quadratic in the twist and continuous. Exact
/// for a sphere: Cd = eta roundSuction (8/17), 0.438 at eta = 1; with spin S = |w| a/V, CL = (8/3) c0 S/(1 + 2S) less
/// the wake's part.
///
/// This model is ours, not a paper's. It replaces paper 001's pressure, which has no force on flat faces broadside to
/// the flow. Evidence and known failures: docs/decisions/forces.md, 56, and `ambient-samples --validate`.
class SurfacePressureForce final : public ForceModel {
  public:
    const std::string& name() const override;
    bool isDissipative() const override { return true; }
    Wrench evaluate(const Surface& surface, const RelativeFlow& flow, SurfaceField* field) const override;
    bool joinFaceTerms(const Surface& surface, const RelativeFlow& flow, FaceTerms& terms) const override;
    Wrench besidesFaceTerms(const Surface& surface, const RelativeFlow& flow) const override;
    double powerBesidesFaceTerms(const Surface& surface, const RelativeFlow& flow) const override;
};

/// Force on one cell of a lifting surface (WingCells), mesh frame.
struct WingCellForce {
    Vector3 position = Vector3::Zero(); ///< where it acts [m]
    double area = 0.0;                  ///< the cell's share of the planform [m^2]
    Vector3 lift = Vector3::Zero();     ///< across the mean line [N]
    Vector3 suction = Vector3::Zero();  ///< of the leading edge, along the motion of the cell [N]
    Vector3 lee = Vector3::Zero();      ///< of the separated flow in the lee, and of the vortices of sharp edges [N]
};

/// The force of SurfacePressureForce on each cell of the lifting surfaces, for drawings; empty without such surfaces.
/// Allocates.
/// \param surface, flow as those of ForceModel::evaluate
std::vector<WingCellForce> wingForces(const Surface& surface, const RelativeFlow& flow);

} // namespace ambient
