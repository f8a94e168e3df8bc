// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Mesh/TriangleMesh.h"

#include <vector>

namespace ambient {

/// A point mass that moves in or on a deforming body.
struct MovingMass {
    double mass = 0.0; ///< [kg], positive
    /// Its place in each key, or one place for all keys, author's frame [m]. Between keys it moves as the vertices do.
    std::vector<Vector3> path;
};

/// Key shapes of one mesh over time, in a frame of the author's choice, which may move in any way from key to key: only
/// the shapes count (DeformingModel). A plain value.
struct ShapeSequence {
    /// The way from key to key.
    enum class Interpolation {
        Smooth, ///< cubic splines with continuous acceleration: the velocity has no jumps (default)
        Linear  ///< straight lines, as linear animation renders: the velocity jumps at every key
    };
    /// Masses of the body without `extraMasses`. They stay with the matter while the shape changes.
    enum class Masses {
        Solid,     ///< uniform in the rest shape, of `mass` (default); each piece of the mesh by its own volume
        Shell,     ///< uniform on the faces of the rest shape, of `mass`
        PerVertex, ///< `vertexMasses` at the vertices
        None       ///< massless: `extraMasses` only
    };

    std::vector<TriangleMesh::Face> faces; ///< of all keys; closed, counter-clockwise from outside
    /// Vertices of each key [m], one or more keys with equal counts.
    std::vector<std::vector<Vector3>> keys;
    std::vector<double> times; ///< of the keys [s], increasing
    /// Time after which a loop repeats [s]: the first key follows the last one at times[0] + period. Default 0: played
    /// once, from rest to rest, and held before and after.
    double period = 0.0;
    Interpolation interpolation = Interpolation::Smooth; ///< default Smooth

    Masses masses = Masses::Solid;       ///< default Solid
    double mass = 0.0;                   ///< of Solid and Shell [kg], positive
    std::vector<double> vertexMasses;    ///< of PerVertex [kg], positive, one per vertex
    std::vector<MovingMass> extraMasses; ///< more point masses; default none
    int restKey = 0;                     ///< the key whose shape is at rest: its masses are uniform

    /// The mesh of a key, author's frame.
    TriangleMesh mesh(int key) const { return {keys[static_cast<std::size_t>(key)], faces}; }
};

/// Checks counts, numbers, times and masses; surfaces are checked by DeformingModel::build.
/// \throws std::invalid_argument that names the key, vertex or mass
void requireValid(const ShapeSequence& sequence);

/// Splits every face into four at the middles of its sides, in all keys alike, until there are at least `targetFaces`.
/// Vertex masses stay where they are: a mass at a new vertex would have to come from others.
/// \param sequence valid \throws std::invalid_argument with Masses::PerVertex if faces have to be split
ShapeSequence refineEvenly(const ShapeSequence& sequence, int targetFaces);

} // namespace ambient
