// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/PressureWeights.h"
#include "AmbientFluid/Math/SpatialInertia.h"
#include "AmbientFluid/Mesh/MeshRepair.h"
#include "AmbientFluid/PotentialFlow/AddedMass.h"

#include <functional>
#include <optional>

namespace ambient {

/// An added mass that the user brings, in place of the computed one.
struct GivenAddedMass {
    Matrix6 matrix = Matrix6::Zero();         ///< 6x6, angular first, body axes = mesh axes [kg, kg m, kg m^2]
    double fluidDensity = 1000.0;             ///< the density it was computed for [kg/m^3]
    Vector3 referencePoint = Vector3::Zero(); ///< the point it is about, mesh frame [m]: the centre of mass
};

/// Everything FluidBodyModel::build may be told about a mesh. Every field has a default: the mesh alone is enough.
struct FluidBodyDef {
    /// Flow separates where the surface turns away from the relative velocity by more than this angle [rad],
    /// in [0, pi]; pi/2 for smooth bluff bodies (default), about 3 pi/4 for a dimpled golf ball. [Padilla2025, eq. 17]
    /// Decides paper 001's pressure, and where the surface feels skin friction. Nothing separates at pi.
    double separationAngle = 0.5 * kPi;

    /// Strength of the wake behind rounded surfaces, in [0.2, 1]; 1 for smooth subcritical flow (default), about 0.62
    /// for a dimpled golf ball and 0.5 for a football: what roughness and a turbulent boundary layer leave of it. Flat
    /// and sharp-edged parts do not depend on it. The default forces only (SurfacePressureForce).
    double wakeFactor = 1.0;

    SurfacePressureConstants surfacePressure; ///< universal constants of SurfacePressureForce, for studies

    double pressureScale = 1.0; ///< factor on the surface pressure, default 1
    double frictionScale = 1.0; ///< factor on the skin friction, default 1
    double buoyancyScale = 1.0; ///< factor on the buoyancy, default 1

    /// Default: computed from the mesh. With a given one, or AddedMassMethod::Local, there are no potentials, and the
    /// default forces work with widths of the body instead: a cube's drag is 8 % lower then, and hollow bodies are off
    /// (a cup dome first by 1.7).
    std::optional<GivenAddedMass> addedMass;
    AddedMassMethod addedMassMethod = AddedMassMethod::Auto; ///< used when `addedMass` is not given
    /// Wanted error of the added mass, AddedMassOptions::discretisation: above 0; infinity: estimated only. Default
    /// 0.02, so that boxes and cylinders take one solve; AddedMassReport::errorEstimate tells what was reached.
    double discretisation = 0.02;
    MeshRepair repair = MeshRepair::Safe; ///< what build() may mend before it refuses a mesh

    /// Open meshes are thin sheets of this thickness [m]: build() makes closed solids of them (SheetThickening.h), and
    /// report() says so. Default 0: open meshes are refused. Paper 0.0001; where nothing is known 1 % of sqrt(area).
    /// The added mass falls with the thickness to a limit: a disc's is 3 % above it at 1/50 of the radius.
    double sheetThickness = 0.0;

    /// Called from the building thread with a fraction in [0, 1] while the added mass is computed; default: nobody
    /// listens. What it throws gives the model up soon, and build() passes it on.
    std::function<void(double fraction)> progress;
};

} // namespace ambient
