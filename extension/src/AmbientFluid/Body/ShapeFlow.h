// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "AmbientFluid/StokesFlow/ShapeResistance.h"

#include <memory>
#include <string>
#include <vector>

namespace ambient {

/// Creeping flow for the tables of a body that changes its shape: without a tensor if its model has none, and with the
/// tensor of the rest where the flow around a shape is singular.
class ShapeFlow {
  public:
    /// \param viscousFaces FluidBodyDef::viscousFaces: half as many are solved if the rest is within 5 % with them
    ShapeFlow(const FluidBodyModel& rest, int viscousFaces);

    /// ShapeResistance::solve()
    ShapeResistance::Flow solve(const TriangleMesh& shape, const std::vector<std::vector<Vector3>>& velocities);
    /// Notes the error of a tensor from tables.
    void check(const ViscousTensor& found, const ViscousTensor& exact);
    double resistanceError() const { return m_error; } ///< largest of check()
    /// Adds a line on errors, and one on singular flows.
    void warn(std::vector<std::string>& warnings) const;

  private:
    ViscousTensor m_rest;
    double m_length;
    std::unique_ptr<const ShapeResistance> m_flow; ///< null: no tensor
    double m_error = 0.0;
    int m_singular = 0;
};

} // namespace ambient
