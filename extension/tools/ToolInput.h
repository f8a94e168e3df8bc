// SPDX-License-Identifier: Zlib
#pragma once

#include "MeshImport/MeshFrontEnd.h"
#include "Output/CommandFiles.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ambient {

class ProgressBars;
class WorldSimulation;
struct WorldDescription;

/// \file
/// Input of several commands. All functions throw InputError, one line naming the option or file and the fault.

/// A point [m]: centroid, origin or three numbers X,Y,Z.
Vector3 pointNamed(const char* option, const std::string& text, const Vector3& centroid);

/// A unit vector: x, y, z, -x, -y, -z or three numbers X,Y,Z of any length but zero.
Vector3 directionNamed(const char* option, const std::string& text);

/// Finite numbers separated by commas, at least one.
std::vector<double> listNamed(const char* option, const std::string& text);

/// One number, or all of FROM:TO:STEP, both ends included; STEP > 0, TO >= FROM, no more than 10001 numbers.
std::vector<double> numbersNamed(const char* option, const std::string& text);

/// Exactly `count` numbers N,N,... \param meaning of them, for the message
std::vector<double> listNamed(const char* option, const std::string& text, int count, const char* meaning);

void requirePositive(double value, const char* option, const char* unit);

/// 0, or a number fit for a thickness: the option --sheet-thickness.
void requireSheetThickness(double value);

/// A fluid in which bodies float.
struct ChosenFluid {
    std::string name; ///< empty: given by its density
    double density;   ///< [kg/m^3]
};
/// The fluid of the options --fluid, a named fluid of world files or empty for water, and --fluid-density, which stands
/// in place of it.
ChosenFluid floatingFluid(const std::string& fluid, const std::optional<double>& density);

/// Reads a mesh, multiplies the coordinates, and refuses an unusable mesh.
/// \param options of the front end; the thickness of sheets is not scaled \param quiet whether no progress is shown
CheckedMesh readUsableMesh(const std::string& path, double scale, const MeshFrontEndOptions& options, bool quiet);

/// Records the files of a mesh as inputs.
void recordMesh(CommandFiles& files, const std::string& path);
/// Records the picture of --plot and its script as outputs; an empty path is none.
void recordPlot(CommandFiles& files, const std::string& plot);

/// The world of a file, before its first step. \param path of the file, for messages
/// \param bars show the progress; outlive the simulation
std::unique_ptr<WorldSimulation> simulationOf(const WorldDescription& world, const std::string& path,
                                              ProgressBars& bars);

/// Throws InputError if a mesh is to be wrapped and this build cannot.
void requireWrapping(bool wrap);

/// Writes the repairs and warnings of a mesh to standard error.
void warnAbout(const std::string& path, const MeshReport& report);

} // namespace ambient
