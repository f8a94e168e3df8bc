// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/DeformedShape.h"
#include "AmbientFluid/Dynamics/Immersion.h"

namespace ambient {

/// Whether the velocities of the vertices are known (DeformedShape::vertexVelocity).
bool hasVertexVelocity(const DeformedShape& shape);

/// Finds how the faces of a deforming body move by themselves: FaceShapes of at.shape.
/// The twist y_i of a face has the velocity of its centroid and the spin of its triangle, so that a part which moves
/// as a whole gives each of its faces its own twist. Without velocities of the vertices the spin is that of the rigid
/// fit.
void findFaceShapes(Immersion& at);

/// Momentum of the fluid at zero twist, about the mesh origin, mesh axes, of a body that may be partly wet:
///     sigma = sum_i a_i g_i h_i + rho c,   c = sigma_1 - sum_i g_i h_i,
/// with the weights a_i of the added mass (density times wetted fraction) and the momentum sigma_1 of the whole shape
/// per density. c is what the flows of distant faces add to each other. rho is the largest weight for a body that is
/// wholly wet, and falls to the smallest weight of all faces while a tenth of the surface leaves the fluid.
Momentum momentumOfShape(Immersion& at);

} // namespace ambient
