// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/MeshReport.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"

#include <functional>
#include <optional>

namespace ambient {

/// The universal constants of SurfacePressureForce: pure numbers, common to all bodies.
/// Their derivation and validation: docs/decisions/forces.md, 56. They may be varied in studies, but are not to be
/// tuned for a body.
struct SurfacePressureConstants {
    double windward = 0.75;        ///< pressure on flat faces against the flow
    double flatSuction = 0.245;    ///< suction on flat faces in the lee
    double longSuction = 0.49;     ///< share of it that the base of a long body with a round nose keeps
    double roundSuction = 0.93;    ///< suction on rounded faces in the lee, times the wake factor
    double flatElongation = 4.7;   ///< rise of flatSuction from compact to two-dimensional bodies
    double roundElongation = 0.92; ///< rise of roundSuction from compact to two-dimensional bodies
    double revolvingLift = 1.5;    ///< normal force of thin parts that turn about their normal (leading-edge vortex)
    double roundSpin = 0.6;        ///< side force of spinning rounded bodies (Magnus)
    double sheetSpin = 2.2;        ///< side force of turning thin parts; 2 in thin-airfoil theory
    double sheetLead = 4.0;        ///< shift of that force towards the leading half
};

/// Added mass given by the user, in place of the computed one.
struct GivenAddedMass {
    Matrix6 matrix = Matrix6::Zero();         ///< 6x6, angular first, body axes = mesh axes [kg, kg m, kg m^2]
    double fluidDensity = 1000.0;             ///< density of the fluid that `matrix` applies to [kg/m^3]
    Vector3 referencePoint = Vector3::Zero(); ///< reference point of `matrix`, mesh frame [m]: the centre of mass
};

/// Largest FluidBodyDef::porosity. Bodies with more openings are to be modelled bar by bar.
constexpr double kMostPorosity = 0.5;

/// Added mass of a perforated body, as a fraction of that of its solid outline, at the amplitudes of lifting through
/// waves: 1 below 5 %, .97 at 10 %, .62 at 25 %, .24 at 50 % [DnvRpH103, effect of perforation]. In the limit of small
/// amplitudes it is less: .48, .25 and .087 for a plate with 16 square holes. \param porosity in [0, kMostPorosity]
double addedMassFactorOf(double porosity);

/// Options of FluidBodyModel::build. Every field has a default.
struct FluidBodyDef {
    /// Angle between surface normal and relative velocity beyond which the flow separates [rad], in [0, pi].
    /// pi/2 for smooth bluff bodies (default), about 3 pi/4 for a dimpled golf ball; at pi nothing separates.
    /// [Padilla2025, eq. 17] Determines paper 001's pressure and the faces with skin friction.
    double separationAngle = 0.5 * kPi;

    /// Strength of the wake behind rounded surfaces, in [0.2, 1].
    /// 1 for smooth subcritical flow (default); about 0.62 for a dimpled golf ball and 0.5 for a football, whose
    /// roughness and turbulent boundary layer weaken the wake. No effect on flat and sharp-edged parts. For the default
    /// forces only (SurfacePressureForce).
    double wakeFactor = 1.0;

    /// Height of the roughness k [m], as of sand grains glued side by side, >= 0. Above 0 the wake of rounded surfaces
    /// narrows past a Reynolds number that falls with k over the width (DragCrisis): 3.6e5 for a polished sphere, 1e5
    /// for k of .4 % of its diameter. Default 0: the boundary layer stays laminar at any speed. For the default forces
    /// in a viscous medium, beside wakeFactor; no effect without `viscousFaces`.
    double roughness = 0.0;

    SurfacePressureConstants surfacePressure; ///< universal constants of SurfacePressureForce, for studies

    double pressureScale = 1.0; ///< factor on the surface pressure, default 1
    double frictionScale = 1.0; ///< factor on the skin friction and the viscous force, default 1
    double buoyancyScale = 1.0; ///< factor on the buoyancy, default 1

    /// Open share of the outlines, in [0, kMostPorosity]: of a mud mat, a grid or a perforated cover given as its solid
    /// outline. Default 0. The computed added mass is multiplied by addedMassFactorOf(porosity); pressure, friction and
    /// displaced volume are multiplied by 1 - porosity, which is a guess. A given `addedMass` is taken as it is.
    double porosity = 0.0;

    /// Default: computed from the mesh. With a given added mass or AddedMassMethod::Local there are no potentials, and
    /// the default forces use widths of the body instead. A cube's drag is then 8 % lower, and hollow bodies are wrong
    /// (a cup dome first by a factor 1.7).
    std::optional<GivenAddedMass> addedMass;
    AddedMassMethod addedMassMethod = AddedMassMethod::Auto; ///< used if `addedMass` is not given
    /// Wanted error of the added mass, as AddedMassOptions::discretisation: above 0; infinity: estimate only. Default
    /// 0.05: only bad triangulations are refined, such as CAD parts with slivers. AddedMassReport::errorEstimate has
    /// the value that was reached.
    double discretisation = 0.05;
    /// Faces of the mesh whose Stokes flow gives the viscous forces, as ViscousOptions::faces; 0: none, and no viscous
    /// forces. Default 320.
    int viscousFaces = 320;
    MeshRepair repair = MeshRepair::Safe; ///< permitted repairs of an unusable mesh

    /// Thickness of open meshes [m], which build() turns into closed solids (SheetThickening.h); report() mentions
    /// this.
    /// Default 0: open meshes are rejected. Paper: 0.0001; if unknown, use 1 % of sqrt(area). The added mass falls with
    /// the thickness to a limit: for a disc it is 3 % above the limit at 1/50 of the radius.
    double sheetThickness = 0.0;

    /// Called on the building thread with a fraction in [0, 1] during the computation of the added mass; default: none.
    /// An exception from this function stops the computation soon and passes through build().
    std::function<void(double fraction)> progress;
};

} // namespace ambient
