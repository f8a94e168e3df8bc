// SPDX-License-Identifier: Zlib
#include "AmbientFluid/Media/MediumPresets.h"

#include "AmbientFluid/Math/PortableFunctions.h"

#include <cmath>
#include <sstream>
#include <stdexcept>

namespace ambient {
namespace {

void requireWithin(const char* what, double value, double lowest, double highest, const char* unit) {
    if (value >= lowest && value <= highest) return;
    std::ostringstream text;
    text << what << " " << value << " " << unit << " is not within " << lowest << " to " << highest << " " << unit;
    throw std::invalid_argument(text.str());
}

/// Viscosity [Pa s] at t, 0 to 100 degC. [Korson1969, eq. 5]
double freshWaterViscosity(double t) {
    return 1.002e-3 * portable::pow(10.0, (1.1709 * (20.0 - t) - 0.001827 * (t - 20.0) * (t - 20.0)) / (t + 89.93));
}

/// Density [kg/m^3] at t, 0 to 40 degC, and salinity s, 0 to 42 g/kg. [Millero1981]
double seaWaterDensity(double t, double s) {
    const double fresh =
        999.842594 + t * (6.793952e-2 + t * (-9.095290e-3 + t * (1.001685e-4 + t * (-1.120083e-6 + t * 6.536332e-9))));
    const double a = 8.24493e-1 + t * (-4.0899e-3 + t * (7.6438e-5 + t * (-8.2467e-7 + t * 5.3875e-9)));
    const double b = -5.72466e-3 + t * (1.0227e-4 - t * 1.6546e-6);
    return fresh + a * s + b * s * std::sqrt(s) + 4.8314e-4 * s * s;
}

} // namespace

UniformMedium airAt(double celsius, double pressure) {
    constexpr double gasConstant = 287.05, sutherland = 110.6, zero = 273.15;
    requireWithin("airAt: temperature", celsius, -100.0, 500.0, "degC");
    requireWithin("airAt: pressure", pressure, 1.0, 1e6, "Pa");
    const double kelvin = celsius + zero;
    const double viscosity = 1.716e-5 * portable::pow(kelvin / zero, 1.5) * (zero + sutherland) / (kelvin + sutherland);
    return {pressure / (gasConstant * kelvin), viscosity};
}

UniformMedium freshWaterAt(double celsius) {
    requireWithin("freshWaterAt: temperature", celsius, 0.0, 100.0, "degC");
    const double t = celsius;
    const double above =
        999.83952 +
        t * (16.945176 + t * (-7.9870401e-3 + t * (-46.170461e-6 + t * (105.56302e-9 - t * 280.54253e-12))));
    return {above / (1.0 + 16.879850e-3 * t), freshWaterViscosity(t)};
}

UniformMedium seaWaterAt(double celsius, double salinity) {
    requireWithin("seaWaterAt: temperature", celsius, 0.0, 40.0, "degC");
    requireWithin("seaWaterAt: salinity", salinity, 0.0, 42.0, "g/kg");
    const double t = celsius, s = 1e-3 * salinity;
    const double a = 1.541 + t * (1.998e-2 - t * 9.52e-5), b = 7.974 + t * (-7.561e-2 + t * 4.724e-4);
    return {seaWaterDensity(t, salinity), freshWaterViscosity(t) * (1.0 + s * (a + s * b))};
}

UniformMedium honey() {
    return {1415.0, 8.0};
}

UniformMedium oliveOil() {
    return {914.0, 0.084};
}

UniformMedium castorOil() {
    return {961.0, 0.986};
}

} // namespace ambient
