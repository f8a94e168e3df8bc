// SPDX-License-Identifier: Zlib
#pragma once

#include "ReportJson.h"
#include "ToolCommands.h"

#include "AmbientFluid/Math/SpatialInertia.h"
#include "MeshImport/MeshFrontEnd.h"

#include <vector>

namespace ambient {

/// A body of `ambient added-mass --with`.
struct GroupMember {
    std::string path;
    CheckedMesh checked; ///< scaled, in its own frame
    Pose worldFromMesh;  ///< the world's axes and origin are those of the first mesh
    Vector3 about;       ///< reference point, frame of the mesh [m]
    SpatialInertia own;  ///< added mass of the body alone, about the origin of its mesh, axes of the mesh
    int solvedFaces = 0; ///< of the mesh for the coupling
};

/// Added mass of several bodies, or of one beside walls, in one fluid.
struct GroupAddedMass {
    std::vector<GroupMember> members; ///< in the order of the command line
    Eigen::MatrixXd matrix;           ///< 6N x 6N, world axes, each block about its member's point, angular first
    std::vector<Wrench> gradient;     ///< for the twists of the command line; empty without twists
    int unknowns = 0;                 ///< of the coupling
    double seconds = 0.0;             ///< for all
};

/// Whether the command line names other bodies or walls.
bool isGroup(const AddedMassCommandOptions& options);

/// Refuses unusable options of a group, before any mesh is read. \throws InputError
void requireValidGroup(const AddedMassCommandOptions& options);

/// \param first the first mesh, read
/// \param own its added mass, about its origin, for the density of the fluid
/// \throws InputError if a mesh cannot be read or used, or bodies overlap each other or a wall
GroupAddedMass solveGroup(const AddedMassCommandOptions& options, const CheckedMesh& first, const SpatialInertia& own);

/// Adds the keys `bodies`, `group_added_mass`, `gradient`, `coupling_unknowns`, `coupling_seconds`.
void addTo(Json& json, const GroupAddedMass& group);

/// Writes the group to standard output.
void printGroup(const GroupAddedMass& group);

} // namespace ambient
