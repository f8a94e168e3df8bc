// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Forces/ForceSet.h"

namespace samples {

/// A model of the fluid under its name, with its colour in figures.
struct ComparedModel {
    std::string name;
    ambient::ForceSet forces;
    std::string colour;
};

/// The models with forces quadratic in the velocity, fully described by coefficients: default, paper001 and gwtf.
std::vector<ComparedModel> quadraticModels();

/// Measured figures.
constexpr const char* kMeasuredColour = "#000000";

} // namespace samples
