// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Math/PortableFunctions.h"
#include "AmbientFluid/Math/Requirements.h"
#include "AmbientFluid/Propulsion/Thruster.h"

#include <cmath>
#include <stdexcept>
#include <utility>

namespace ambient {

ThrusterDef thrusterFromBollard(double ahead, double astern, double speed, double diameter, double density) {
    requirePositive(ahead, "thrusterFromBollard: the thrust ahead [N]");
    requirePositive(astern, "thrusterFromBollard: the thrust astern [N]");
    if (astern > ahead)
        throw std::invalid_argument("thrusterFromBollard: the thrust astern, " + textOf(astern) + " N, is above the " +
                                    textOf(ahead) + " N ahead: turn the axis round");
    requirePositive(speed, "thrusterFromBollard: the speed [1/s]");
    requirePositive(diameter, "thrusterFromBollard: the diameter [m]");
    requirePositive(density, "thrusterFromBollard: the density [kg/m^3]");
    ThrusterDef def;
    def.diameter = diameter;
    def.fastestSpeed = speed;
    def.thrustCoefficient = ahead / (density * portable::pow(diameter, 4) * speed * speed);
    def.astern = astern / ahead;
    // An actuator disc at rest takes the power T (2 T/(pi rho D^2))^.5.
    constexpr double kMerit = 0.5;
    def.freeAdvanceRatio = std::sqrt(2.0 * def.thrustCoefficient / kPi) / kMerit;
    def.torqueCoefficient = def.thrustCoefficient * def.freeAdvanceRatio / (2.0 * kPi);
    return def;
}

ThrusterDef thrusterFromTable(std::vector<ThrustPoint> table, double speed, double diameter, double density) {
    if (table.empty()) throw std::invalid_argument("thrusterFromTable: the table has no rows");
    const double ahead = table.back().thrust, back = -table.front().thrust;
    ThrusterDef def = thrusterFromBollard(ahead, back > 0.0 ? back : ahead, speed, diameter, density);
    def.table = std::move(table);
    def.tableDensity = density;
    return def;
}

} // namespace ambient
