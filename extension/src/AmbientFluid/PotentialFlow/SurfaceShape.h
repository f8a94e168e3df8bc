// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace ambient {

/// Local geometry of the surface around each face, for the default forces.
/// All quantities are invariant under rigid motion of the body and scale with its length. One entry per face, mesh
/// frame. Computed once per mesh.
struct SurfaceShape {
    /// mu [m]: depth of the fluid set in motion by a face.
    /// mu = -n . phi_v with the potentials phi_v of the three unit translations. Sphere a/2; disc (2/pi) sqrt(a^2 -
    /// r^2); strip sqrt(a^2 - x^2). Sum of area mu = trace of the added mass per
    /// density of the translations.
    std::vector<double> potentialLength;

    /// Distance through the body along -n [m]; 0 if the ray finds no opposite face.
    std::vector<double> thickness;

    /// Curvature of the surface within potentialLength: 1 on any sphere, 0 on flat and concave faces.
    /// Sharp edges do not count: a cube is flat.
    std::vector<double> roundness;

    /// h = -1/2 grad_s(mu^2) [m]: points towards the nearest edge.
    /// The length is of the order of the distance from the middle. Disc
    /// (4/pi^2) r.
    std::vector<Vector3> edgewardLength;

    /// Aspect ratio, at least 1, of the smooth piece of surface around a face, seen along n.
    /// Creases divide the surface into pieces. The ratio is that of the longer to the shorter root mean square width:
    /// a/b for a rectangle and an ellipse. The ratio fades to 1 for pieces that are not flat, such as shells.
    std::vector<double> aspectRatio;
    /// Unit tangent along the shorter width of the piece: chordwise on a wing.
    std::vector<Vector3> chordDirection;
    /// Flatness of the piece: 1 for a sheet, 0 for a shell as deep as a hemisphere.
    std::vector<double> flatness;

    /// As `roundness`, of concave neighbourhoods: 1 inside any spherical cavity, 0 on flat and convex faces.
    std::vector<double> hollowness;

    /// m: unit normal of the surface halfway between a face and the face opposite, along n - n_o.
    /// n_o is the normal that the rays of `thickness` hit, n_o = -n if there is none. Equal to n on spheres, boxes and
    /// discs. On a body of revolution in the plane through the axis and n (RevolvedBody).
    std::vector<Vector3> meanNormal;
    /// q = |n + n_o|/2: sine of half the angle at which a face and the face opposite close; 1 without opposite face.
    std::vector<double> taper;
    /// N = 1 - (1 - rho_o) <n,n_o>^2, rho_o the roundness of the face opposite: 0 for a base opposite a square flat
    /// nose, 1 behind a rounded or pointed one.
    std::vector<double> noseShare;
    /// E = max(1, S/W^2): silhouette S of the smooth piece along n over the squared mean of its least widths.
    /// Sphere 1, disc 1.8, square plate 2.3, strip 1:20 20.6.
    std::vector<double> elongation;
    /// O = z^4/(1 + z^4), z the free distance along +n to the same body over 4 mu: 1 without such a body, 0 for faces
    /// that touch it.
    std::vector<double> openness;

    /// Smooth piece of the surface between creases to which a face belongs: the number of one of its faces.
    std::vector<int> piece;

    /// P of computeFeltRotations(), about the centre of volume: the rotations of the body that pressure feels.
    Matrix3 feltRotations = Matrix3::Identity();
};

/// Computes the local geometry of a mesh.
/// Takes O(F log F); the roundness takes the number of faces times their neighbours within mu, of a sample of up to
/// 4000 faces.
/// \param mesh usable (requireUsableMesh), with faces of any size
/// \param translationPotentials means over the faces of the potentials of the unit translations [m], faces x 3, zero at
///        infinity (AddedMass::facePotentials). If empty (no rows), mu = w/4 (2 - w/b) from the widths w <= b of the
///        body in the plane through the middle of the body below the face; this is exact for spheres and for long
///        cylinders and strips.
SurfaceShape describeSurface(const TriangleMesh& mesh,
                             const Eigen::Matrix<double, Eigen::Dynamic, 3>& translationPotentials);

} // namespace ambient
