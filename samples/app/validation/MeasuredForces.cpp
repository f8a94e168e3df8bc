// SPDX-License-Identifier: Zlib
#include "validation/MeasuredForces.h"

#include "AmbientFluid/Body/FluidBodyModel.h"
#include "interface/Units.h"
#include "validation/MeasuredBodies.h"

#include <cmath>

namespace samples {
namespace {

using ambient::Vector3;

/// Density [kg/m^3] and dynamic viscosity [Pa s] at 20 degC.
void setFluid(const std::string& name, ambient::RelativeFlow& flow) {
    flow.density = name == "water" ? 998.2 : 1.204;
    flow.dynamicViscosity = name == "water" ? 1.0e-3 : 1.81e-5;
}

double coefficient(const ambient::FluidBodyModel& model, const ambient::ForceSet& forces, const MeasuredRow& row,
                   const Vector3& ahead, const Vector3& side) {
    const double angle = row.incidence * kRadiansPerDegree;
    const Vector3 motion = std::cos(angle) * ahead + std::sin(angle) * side;
    const Vector3 lift = std::sin(angle) * ahead - std::cos(angle) * side;
    ambient::RelativeFlow flow;
    setFluid(row.fluid, flow);
    flow.twist.linear = row.speed * motion;
    const Vector3 force =
        forces.evaluate(model, flow).dissipative.linear / (0.5 * flow.density * row.speed * row.speed * row.area);
    if (row.quantity == "CL") return force.dot(lift);
    return row.quantity == "CN" ? -force.dot(side) : -force.dot(motion);
}

const MeasuredRow* findRow(const std::vector<MeasuredRow>& table, const std::string& id) {
    for (const MeasuredRow& row : table)
        if (row.id == id) return &row;
    return nullptr;
}

} // namespace

std::vector<JudgedRow> judgeMeasured(const std::vector<MeasuredRow>& table, const ambient::ForceSet& forces,
                                     const Progress& progress) {
    std::vector<JudgedRow> judged;
    const std::vector<MeasuredBody>& bodies = measuredBodies();
    for (std::size_t b = 0; b < bodies.size(); ++b) {
        const MeasuredBody& body = bodies[b];
        std::shared_ptr<const ambient::FluidBodyModel> model;
        for (std::size_t i = 0; i < body.ids.size(); ++i) {
            const MeasuredRow* const row = findRow(table, body.ids[i]);
            if (!row) continue;
            if (!model) model = ambient::FluidBodyModel::build(body.mesh());
            const Vector3& ahead = body.ahead[body.ahead.size() > 1 ? i : 0];
            judged.push_back({*row, coefficient(*model, forces, *row, ahead, body.side)});
        }
        progress(static_cast<double>(b + 1) / static_cast<double>(bodies.size()));
    }
    return judged;
}

double rmsLogError(const std::vector<JudgedRow>& rows, const std::function<bool(const MeasuredRow&)>& wanted) {
    double sum = 0.0;
    int count = 0;
    for (const JudgedRow& judged : rows) {
        if (!wanted(judged.row)) continue;
        const double ratio = judged.computed / judged.row.value;
        const double log = ratio > 0.0 ? std::log(ratio) : 2.0;
        sum += log * log;
        ++count;
    }
    return count > 0 ? std::sqrt(sum / count) : 0.0;
}

} // namespace samples
