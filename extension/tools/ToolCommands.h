// SPDX-License-Identifier: Zlib
#pragma once

#include <stdexcept>
#include <string>

namespace ambient {

/// What the user gave cannot be used: what() is one line, what and where. The tool ends with exit code 2.
class InputError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// `ambient check MESH [--json]`
struct CheckOptions {
    std::string path;
    bool json = false;
};

/// Looks a mesh over and writes what it found to standard output. A mesh that the safe repair makes usable passes, with
/// the repairs told. \throws InputError when it cannot be read or used; with `json` the report is written all the same.
void runCheck(const CheckOptions& options);

/// `ambient added-mass MESH ...`
struct AddedMassCommandOptions {
    std::string path;
    double fluidDensity = 1000.0;   ///< [kg/m^3]
    double scale = 1.0;             ///< coordinates are multiplied by it
    std::string method = "auto";    ///< auto, dense: Galerkin; collocation
    std::string about = "centroid"; ///< centroid, origin, or "X,Y,Z" [m], in the scaled mesh frame
    std::string format = "table";   ///< table, json
    bool repair = false;            ///< also turn an inverted mesh inside out
    bool quiet = false;             ///< no progress, no remarks
};

/// Computes the added mass of a mesh and writes it to standard output.
/// \throws InputError when an option is out of range or the mesh cannot be read or used
void runAddedMass(const AddedMassCommandOptions& options);

} // namespace ambient
