// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace ambient {

/// What the default forces need to know of the geometry around each face: local numbers that follow the body when it is
/// turned and moved, and scale with its length. One entry per face, mesh frame. Computed once per mesh.
struct SurfaceShape {
    /// mu = -n . phi_v [m], phi_v the potentials of the three unit translations: how much fluid a face moves along.
    /// Sphere a/2; disc (2/pi) sqrt(a^2 - r^2); strip sqrt(a^2 - x^2). Sum of area mu = trace of the added mass per
    /// density of the translations.
    std::vector<double> potentialLength;

    /// Distance through the body along -n [m]; 0 where there is none.
    std::vector<double> thickness;

    /// How much the surface curves within potentialLength: 1 on a sphere of any radius, 0 on flat and on hollow faces.
    /// Sharp edges do not count: a cube is flat.
    std::vector<double> roundness;

    /// h = -1/2 grad_s(mu^2) [m]: towards the nearest edge, length of the order of the distance from the middle. Disc
    /// (4/pi^2) r.
    std::vector<Vector3> edgewardLength;

    /// The outline of the smooth piece of surface that a face belongs to (creases divide), seen along n: its longer
    /// over its shorter extent, at least 1, as root mean square widths: rectangle and ellipse a/b. It fades to 1 for
    /// pieces that are not flat, such as shells.
    std::vector<double> aspectRatio;
    /// Unit tangent along that shorter extent: chordwise on a wing.
    std::vector<Vector3> chordDirection;
};

/// Takes O(F log F) and, for the roundness, the faces times their neighbours within mu, up to 4000 of the whole.
/// \param mesh usable (requireUsableMesh); single faces may be of any size
/// \param translationPotentials means over the faces of the potentials of the unit translations [m], faces x 3, zero at
///        infinity (AddedMass::facePotentials). Without any (no rows) mu comes from the widths w <= b of the body
///        in the plane through the middle of the body below the face: w/4 (2 - w/b), which is right for spheres and for
///        long cylinders and strips.
SurfaceShape describeSurface(const TriangleMesh& mesh,
                             const Eigen::Matrix<double, Eigen::Dynamic, 3>& translationPotentials);

} // namespace ambient
