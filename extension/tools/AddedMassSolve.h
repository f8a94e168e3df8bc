// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/PotentialFlow/AddedMass.h"
#include "MeshImport/MeshFrontEnd.h"
#include "ToolCommands.h"

namespace ambient {

/// The added mass of a mesh by the method and tolerance of the options, with a progress bar unless they are quiet.
/// \param path named in messages \throws InputError if the mesh is unfit for the method
AddedMass solveAddedMass(const AddedMassCommandOptions& options, const std::string& path, const CheckedMesh& checked);

/// Writes a 6x6 with the names of its rows and columns to standard output.
void printAddedMass(const Matrix6& matrix);

} // namespace ambient
