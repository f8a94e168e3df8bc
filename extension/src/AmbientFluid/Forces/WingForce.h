// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/Surface.h"
#include "AmbientFluid/Forces/SurfacePressureForce.h"

namespace ambient {

/// Force of the lifting surfaces of a body (WingCells), per density, and its power: Glauert's thin airfoil with the
/// slopes of lifting-surface theory, the suction of the leading edge and its loss as vortex lift [Polhamus1966],
/// Kirchhoff's stalled plate.
///
/// With u the velocity of a cell relative to the medium, where the body turns with w' = P w (SurfaceShape::
/// feltRotations) about its centre, U = |u|, e_c = <c,u>/U, e_s = <s,u>/U, E = e_c^2 + e_s^2, and the rows of WingCells
/// by their symbols:
///     p = point - flows' (b_c <c,u> c + b_s <s,u> s)/sqrt(U^2 + w^2 (b_c^2 + b_s^2)),  b the rows Behind, u and flows'
///         of the point; from here on u is that of p
///     d0 = d0' + zb_s e_c^2 A_c/(e_c^2 A_c + e_s^2 A_s) s
///     d = d0 + z1_c e_c c + z1_s e_s s   um = <d,u>   a0 = <d0,u>
///     flows = 1/(1 + (a0/(.25 U))^8)     r_c = R_c + D_c e_c   r_s = R_s + D_s e_s   r = e_c^2 r_c + e_s^2 r_s
///     att = flows r   B = a_c e_c^2 + a_s (1 - um^2/U^2 - e_c^2)   C = g/2 (lambda + att (1 - lambda)) B
///     sb = .14 + .11 r/E + .5 E/(e_c^2 A_c + e_s^2 A_s)   v = 1/(1 + (|a0|/(sb U))^16)
///     keep = max(v, min(1, REACH |<w,d0>|/U))   q = min(1, (pi/2) (1 - um^2/U^2)/B)   C *= keep + (1 - keep) q
///     kappa = e_c^2 kappa_c + e_s^2 kappa_s
///     lift      f = -C um U d
///     suction   f = +kappa flows C (um^2 - (1 - r) a0^2) u/U
///     lee       f = +uk^2 LEEFLAT U^2/(uk^2 + .25 U^2) k,   uk = min(0, max(<k,u>, <k,u> - att <k,d0> um))
///     vortex    f = +v max(V - W, 0) k where <k,u> < 0, W the size of the lee's force,
///               V = lambda g max(K_v - .75, 0) a0^2
///               K_v = (e_c^2 ((1 - r_c flows) kappa_c a_c + (1 - R_s) side_c)
///                    + e_s^2 ((1 - r_s flows) kappa_s a_s + (1 - R_c) side_s))/E
///     shed      I = sum over the cells of .9 (1 - flows) max(0, 1 - (a0/U)^4) (1 - v/2) lambda g REACH/4 a0 d0:
///               a couple V x I and a force w' x I, with V the velocity of the centre of volume
/// The torque about the centre of volume is times P. Flow across the span meets each part of the span with the slope
/// that it has there (dihedral), flow along it the whole line. The mean line d makes the flow leave the trailing edge
/// smoothly, in either direction of motion. The suction turns the lift of attached flow across the motion but for 1 -
/// kappa, the induced drag CL^2/(pi A). Sharp edges (r = 0) have no suction; all of it is vortex lift, which fills up
/// what the pressure ahead (.75) and the lee lack.
///
/// In attached flow the force acts behind the middle of the chord by what the moment of the added mass, -v x K v, has
/// too much for a lifting flow (Planform): the centre of pressure is that of lifting-surface theory. Separated flow
/// leaves the body less added mass: the momentum I that it sheds takes the loads -V x I (Munk's moment) and -w' x I off
/// those of the added mass, which is g REACH/4 across a thin cell. The centre of pressure of stalled plates is then
/// near Rayleigh's up to 45 degrees, (3/4) cos a/(4 + pi sin a) chords ahead of the middle [Lamb1932, art. 77]. Near
/// broadside the whole added mass stays: there the law's regimes of falling plates need it.
///
/// Power of each cell <= 0: that of the lift is -C um^2 U, of the suction at most kappa C um^2 U with kappa < 1, of
/// what is shed 0. Of degree 2 in the twist.
struct WingForce {
    Wrench wrench;      ///< about the mesh origin
    double power = 0.0; ///< at the velocities of the cells

    static WingForce of(const Surface& surface, const RelativeFlow& flow); ///< the sum over all cells
    /// The parts of each cell, as the sum has them, per density [m^4/s^2].
    static std::vector<WingCellForce> ofEach(const Surface& surface, const RelativeFlow& flow);
};

} // namespace ambient
