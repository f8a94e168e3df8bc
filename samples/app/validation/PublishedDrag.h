// SPDX-License-Identifier: Zlib
#pragma once

namespace samples {

/// \file
/// Published drag coefficients as formulas of the Reynolds number.

/// Smooth sphere, Re .01 to 1e7, with its crisis from 3.38e5 to 4e5. [Clift1978, table 5.2]
double dragOfSphere(double re);
/// Thin disc broadside, Re .01 to 133 and above 1000; NaN between. [Clift1978, sec. 6.II]
double dragOfDisc(double re);
/// Isometric solid that falls freely, on the sphere of its volume, Re up to 2.5e4. [Haider1989, eq. 10]
/// \param sphericity area of that sphere over its own
double dragOfSolid(double re, double sphericity);
/// Prolate spheroid of 5:2 end on, on the sphere of its volume, Re 1 to 300. [Zastawny2012]
double dragOfSpheroid(double re);
/// Infinite cylinder across, Re 1e-4 to 2e5. [Sucker1975]
double dragOfLongCylinder(double re);

/// \name Resistances in creeping flow, force per speed and viscosity [m]
/// @{

/// Prolate spheroid along its axis. [KimKarrila1991, table 3.6] \param polar, equatorial semi-axes [m]
double resistanceOfSpheroid(double polar, double equatorial);
/// Cylinder across its axis, 2 to 30 diameters long. [Tirado1979] \param length, diameter [m]
double resistanceOfCylinder(double length, double diameter);
/// @}

/// Drag coefficient of a slow body with this resistance [m], with the first effect of inertia, 3/16 of Re on the
/// diameter of the sphere of equal drag. [Brenner1963] \param re Reynolds number on `diameter` [m] \param area of the
/// coefficient [m^2]
double dragOfResistance(double re, double resistance, double diameter, double area);

} // namespace samples
