// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Body/ShapeFlow.h"

#include "AmbientFluid/Body/TableErrors.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

namespace ambient {
namespace {

constexpr int kFewestFaces = 20;
constexpr double kRestError = 0.05; ///< of a mesh that is fine enough

} // namespace

ShapeFlow::ShapeFlow(const FluidBodyModel& rest, int viscousFaces)
    : m_rest(rest.viscousTensor()), m_length(rest.length()) {
    if (m_rest.isEmpty()) return;
    try {
        // Each node of the tables costs a solution. Slender bodies need all the faces.
        m_flow = std::make_unique<ShapeResistance>(rest.mesh(), m_rest, std::max(viscousFaces / 2, kFewestFaces));
        if (m_flow->restError() > kRestError)
            m_flow = std::make_unique<ShapeResistance>(rest.mesh(), m_rest, viscousFaces);
    } catch (const std::runtime_error&) { // the finer mesh of the model could be solved
        ++m_singular;
    }
}

ShapeResistance::Flow ShapeFlow::solve(const TriangleMesh& shape, const std::vector<std::vector<Vector3>>& velocities) {
    if (m_flow) {
        try {
            return m_flow->solve(shape, velocities);
        } catch (const std::runtime_error&) { // faces on top of each other: the other tables do not need this one
            ++m_singular;
        }
    }
    const Eigen::Index count = static_cast<Eigen::Index>(velocities.size());
    return {m_rest, std::vector<Twist>(velocities.size()), Eigen::MatrixXd::Zero(count, count)};
}

void ShapeFlow::check(const ViscousTensor& found, const ViscousTensor& exact) {
    if (!m_flow) return;
    m_error = std::max(m_error, relativeError(resistanceAbout(found.resistance, -found.center),
                                              resistanceAbout(exact.resistance, -exact.center), m_length));
}

void ShapeFlow::warn(std::vector<std::string>& warnings) const {
    constexpr double kLargestError = 0.05;
    char line[200];
    if (m_error > kLargestError) {
        std::snprintf(line, sizeof line,
                      "the tables are off by %.1f %% of the Stokes resistance: use more keys or nodes",
                      100.0 * m_error);
        warnings.push_back(line);
    }
    if (m_singular == 0) return;
    std::snprintf(line, sizeof line,
                  "%d of the shapes have the Stokes resistance of the rest: faces are on top of each "
                  "other",
                  m_singular);
    warnings.push_back(line);
}

} // namespace ambient
