// SPDX-License-Identifier: Zlib
#pragma once

#include "AmbientFluid/Media/UniformMedium.h"

namespace ambient {

/// \file
/// Named media at rest, from published formulas. Temperatures are in degrees Celsius, as the parameter names say.
/// Outside the range of its formula each function throws std::invalid_argument naming the argument and the range.

/// Dry air, -100 to 500 degC, 1 to 1e6 Pa.
/// Ideal gas of 287.05 J/(kg K); viscosity 1.716e-5 Pa s (T/273.15 K)^1.5 (273.15 + 110.6) / (T + 110.6) after
/// Sutherland [White2006, table 1-2]. At 20 degC and 1013.25 hPa: 1.2041 kg/m^3 and 1.813e-5 Pa s. UniformMedium::air()
/// has the viscosity of paper 001, which is 0.7 % larger.
UniformMedium airAt(double celsius, double pressure = 101325.0);

/// Fresh water at atmospheric pressure, 0 to 100 degC.
/// Density (to 1e-5) after [Kell1975], viscosity after [Korson1969].
UniformMedium freshWaterAt(double celsius);

/// Sea water at atmospheric pressure, 0 to 40 degC.
/// Density after [Millero1981], viscosity after [Sharqawy2010, eq. 22].
/// \param celsius temperature [degC]
/// \param salinity 0 to 42 g/kg; about 35 in the oceans
UniformMedium seaWaterAt(double celsius, double salinity = 35.0);

/// Honey with 17 % water at 25 degC: about 1415 kg/m^3, 8 Pa s.
/// Two percent more water halve the viscosity. [White1975]
UniformMedium honey();

/// Olive oil at 20 degC: 914 kg/m^3, 0.084 Pa s. [CrcHandbook]
UniformMedium oliveOil();

/// Castor oil at 20 degC: 961 kg/m^3, 0.986 Pa s. [CrcHandbook]
UniformMedium castorOil();

} // namespace ambient
